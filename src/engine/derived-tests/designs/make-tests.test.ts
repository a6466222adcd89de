/* oxlint-disable unicorn/no-thenable -- `then` is the format's word for what a rule does; rules are never awaited. */
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { derive } from '#engine/design/index.ts'
import { parseDesign } from '#engine/design/parse-design.ts'
import type { DesignTest } from '#engine/design/result.ts'
import type { Design } from '#engine/design/schemas.ts'
import type { SendRequestStep } from '#engine/steps/send-request/schema.ts'
import { newStep } from '#engine/project/new-step.ts'
import { stepSchema, type Step } from '#engine/project/format/schema.ts'
import { emptyProject } from '#engine/project/empty.ts'
import { problemsOf } from '#engine/project/problems/problems.ts'
import { readProject } from '#engine/project/format/read.ts'
import { writeProject } from '#engine/project/format/write.ts'
import { makeTests, type MadeTests, type MakeTests } from './make-tests.ts'
import { addRequiredRows, requiredRows } from './required-rows.ts'
import { updatedRows } from './updated-rows.ts'

const references = { connection: '', dataSource: '' }
const request = (fields: object): SendRequestStep =>
  ({ ...newStep('send-request', 'r', 'Create order', references), ...fields }) as SendRequestStep
const order = request({
  method: 'POST',
  url: '${baseUrl}/orders',
  headers: [{ name: 'Authorization', value: 'Bearer ${access_token}', disabled: false }],
  body: { type: 'json', text: '{ "sku": "A-1", "quantity": 1, "by": "${user}", "at": ${now.unix} }' },
})
const token = newStep('oauth2', 't', 'Token', references)
const design = (of: object): Design => {
  const parsed = parseDesign({ id: 'g', ...of })
  if (!parsed.ok) throw new Error(parsed.error)
  return parsed.value
}
const made = async (of: Design, more: Partial<MakeTests> = {}): Promise<MadeTests> => {
  let next = 0
  const template = { before: [token], request: order, after: [] }
  return makeTests({
    design: of,
    result: await derive(of),
    as: 'data-driven',
    template,
    name: 'Orders',
    newId: () => `n${next++}`,
    ...more,
  })
}
/** A file with what was made is read without problems. */
function isSound({ source, cases }: MadeTests): void {
  const project = {
    ...emptyProject('p', 'P'),
    variables: ['baseUrl', 'user', 'access_token'].map((name) => ({ name, value: 'x', description: '' })),
    dataSources: source ? [source] : [],
    suites: [{ id: 's', name: 'S', description: '', variables: [], cases }],
  }
  const read = readProject(writeProject(project))
  expect(
    read.ok
      ? problemsOf(read.value.project)
          .map(({ text }) => text)
          .filter((text) => !/client/i.test(text))
      : read.error.message,
  ).toEqual([])
}
const stepsOf = (one: MadeTests, at = 0): Step[] => one.cases[at]?.steps ?? []
const boundaries = design({
  method: 'boundaries',
  parameters: [
    {
      name: 'body.quantity',
      classes: [
        { name: 'too few', to: 0, valid: false },
        { name: 'usual', from: 1, to: 100 },
        { name: 'too many', from: 101, valid: false },
      ],
    },
  ],
})

