import { expect, it } from 'vitest'
import { readProject } from '#engine/project/format/read.ts'
import { writeProject } from '#engine/project/format/write.ts'
import {
  completeAddress,
  discoveryAddresses,
  firstCase,
  insecureHost,
  isAskable,
  type FirstAccess,
  type FirstCaseAnswers,
} from './first-case.ts'
import { firstCaseOfCurl } from './first-case-of-curl.ts'

let ids = 0
const made = (access: FirstAccess, more: Partial<FirstCaseAnswers> = {}) => {
  const answers: FirstCaseAnswers = {
    address: 'https://api.example.com/v1/',
    insecureHosts: [],
    access,
    method: 'GET',
    path: 'orders?limit=2',
    headers: [],
    body: { type: 'none' },
    ...more,
  }
  const result = firstCase(answers, () => `i${(ids += 1)}`)
  const file = writeProject(result.project)
  // What is made is a file that opens as it was.
  const read = readProject(file)
  expect(read.ok && read.value.project).toEqual(result.project)
  const steps = result.project.suites[0]?.cases[0]?.steps ?? []
  const [environment] = result.project.environments
  return { ...result, file, steps, environment, request: steps.find((step) => 'url' in step) }
}

it('[T1, T6] the answers become a project: an environment with the address, and a case with a request and its check', () => {
  const { project, environment, steps, request } = made({ kind: 'none' })
  expect(project.name).toBe('api.example.com')
  expect(environment).toMatchObject({ name: 'Test', variables: [{ name: 'baseUrl', value: 'https://api.example.com/v1' }] })
  expect(project.suites[0]?.name).toBe('Orders')
  expect(project.suites[0]?.cases[0]?.name).toBe('GET /orders')
  expect(request).toMatchObject({ method: 'GET', url: '${baseUrl}/orders', query: [{ name: 'limit', value: '2' }], headers: [] })
  expect(steps[1]).toMatchObject({ step: request?.id, checks: [{ source: 'status', is: 'between', value: [200, 299] }] })
})

it('[T1] a project is named as the user says, otherwise after its host, or on this machine after its path', () => {
  const nameOf = (more: Partial<FirstCaseAnswers>) => made({ kind: 'none' }, more).project.name
  expect(nameOf({ name: ' Shop ' })).toBe('Shop')
  expect(nameOf({ name: ' ' })).toBe('api.example.com')
  expect(nameOf({ address: 'localhost:3000', path: '/v1/order-items?x=1' })).toBe('Order items API')
  expect(nameOf({ address: 'localhost:3000', path: '' })).toBe('localhost:3000')
  expect(nameOf({ address: '' })).toBe('My API')
})

it.each([
  [{ kind: 'bearer', token: 'Bearer ey.secret.one' }, 'Authorization', 'Bearer ${token}', 'ey.secret.one'],
  [{ kind: 'api-key', name: 'X-Key', place: 'header', value: 'secret-key-1' }, 'X-Key', '${api_key}', 'secret-key-1'],
  [{ kind: 'basic', username: 'ü', password: 'pä:ss-1' }, 'Authorization', 'Basic ü:${password}', 'pä:ss-1'],
  [{ kind: 'basic', username: 'key-word', password: '' }, 'Authorization', 'Basic ${api_key}:', 'key-word'],
] as const)(
  '[P4] %o goes with the request by a variable of the environment, its value into the vault alone',
  (access, name, value, kept) => {
    const { request, environment, secrets, file } = made(access)
    expect(request).toMatchObject({ headers: [{ name, value }] })
    expect([...secrets.values()]).toEqual([kept])
    expect(environment?.variables[1]?.value).toEqual({ secret: [...secrets.keys()][0] })
    expect(file).not.toContain(kept)
  },
)

it('an API key can stand in the query, behind what the path asks', () => {
  const { request } = made({ kind: 'api-key', name: 'key', place: 'query', value: 'secret-key-1' })
  expect(request).toMatchObject({
    query: [
      { name: 'limit', value: '2' },
      { name: 'key', value: '${api_key}' },
    ],
  })
})

