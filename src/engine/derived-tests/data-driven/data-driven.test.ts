import { describe, expect, it } from 'vitest'
import { projectOfSteps } from '#engine/runner/testing/run-project.ts'
import { problemsOf } from '#engine/project/problems/problems.ts'
import { loopedSteps, makeDataDriven } from './apply.ts'
import { proposeReplacements } from './propose.ts'

const steps = [
  { id: 't', kind: 'oauth2', grantType: 'ClientCredentials', clientId: 'orders-tests' },
  {
    id: 'r',
    kind: 'send-request',
    method: 'POST',
    url: 'https://api.example.org/users/42/orders?region=eu',
    headers: [{ name: 'X-Tenant', value: 'acme' }],
    body: { type: 'json', text: '{\n  "sku": "A-1",\n  "quantity": 3,\n  "state": "open"\n}' },
  },
  { id: 'w', kind: 'wait', seconds: 0 },
  { id: 'a', kind: 'assertion', checks: [{ source: 'json', path: '$.order.quantity', is: 'equals', value: 3 }] },
  { id: 'z', kind: 'wait', seconds: 1 },
]
const columns = ['userId', 'Quantity', 'SKU', 'x_tenant', 'regoin']
const first = ['42', '3', 'B-9', 'acme', 'us']
const project = () => projectOfSteps(steps, { project: { dataSources: [{ id: 'd', name: 'rows', kind: 'csv', text: 'id' }] } })
const one = () => {
  const found = project().suites[0]?.cases[0]
  if (!found) throw new Error('no case')
  return found
}
let ids = 0
const convert = () =>
  makeDataDriven(
    one(),
    { id: 'd' },
    proposeReplacements(one(), columns, first),
    { start: 'Each', end: 'Next' },
    () => `n${++ids}`,
  )