describe('[A4] one data-driven case', () => {
  it('draws a new placeholder email for each row, unless a test is about it', async () => {
    const body = { type: 'json', text: '{ "quantity": 1, "by": { "email": "user@example.com" }, "cc": "ada@example.com" }' }
    const template = { before: [], request: request({ ...order, body }), after: [] }
    const result = await made(boundaries, { template })
    expect(stepsOf(result)[1]).toMatchObject({
      body: {
        text: '{\n  "quantity": ${quantity},\n  "by": {\n    "email": "${random.email}"\n  },\n  "cc": "ada@example.com"\n}',
      },
    })
  })

  it('has a table with the values and what is expected, a loop over it, and a check that reads it', async () => {
    const result = await made(boundaries, { status: { valid: '201', invalid: '422' } })
    expect(result.source).toMatchObject({
      kind: 'table',
      name: 'Orders',
      design: 'g',
      columns: ['test', 'quantity', 'expected status', 'made'],
    })
    expect(result.source?.rows.map(([, quantity, status]) => [quantity, status])).toEqual(
      expect.arrayContaining([
        [0, 422],
        [1, 201],
        [100, 201],
        [101, 422],
      ]),
    )
    expect(stepsOf(result).map(({ kind }) => kind)).toEqual(['oauth2', 'loop-start', 'send-request', 'assertion', 'loop-end'])
    expect(stepsOf(result)[2]).toMatchObject({
      url: '${baseUrl}/orders',
      body: { type: 'json', text: '{\n  "sku": "A-1",\n  "quantity": ${quantity},\n  "by": "${user}",\n  "at": ${now.unix}\n}' },
    })
    expect(stepsOf(result)[3]).toMatchObject({
      checks: [{ source: 'status', is: 'equals', value: '${expected_status}' }],
    })
    expect(stepsOf(result)[1]).toMatchObject({
      dataSource: result.source?.id,
      mapping: [
        { column: 'test', variable: 'test', type: 'string' },
        { column: 'quantity', variable: 'quantity', type: 'number' },
        { column: 'expected status', variable: 'expected_status', type: 'number' },
      ],
    })
    isSound(result)
  })

  it('keeps the types of values, escapes what looks like a reference, and takes whole objects where a field is left out', async () => {
    const tests: Omit<DesignTest, 'covers'>[] = [
      { values: { 'body.sku': '${not} a "reference"', 'body.quantity': 1, 'query.q': 'a&b', 'header.X': '1' }, valid: true },
      { values: { 'body.sku': '${not} a "reference"', 'body.quantity': '1', 'query.q': 'c d', 'header.X': '2' }, valid: true },
      { values: { 'body.sku': '${not} a "reference"', 'body.quantity': null, 'query.q': '', 'header.X': '3' }, valid: true },
    ]
    const plain = request({ ...order, body: { type: 'json', text: '{ "sku": "A", "quantity": 1 }' } })
    const typed = await made(boundaries, { result: { tests }, template: { before: [], request: plain, after: [] } })
    expect(typed.source?.columns).toEqual(['test', 'q', 'X', 'quantity', 'made'])
    expect(typed.source?.rows.map((row) => row[3])).toEqual([1, '"1"', 'null'])
    expect(stepsOf(typed)[1]).toMatchObject({
      body: { text: '{\n  "sku": "$${not} a \\"reference\\"",\n  "quantity": ${quantity}\n}' },
      query: [{ name: 'q', value: '${q}' }],
    })
    isSound(typed)
    const [first, ...rest] = tests
    const without = { values: { ...first?.values, 'body.quantity': '(absent)', 'query.q': '(absent)' }, valid: true }
    const whole = await made(boundaries, {
      result: { tests: [...rest, without] },
      template: { before: [], request: plain, after: [] },
    })
    expect(whole.source?.columns).toEqual(['test', 'query', 'X', 'body', 'made'])
    expect(whole.source?.rows.at(-1)?.slice(1, 4)).toEqual(['', '1', '{"sku":"${not} a \\"reference\\""}'])
    expect(stepsOf(whole)[1]).toMatchObject({ url: '${baseUrl}/orders${query}', query: [], body: { text: '${body}' } })
    isSound(whole)
    // A reference that all rows have, the key of an API, stays in the request.
    const keyed = await made(boundaries, {
      result: { tests: [...rest, without] },
      template: { before: [], request: { ...plain, query: [{ name: 'key', value: '${key}', disabled: false }] }, after: [] },
    })
    expect(keyed.cases).toHaveLength(1)
    expect(keyed.source?.rows.map((row) => row[1])).toEqual(whole.source?.rows.map((row) => row[1]))
    expect(stepsOf(keyed)[1]).toMatchObject({ url: '${baseUrl}/orders${query}', query: [{ name: 'key', value: '${key}' }] })
    isSound(keyed)
  })

  it('cases of boundaries are called by what they are about', async () => {
    const of = await made(boundaries, { as: 'cases' })
    expect(of.cases.map(({ name }) => name.replace(/^.*: /, ''))).toEqual([0, 1, 100, 101].map((at) => `body.quantity = ${at}`))
  })

  it("if a value refers to a variable, which cells can't, each test becomes a case, with the reason", async () => {
    const tests: Omit<DesignTest, 'covers'>[] = [
      { values: { 'body.by': 'Ann' }, valid: true },
      { values: { 'body.quantity': 2 }, valid: true },
    ]
    const apart = await made(boundaries, { result: { tests } })
    expect(apart.source).toBeUndefined()
    expect(apart.cases).toHaveLength(2)
    expect(apart.notes).toEqual([expect.stringContaining('Each test is a separate case')])
    expect((await made(boundaries, { result: { tests }, as: 'cases' })).notes).toEqual([])
  })

  it('what no row can say is a case of its own', async () => {
    const built = (token: string, quantity: unknown) => ({
      path: '/orders',
      query: [],
      headers: [],
      body: { sku: 'A', quantity },
      bodyType: 'application/json',
      token,
    })
    const tests: Omit<DesignTest, 'covers'>[] = [
      { values: { 'body.quantity': 1 }, valid: true, expected: { status: '201' } },
      { values: { 'body.quantity': 'x' }, valid: false, invalid: 'body.quantity', expected: { status: '4XX' } },
      { values: { token: 'none' }, valid: false, invalid: 'token', expected: { status: '401' } },
      { values: { token: 'wrong' }, valid: false, invalid: 'token', expected: { status: '401' } },
      { values: { token: 'forbidden' }, valid: false, invalid: 'token', expected: { status: '403' } },
    ]
    const result = await made(boundaries, {
      result: { tests },
      built: [built('valid', 1), built('valid', 'x'), built('none', 1), built('wrong', 1), built('forbidden', 1)],
    })
    expect(result.cases.map(({ name }) => name)).toEqual([
      'Orders',
      'Orders: token = none',
      'Orders: token = wrong',
      'Orders: token = forbidden',
    ])
    expect(result.source?.rows.map((row) => row.slice(0, 3))).toEqual([
      ['valid 1', 1, '201'],
      ['body.quantity = x', '"x"', '4..'],
    ])
    const headers = result.cases.map(({ steps }) =>
      steps.flatMap((step) => ('headers' in step ? step.headers.map(({ value }) => value) : [])),
    )
    expect(headers).toEqual([['Bearer ${access_token}'], [], ['Bearer wrong'], ['Bearer ${access_token}']])
    expect(stepsOf(result, 1).map(({ kind }) => kind)).toEqual(['send-request', 'assertion'])
    expect(stepsOf(result, 3)[0]).toMatchObject({ kind: 'oauth2', scope: '' })
    expect(result.notes).toHaveLength(3)
    isSound(result)
  })

  it('actions of a decision table are looked for in the answer by their names', async () => {
    const table = design({
      method: 'decision-table',
      conditions: [{ name: 'gold', values: [true, false] }],
      actions: ['discount'],
      rules: [{ when: { gold: true }, then: { discount: 20 } }],
      else: { discount: 0 },
    })
    const result = await made(table, {
      template: { before: [], request: request({ method: 'GET', url: '${baseUrl}/price' }), after: [] },
    })
    expect(result.source?.columns).toEqual(['test', 'gold', 'expected discount', 'made'])
    expect(stepsOf(result)[1]).toMatchObject({ query: [{ name: 'gold', value: '${gold}' }] })
    expect(stepsOf(result)[2]).toMatchObject({
      checks: [{ source: 'json', path: '$.discount', is: 'equals', value: '${expected_discount}' }],
    })
    isSound(result)
  })
})

