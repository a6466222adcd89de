import { expect, it } from 'vitest'
import { problemsOf } from '#engine/project/problems/problems.ts'
import { readProject } from '#engine/project/format/read.ts'
import { writeProject } from '#engine/project/format/write.ts'
import { asSent, importFiles, importText } from '../testing/import-text.ts'

const create = `meta {
  name: Create
  type: http
  seq: 1
}

post {
  url: {{host}}/orders/:kind?x=1
  body: json
  auth: inherit
}

params:query {
  x: 1
  ~off: 2
}

params:path {
  kind: {{kind}}
}

body:json {
  {
    "sku": "{{sku}}"
  }
}

vars:pre-request {
  sku: A-{{$guid}}
}

vars:post-response {
  id: res.body.id
}

assert {
  res.status: eq 201
  res.body.items: length 2
  ~res.body.off: isDefined
}

tests {
  test("fast", function() {
    expect(res.getResponseTime()).to.be.below(500);
  });
}

docs {
  Makes an order.
}
`
const files = {
  'shop/bruno.json': '{"version":"1","name":"Shop","type":"collection"}',
  'shop/collection.bru': 'headers {\n  X-Team: qa\n}\n\nauth {\n  mode: bearer\n}\n\nauth:bearer {\n  token: {{token}}\n}\n',
  'shop/Orders/folder.bru': 'meta {\n  name: Orders API\n}\n',
  'shop/Orders/Create.bru': create,
  'shop/Orders/Read.bru': 'meta {\n  name: Read\n  seq: 2\n}\n\nget {\n  url: {{host}}/orders/{{id}}\n  auth: none\n}\n',
  'shop/environments/Local.bru': 'vars {\n  host: http://127.0.0.1:1\n}\nvars:secret [\n  token\n]\n',
}

it('a folder of Bruno becomes suites, steps, checks and transfers', async () => {
  const { value } = await importFiles('auto', 'shop.zip', files)
  expect(value).toMatchObject({ kind: 'bruno', project: { name: 'Shop' } })
  const [suite] = value!.project.suites
  expect(suite).toMatchObject({ name: 'Orders API', cases: [{ variables: [{ name: 'sku', value: 'A-${uuid}' }] }] })
  expect(asSent(value!.project).suites[0]!.cases[0]!.steps).toMatchObject([
    {
      name: 'Create',
      description: 'Makes an order.',
      method: 'POST',
      url: '${host}/orders/${kind}',
      query: [
        { name: 'x', value: '1', disabled: false },
        { name: 'off', value: '2', disabled: true },
      ],
      headers: [
        { name: 'X-Team', value: 'qa' },
        { name: 'Authorization', value: 'Bearer ${token}' },
      ],
      body: { type: 'json', text: '{\n  "sku": "${sku}"\n}' },
    },
    {
      checks: [
        { source: 'status', is: 'equals', value: 201 },
        { source: 'json', path: '$.items', is: 'has-length', value: 2 },
      ],
    },
    { name: 'fast', checks: [{ source: 'duration', is: 'less-than', value: 500 }] },
    { transfers: [{ source: 'json', path: '$.id', to: 'id', scope: 'TestCase' }] },
    { name: 'Read', headers: [{ name: 'X-Team', value: 'qa' }] },
  ])
  expect(value!.project.environments).toMatchObject([
    { name: 'Local', variables: [{ name: 'host' }, { name: 'token', value: { secret: 'local/token' } }] },
  ])
  expect(value!.leftOut.map(({ what }) => what)).toEqual([
    'Enter the secret "token": the export doesn\'t contain its value.',
    `Set the project variable "kind". Steps use it, but the source doesn't contain a value.`,
  ])
  const read = readProject(writeProject(value!.project))
  expect(read.ok && problemsOf(read.value.project)).toEqual([])
})

it('its JSON export is read', async () => {
  const request = {
    url: 'https://x.test/a',
    method: 'GET',
    headers: [{ name: 'A', value: 'b', enabled: true }],
    params: [],
    body: { mode: 'none' },
    auth: { mode: 'basic', basic: { username: 'u', password: 'secret-pw' } },
    assertions: [{ name: 'res.body.ok', value: 'eq true', enabled: true }],
    script: {},
    vars: {},
    tests: '',
  }
  const { value } = await importText(
    'auto',
    'x.json',
    JSON.stringify({ name: 'X', version: '1', items: [{ type: 'http', name: 'a', seq: 1, request }], environments: [] }),
  )
  expect(asSent(value!.project).suites[0]!.cases[0]!.steps).toMatchObject([
    { headers: [{ name: 'A' }, { name: 'Authorization', value: 'Basic u:${basic_password}' }] },
    { checks: [{ path: '$.ok', is: 'equals', value: true }] },
  ])
  expect([...value!.secrets.values()]).toEqual(['secret-pw'])
})

