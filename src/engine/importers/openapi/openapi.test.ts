import { describe, expect, it } from 'vitest'
import { problemsOf } from '#engine/project/problems/problems.ts'
import { readProject } from '#engine/project/format/read.ts'
import { writeProject } from '#engine/project/format/write.ts'
import { importFiles, importText } from '../testing/import-text.ts'

const document = `
openapi: 3.1.0
info: { title: Shop }
servers:
  - { url: 'https://{region}.shop.test/v1/', description: Live, variables: { region: { default: eu } } }
  - { url: 'http://127.0.0.1:4010' }
tags: [{ name: orders, description: All about orders }]
security: [{ oauth: ['orders:read'] }]
paths:
  /orders/{order-id}:
    parameters: [{ name: order-id, in: path, required: true, schema: { type: integer }, example: 7 }]
    get:
      tags: [orders]
      operationId: getOrder
      summary: One order
      parameters:
        - { name: fields, in: query, explode: false, schema: { type: array, items: { enum: [id, state] } } }
        - { name: lang, in: query, required: true, schema: { type: string, default: '\${en}' } }
        - { name: X-Trace, in: header, required: true, schema: { type: string, format: uuid } }
      responses:
        '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Order' } } } }
    put:
      tags: [orders]
      security: [{ key: [], other: [] }]
      requestBody: { content: { application/merge-patch+json: { schema: { $ref: '#/components/schemas/Order' } } } }
      responses: { 2XX: { description: ok } }
  /login:
    post:
      security: [{ basic: [] }]
      requestBody:
        content:
          application/x-www-form-urlencoded:
            schema: { type: object, required: [user], properties: { user: { type: string }, mode: { enum: [a] } } }
      responses: { '204': { description: ok } }
  /files:
    post:
      security: []
      requestBody:
        content:
          multipart/form-data:
            schema: { type: object, properties: { file: { type: string, format: binary }, note: { type: string } } }
      responses: { default: { description: any } }
components:
  schemas:
    Order:
      type: object
      required: [id, name]
      properties: { id: { type: integer, readOnly: true }, name: { type: string, examples: [Shoe] } }
  securitySchemes:
    oauth:
      type: oauth2
      flows:
        implicit: { authorizationUrl: https://id.test/authorize, scopes: {} }
        clientCredentials: { tokenUrl: /oauth/token, scopes: { 'orders:read': read } }
    key: { type: apiKey, in: header, name: X-Key }
    basic: { type: http, scheme: basic }
    other: { type: mutualTLS }
`

