import { describe, expect, it } from 'vitest'
import { sentBodyText, createScriptedHttp } from '#engine/ports/testing/index.ts'
import { projectOfSteps, runProject } from '#engine/runner/testing/run-project.ts'
import type { Case } from '#engine/project/format/schema.ts'
import { problemsOf } from '#engine/project/problems/problems.ts'
import { objectLevelCase } from './object-level.ts'
import { identityFields } from './identity.ts'
import { judgeable, runAs } from './run-as.ts'

const token = {
  id: 't',
  kind: 'oauth2',
  grantType: 'ResourceOwnerPassword',
  tokenEndpoint: 'http://127.0.0.1/token',
  clientId: 'app',
  scope: 'read',
}
const authorized = { headers: [{ name: 'Authorization', value: 'Bearer ${access_token}' }] }
const list = { id: 'r', kind: 'send-request', url: 'http://127.0.0.1/orders', ...authorized }
const create = {
  id: 'p',
  kind: 'send-request',
  method: 'POST',
  url: 'http://127.0.0.1/orders?dry=no',
  ...authorized,
  body: { type: 'json', text: '{}' },
}
const checks = (...all: object[]) => ({ id: 'a', kind: 'assertion', checks: all })
const is200 = { source: 'status', is: 'equals', value: 200 }
const hasItems = { source: 'json', path: '$.items', is: 'exists' }
const names = { source: 'identities', start: 'For', end: 'Next', secrets: 'Secrets', check: 'Status' }
const who = (name: string, expected: number) => ({
  name,
  values: { username: name, password: `id/${name}`, scope: 'read' },
  expected,
})
let ids = 0
const newId = () => `n${++ids}`

const projectWith = (steps: Record<string, unknown>[]) => {
  const project = projectOfSteps(steps)
  const suite = project.suites[0]
  const one = suite?.cases[0]
  if (!suite || !one) throw new Error('no case')
  return { project, suite, one }
}
const planFor = (one: Case, ...expected: number[]) => ({
  identities: [who('Ann', expected[0] ?? 200), who('Böb', expected[1] ?? 200)],
  judged: judgeable(one).first?.id ?? '',
  variables: [],
  names,
  newId,
})

/** A provider and an API: the token is the password, and only Ann may list; objects are Ann's unless `open`. */
const server = (secrets: Record<string, string>, open = false) => {
  let deleted = false
  const http = createScriptedHttp(({ url, method, body, headers }) => {
    if (url.endsWith('/token')) {
      const form = new URLSearchParams(sentBodyText(body))
      if (form.get('password') !== secrets[`id/${form.get('username') ?? ''}`])
        return { status: 400, json: { error: 'invalid_grant' } }
      return { json: { access_token: `token-of-${form.get('username')}`, token_type: 'Bearer' } }
    }
    const isAnn = headers.some(([, value]) => value === 'Bearer token-of-Ann')
    if (method === 'POST') return { status: 201, headers: [['location', '/orders/17']], body: '{"id":"other"}' }
    if (!isAnn && !open) return { status: 403, json: {} }
    if (method === 'DELETE') {
      deleted = true
      return { status: 204 }
    }
    return { status: deleted ? 404 : 200, json: { items: [] } }
  })
  const vault = { get: async (id: string) => secrets[id] }
  return { http, secrets: vault }
}
const passwords = { 'id/Ann': 'ann-secret-1', 'id/Böb': 'bob-secret-2' }