it('an OpenCollection in YAML is read', async () => {
  const { value } = await importFiles('auto', 'yml', {
    'opencollection.yml':
      'opencollection: "1.0.0"\ninfo:\n  name: Yml\nrequest:\n  headers:\n    - name: X-All\n      value: "1"\n',
    'users/folder.yml': 'info:\n  name: Users\n',
    'users/create.yml': `info:\n  name: Create User\n  type: http\n  seq: 1\nhttp:\n  method: POST\n  url: "{{base}}/users"\n  body:\n    type: json\n    data: '{"a":1}'\nruntime:\n  scripts:\n    - type: tests\n      code: test('ok', () => expect(res.status).to.equal(201))\n  assertions:\n    - expression: res.body.id\n      operator: isDefined\n`,
    'environments/dev.yml': 'name: Dev\nvariables:\n  - name: base\n    value: https://x.test\n',
  })
  expect(value).toMatchObject({
    kind: 'bruno',
    project: { name: 'Yml', environments: [{ name: 'Dev', variables: [{ name: 'base', value: 'https://x.test' }] }] },
  })
  expect(asSent(value!.project).suites[0]!.cases[0]!.steps).toMatchObject([
    { name: 'Create User', headers: [{ name: 'X-All' }], body: { type: 'json', text: '{"a":1}' } },
    { checks: [{ path: '$.id', is: 'exists' }] },
    { name: 'ok' },
  ])
})

it('[T4] the YAML of an OpenCollection: scripts of the collection once, and no documents that stand beside it', async () => {
  const { value } = await importFiles('auto', 'shop', {
    'opencollection.yml': `opencollection: 1.0.0
info:
  name: Shop
request:
  scripts:
    - type: before-request
      code: const id = 7; bru.setVar('id', id)
`,
    'orders/read.yml': `info:
  name: Read
  type: http
  seq: 1
http:
  method: GET
  url: "{{host}}/orders/{{id}}"
  auth: inherit
`,
    'environments/dev.yml': 'name: dev\nvariables:\n  - name: host\n    value: https://dev.test\n',
    'pnpm-lock.yaml': 'lockfileVersion: 9.0\nsettings: {}\n',
    '.github/workflows/test.yml': 'name: Test\non: push\njobs: {}\n',
  })
  expect(value!.project.suites.flatMap(({ cases }) => cases)).toMatchObject([
    { variables: [{ name: 'id', value: 7 }], steps: [{ name: 'Read', url: '${host}/orders/${id}' }] },
  ])
  expect(value!.project.environments).toMatchObject([{ name: 'dev', variables: [{ name: 'host' }] }])
  expect(value!.leftOut).toEqual([])
})

it('folders are run before requests, by name and by number, as Bruno does', async () => {
  const get = (name: string, seq: number) =>
    `meta {\n  name: ${name}\n  seq: ${seq}\n}\n\nget {\n  url: https://x.test/${name}\n}\n`
  const { value } = await importFiles('auto', 'order', {
    'bruno.json': '{"version":"1","name":"Order"}',
    'last.bru': get('last', 1),
    'b/one.bru': get('b', 1),
    'a/one.bru': get('a', 1),
    'z/folder.bru': 'meta {\n  name: z\n  seq: 1\n}\n',
    'z/one.bru': get('z', 1),
    'z/inner/one.bru': get('inner', 1),
  })
  const { suites } = value!.project
  expect(suites.flatMap(({ cases }) => cases.flatMap(({ steps }) => steps.map(({ name }) => name)))).toEqual([
    'inner',
    'z',
    'a',
    'b',
    'last',
  ])
})

it('[X8] files of a collection are imported, not an export beside them, and those without a number first', async () => {
  const get = (name: string, seq: string) => `meta {\n  name: ${name}\n${seq}}\n\nget {\n  url: https://x.test/${name}\n}\n`
  const exported = {
    name: 'Old',
    version: '1',
    items: [{ type: 'http', name: 'old', request: { method: 'GET', url: 'https://x.test' } }],
  }
  const stepsOf = async (files: Record<string, string>) => {
    const { value } = await importFiles('bruno', 'order', { 'export.json': JSON.stringify(exported), ...files })
    const steps = value!.project.suites.flatMap(({ cases }) => cases.flatMap((one) => one.steps))
    return [steps.map(({ name }) => name), value!.leftOut.map(({ where }) => where)]
  }
  const files = {
    'bruno.json': '{"version":"1","name":"Order"}',
    'a.bru': get('a', '  seq: 2\n'),
    'b.bru': get('b', ''),
    'c.bru': get('c', '  seq: 1\n'),
  }
  expect(await stepsOf(files)).toEqual([['b', 'c', 'a'], ['export.json']])
  expect(await stepsOf({ 'bruno.json': '{"version":"1","name":"Order"}' })).toEqual([['old'], []])
})

