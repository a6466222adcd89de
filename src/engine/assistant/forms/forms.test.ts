import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startDemo, type Demo } from '#companion/demo/index.ts'
import { applyEdit } from '#engine/project/edit/edit.ts'
import { joinProject, stateOf } from '#engine/project/edit/state.ts'
import { readProject } from '#engine/project/format/read.ts'
import type { Project } from '#engine/project/format/schema.ts'
import { runProject } from '#engine/runner/testing/run-project.ts'
import { emptyWorkingMemory, type ToolSession } from '#engine/tools/tool-session.ts'
import { createNodeHttp } from '#platform/node/http.ts'
import { fillForm, formOf, forms } from './index.ts'

const read = readProject(readFileSync(new URL('../../../../examples/orders.aprj', import.meta.url), 'utf8'))
if (!read.ok) throw new Error('unreachable: the project can be read')
const orders = read.value.project as ToolSession['projects'][number]['project']
const session: ToolSession = {
  projects: [{ id: 'orders', project: orders }],
  memory: emptyWorkingMemory(),
  seed: 7,
  asksRemoval: true,
}
const http = createNodeHttp()
let demo: Demo

beforeAll(async () => {
  demo = await startDemo({ port: 0, appOrigin: 'http://127.0.0.1:5417' })
})
afterAll(() => Promise.all([http.close(), demo.close()]))

/** The project after a form; and the cases that are new. */
async function filled(id: string, values: Record<string, string>, known = session.memory) {
  const { result, memory } = await fillForm(id, values, { ...session, memory: known })
  if (result.kind !== 'proposal') throw new Error(result.text)
  const after = applyEdit(stateOf(orders), result.changeSet.edit, 'forward')
  const project: Project = joinProject(after.head, ({ id: one }) => after.cases.get(one))
  return { project, result, memory, cases: result.changeSet.runs }
}

/** Runs cases of a project against the demo; what isn't green. */
async function runDemo(project: Project, cases: string[]) {
  for (const { variables } of project.environments)
    for (const variable of variables)
      if (variable.name === 'idp') variable.value = demo.provider
      else if (variable.name === 'baseUrl') variable.value = demo.api
  const { report, steps } = await runProject(project, { options: { selection: { cases }, environment: 'demo' }, ports: { http } })
  return {
    outcomes: report.suites.flatMap((suite) => suite.cases.map(({ outcome }) => outcome)),
    trouble: steps
      .filter(({ outcome }) => outcome !== 'passed' && outcome !== 'skipped')
      .map((step) => JSON.stringify(step).slice(0, 600)),
  }
}

const create = 'POST /orders'
const recipes: [string, Record<string, string>][] = [
  ['create-delete', { operation: create }],
  ['create-delete', { operation: create, gone: 'yes' }],
  ['crud', { operation: create, suite: 'Fresh' }],
  ['read-back', { operation: create, fields: 'quantity=3' }],
  ['request', { operation: 'GET /orders', fields: 'size=5', status: '200' }],
  ['negative', { operation: create, what: 'invalid', field: 'quantity', value: '0', status: '422' }],
  ['negative', { operation: create, what: 'missing', field: 'sku', status: '422' }],
  ['negative', { operation: 'GET /orders/{id}', what: 'unknown', value: '00000000-0000-4000-8000-000000000000' }],
  ['token', { operation: create }],
  ['token', { operation: create, token: 'wrong' }],
  ['roles', { case: 'List with a page size', identities: 'reader 200\nwriter 403 scope=orders:write' }],
  ['boundaries', { operation: create, parameters: 'quantity' }],
  ['partitions', { operation: create }],
  ['pairwise', { operation: create, tests: 'cases' }],
  ['decision-table', { operation: create, conditions: 'quantity: 0, 1', rules: 'quantity=0 -> 422\nquantity=1 -> 201' }],
  [
    'states',
    {
      operation: create,
      transitions: 'none -create-> open\nopen -pay-> paid',
      events: 'create = POST /orders\npay = POST /orders/{id}/pay',
    },
  ],
  [
    'mcdc',
    { operation: 'POST /quotes', decision: '(member and total > 100) or coupon', true: 'discount=10', false: 'discount=0' },
  ],
  ['data-driven', { case: 'Create then delete', rows: 'sku,quantity\nA-1,1\nB-2,2' }],
  [
    'random-data',
    { case: 'Create then delete', columns: 'sku=A-${random.int(100,999)}\nquantity=${random.int(1,9)}', rows: '3' },
  ],
  ['check', { case: 'List with a page size', source: 'header', path: 'content-type', is: 'contains', value: 'json' }],
  ['header', { of: 'suite', target: 'Orders', name: 'X-Team', value: 'qa' }],
]