it('[O1, O2] with OAuth a step gets the token first; its provider is a variable of the environment', () => {
  const oauth = {
    kind: 'oauth',
    grant: 'ClientCredentials',
    clientId: 'orders',
    clientSecret: 'a-secret',
    scope: 'read',
  } as const
  const { steps, environment, request, secrets, file, login } = made({ ...oauth, provider: 'https://id.example.com/realms/x/' })
  expect(steps.map(({ kind }) => kind)).toEqual(['oauth2', 'send-request', 'assertion'])
  expect(steps[0]).toMatchObject({
    id: login,
    grantType: 'ClientCredentials',
    discoveryEndpoint: '${idp}/.well-known/openid-configuration',
    clientId: 'orders',
    clientSecret: { secret: 'get-token/client-secret' },
    scope: 'read',
  })
  expect(environment?.variables[1]).toMatchObject({ name: 'idp', value: 'https://id.example.com/realms/x' })
  expect(request).toMatchObject({ headers: [{ name: 'Authorization', value: 'Bearer ${access_token}' }] })
  expect(secrets.get('get-token/client-secret')).toBe('a-secret')
  expect(file).not.toContain('a-secret')

  const whole = 'https://id.example.com/.well-known/oauth-authorization-server/x'
  expect(made({ ...oauth, provider: whole, clientSecret: '' }).steps[0]).toMatchObject({
    discoveryEndpoint: whole,
    secretTransport: 'body',
  })
  // As the provider said that it wants it.
  expect(made({ ...oauth, provider: whole, secretTransport: 'basic' }).steps[0]).toMatchObject({ secretTransport: 'basic' })
})

it("URLs are completed, and those that can't be requested are detected", () => {
  expect(completeAddress(' localhost:3000/ ')).toBe('http://localhost:3000')
  expect(completeAddress('api.example.com/v1')).toBe('https://api.example.com/v1')
  expect(completeAddress('')).toBe('')
  expect(isAskable(completeAddress('ftp://x'))).toBe(false)
  expect(isAskable(completeAddress('no host'))).toBe(false)
  expect(isAskable(completeAddress('[::1]:80'))).toBe(true)
  expect(insecureHost('http://intranet:8080/api')).toBe('intranet')
  expect(insecureHost('http://127.0.0.1:8080/api')).toBeUndefined()
  expect(made({ kind: 'none' }, { address: 'localhost:3000' }).environment?.name).toBe('Local')
  expect(made({ kind: 'none' }, { address: 'http://intranet', insecureHosts: ['intranet'] }).environment?.insecureHosts).toEqual([
    'intranet',
  ])
})

it('[O2] metadata of a provider are looked for where OpenID Connect and RFC 8414 have them', () => {
  expect(discoveryAddresses('id.example.com/realms/x')).toEqual([
    'https://id.example.com/realms/x/.well-known/openid-configuration',
    'https://id.example.com/.well-known/oauth-authorization-server/realms/x',
  ])
  expect(discoveryAddresses('https://id.example.com/.well-known/x')).toEqual(['https://id.example.com/.well-known/x'])
  expect(discoveryAddresses(' ')).toEqual([])
})

it('[T1] a pasted cURL command answers all of it', () => {
  const read = firstCaseOfCurl(
    `curl -X POST 'https://api.example.com/v1/orders?dry=1' -H 'Authorization: Bearer ey.a.b' -H 'Accept: application/json' --json '{"quantity": 2}'`,
  )
  expect(read.ok && read.value).toMatchObject({
    address: 'https://api.example.com',
    access: { kind: 'bearer', token: 'ey.a.b' },
    method: 'POST',
    path: '/v1/orders?dry=1',
    headers: [{ name: 'Accept', value: 'application/json' }],
    body: { type: 'json', text: '{"quantity": 2}' },
  })
  const basic = firstCaseOfCurl('curl -u demo:se:cret localhost:3000/orders')
  expect(basic.ok && basic.value).toMatchObject({
    address: 'http://localhost:3000',
    access: { kind: 'basic', username: 'demo', password: 'se:cret' },
    path: '/orders',
  })
  const key = firstCaseOfCurl("curl https://x.test -H 'X-API-Key: k1'")
  expect(key.ok && key.value.access).toEqual({ kind: 'api-key', name: 'X-API-Key', place: 'header', value: 'k1' })
  expect(firstCaseOfCurl('wget x').ok).toBe(false)
})