describe('an OpenAPI document', () => {
  it('[R13] becomes a suite for each tag and a case for each operation, its document attached', async () => {
    const { value } = await importText('auto', 'shop.yaml', document)
    const project = value?.project
    expect(value?.kind).toBe('openapi')
    expect(project?.apis).toMatchObject([{ name: 'Shop', document: expect.stringContaining('"openapi":"3.1.0"') }])
    expect(project?.environments.map(({ name, variables, insecureHosts }) => [name, variables[0]?.value, insecureHosts])).toEqual(
      [
        ['Live', 'https://eu.shop.test/v1', []],
        ['127.0.0.1', 'http://127.0.0.1:4010', ['127.0.0.1']],
      ],
    )
    expect(project?.suites.map(({ name, description, cases }) => [name, description, cases.map((one) => one.name)])).toEqual([
      ['orders', 'All about orders', ['One order', 'PUT /orders/{order-id}']],
      ['Other operations', '', ['POST /login', 'POST /files']],
    ])
    expect(value?.leftOut.map(({ what }) => what)).toEqual([
      'Add a client certificate for the API\'s host to the environment: the security scheme "other" is mutualTLS.',
      "Choose the file file.bin in the step, or place it in the project's folder. The request sends it.",
    ])
  })

  it('has requests with what is required, a token, and its documented answer as checks', async () => {
    const { value } = await importText('openapi', 'shop.yaml', document)
    const [one, two] = value?.project.suites[0]?.cases ?? []
    expect(one?.variables).toMatchObject([{ name: 'order-id', value: '7' }])
    expect(one?.steps).toMatchObject([
      { kind: 'oauth2', grantType: 'ClientCredentials', tokenEndpoint: '${baseUrl}/oauth/token', scope: 'orders:read' },
      {
        kind: 'send-request',
        method: 'GET',
        url: '${baseUrl}/orders/${order-id}',
        query: [
          { name: 'fields', value: 'id', disabled: true },
          { name: 'lang', value: '$${en}', disabled: false },
        ],
        headers: [{ name: 'X-Trace' }, { name: 'Authorization', value: 'Bearer ${access_token}' }],
      },
      {
        kind: 'assertion',
        checks: [
          { source: 'status', is: 'equals', value: 200 },
          { source: 'response', is: 'conforms-to-api', operation: 'getOrder' },
        ],
      },
    ])
    expect(two?.steps).toMatchObject([
      {
        headers: [
          { name: 'Content-Type', value: 'application/merge-patch+json' },
          { name: 'X-Key', value: '${key}' },
        ],
        body: { type: 'json', text: '{\n  "name": "Shoe"\n}' },
      },
      { checks: [{ source: 'status', is: 'between', value: [200, 299] }, {}] },
    ])
    const others = value?.project.suites[1]?.cases ?? []
    expect(others[0]?.steps[0]).toMatchObject({
      headers: [{ name: 'Authorization', value: 'Basic ${basic_credentials}' }],
      body: {
        type: 'form',
        fields: [
          { name: 'user', disabled: false },
          { name: 'mode', disabled: true },
        ],
      },
    })
    expect(others[1]?.steps[0]).toMatchObject({
      body: { type: 'multipart', parts: [{ name: 'file', file: 'file.bin' }, { name: 'note' }] },
    })
    expect(others[1]?.steps[1]).toMatchObject({ checks: [{ source: 'response' }] })
  })

  it('[P4] keeps credentials as secrets, and is a project without problems', async () => {
    const { value } = await importText('openapi', 'shop.yaml', document)
    const secrets = value?.project.variables.filter((one) => typeof one.value === 'object').map(({ name }) => name)
    expect(secrets).toEqual(['clientSecret', 'key', 'basic_credentials'])
    expect(value?.project.variables.find(({ name }) => name === 'basic_credentials')?.description).toContain('user:password')
    const read = value && readProject(writeProject(value.project))
    expect(read?.ok && problemsOf(read.value.project)).toEqual([])
    expect(read?.ok && read.value.project).toEqual(value?.project)
  })

  it('[R13] says what it can not read', async () => {
    expect((await importText('openapi', 'a.yaml', 'openapi: 4.0.0')).error?.message).toContain('its version is "4.0.0"')
    for (const text of ['# Shop\nopenapi: 3.0.0\ninfo: {title: x\npaths: [', '{ "openapi": "3.1.0", "info": { "title": "x", }'])
      expect((await importText('auto', 'a.yaml', text)).error?.message).toMatch(/^"a.yaml" can't be read: line \d/)
    expect((await importText('auto', 'a.txt', 'about openapi: 3.0.0 {[')).error?.message).toContain(
      "isn't in a format that Assay imports.",
    )
    expect((await importText('openapi', 'a.json', '{"openapi":"3.0.0","paths":{"/a":')).error?.code).toBe('import-unusable')
    const { value } = await importText(
      'auto',
      'a.json',
      '{"swagger":"2.0","paths":{"/a":{"get":{"parameters":[{"$ref":"b.json"}]}}}}',
    )
    expect(value?.leftOut.map(({ what }) => what)).toEqual([
      'Set the variable baseUrl: the document has no host.',
      '"b.json" is missing: the file isn\'t in the selection. a.json refers to it at /paths/~1a/get/parameters/0.',
      expect.stringContaining('Choose the folder'),
    ])
  })
})

it('a documented redirection is not followed, and types of schemes are read in any case', async () => {
  const text = `openapi: 3.0.3
info: { title: Doors }
servers: [{ url: 'https://x.test' }]
security: [{ token: [] }]
paths:
  /authorize:
    get: { responses: { '302': { description: on } } }
components: { securitySchemes: { token: { type: HTTP, scheme: Bearer } } }
`
  const { value } = await importText('auto', 'doors.yaml', text)
  expect(value!.leftOut).toEqual([])
  expect(value!.project.suites[0]!.cases[0]!.steps).toMatchObject([
    { followRedirects: false, headers: [{ name: 'Authorization', value: 'Bearer ${bearer_token}' }] },
    { checks: [{ source: 'status', is: 'equals', value: 302 }, {}] },
  ])
})

it('a required Authorization parameter counts as security if an operation declares none', async () => {
  const text = (schemes: string, more = '') => `swagger: '2.0'
info: { title: Notes }
host: x.test
${schemes}
paths:
  /notes:
    get: { ${more} parameters: [{ name: Authorization, in: header, required: true, type: string }], responses: { '200': { description: on } } }
`
  const headersOf = async (document: string) => {
    const { value } = await importText('auto', 'notes.yaml', document)
    const [request] = value!.project.suites[0]!.cases[0]!.steps
    return (request as { headers: { name: string; value: string }[] }).headers.map(({ name, value: sent }) => `${name}: ${sent}`)
  }
  expect(await headersOf(text(''))).toEqual(['Authorization: Bearer ${bearer_token}'])
  expect(await headersOf(text('securityDefinitions: { own: { type: apiKey, in: header, name: Authorization } }'))).toEqual([
    'Authorization: ${own}',
  ])
  expect(await headersOf(text('', 'security: [],'))).toEqual([])
})

it('names a security scheme in a missing part', async () => {
  const text = `openapi: 3.0.3
info: { title: Doors }
security: [{ openId: [doors:read] }]
paths: { /doors: { get: { operationId: list, responses: { '200': { description: on } } } } }
components: { securitySchemes: { openId: { $ref: '../common/common.yaml#/components/securitySchemes/openId' } } }
`
  const { value } = await importText('auto', 'doors.yaml', text)
  expect(value!.leftOut.map(({ what }) => what).join('\n')).toMatch(
    /security scheme "openId": the imported files don't define it/,
  )
})

it('[R13] a document in several files is put together, from a folder or an archive; others than those are named', async () => {
  const files = {
    'common/errors.yaml': 'Problem: { type: object, required: [title], properties: { title: { type: string } } }',
    'api/openapi.yaml': `
openapi: 3.0.3
info: { title: Shop }
servers: [{ url: 'https://x.test' }]
paths: { /orders: { get: { operationId: list, responses: { '400': { $ref: 'shared.yaml#/components/responses/Bad' } } } } }
`,
    'api/shared.yaml': `
openapi: 3.0.3
info: { title: Shared }
paths: {}
components:
  responses: { Bad: { content: { application/json: { schema: { $ref: '..\\common\\errors.yaml#/Problem' } } } } }
`,
    'other/api.yaml': `openapi: 3.0.3\ninfo: { title: Other }\npaths: { /b: { get: { responses: { '400': { $ref: '../../../etc/passwd' } } } } }`,
  }
  const { value } = await importFiles('auto', 'shop', files)
  const document = JSON.parse(value?.project.apis[0]?.document ?? '') as unknown
  expect(document).toMatchObject({
    info: { title: 'Shop' },
    components: {
      responses: { Bad: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } } } },
      schemas: { Problem: { required: ['title'] } },
    },
  })
  expect(value?.leftOut.map(({ where }) => where)).toEqual(['other/api.yaml'])
  const { 'other/api.yaml': other } = files
  const outside = await importFiles('auto', 'shop', { 'other/api.yaml': other })
  expect(outside.value?.leftOut.map(({ what }) => what)).toContain(
    '"../../../etc/passwd" is missing: it is outside the selected folder. other/api.yaml refers to it at /paths/~1b/get/responses/400.',
  )
})

