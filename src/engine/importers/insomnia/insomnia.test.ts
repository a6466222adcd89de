import { expect, it } from 'vitest'
import { importFiles, importText } from '../testing/import-text.ts'

const v4 = {
  _type: 'export',
  __export_format: 4,
  resources: [
    { _id: 'wrk_1', _type: 'workspace', parentId: null, name: 'Shop' },
    {
      _id: 'env_1',
      _type: 'environment',
      parentId: 'wrk_1',
      name: 'Base',
      data: { host: 'https://x.test', nested: { key: 'v' } },
    },
    { _id: 'env_2', _type: 'environment', parentId: 'env_1', name: 'Private', isPrivate: true, data: { pin: 'pin-4711' } },
    { _id: 'fld_1', _type: 'request_group', parentId: 'wrk_1', name: 'Orders', environment: { local: 'x' } },
    {
      _id: 'req_1',
      _type: 'request',
      parentId: 'fld_1',
      name: 'Create',
      method: 'POST',
      url: '{{ _.host }}/orders',
      parameters: [{ name: 'q', value: "{% uuid 'v4' %}" }],
      headers: [{ name: 'Content-Type', value: 'application/json' }],
      body: { mimeType: 'application/json', text: '{"a":"{{ _.nested.key }}"}' },
      authentication: {
        type: 'oauth2',
        grantType: 'client_credentials',
        accessTokenUrl: '{{ _.host }}/token',
        clientId: 'me',
        clientSecret: 'topsecret-1',
        scope: 's',
      },
      afterResponseScript:
        'insomnia.test("ok", () => insomnia.expect(insomnia.response.code).to.eql(201)); insomnia.environment.set("id", insomnia.response.json().id)',
    },
    { _id: 'greq_1', _type: 'grpc_request', parentId: 'fld_1', name: 'Grpc' },
  ],
}

it('an export of version 4 becomes suites, steps and environments', async () => {
  const { value } = await importText('auto', 'shop.json', JSON.stringify(v4))
  expect(value).toMatchObject({ kind: 'insomnia', project: { name: 'Shop' } })
  const { project } = value!
  expect(project.variables.map(({ name, value: found }) => [name, found])).toEqual([
    ['host', 'https://x.test'],
    ['nested.key', 'v'],
  ])
  expect(project.environments).toMatchObject([
    { name: 'Private', variables: [{ name: 'pin', value: { secret: 'private/pin' } }] },
  ])
  expect(project.suites).toMatchObject([{ name: 'Orders', variables: [{ name: 'local', value: 'x' }] }])
  expect(project.suites[0]!.cases[0]!.steps).toMatchObject([
    { grantType: 'ClientCredentials', tokenEndpoint: '${host}/token', secretTransport: 'basic' },
    {
      url: '${host}/orders',
      query: [{ name: 'q', value: '${uuid}' }],
      headers: [{ name: 'Authorization', value: 'Bearer ${access_token}' }],
      body: { type: 'json', text: '{"a":"${nested.key}"}' },
    },
    { name: 'ok', checks: [{ source: 'status', value: 201 }] },
    { transfers: [{ path: '$.id', to: 'id' }] },
  ])
  expect([...value!.secrets.values()].toSorted()).toEqual(['pin-4711', 'topsecret-1'])
  expect(value!.leftOut).toEqual([{ where: 'Grpc', what: 'Assay can\'t send "grpc_request" requests.' }])
})