it('[A4] the outcome of a decision is looked for where the answer has it, as the answer says it', async () => {
  const rule = design({ method: 'mcdc', decision: 'sku = "A-1" and quantity > 5' })
  const plainly = await made(rule)
  const said = await made(rule, { outcome: { path: '$.discount', true: '10', false: 'none' } })
  isSound(said)
  const checks = (of: MadeTests) => stepsOf(of).flatMap((step) => (step.kind === 'assertion' ? step.checks : []))
  expect(checks(plainly)).toContainEqual({
    source: 'json',
    path: '$.decision',
    is: 'equals',
    not: false,
    value: '${expected_decision}',
  })
  expect(checks(said)).toContainEqual({
    source: 'json',
    path: '$.discount',
    is: 'equals',
    not: false,
    value: '${expected_decision}',
  })
  const at = said.source?.columns.indexOf('expected decision') ?? -1
  const cells = (of: MadeTests) => of.source?.rows.map((row) => row[at])
  expect(cells(said)).toEqual(cells(plainly)?.map((outcome) => (outcome === true ? 10 : '"none"')))
})

it('[A4] an answer with a status that the description has none for is not held against it: its test looks at the status alone', async () => {
  const tests: Omit<DesignTest, 'covers'>[] = ['valid', 'wrong'].map((who) => ({
    values: { token: who },
    valid: who === 'valid',
    ...(who === 'wrong' && { invalid: 'token' }),
    expected: { status: who === 'valid' ? '201' : '401' },
  }))
  const built = tests.map(({ values }) => ({ path: '/orders', query: [], headers: [], token: String(values['token']) }))
  const conforms = { ...newStep('assertion', 'c', 'As documented', references) } as Step
  const template = { before: [], request: order, after: [conforms] }
  const names = (of: MadeTests) => of.cases.map(({ steps }) => steps.map(({ name }) => name))
  const usual = await made(boundaries, { result: { tests }, built, template })
  expect(names(usual)[1]).toContain('As documented')
  const [first, second] = built
  const alone = await made(boundaries, {
    result: { tests },
    built: first && second ? [first, { ...second, undocumented: true }] : [],
    template,
  })
  expect(names(alone)[0]).toContain('As documented')
  expect(names(alone)[1]).not.toContain('As documented')
  expect(alone.notes).toContainEqual(expect.stringContaining('Add the responses 401'))
})