it('[R13] parameters and fields of forms are written in the style that they say, and a list of files is files', async () => {
  const schemas = {
    list: { type: 'array', items: { type: 'string' }, example: ['a', 'b'] },
    filter: { type: 'object', properties: { state: { enum: ['open'] } }, required: ['state'] },
    files: { type: 'array', items: { type: 'string', format: 'binary' } },
  }
  const form = (type: string, fields: readonly (keyof typeof schemas)[], encoding = {}) => ({
    content: {
      [type]: {
        schema: { type: 'object', required: fields, properties: Object.fromEntries(fields.map((one) => [one, schemas[one]])) },
        encoding,
      },
    },
  })
  const parameters = [
    { name: 'p', in: 'path', required: true, style: 'matrix', explode: true, schema: schemas.list },
    { name: 'q', in: 'query', required: true, style: 'pipeDelimited', explode: false, schema: schemas.list },
    { name: 'filter', in: 'query', required: true, style: 'deepObject', schema: schemas.filter },
    { name: 'plain', in: 'query', required: true, schema: schemas.filter },
    { name: 'json', in: 'query', required: true, content: { 'application/json': { schema: schemas.filter } } },
    { name: 'X-List', in: 'header', required: true, schema: schemas.list },
  ]
  const encoding = { filter: { style: 'deepObject' }, list: { style: 'form', explode: false } }
  const document = {
    openapi: '3.1.0',
    info: { title: 'S', version: '1' },
    servers: [{ url: 'https://x.test' }],
    paths: {
      '/a/{p}': { post: { parameters, requestBody: form('application/x-www-form-urlencoded', ['list', 'filter'], encoding) } },
      '/b': { post: { requestBody: form('multipart/form-data', ['files', 'filter']) } },
    },
  }
  const { value } = await importText('openapi', 's.json', JSON.stringify(document))
  const [first, second] = value?.project.suites[0]?.cases ?? []
  expect(first?.variables).toMatchObject([{ name: 'p', value: ';p=a;p=b' }])
  expect(first?.steps[0]).toMatchObject({
    query: [
      { name: 'q', value: 'a|b' },
      { name: 'filter[state]', value: 'open' },
      { name: 'state', value: 'open' },
      { name: 'json', value: '{"state":"open"}' },
    ],
    headers: [{ name: 'X-List', value: 'a,b' }],
    body: {
      fields: [
        { name: 'list', value: 'a,b' },
        { name: 'filter[state]', value: 'open' },
      ],
    },
  })
  expect(second?.steps[0]).toMatchObject({
    body: {
      parts: [
        { name: 'files', file: 'files.bin' },
        { name: 'filter', value: '{"state":"open"}' },
      ],
    },
  })
})