it('a collection of version 5 in YAML is read in its order', async () => {
  const text = `type: collection.insomnia.rest/5.0
name: Five
collection:
  - name: Second
    url: https://x.test/2
    method: GET
    meta: { id: req_2, sortKey: -1 }
  - { name: Call, url: grpcb.in, meta: { id: greq_06d659324df94504a4d64632be7106b3 } }
  - name: Folder
    meta: { id: fld_1, sortKey: -5 }
    children:
      - name: First
        url: "{{ _.host }}/1"
        method: GET
        meta: { id: req_1 }
        authentication: { type: bearer, token: "{{ _.token }}" }
environments:
  name: Base
  data: { host: https://x.test }
  subEnvironments:
    - name: Dev
      data: { token: tok-0815-clear }
`
  const { value } = await importText('auto', 'five.yaml', text)
  expect(value!.project).toMatchObject({
    name: 'Five',
    suites: [{ name: 'Folder' }, { name: 'Five' }],
    environments: [{ name: 'Dev', variables: [{ value: { secret: 'dev/token' } }] }],
  })
  expect(value!.leftOut).toEqual([{ where: 'Call', what: 'Assay can\'t send "gRPC" requests.' }])
  expect(value!.project.suites[0]!.cases[0]!.steps).toMatchObject([{ url: '${host}/1', headers: [{ value: 'Bearer ${token}' }] }])
})

it('a design document brings its API, and its unit tests as tests of their requests', async () => {
  const spec = { openapi: '3.1.0', info: { title: 'Shop API', version: '1' }, paths: { '/orders': { get: {} } } }
  const requests = [{ name: 'List', url: 'https://x.test/orders', method: 'GET', meta: { id: 'req_1' } }]
  const code = 'const response1 = await insomnia.send();\nconst body = JSON.parse(response1.data);'
  const tests = [
    {
      name: 'Is there',
      requestId: 'req_1',
      code: `${code}\nexpect(response1.status).to.equal(200);\nexpect(body.total).to.equal(2);`,
    },
    { name: 'Twice', requestId: 'req_1', code: `${code}\nawait insomnia.send('req_2');` },
  ]
  const five = {
    type: 'spec.insomnia.rest/5.0',
    name: 'D',
    spec: { contents: spec },
    collection: requests,
    testSuites: [{ tests }],
  }
  const four = {
    _type: 'export',
    __export_format: 4,
    resources: [
      { _id: 'wrk_1', _type: 'workspace', name: 'D' },
      { _id: 'spc_1', _type: 'api_spec', parentId: 'wrk_1', contents: JSON.stringify(spec) },
      { _id: 'req_1', _type: 'request', parentId: 'wrk_1', ...requests[0] },
      { _id: 'uts_1', _type: 'unit_test_suite', parentId: 'wrk_1', name: 'S' },
      ...tests.map((test, at) => ({ _id: `ut_${at}`, _type: 'unit_test', parentId: 'uts_1', ...test })),
      { _id: 'mock_1', _type: 'mock', parentId: 'wrk_1', name: 'M' },
    ],
  }
  for (const [document, mocks] of [
    [five, []],
    [four, ['1 mock service not imported.']],
  ] as const) {
    const { value } = await importText('auto', 'd.yaml', JSON.stringify(document))
    expect(value!.project.apis).toMatchObject([{ name: 'Shop API', document: JSON.stringify(spec) }])
    expect(value!.project.suites[0]!.cases[0]!.steps).toMatchObject([
      { name: 'List' },
      {
        name: 'Is there',
        checks: [
          { source: 'status', value: 200 },
          { source: 'json', path: '$.total', value: 2 },
        ],
      },
    ])
    expect(value!.leftOut.map(({ what }) => what)).toEqual([
      expect.stringContaining(
        "Unit tests that send several of the collection's requests, or one outside it, aren't imported. Recreate those you need as cases.",
      ),
      ...mocks,
    ])
  }
})

it('[R8] a YAML bomb is not unfolded', async () => {
  const bomb = `type: collection.insomnia.rest/5.0\na: &a [x,x,x,x,x,x,x,x,x]\n${'bcdefghijk'
    .split('')
    .map((name, at) => `${name}: &${name} [${Array(9).fill(`*${'abcdefghij'[at]}`).join(',')}]`)
    .join('\n')}\n`
  const started = process.cpuUsage()
  expect((await importText('auto', 'bomb.yaml', bomb)).error?.code).toBe('import-unusable')
  expect(process.cpuUsage(started).user).toBeLessThan(3_000_000)
})