it('[A4] one case per test holds its values, and the token step of its own', async () => {
  const result = await made(boundaries, { as: 'cases', status: { valid: 201, invalid: '4XX' } })
  expect(result.source).toBeUndefined()
  expect(result.cases.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['Orders: body.quantity = 0', 'Orders: body.quantity = 101']),
  )
  expect(new Set(result.cases.flatMap(({ steps }) => steps.map(({ id }) => id))).size).toBe(result.cases.length * 3)
  isSound(result)
})

it('[A4] tests of a state machine are cases of steps, an event that is rejected last', async () => {
  const states = design({
    method: 'states',
    states: ['open', 'closed'],
    initial: 'open',
    coverage: 'all-transitions',
    transitions: [{ from: 'open', event: 'close', to: 'closed', output: '204' }],
  })
  const close = { request: request({ method: 'DELETE', url: '${baseUrl}/orders/1' }) }
  const result = await made(states, { events: { close }, status: { invalid: 409 } })
  expect(result.cases.at(-1)?.name).toBe('Orders: close, close')
  expect(stepsOf(result, result.cases.length - 1).map(({ name }) => name)).toEqual([
    'Token',
    'close',
    'As expected',
    'close is rejected',
    'As expected',
  ])
  const checks = stepsOf(result, result.cases.length - 1).flatMap((step) =>
    'checks' in step ? step.checks.map(({ value }) => value) : [],
  )
  expect(checks).toEqual([204, 409])
  expect(result.notes).toEqual([])
  expect((await made(states)).notes).toEqual(['Complete the step for “close”: no request is known.'])
  isSound(result)
})