it('[R13] many operations without tags are grouped by what their paths are about', async () => {
  const suitesOf = async (customers: number) => {
    const ok = { get: { responses: { '200': { description: 'ok' } } } }
    const own = Array.from({ length: customers }, (_, n) => [`/v1/customers/{id}/part-${n}`, ok])
    const paths = { ...Object.fromEntries(own), '/v1/{version}/charges': ok, '/v1/{version}': ok }
    const { value } = await importText('auto', 'pay.json', JSON.stringify({ openapi: '3.0.3', info: { title: 'Pay' }, paths }))
    return value?.project.suites.map(({ name, cases }) => [name, cases.length])
  }
  expect(await suitesOf(48)).toEqual([['Other operations', 50]])
  expect(await suitesOf(49)).toEqual([
    ['customers', 49],
    ['charges', 1],
    ['Other operations', 1],
  ])
})

it('[R13] servers that a path only repeats are those of the environment, its own are variables', async () => {
  const servers = [{ url: 'https://api.pay.test' }]
  const get = (own: { url: string }[]) => ({ get: { responses: { '200': { description: 'ok' } } }, servers: own })
  const paths = {
    '/a': get(servers),
    '/b': get([{ url: 'https://files.pay.test/' }]),
    '/c': get([...servers, { url: 'https://eu.pay.test' }]),
    '/d': get([{ url: 'https://files.pay.test' }]),
    '/e': get([{ url: 'https://files.pay.test/v2' }]),
  }
  const { value } = await importText(
    'auto',
    'pay.json',
    JSON.stringify({ openapi: '3.0.3', info: { title: 'Pay' }, servers, paths }),
  )
  expect(value?.project.suites[0]?.cases.map(({ steps: [first] }) => first?.kind === 'send-request' && first.url)).toEqual([
    '${baseUrl}/a',
    '${baseUrl_files_pay_test}/b',
    '${baseUrl_api_pay_test}/c',
    '${baseUrl_files_pay_test}/d',
    '${baseUrl_files_pay_test_2}/e',
  ])
  expect(value?.project.variables.map(({ name, value: address }) => [name, address])).toEqual([
    ['baseUrl_files_pay_test', 'https://files.pay.test'],
    ['baseUrl_api_pay_test', 'https://api.pay.test'],
    ['baseUrl_files_pay_test_2', 'https://files.pay.test/v2'],
  ])
})

it.each(['openapi', 'swagger'])(
  '[X8] a signature of AWS in place of a key becomes AWS Signature 4 with two secrets (%s)',
  async (kind) => {
    const schemes = { sigv4: { type: 'apiKey', name: 'Authorization', in: 'header', 'x-amazon-apigateway-authtype': 'awsSigv4' } }
    const get = { get: { responses: { '200': { description: 'ok' } } } }
    const document = {
      ...(kind === 'swagger'
        ? { swagger: '2.0', host: 'x.test', schemes: ['https'], securityDefinitions: schemes }
        : { openapi: '3.0.3', servers: [{ url: 'https://x.test' }], components: { securitySchemes: schemes } }),
      info: { title: 'S', version: '1' },
      security: [{ sigv4: [] }],
      paths: { '/a': get, '/b': get },
    }
    const { value } = await importText('auto', 's.json', JSON.stringify(document))
    expect(value?.project.variables.map(({ name }) => name)).toEqual(['aws_access_key', 'aws_secret_key'])
    expect(JSON.stringify(value?.project)).toContain('AWS ${aws_access_key} ${aws_secret_key} service:execute-api')
  },
)