it('parts of answers that templates name are kept by their requests; what is asked for is a variable', async () => {
  const text = `type: collection.insomnia.rest/5.0
name: Chain
collection:
  - name: Log in
    url: https://x.test/login
    method: POST
    meta: { id: req_1, sortKey: 1 }
  - name: Read
    url: "https://x.test/orders/{% response 'body', 'req_1', 'b64::JC5kYXRhLmlk::46b', 'never', 60 %}"
    method: GET
    meta: { id: req_2, sortKey: 2 }
    headers:
      - { name: Authorization, value: "Bearer {% response 'body', 'req_1', '$.token' %}" }
      - { name: X-Session, value: "{% response 'header', 'req_1', 'X-Session' %}" }
      - { name: X-Code, value: "{% prompt 'Code', 'Your code', '12', '', false, true %}" }
      - { name: X-Team, value: "{% base64 'encode', 'normal', 'a:b' %}" }
      - { name: X-Gone, value: "{% response 'raw', 'req_9' %}" }
`
  const { value } = await importText('auto', 'chain.yaml', text)
  const { project, leftOut } = value!
  expect(project.suites[0]!.cases[0]!.steps).toMatchObject([
    { name: 'Log in' },
    {
      transfers: [
        { source: 'json', path: '$.data.id', to: 'Log_in_id' },
        { source: 'json', path: '$.token', to: 'Log_in_token' },
        { source: 'header', name: 'X-Session', to: 'Log_in_X-Session' },
      ],
    },
    {
      name: 'Read',
      url: 'https://x.test/orders/${Log_in_id}',
      headers: [
        { value: 'Bearer ${Log_in_token}' },
        { value: '${Log_in_X-Session}' },
        { value: '${Code}' },
        { value: 'YTpi' },
        { value: '${answer_body}' },
      ],
    },
  ])
  expect(project.variables[0]).toMatchObject({ name: 'Code', value: '12' })
  expect(leftOut.map(({ what }) => what)).toEqual([
    expect.stringContaining('taken from the response to "req_9"'),
    expect.stringContaining('Set the project variable "answer_body"'),
  ])
})

it('the folder of Git Sync is one collection: a file for each resource', async () => {
  const folder = {
    '.insomnia/Workspace/wrk_1.yml': '_id: wrk_1\ntype: Workspace\nparentId: null\nname: Shop\nscope: design\n',
    '.insomnia/Environment/env_1.yml':
      '_id: env_1\ntype: Environment\nparentId: wrk_1\nname: Base Environment\ndata:\n  host: https://x.test\n',
    '.insomnia/RequestGroup/fld_1.yml': '_id: fld_1\ntype: RequestGroup\nparentId: wrk_1\nname: Orders\nenvironment: {}\n',
    '.insomnia/Request/req_1.yml':
      '_id: req_1\ntype: Request\nparentId: fld_1\nname: List\nmethod: GET\nurl: "{{ _.host }}/orders"\nbody: {}\nparameters: []\nheaders: []\nauthentication: {}\n',
    '.insomnia/WebSocketRequest/ws_1.yml':
      '_id: ws-req_1\ntype: WebSocketRequest\nparentId: fld_1\nname: Events\nurl: wss://x.test\n',
  }
  const { value } = await importFiles('auto', 'shop', folder)
  expect(value).toMatchObject({
    kind: 'insomnia',
    project: {
      name: 'Shop',
      variables: [{ name: 'host', value: 'https://x.test' }],
      suites: [{ name: 'Orders', cases: [{ steps: [{ name: 'List', url: '${host}/orders' }] }] }],
    },
    leftOut: [{ where: 'Events', what: 'Assay can\'t send "websocket_request" requests.' }],
  })
})