describe('a case that runs as several identities', () => {
  it('[T4] each fills the fields that its grant needs', () => {
    const columns = (step: object) => identityFields(projectWith([{ ...token, ...step }, list]).one).map(({ column }) => column)
    expect(columns({})).toEqual(['username', 'password', 'scope'])
    expect(columns({ grantType: 'ClientCredentials' })).toEqual(['client_id', 'client_secret', 'scope'])
    expect(columns({ grantType: 'ClientCredentials', clientAuthMethod: 'ClientAssertion' })).toEqual(['client_id', 'scope'])
    expect(columns({ grantType: 'AuthorizationCode' })).toEqual(['scope'])
    const two = projectWith([token, { ...token, id: 't2' }]).one
    expect(
      identityFields(two)
        .map(({ column }) => column)
        .slice(3),
    ).toEqual(['username_2', 'password_2', 'scope_2'])
  })

  it('[T4] each row signs in as its identity and expects its status; no secret is in the project', async () => {
    const { project, suite, one } = projectWith([token, list, checks(is200)])
    const made = runAs(one, planFor(one, 200, 403))
    expect(one.steps).toHaveLength(3)
    suite.cases = [made.case]
    project.dataSources = [made.source]
    project.variables = made.variables
    expect(problemsOf(project).map(({ text }) => text)).toEqual([])
    expect(made.source.columns).toEqual(['identity', 'key', 'username', 'scope', 'expected_status'])
    const { report, events } = await runProject(project, { ports: server(passwords) })
    const rows = report.suites[0]?.cases[0]?.rows?.map(({ outcome, values }) => [values['identity'], outcome])
    expect(rows).toEqual([
      ['Ann', 'passed'],
      ['Böb', 'passed'],
    ])
    expect(JSON.stringify([project, events])).not.toMatch(/(ann|bob)-secret/)
    // Who may do what he should not is found.
    const wrong = await runProject(project, { ports: server(passwords, true) })
    expect(wrong.report.suites[0]?.cases[0]?.rows?.map(({ outcome }) => outcome)).toEqual(['passed', 'failed'])
  })

  it('[T4] checks that only an allowed request can pass are disabled if an identity is rejected, and kept otherwise', () => {
    const { one } = projectWith([token, list, checks(is200, hasItems), { ...list, id: 'z' }])
    const shape = (...expected: number[]) =>
      runAs(one, planFor(one, ...expected)).case.steps.map(({ name, disabled }) => `${disabled ? 'off ' : ''}${name}`)
    expect(shape(200, 403)).toEqual(['For', 'Secrets', 't', 'r', 'Status', 'off a', 'off z', 'Next'])
    expect(shape(200, 201)).toEqual(['For', 'Secrets', 't', 'r', 'Status', 'a', 'z', 'Next'])
    const kept = runAs(one, planFor(one, 200, 201)).case.steps[5]
    expect(kept).toMatchObject({ checks: [hasItems] })
  })

  it('[T4] a second table of the project gets variables of its own', () => {
    const { one } = projectWith([token, list])
    const first = runAs(one, planFor(one))
    const second = runAs(one, { ...planFor(one), variables: first.variables })
    expect(second.variables.map(({ name }) => name)).toEqual(['ann_2_password', 'bob_2_password', 'identity_passwords'])
    expect(second.variables.at(-1)?.value).toBe(
      ['ann', 'bob', 'ann_2', 'bob_2'].map((key) => `${key}=\${${key}_password}`).join('\n'),
    )
  })
})

describe('broken object level authorization', () => {
  const runIt = async (open: boolean) => {
    const { project, suite, one } = projectWith([token, create])
    const made = objectLevelCase(one, planFor(one).identities, [], newId)
    if (!made) throw new Error('no case')
    suite.cases = [made.case]
    project.variables = made.variables
    expect(problemsOf(project).map(({ text }) => text)).toEqual([])
    const ports = server(passwords, open)
    const { steps } = await runProject(project, { ports })
    return { ports, bad: steps.filter(({ outcome }) => outcome !== 'passed').map(({ name }) => name) }
  }

  it('[T4] passes where the object of one is closed to the other, by the address that Location names', async () => {
    const { ports, bad } = await runIt(false)
    expect(bad).toEqual([])
    const calls = ports.http.requests.filter(({ url }) => !url.endsWith('/token')).map(({ method, url }) => `${method} ${url}`)
    const object = 'http://127.0.0.1/orders/17'
    expect(calls).toEqual([
      'POST http://127.0.0.1/orders?dry=no',
      ...['GET', 'GET', 'PUT', 'DELETE', 'GET'].map((method) => `${method} ${object}`),
    ])
  })

  it('[T4] fails for each that is possible where it is open', async () => {
    expect((await runIt(true)).bad).toEqual(['Böb is denied', 'Böb is denied', 'Böb is denied', 'It is still there'])
  })

  it('[T4] is not offered without a POST that uses the token', () => {
    expect(
      objectLevelCase(projectWith([token, list]).one, planFor(projectWith([token, list]).one).identities, [], newId),
    ).toBeUndefined()
  })
})