it('[R13] the name of a YAML description that stands twice is named with its line', async () => {
  const get = (id: string) => `    get: { operationId: ${id}, responses: { '200': { description: ok } } }\n`
  const text = `openapi: 3.0.3\ninfo: { title: S }\nservers: [{ url: 'https://x.test' }]\npaths:\n  /a:\n${get('first')}${get('last')}`
  const { value } = await importText('auto', 's.yaml', text)
  expect(value?.project.suites[0]?.cases.map(({ name }) => name)).toEqual(['last'])
  expect(value?.leftOut.map(({ what }) => what)).toEqual([expect.stringMatching(/^Remove the duplicate "get" on line 7\./)])
})

it('[R13] a body that GET may have is not sent, one that it needs is', async () => {
  const get = (required: boolean) => ({
    get: {
      requestBody: {
        required,
        content: { 'application/json': { schema: { type: 'object', properties: { a: { type: 'string' } } } } },
      },
      responses: { '200': { description: 'ok' } },
    },
  })
  const paths = { '/a': get(false), '/b': get(true) }
  const document = { openapi: '3.1.0', info: { title: 'S', version: '1' }, servers: [{ url: 'https://x.test' }], paths }
  const { value } = await importText('auto', 's.json', JSON.stringify(document))
  expect(value?.project.suites[0]?.cases.map(({ steps: [first] }) => first?.kind === 'send-request' && first.body.type)).toEqual([
    'none',
    'json',
  ])
})

it('[R13] what would delete all of something or stop the server is made and switched off, what is never sent is told, names are told apart', async () => {
  const ok = (...statuses: string[]) => ({
    summary: 'Stubs',
    responses: Object.fromEntries(statuses.map((status) => [status, { description: '' }])),
  })
  const paths = {
    '/stubs': { get: ok('200'), post: ok('200', '201'), delete: ok('200'), trace: ok('200') },
    '/shutdown': { post: { ...ok('200'), summary: 'Stop' } },
  }
  const document = { openapi: '3.1.0', info: { title: 'S', version: '1' }, servers: [{ url: 'https://x.test' }], paths }
  const { value } = await importText('auto', 's.json', JSON.stringify(document))
  const cases = value?.project.suites.flatMap((suite) => suite.cases) ?? []
  expect(cases.map(({ name, steps }) => [name, steps.every(({ disabled }) => disabled), steps.at(-1)?.name])).toEqual([
    ['Stubs (GET /stubs)', false, 'Responds with 200 as documented'],
    ['Stubs (POST /stubs)', false, 'Responds with 2XX as documented'],
    ['Stubs (DELETE /stubs)', true, 'Responds with 200 as documented'],
    ['Stop', true, 'Responds with 200 as documented'],
  ])
  expect(value?.leftOut.map(({ what }) => what)).toEqual([
    expect.stringMatching(/^Operations with the method TRACE/),
    expect.stringMatching(/^Turned off: DELETE \/stubs, POST \/shutdown\. They would /),
  ])
})

it('[R13] imports types of programming languages, a server without a scheme and the description of a key as intended', async () => {
  const document = {
    openapi: '3.0.0',
    info: { title: 'S', version: '1' },
    servers: [{ url: '127.0.0.1:8055' }, { url: 'shop.test:8443/v1' }],
    security: [{ token: [] }],
    paths: {
      '/bytes/{n}': {
        get: { parameters: [{ name: 'n', in: 'path', required: true, schema: { type: 'int' } }], responses: { '200': {} } },
      },
    },
    components: {
      securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'Authorization', description: 'With the prefix "Token"' } },
    },
  }
  const { value } = await importText('auto', 's.json', JSON.stringify(document))
  expect(value?.project.environments.flatMap(({ variables }) => variables.map((one) => one.value))).toEqual([
    'http://127.0.0.1:8055',
    'https://shop.test:8443/v1',
  ])
  expect(value?.project.suites[0]?.cases[0]?.variables[0]).toMatchObject({ name: 'n', value: '1' })
  const unsecured = await importText('auto', 's.json', JSON.stringify({ ...document, security: undefined }))
  expect(unsecured.value?.leftOut.map(({ what }) => what)).toEqual([
    expect.stringMatching(/^No operation requires the sign-in "token"\./),
  ])
  expect(value?.project.variables).toMatchObject([{ name: 'token', description: 'With the prefix "Token"' }])
})