it('[A4] an event that is rejected before there is anything asks for a thing that is not there', async () => {
  const states = design({
    method: 'states',
    states: ['none', 'open'],
    initial: 'none',
    coverage: 'all-transitions',
    transitions: [
      { from: 'none', event: 'create', to: 'open', output: '201' },
      { from: 'open', event: 'read', to: 'open', output: '200' },
    ],
  })
  const keep = v.parse(stepSchema, {
    id: 'k',
    kind: 'data-transfer',
    name: 'Keep id',
    transfers: [{ source: 'json', path: '$.id', to: 'id' }],
  })
  const events = {
    create: { request: request({ method: 'POST', url: '${baseUrl}/orders' }), after: [keep] },
    read: { request: request({ method: 'GET', url: '${baseUrl}/orders/${id}' }) },
  }
  const result = await made(states, { events })
  const values = result.cases.map(({ name, variables }) => [name, variables.map((one) => `${one.name}=${String(one.value)}`)])
  expect(values).toEqual([
    ['Orders: create, read', []],
    ['Orders: read', ['id=no-such-id']],
    ['Orders: create, create', []],
  ])
  isSound(result)
})

it('[A4] reports a name without a place in the request', async () => {
  const kept = request({ method: 'POST', url: '${baseUrl}/orders', body: { type: 'text', mediaType: 'text/plain', text: 'x' } })
  const result = await made(boundaries, { template: { before: [], request: kept, after: [] } })
  expect(result.notes).toEqual([expect.stringContaining("isn't JSON")])
})

it("[A4] edited rows stay when the design's tests change, and differences are shown first", async () => {
  const status = { valid: 201, invalid: 422 }
  const first = (await made(boundaries, { status })).source
  const wider = structuredClone(boundaries) as Extract<Design, { method: 'boundaries' }>
  const [parameter] = wider.parameters
  if (!parameter || !('classes' in parameter) || !first) throw new Error('no classes')
  parameter.classes = [
    { name: 'too few', to: 0, valid: false },
    { name: 'usual', from: 1, to: 50, valid: true },
    { name: 'too many', from: 51, valid: false },
  ]
  const edited = first.rows.find((row) => row[1] === 101)
  const rows = [...first.rows.map((row) => (row === edited ? row.with(1, 102) : row)), ['mine', 7, 201, '']]
  const next = (await made(wider, { status })).source
  if (!next) throw new Error('no table')
  const updated = updatedRows({ ...first, rows }, next)
  expect(updated.edited).toBe(2)
  expect(updated.rows.slice(0, 2).map((row) => row[1])).toEqual([102, 7])
  expect(updated.added.map((row) => row[1]).toSorted()).toEqual([50, 51])
  expect(updated.removed.map((row) => row[1])).toEqual([100])
  expect(updated.kept).toBe(next.rows.length - 2)
  const same = updatedRows({ ...first, rows: updated.rows, columns: updated.columns }, next)
  expect([same.added, same.removed, same.edited]).toEqual([[], [], 2])
})

it('[A4] edited rows become rows that the design requires, as far as its values can express them', async () => {
  const pairs = design({
    method: 'combinations',
    parameters: [
      { name: 'body.sku', values: ['A-1', 'B-2'] },
      { name: 'body.quantity', values: [1, 100, { value: 0, valid: false }] },
    ],
  })
  const table = (await made(pairs)).source
  if (!table) throw new Error('no table')
  const at = (name: string) => table.columns.indexOf(name)
  const rows = [
    table.rows[0]?.with(at('sku'), 'B-2').with(at('quantity'), 100) ?? [],
    ['mine', 'C-3', 1, ''],
    ...table.rows.slice(1),
  ]
  expect(requiredRows(pairs, table)).toEqual([])
  const required = requiredRows(pairs, { ...table, rows })
  expect(required).toEqual([{ 'body.sku': 'B-2', 'body.quantity': 100 }, { 'body.quantity': 1 }])
  const kept = { ...pairs, rows: required } as Design
  expect(requiredRows(kept, { ...table, rows })).toEqual([])
  const minimised = { ...structuredClone(pairs), minimised: [['x', 1]] } as typeof pairs
  addRequiredRows(minimised, [])
  expect(minimised).toHaveProperty('minimised')
  addRequiredRows(minimised, required)
  expect(minimised).toEqual(kept)
  expect((await derive(kept)).tests[0]?.values).toEqual(required[0])
})