describe('a case that becomes data-driven', () => {
  it('[T4] same names, values of the first row and the nearest names are proposed, in the order of the case', () => {
    const proposed = proposeReplacements(one(), columns, first)
    expect(proposed.map(({ step, column, why, value }) => [step, column, why, value])).toEqual([
      ['r', 'userId', 'value', '42'],
      ['r', 'regoin', 'near', 'eu'],
      ['r', 'x_tenant', 'name', 'acme'],
      ['r', 'SKU', 'name', 'A-1'],
      ['r', 'Quantity', 'name', 3],
      ['a', 'Quantity', 'name', 3],
    ])
  })

  it('[T4] columns that replace nothing become variables too where they are named, each variable once', () => {
    const found = proposeReplacements(one(), columns, first)
    const made = makeDataDriven(one(), { id: 'd' }, found.slice(0, 1), { start: 'Each', end: 'Next' }, () => `m${++ids}`, [
      'userId',
      'Größe (cm)',
      'Prénom',
      'user Id',
      'user_Id',
      '',
    ])
    const [start] = made.steps.flatMap((step) => ('mapping' in step ? [step] : []))
    expect(start?.mapping.map(({ column, variable }) => [column, variable])).toEqual([
      ['userId', 'userId'],
      ['Größe (cm)', 'Groesse__cm_'],
      ['Prénom', 'Prenom'],
      ['user Id', 'user_Id'],
    ])
  })

  it('[T4] the values are replaced with their types kept, and everything from the first step that uses one is in a loop', () => {
    const made = convert()
    expect(made.steps.map(({ name }) => name)).toEqual(['t', 'Each', 'r', 'w', 'a', 'z', 'Next'])
    expect(made.steps[1]).toMatchObject({
      kind: 'loop-start',
      dataSource: 'd',
      mapping: [
        { column: 'userId', variable: 'userId', type: 'string' },
        { column: 'regoin', variable: 'regoin', type: 'string' },
        { column: 'x_tenant', variable: 'x_tenant', type: 'string' },
        { column: 'SKU', variable: 'SKU', type: 'string' },
        { column: 'Quantity', variable: 'Quantity', type: 'number' },
      ],
    })
    expect(made.steps[2]).toMatchObject({
      url: 'https://api.example.org/users/${userId}/orders?region=${regoin}',
      headers: [{ name: 'X-Tenant', value: '${x_tenant}' }],
      body: { text: '{\n  "sku": "${SKU}",\n  "quantity": ${Quantity},\n  "state": "open"\n}' },
    })
    expect(made.steps[4]).toMatchObject({ checks: [{ value: '${Quantity}' }] })
    const whole = project()
    const suite = whole.suites[0]
    if (suite) suite.cases = [made]
    expect(problemsOf(whole).map(({ text }) => text)).toEqual([])
  })

  it('[T4] several columns may contain values other than texts', () => {
    const body = {
      id: 'r',
      kind: 'send-request',
      method: 'POST',
      url: 'https://api.example.org',
      body: { type: 'json', text: '{"a": 1, "b": true, "c": "x"}' },
    }
    const [first] = projectOfSteps([body]).suites[0]?.cases ?? []
    if (!first) throw new Error('no case')
    const replaced = proposeReplacements(first, ['a', 'b', 'c'], ['2', 'false', 'y'])
    const made = makeDataDriven(first, { id: 'd' }, replaced, { start: 'Each', end: 'Next' }, () => `n${++ids}`)
    expect(made.steps[1]).toMatchObject({ body: { text: '{"a":${a},"b":${b},"c":"${c}"}' } })
  })

  it('[T4] the loop begins with the first step that uses a column, and with whole loops', () => {
    const inner = [
      { id: 'l', kind: 'loop-start', from: 1, to: 2 },
      { id: 'r', kind: 'send-request', url: 'http://x/42' },
      { id: 'e', kind: 'loop-end' },
      { id: 'w', kind: 'wait', seconds: 0 },
      { id: 'q', kind: 'send-request', url: 'http://x/zz' },
      { id: 'a', kind: 'assertion', checks: [{ source: 'status', is: 'equals', value: 201 }] },
    ]
    const found = projectOfSteps(inner).suites[0]?.cases[0]
    if (!found) throw new Error('no case')
    const replacing = (values: string[]) =>
      makeDataDriven(
        found,
        { id: 'd' },
        proposeReplacements(found, ['v'], values),
        { start: 'Each', end: 'Next' },
        () => `m${++ids}`,
      ).steps.map(({ name }) => name)
    expect(replacing(['42'])).toEqual(['Each', 'l', 'r', 'e', 'w', 'q', 'a', 'Next'])
    expect(replacing(['zz'])).toEqual(['l', 'r', 'e', 'w', 'Each', 'q', 'a', 'Next'])
  })

  it('[T4] a column that steps already name begins the loop; without any, all but the token steps at the start is in it', () => {
    const request = (id: string, url: string) => ({ id, kind: 'send-request', url })
    const check = (id: string, value: string) => ({
      id,
      kind: 'assertion',
      checks: [{ source: 'json', path: '$.id', is: 'equals', value }],
    })
    const ranges = (columns: string[]) => {
      const [found] =
        projectOfSteps([
          { id: 't', kind: 'oauth2', grantType: 'ClientCredentials', clientId: 'orders-tests' },
          request('a', 'http://x/all'),
          request('b', 'http://x/one'),
          check('c', '${user_id}'),
          request('d', 'http://x/${last}'),
        ]).suites[0]?.cases ?? []
      return loopedSteps(found?.steps ?? [], [], columns)
    }
    expect(ranges(['last'])).toEqual({ from: 4, to: 4 })
    // The check is nested under the request that it looks at.
    expect(ranges(['user id', 'last'])).toEqual({ from: 2, to: 4 })
    expect(ranges(['other'])).toEqual({ from: 1, to: 4 })
  })

  it('[T4] nothing that holds a reference, a name or a setting is proposed', () => {
    const proposed = proposeReplacements(
      one(),
      ['kind', 'name', 'method', 'grantType', 'url'],
      ['wait', 'r', 'POST', 'ClientCredentials', ''],
    )
    expect(proposed.filter(({ why }) => why !== 'near')).toEqual([])
  })
})