it('a form of OpenCollection is sent as one, also from a repository that holds the document of its API', async () => {
  const { value } = await importFiles('auto', 'repository', {
    'opencollection.yml': 'opencollection: 1.0.0\ninfo:\n  name: Forms\n',
    'login.yml':
      'info:\n  name: Login\n  type: http\nhttp:\n  method: POST\n  url: https://x.test\n  body:\n    type: form-urlencoded\n    data:\n      - name: user\n        value: "{{user}}"\n',
    'docs/openapi.yaml': 'openapi: 3.0.0\ninfo: { title: X, version: "1" }\npaths: {}\n',
  })
  expect(value).toMatchObject({ kind: 'bruno' })
  expect(asSent(value!.project).suites[0]!.cases[0]!.steps).toMatchObject([
    { body: { type: 'form', fields: [{ name: 'user', value: '${user}' }] } },
  ])
})

it('sends what Bruno sends: JSON without comments, and what is encoded already as its setting says', async () => {
  const bru = (name: string, settings: string) =>
    `meta {\n  name: ${name}\n  type: http\n}\n\npost {\n  url: https://x.test/a?q=John%20Doe\n  body: json\n  auth: none\n}\n\nbody:json {\n  {\n    "a": 1 // one\n  }\n}\n${settings}`
  const { value } = await importFiles('auto', 'c', {
    'bruno.json': '{"version":"1","name":"C","type":"collection"}',
    'a.bru': bru('As it is', ''),
    'b.bru': bru('Again', '\nsettings {\n  encodeUrl: true\n}\n'),
    'c.bru': bru('Mixed', '\nheaders {\n  content-type: multipart/mixed\n}\n\nbody:multipart-form {\n  a: 1\n}\n').replace(
      'body: json',
      'body: multipartForm',
    ),
  })
  expect(asSent(value!.project).suites[0]!.cases[0]!.steps).toMatchObject([
    { name: 'As it is', query: [{ name: 'q', value: 'John Doe' }], body: { type: 'json', text: '{\n  "a": 1 \n}' } },
    { name: 'Again', query: [{ name: 'q', value: 'John%20Doe' }] },
    { name: 'Mixed', body: { type: 'multipart', parts: [{ name: 'a', value: '1' }] }, headers: [] },
  ])
  expect(value!.leftOut).toEqual([{ where: 'Mixed', what: expect.stringContaining('instead of "multipart/mixed"') }])
})

it('[T4] Bruno: variables are numbers and booleans where it calls them so, in both of its forms', async () => {
  const yml = `name: dev
variables:
  - { name: count, value: { type: number, data: "300" } }
  - { name: on, value: { type: boolean, data: "false" } }
  - { name: text, value: { type: number, data: "007" } }
  - { name: plain, value: "300" }
`
  const bru = `vars {
  @number
  count: 300
  @description('''
    of it
  ''')
  @boolean
  on: false
  @number
  text: 007
  plain: 300
}
vars:secret [
  @number
  pin
]
`
  const ofYml = await importFiles('auto', 'a', {
    'opencollection.yml': 'opencollection: "1.0.0"\ninfo:\n  name: A\n',
    'get.yml': `info: { name: Get, type: http }
http: { method: GET, url: "https://x.test" }
runtime:
  variables: [{ name: limit, value: { type: number, data: "5" } }]
`,
    'environments/dev.yml': yml,
  })
  const ofBru = await importFiles('auto', 'a', {
    'bruno.json': '{"version":"1","name":"A","type":"collection"}',
    'get.bru': 'meta {\n  name: Get\n}\n\nget {\n  url: https://x.test\n}\n\nvars:pre-request {\n  @number\n  limit: 5\n}\n',
    'environments/dev.bru': bru,
  })
  for (const { value } of [ofYml, ofBru]) {
    const { suites, environments } = value!.project
    expect(suites[0]!.cases[0]!.variables).toMatchObject([{ name: 'limit', value: 5 }])
    expect(environments[0]!.variables.slice(0, 4).map(({ name, value: one }) => [name, one])).toEqual([
      ['count', 300],
      ['on', false],
      ['text', '007'],
      ['plain', '300'],
    ])
  }
  expect(ofBru.value!.project.environments[0]!.variables.slice(4)).toMatchObject([{ name: 'pin', value: { secret: 'dev/pin' } }])
})