describe('forms', () => {
  it.each(recipes)('[A4] [A8] %s %o reaches a green run against the demo', async (id, values) => {
    const { project, cases } = await filled(id, values)
    const all =
      cases.length > 0
        ? cases
        : project.suites.flatMap((suite) => (suite.name === 'Orders' ? suite.cases.map((one) => one.id) : []))
    const { outcomes, trouble } = await runDemo(project, all)
    expect(trouble).toEqual([])
    expect(new Set(outcomes)).toEqual(new Set(['passed']))
  })

  it('[A8] the tests of a design reach a green run against the demo', async () => {
    const { memory } = await filled('boundaries', { operation: create, parameters: 'quantity' })
    const { project, cases } = await filled('design-tests', { design: 'D1', suite: 'Orders' }, memory)
    const { outcomes, trouble } = await runDemo(project, cases)
    expect(trouble).toEqual([])
    expect(new Set(outcomes)).toEqual(new Set(['passed']))
  })

  it('every form is in one of the tests, or changes nothing that runs', () => {
    const tried = new Set(recipes.map(([id]) => id))
    expect(forms.map(({ id }) => id).filter((id) => !tried.has(id))).toEqual([
      'design-tests',
      'load',
      'variable',
      'environment',
      'suite',
      'rename',
      'move',
      'remove',
    ])
  })

  it('[A5] takes the tests of a design from working memory: nothing is derived twice', async () => {
    const values = { operation: create, parameters: 'quantity' }
    const first = await fillForm('boundaries', values, session)
    const again = await fillForm('boundaries', values, { ...session, memory: first.memory })
    expect(again.memory.designs).toEqual(first.memory.designs)
    // Without the definition nothing could be discovered again: the tests are those of memory.
    const bare = { ...orders, apis: [] }
    const made = await fillForm(
      'design-tests',
      { design: 'D1', suite: 'Orders' },
      { ...session, projects: [{ id: 'orders', project: bare }], memory: first.memory },
    )
    expect(made.result).toMatchObject({ kind: 'proposal' })
    const rows = ({ result }: typeof made) =>
      result.kind === 'proposal' ? JSON.stringify(result.changeSet.edit).match(/"rows":(\[\[.*?\]\])/)?.[1] : ''
    expect(rows(made)).toBe(rows(first))
  })

  it('says what is missing, wrong or ambiguous, and never fills it in', async () => {
    const text = async (id: string, values: Record<string, string>) => {
      const { result } = await fillForm(id, values, session)
      return result.kind === 'problems' ? result.text : result.kind
    }
    expect(await text('nothing', {})).toContain('form "nothing"')
    expect(await text('token', {})).toBe('Fill in: Operation.')
    expect(await text('token', { operation: create, token: 'stale' })).toContain('none, wrong')
    expect(await text('token', { operation: create, colour: 'red' })).toContain('no field "colour"')
    expect(await text('token', { operation: create, status: 'x' })).toContain('number')
    expect(await text('token', { operation: 'POST /nowhere' })).toContain('No operation is named')
    expect(await text('negative', { operation: create, what: 'missing', field: 'sku' })).toContain('400 and 422')
    expect(await text('crud', { operation: 'POST /quotes' })).toContain('No operation reads')
    expect(await text('states', { operation: create, transitions: 'open paid' })).toContain('open -pay-> paid')
    expect(formOf('roles')?.fields.map(({ id }) => id)).toEqual(['case', 'identities'])
  })
})
