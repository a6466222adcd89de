import { expect, it } from 'vitest'
import { asSent, importFiles, importText } from '../testing/import-text.ts'

const request = (name: string, more: object = {}) => ({
  v: '15',
  name,
  method: 'GET',
  endpoint: '<<baseURL>>/orders',
  params: [],
  headers: [],
  preRequestScript: '',
  testScript: '',
  auth: { authType: 'inherit', authActive: true },
  body: { contentType: null, body: null },
  requestVariables: [],
  responses: {},
  ...more,
})

it('sends what Hoppscotch sends: the last of equal headers, JSON without comments, the path of its oldest requests', async () => {
  const text = '{\n  // who\n  "url": "https://x.test//a", /* , */\n  "list": [1, 2,],\n}'
  const old = { name: 'Old', method: 'GET', url: 'https://x.test', path: '/orders', params: [], headers: [] }
  const requests = [
    request('New', {
      method: 'POST',
      headers: [
        { key: 'X-A', value: '1', active: true },
        { key: 'x-a', value: '2', active: true },
        { key: 'X-A', value: '3', active: false },
      ],
      body: { contentType: 'application/json', body: text },
    }),
    old,
    request('Text', { method: 'POST', body: { contentType: 'text/plain', body: 'set {a, }' } }),
    request('Switched to none', { body: { contentType: null, body: '{"kept": 1}' } }),
  ]
  const { value } = await importText('hoppscotch', 'c.json', JSON.stringify({ v: 2, name: 'C', folders: [], requests }))
  const [first, second, third, fourth] = asSent(value!.project).suites[0]!.cases[0]!.steps
  expect(first).toMatchObject({
    headers: [
      { name: 'x-a', value: '2' },
      { name: 'X-A', value: '3', disabled: true },
    ],
  })
  expect(JSON.parse((first as { body: { text: string } }).body.text)).toEqual({ url: 'https://x.test//a', list: [1, 2] })
  expect(second).toMatchObject({ url: 'https://x.test/orders' })
  expect(third).toMatchObject({ body: { text: 'set {a, }' } })
  expect(fourth).toMatchObject({ body: { type: 'none' } })
})

it('knows collections that have no version by their requests, of GraphQL too, also below folders', async () => {
  const requests = [{ name: 'Users', url: 'https://x.test/graphql', query: '{ users { id } }', headers: [], variables: '' }]
  const { value } = await importText(
    'auto',
    'c.json',
    JSON.stringify([{ name: 'Old', requests: [], folders: [{ name: 'Inner', folders: [], requests }] }]),
  )
  expect(value).toMatchObject({
    kind: 'hoppscotch',
    project: { suites: [{ cases: [{ steps: [{ method: 'POST', body: { type: 'graphql', query: '{ users { id } }' } }] }] }] },
  })
})

const collection = {
  v: 10,
  name: 'Shop',
  variables: [
    { key: 'tenant', secret: false, currentValue: '', initialValue: 'north' },
    { key: 'pin', secret: true, currentValue: '', initialValue: '' },
  ],
  auth: { authType: 'bearer', token: '<<token>>', authActive: true },
  headers: [{ key: 'X-Tenant', value: '<<tenant>>', active: true }],
  requests: [],
  folders: [
    {
      v: 10,
      name: 'Orders',
      variables: [{ key: 'size', secret: false, currentValue: '5', initialValue: '3' }],
      auth: { authType: 'inherit', authActive: true },
      headers: [],
      folders: [],
      requests: [
        request('Sign in', {
          method: 'POST',
          endpoint: '<<baseURL>>/login?keep=1',
          auth: { authType: 'none', authActive: true },
          body: { contentType: 'application/x-www-form-urlencoded', body: 'user: <<user>>\n# off: x\npassword: a:b' },
          preRequestScript: "export {};\npw.env.set('user', 'ann')",
          testScript:
            "export {};\npw.test('Signed in', () => {\n  pw.expect(pw.response.status).toBe(200)\n  pw.expect(pw.response.body.token).toBeType('string')\n})\npw.env.set('token', pw.response.body.token)",
        }),
        request('Read', {
          endpoint: '<<host>>/orders/<<id>>',
          params: [
            { key: 'size', value: '<<size>>', active: true },
            { key: 'old', value: '1', active: false },
          ],
          requestVariables: [
            { key: 'host', value: 'https://<<tenant>>.x.test', active: true },
            { key: 'id', value: '7', active: true },
            { key: 'id', value: '8', active: true },
          ],
          testScript:
            "hopp.test('ok', () => { hopp.expect(hopp.response.status).toBeLevel2xx(); hopp.expect(hopp.response.body.asJSON().id).toBe(7) })",
          responses: { one: {} },
        }),
        request('Upload', {
          method: 'POST',
          auth: { authType: 'api-key', key: 'k', value: 'secret-4711', addTo: 'QUERY_PARAMS', authActive: true },
          body: {
            contentType: 'multipart/form-data',
            body: [
              { key: 'a', value: 'b', active: true, isFile: false },
              { key: 'picture', value: [{}], active: true, isFile: true },
            ],
          },
        }),
        {
          v: 10,
          name: 'Query',
          url: '<<baseURL>>/graphql',
          headers: [],
          query: '{ me { id } }',
          variables: '{}',
          auth: { authType: 'inherit', authActive: true },
        },
        request('Digest', { auth: { authType: 'digest', username: 'a', password: 'b', authActive: true } }),
        request('Hawk', { auth: { authType: 'hawk', authId: 'a', authActive: true } }),
      ],
    },
  ],
}