it('[T4] Bruno: an object is JSON, and its members are found by their paths', async () => {
  const { value } = await importFiles('auto', 'a', {
    'bruno.json': '{"version":"1","name":"A","type":"collection"}',
    'get.bru':
      'meta {\n  name: Get\n}\n\nget {\n  url: https://x.test/{{user.at.x}}?n={{user.name}}&t={{user.tags[0]}}\n}\n\nvars:pre-request {\n  @object\n  list: [1, {"a": 2}]\n  @object\n  odd: {no}\n}\n',
    'environments/dev.bru': `vars {\n  @object\n  user: {"name": "ann", "tags": ["\${x}"], "at": {"x": 1, "no": null}}\n}\n`,
  })
  const { suites, environments } = value!.project
  const named = (variables: readonly { name: string; value: unknown }[]) => variables.map((one) => [one.name, one.value])
  expect(named(environments[0]!.variables)).toEqual([
    ['user', '{"name":"ann","tags":["$${x}"],"at":{"x":1,"no":null}}'],
    ['user.name', 'ann'],
    ['user.tags', '["$${x}"]'],
    ['user.tags_0_', '$${x}'],
    ['user.at', '{"x":1,"no":null}'],
    ['user.at.x', 1],
  ])
  expect(named(suites[0]!.cases[0]!.variables)).toEqual([
    ['list', '[1,{"a":2}]'],
    ['list_0_', 1],
    ['list_1_', '{"a":2}'],
    ['list_1_.a', 2],
    ['odd', '{no}'],
  ])
  expect(suites[0]!.cases[0]!.steps[0]).toMatchObject({ url: 'https://x.test/${user.at.x}' })
  expect(value!.leftOut).toEqual([])
})

it('[T4] headers that a script takes away are not sent', async () => {
  const { value } = await importFiles('auto', 'a', {
    'bruno.json': '{"version":"1","name":"A","type":"collection"}',
    'collection.bru': 'headers {\n  X-All: 1\n  X-Team: qa\n}\n',
    'get.bru': `meta {
  name: Get
}

get {
  url: https://x.test
}

headers {
  X-Own: 1
  X-Kept: 2
}

script:pre-request {
  req.setHeader('X-New', '1');
  req.deleteHeader('x-all');
  req.deleteHeaders(['X-Own']);
  if (bru.getVar('quiet')) req.deleteHeader('X-Kept');
}
`,
  })
  expect(asSent(value!.project).suites[0]!.cases[0]!.steps[0]).toMatchObject({
    headers: [{ name: 'X-Team' }, { name: 'X-Kept' }, { name: 'X-New' }],
  })
  expect(value!.leftOut).toMatchObject([
    { what: expect.stringContaining("1 statement couldn't be converted") },
    { what: expect.stringContaining('Change the request itself') },
  ])
})

it('[T4] a folder that says none inherits, as Bruno sends it; a request that says none does not; what is off stands where it stood', async () => {
  const request = (auth: string) => `meta {\n  name: ${auth}\n}\n\nget {\n  url: https://x.test\n  auth: ${auth}\n}\n`
  const { value } = await importFiles('auto', 'shop', {
    'bruno.json': '{ "version": "1", "name": "Shop", "type": "collection" }',
    'collection.bru': 'headers {\n  ~X-Off: 1\n}\n\nauth {\n  mode: bearer\n}\n\nauth:bearer {\n  token: {{token}}\n}\n',
    'Orders/folder.bru': 'meta {\n  name: Orders\n}\n\nauth {\n  mode: none\n}\n',
    'Orders/a.bru': request('inherit'),
    'Orders/b.bru': request('none'),
  })
  const { project } = value!
  expect(asSent(project).suites[0]!.cases[0]!.steps).toMatchObject([
    { headers: [{ name: 'Authorization', value: 'Bearer ${token}' }] },
    { headers: [] },
  ])
  expect(project.headers).toEqual([
    { name: 'Accept', value: 'application/json, text/plain, */*', disabled: false },
    { name: 'Authorization', value: 'Bearer ${token}', disabled: false },
    { name: 'X-Off', value: '1', disabled: true },
  ])
})