it('[T4] a collection of Hoppscotch becomes suites, requests with what they inherit, checks and transfers', async () => {
  const { value } = await importText('auto', 'shop.json', JSON.stringify(collection))
  expect(value).toMatchObject({ kind: 'hoppscotch', project: { name: 'Shop' } })
  const { project } = value!
  expect(project.variables).toMatchObject([
    { name: 'tenant', value: 'north' },
    { name: 'pin', value: { secret: 'shop/pin' } },
    {},
    { name: 'digest_password', value: { secret: 'shop/digest-password' } },
    {},
  ])
  expect(project.suites).toMatchObject([{ name: 'Orders', variables: [{ name: 'size', value: '5' }] }])
  const [one] = project.suites[0]!.cases
  expect(one).toMatchObject({ name: 'Orders', onFailure: 'continue', variables: [{ name: 'user', value: 'ann' }] })
  expect(asSent(project).suites[0]!.cases[0]!.steps).toMatchObject([
    {
      name: 'Sign in',
      method: 'POST',
      url: '${baseURL}/login',
      query: [{ name: 'keep', value: '1' }],
      headers: [{ name: 'X-Tenant', value: '${tenant}' }],
      body: {
        type: 'form',
        fields: [
          { name: 'user', value: '${user}' },
          { name: 'off', value: 'x', disabled: true },
          { name: 'password', disabled: false },
        ],
      },
    },
    {
      name: 'Signed in',
      checks: [
        { source: 'status', is: 'equals', value: 200 },
        { source: 'json', path: '$.token', is: 'is-type', value: 'string' },
      ],
    },
    { transfers: [{ source: 'json', path: '$.token', to: 'token' }] },
    {
      name: 'Read',
      url: 'https://${tenant}.x.test/orders/7',
      query: [
        { name: 'size', value: '${size}' },
        { name: 'old', disabled: true },
      ],
      headers: [{ name: 'X-Tenant' }, { name: 'Authorization', value: 'Bearer ${token}' }],
    },
    {
      name: 'ok',
      checks: [
        { source: 'status', is: 'between', value: [200, 299] },
        { source: 'json', path: '$.id', is: 'equals', value: 7 },
      ],
    },
    {
      name: 'Upload',
      query: [{ name: 'k', value: '${api_key}' }],
      body: {
        type: 'multipart',
        parts: [
          { name: 'a', value: 'b' },
          { name: 'picture', file: 'picture' },
        ],
      },
    },
    { name: 'Query', method: 'POST', url: '${baseURL}/graphql', body: { type: 'graphql', query: '{ me { id } }' } },
    { name: 'Digest', headers: [{ name: 'X-Tenant' }, { name: 'Authorization', value: 'Digest a:${digest_password}' }] },
    { name: 'Hawk' },
  ])
  expect(JSON.stringify(project)).not.toContain('secret-4711')
  expect(value!.leftOut.map(({ what }) => what).join('\n')).toMatch(/"pin"[\s\S]*"picture"[\s\S]*"hawk"/)
})

it('[T4] environments of Hoppscotch, one or several in a file, and its global one', async () => {
  const { value } = await importFiles('auto', 'shop', {
    'collection.json': JSON.stringify([collection]),
    'environments.json': JSON.stringify([
      {
        v: 2,
        id: '1',
        name: 'Local',
        variables: [{ key: 'baseURL', initialValue: 'http://localhost', currentValue: '', secret: false }],
      },
      { v: 1, name: 'Test', variables: [{ key: 'baseURL', value: 'https://test', secret: false }] },
      { v: 2, name: 'Global', variables: [{ key: 'shared', initialValue: '1', currentValue: '2', secret: false }] },
    ]),
  })
  expect(value!.project.environments).toMatchObject([
    { name: 'Local', variables: [{ name: 'baseURL', value: 'http://localhost' }] },
    { name: 'Test', variables: [{ name: 'baseURL', value: 'https://test' }] },
  ])
  expect(value!.project.variables).toContainEqual(expect.objectContaining({ name: 'shared', value: '2' }))
})

it('[T4] a login by OAuth 2, in the form of now and of before', async () => {
  const auth = (more: object) => ({ authType: 'oauth-2', authActive: true, addTo: 'HEADERS', ...more })
  const grantTypeInfo = {
    grantType: 'CLIENT_CREDENTIALS',
    authEndpoint: 'https://id.test/token',
    tokenEndpoint: 'https://id.test/token',
    clientID: 'me',
    clientSecret: 'topsecret-1',
    scopes: 'read',
  }
  const old = {
    oidcDiscoveryURL: '',
    authURL: 'https://id.test/auth',
    accessTokenURL: 'https://id.test/token',
    clientID: 'me',
    scope: 's',
  }
  const { value } = await importText(
    'auto',
    'login.json',
    JSON.stringify({
      v: 3,
      name: 'Login',
      folders: [],
      requests: [request('Now', { auth: auth({ grantTypeInfo }) }), request('Before', { auth: auth(old) })],
    }),
  )
  expect(asSent(value!.project).suites[0]!.cases[0]!.steps).toMatchObject([
    { grantType: 'ClientCredentials', tokenEndpoint: 'https://id.test/token', clientId: 'me', scope: 'read' },
    { name: 'Now' },
    { grantType: 'AuthorizationCode', authorizationEndpoint: 'https://id.test/auth', scope: 's' },
    { name: 'Before' },
  ])
  expect(JSON.stringify(value!.project)).not.toContain('topsecret-1')
})

it('[R8] rejects anything else with a message', async () => {
  const { error } = await importText('hoppscotch', 'x.json', JSON.stringify({ v: 1, name: 'x', folders: 3 }))
  expect(error?.message).toBe('"x.json" can\'t be read as Hoppscotch: it has no requests.')
})
