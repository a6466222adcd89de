// Over 400 lines: a generator per hostile file, most of them a few lines long, in one list that the attack and the unit tests draw from.

/** A hostile file to import. */
export interface HostileImport {
  /** What is in it. */
  name: string
  /** Its name, which says its format; a `/` makes a folder. */
  file: string
  /** Its text; `size` scales it, 1 is the attack, less is a sample. */
  text(size: number): string
}

const json = (value: unknown): string => JSON.stringify(value)
const times = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: Math.max(1, Math.round(count)) }, (_, at) => make(at))
const lines = (count: number, make: (at: number) => string): string => times(count, make).join('\n')

// OpenAPI and Swagger

const openapi = (schema: unknown, schemas: object = {}, version = '3.1.0'): string =>
  json({
    openapi: version,
    info: { title: 'Hostile', version: '1' },
    servers: [{ url: 'https://x.test' }],
    paths: {
      '/things': {
        post: {
          requestBody: { required: true, content: { 'application/json': { schema } } },
          responses: { 201: { description: 'made', content: { 'application/json': { schema } } } },
        },
        get: { parameters: [{ name: 'q', in: 'query', required: true, schema }], responses: { 200: { description: 'ok' } } },
      },
    },
    components: { schemas },
  })

const swagger = (schema: unknown, definitions: object = {}): string =>
  json({
    swagger: '2.0',
    info: { title: 'Hostile', version: '1' },
    host: 'x.test',
    paths: {
      '/things': {
        post: {
          parameters: [{ name: 'body', in: 'body', required: true, schema }],
          responses: { 201: { description: 'made', schema } },
        },
      },
    },
    definitions,
  })

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const nested = (depth: number, wrap: (inner: unknown) => unknown, core: unknown = { type: 'string' }): unknown => {
  let schema = core
  for (let level = 0; level < depth; level++) schema = wrap(schema)
  return schema
}
const chain = (count: number, make: (next: object, at: number) => unknown): Record<string, unknown> =>
  Object.fromEntries(
    times(count, (at) => [`s${at}`, at + 1 < Math.round(count) ? make(ref(`s${at + 1}`), at) : { type: 'string' }]),
  )

const openapiFiles: HostileImport[] = [
  {
    name: 'minItems nested',
    file: 'a.json',
    text: (n) => openapi(nested(8 * n, (items) => ({ type: 'array', minItems: 1000, items }))),
  },
  {
    name: 'a $ref that doubles in allOf',
    file: 'a.json',
    text: (n) =>
      openapi(
        ref('s0'),
        chain(60 * n, (next) => ({ allOf: [next, next] })),
      ),
  },
  {
    name: 'a $ref that doubles in properties',
    file: 'a.json',
    text: (n) =>
      openapi(
        ref('s0'),
        chain(60 * n, (next) => ({ type: 'object', required: ['a', 'b'], properties: { a: next, b: next } })),
      ),
  },
  {
    name: 'a $ref that doubles in prefixItems',
    file: 'a.json',
    text: (n) =>
      openapi(
        ref('s0'),
        chain(60 * n, (next) => ({ type: 'array', prefixItems: [next, next] })),
      ),
  },
  {
    name: 'a $ref that doubles in oneOf',
    file: 'a.json',
    text: (n) =>
      openapi(
        ref('s0'),
        chain(60 * n, (next) => ({ oneOf: [next, next] })),
      ),
  },
  {
    name: 'oneOf × anyOf, both wide',
    file: 'a.json',
    text: (n) =>
      openapi({
        oneOf: times(300 * n, (at) => ({
          anyOf: times(300 * n, (other) => ({ type: 'object', required: [`a${at}b${other}`], properties: {} })),
        })),
      }),
  },
  {
    name: 'oneOf in oneOf in oneOf, by references',
    file: 'a.json',
    text: (n) =>
      openapi(
        ref('s0'),
        chain(12 * n, (next) => ({ oneOf: times(20, (at) => ({ allOf: [next], title: `t${at}` })) })),
      ),
  },
  {
    name: 'a pattern of a billion characters',
    file: 'a.json',
    text: (n) => openapi({ type: 'string', pattern: `^${'('.repeat(5 * n)}a${'{1000}){1000}'.repeat(5 * n)}$` }),
  },
  {
    name: 'patterns nested in a list',
    file: 'a.json',
    text: (n) => openapi({ type: 'array', minItems: 1000 * n, items: { type: 'string', pattern: '^((a{1000}){1000})$' } }),
  },
  {
    name: 'a pattern that is catastrophic',
    file: 'a.json',
    text: (n) => openapi({ type: 'string', pattern: '^(a|a)*b$', example: 'a'.repeat(40 * n) }),
  },
  {
    name: 'a pattern of nested groups',
    file: 'a.json',
    text: (n) => openapi({ type: 'string', pattern: `${'('.repeat(50_000 * n)}a${')'.repeat(50_000 * n)}` }),
  },
  {
    name: 'a format that is catastrophic',
    file: 'a.json',
    text: (n) => openapi({ type: 'string', format: 'url', example: `http://${'a'.repeat(50_000 * n)}` }),
  },
  {
    name: 'minLength of 10^15',
    file: 'a.json',
    text: (n) => openapi({ type: 'array', minItems: 1000 * n, items: { type: 'string', minLength: 1e15 } }),
  },
  {
    name: 'minProperties, nested',
    file: 'a.json',
    text: (n) => openapi(nested(8 * n, (inner) => ({ type: 'object', minProperties: 100, additionalProperties: inner }))),
  },
  {
    name: 'required names, 300,000 of them',
    file: 'a.json',
    text: (n) => openapi({ type: 'object', required: times(300_000 * n, (at) => `r${at}`) }),
  },
  {
    name: 'an example with 30,000 unique objects',
    file: 'a.json',
    text: (n) => openapi({ type: 'array', uniqueItems: true, items: {}, example: times(30_000 * n, (at) => ({ at })) }),
  },
  {
    name: 'properties, 100,000 of them',
    file: 'a.json',
    text: (n) =>
      openapi({ type: 'object', properties: Object.fromEntries(times(100_000 * n, (at) => [`p${at}`, { type: 'string' }])) }),
  },
  {
    name: 'objects 200 deep, each wide',
    file: 'a.json',
    text: (n) =>
      openapi(
        nested(200 * n, (inner) => ({
          type: 'object',
          required: ['a', 'b', 'c'],
          properties: { a: inner, b: { type: 'string' }, c: { type: 'string' } },
        })),
      ),
  },
  {
    name: 'discriminators that lead to each other',
    file: 'a.json',
    text: (n) =>
      openapi(
        ref('s0'),
        Object.fromEntries(
          times(40 * n, (at) => [
            `s${at}`,
            {
              oneOf: times(40 * n, (other) => ref(`s${other}`)),
              discriminator: { propertyName: `k${at}` },
              properties: { [`k${at}`]: { type: 'string' } },
            },
          ]),
        ),
      ),
  },
  {
    name: 'schemas that all refer to all',
    file: 'a.json',
    text: (n) =>
      openapi(
        ref('s0'),
        Object.fromEntries(
          times(60 * n, (at) => [
            `s${at}`,
            {
              type: 'object',
              required: times(60 * n, (other) => `p${other}`),
              properties: Object.fromEntries(times(60 * n, (other) => [`p${other}`, ref(`s${other}`)])),
            },
          ]),
        ),
      ),
  },
  {
    name: 'a form whose list is nested',
    file: 'a.json',
    text: (n) =>
      openapi(nested(8 * n, (items) => ({ type: 'array', minItems: 1000, items }))).replaceAll(
        'application/json',
        'multipart/form-data',
      ),
  },
  {
    name: 'Swagger 2.0: minItems nested',
    file: 'a.json',
    text: (n) => swagger(nested(8 * n, (items) => ({ type: 'array', minItems: 1000, items }))),
  },
  {
    name: 'Swagger 2.0: $ref that doubles',
    file: 'a.json',
    text: (n) =>
      swagger(
        { $ref: '#/definitions/s0' },
        JSON.parse(json(chain(60 * n, (next) => ({ allOf: [next, next] }))).replaceAll('components/schemas', 'definitions')),
      ),
  },
  {
    name: 'parameters, 5,000 of them with nested lists',
    file: 'a.json',
    text: (n) =>
      json({
        openapi: '3.0.3',
        info: { title: 'x', version: '1' },
        paths: {
          '/a': {
            get: {
              parameters: times(5000 * n, (at) => ({
                name: `p${at}`,
                in: 'query',
                schema: nested(3, (items) => ({ type: 'array', minItems: 100, items })),
              })),
              responses: {},
            },
          },
        },
      }),
  },
  {
    name: 'operations, 20,000 of one schema',
    file: 'a.json',
    text: (n) =>
      json({
        openapi: '3.0.3',
        info: { title: 'x', version: '1' },
        paths: Object.fromEntries(
          times(20_000 * n, (at) => [
            `/a${at}/{id}/b`,
            {
              get: {
                parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
                responses: { 200: { description: 'ok', content: { 'application/json': { schema: { type: 'object' } } } } },
              },
            },
          ]),
        ),
      }),
  },
  {
    name: 'paths of 100,000 parameters',
    file: 'a.json',
    text: (n) =>
      json({
        openapi: '3.0.3',
        info: { title: 'x', version: '1' },
        paths: { [`/${times(100_000 * n, (at) => `{p${at}}`).join('/')}`]: { get: { responses: {} } } },
      }),
  },
  {
    name: 'a path of open braces',
    file: 'a.json',
    text: (n) =>
      json({
        openapi: '3.0.3',
        info: { title: 'x', version: '1' },
        paths: { [`/${'{'.repeat(200_000 * n)}`]: { get: { responses: {} } } },
      }),
  },
  {
    name: 'servers with open braces',
    file: 'a.json',
    text: (n) =>
      json({
        openapi: '3.0.3',
        info: { title: 'x', version: '1' },
        servers: times(20, () => ({ url: `https://x.test/${'{'.repeat(200_000 * n)}` })),
        paths: { '/a': { get: { responses: {} } } },
      }),
  },
  {
    name: 'YAML: aliases that double',
    file: 'a.yaml',
    text: (n) =>
      `openapi: 3.1.0\ninfo: { title: x }\npaths: {}\nx-a0: &a0 [x]\n${lines(40 * n, (at) => `x-a${at + 1}: &a${at + 1} [*a${at}, *a${at}]`)}`,
  },
  {
    name: 'YAML: merge keys, each of all before',
    file: 'a.yaml',
    text: (n) =>
      `openapi: 3.1.0\ninfo: { title: x }\npaths: {}\nx-a0: &a0 { k: 1 }\n${lines(1500 * n, (at) => `x-a${at + 1}: &a${at + 1} { <<: *a${at}, k${at}: 1 }`)}`,
  },
  {
    name: 'YAML: brackets 100,000 deep',
    file: 'a.yaml',
    text: (n) => `openapi: 3.1.0\ninfo: { title: x }\npaths: {}\nx-a: ${'['.repeat(100_000 * n)}`,
  },
  { name: 'YAML: explicit keys', file: 'a.yaml', text: (n) => `openapi: 3.1.0\n${'? '.repeat(100_000 * n)}` },
]

// Collections

const postman = (items: unknown[], more: object = {}): string =>
  json({
    info: { name: 'Hostile', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
    item: items,
    ...more,
  })
const postmanRequest = (name: string, more: object = {}, events: object = {}) => ({
  name,
  request: { method: 'GET', url: 'https://x.test/a', ...more },
  ...events,
})
const script = (text: string): string =>
  postman([postmanRequest('one', {}, { event: [{ listen: 'test', script: { exec: text.split('\n') } }] })])
const before = (text: string): string =>
  postman([postmanRequest('one', {}, { event: [{ listen: 'prerequest', script: { exec: text.split('\n') } }] })])

const bru = (text: string): string => `meta {\n  name: one\n  type: http\n}\n\nget {\n  url: https://x.test/a\n}\n\n${text}`

const collectionFiles: HostileImport[] = [
  {
    name: 'Postman: 200 kB of {{ in a URL',
    file: 'a.json',
    text: (n) => postman([postmanRequest('one', { url: `https://x.test/${'{{'.repeat(100_000 * n)}` })]),
  },
  {
    name: 'Postman: 200 kB of {{ in a body',
    file: 'a.json',
    text: (n) => postman([postmanRequest('one', { body: { mode: 'raw', raw: '{{'.repeat(100_000 * n) } })]),
  },
  {
    name: 'Postman: 200 kB of {{ in a variable',
    file: 'a.json',
    text: (n) => postman([postmanRequest('one')], { variable: [{ key: 'a', value: '{{'.repeat(100_000 * n) }] }),
  },
  {
    name: 'Postman: 200 kB of ${',
    file: 'a.json',
    text: (n) => postman([postmanRequest('one', { url: `https://x.test/${'${'.repeat(100_000 * n)}` })]),
  },
  {
    name: 'Postman: folders 5,000 deep',
    file: 'a.json',
    text: (n) =>
      postman(['deep']).replace(
        '"deep"',
        () => `${'{"name":"f","item":['.repeat(5000 * n)}${json(postmanRequest('one'))}${']}'.repeat(5000 * n)}`,
      ),
  },
  {
    name: 'Postman: 20,000 requests of one URL with a script',
    file: 'a.json',
    text: (n) =>
      postman(
        times(20_000 * n, (at) =>
          postmanRequest(
            `r${at}`,
            {},
            { event: [{ listen: 'test', script: { exec: ['pm.test("ok", () => pm.response.to.have.status(200))'] } }] },
          ),
        ),
      ),
  },
  {
    name: 'Postman: 100,000 variables',
    file: 'a.json',
    text: (n) =>
      postman([postmanRequest('one', { url: times(1000 * n, (at) => `{{v${at}}}`).join('') })], {
        variable: times(100_000 * n, (at) => ({ key: `v ${at}`, value: `{{v ${at + 1}}}` })),
      }),
  },
  {
    name: 'Postman: 20,000 variables of nearly one name',
    file: 'a.json',
    text: (n) =>
      postman([postmanRequest('one')], {
        variable: times(20_000 * n, (at) => ({
          key: `v${'-+*/'[at % 4]}${'!'.repeat(at % 50)}${'?'.repeat(at / 50)}`,
          value: 'x',
        })),
      }),
  },
  {
    name: 'Postman: a body of open quotes',
    file: 'a.json',
    text: (n) =>
      postman([
        postmanRequest('one', {
          method: 'POST',
          body: { mode: 'raw', raw: '"\\'.repeat(100_000 * n), options: { raw: { language: 'json' } } },
        }),
      ]),
  },
  {
    name: 'Postman: a body of open tags',
    file: 'a.json',
    text: (n) =>
      postman([
        postmanRequest('one', {
          method: 'POST',
          body: { mode: 'raw', raw: '<a '.repeat(100_000 * n), options: { raw: { language: 'xml' } } },
        }),
      ]),
  },
  {
    name: 'Postman: a description of token beginnings',
    file: 'a.json',
    text: (n) => postman([postmanRequest('one', { description: 'eyJaaaaaaaaaa.'.repeat(20_000 * n) })]),
  },
  {
    name: 'Postman: a cookie of 100,000 names',
    file: 'a.json',
    text: (n) => postman([postmanRequest('one', { header: [{ key: 'Cookie', value: 'sess; '.repeat(50_000 * n) }] })]),
  },
  {
    name: 'script: text doubled 28 times',
    file: 'a.json',
    text: (n) => before(`let a = 'aaaaaaaaaaaaaaaa'\n${lines(28 * n, () => 'a = a + a')}\npm.environment.set('a', a)`),
  },
  {
    name: 'script: constants that double',
    file: 'a.json',
    text: (n) =>
      before(
        `const a0 = 'aaaaaaaaaaaaaaaa'\n${lines(28 * n, (at) => `const a${at + 1} = a${at} + a${at}`)}\npm.environment.set('a', a${Math.round(28 * n)})`,
      ),
  },
  {
    name: 'script: template texts that double',
    file: 'a.json',
    text: (n) =>
      before(
        `const a0 = 'aaaaaaaaaaaaaaaa'\n${lines(28 * n, (at) => `const a${at + 1} = \`\${a${at}}\${a${at}}\``)}\npm.environment.set('a', a${Math.round(28 * n)})`,
      ),
  },
  {
    name: 'script: lists that double',
    file: 'a.json',
    text: (n) =>
      before(
        `const a0 = [1,1]\n${lines(28 * n, (at) => `const a${at + 1} = [a${at}, a${at}]`)}\npm.environment.set('a', JSON.stringify(a${Math.round(28 * n)}))`,
      ),
  },
  {
    name: 'script: objects that double, checked',
    file: 'a.json',
    text: (n) =>
      script(
        `const a0 = {x:1}\n${lines(28 * n, (at) => `const a${at + 1} = {l:a${at}, r:a${at}}`)}\npm.test('x', () => pm.expect(pm.response.json()).to.eql(a${Math.round(28 * n)}))`,
      ),
  },
  {
    name: 'script: for of for of for',
    file: 'a.json',
    text: (n) =>
      script(
        `const l = [${times(60, (at) => at).join()}]\n${times(6 * n, (at) => `for (const x${at} of l) {`).join('\n')}\npm.test('x', () => pm.expect(pm.response.json().a).to.eql(1))\n${'}'.repeat(Math.round(6 * n))}`,
      ),
  },
  {
    name: 'script: forEach in forEach',
    file: 'a.json',
    text: (n) =>
      script(
        `const l = [${times(60, (at) => at).join()}]\n${times(6 * n, (at) => `l.forEach((x${at}) => {`).join('\n')}\npm.test('x', () => pm.expect(pm.response.json().a).to.eql(1))\n${'})'.repeat(Math.round(6 * n))}`,
      ),
  },
  {
    name: 'script: functions that call two each',
    file: 'a.json',
    text: (n) =>
      script(
        `function f0() { pm.test('x', () => pm.response.to.have.status(200)) }\n${lines(40 * n, (at) => `function f${at + 1}() { f${at}(); f${at}() }`)}\nf${Math.round(40 * n)}()`,
      ),
  },
  {
    name: 'script: repeat and padStart',
    file: 'a.json',
    text: () =>
      before(
        `pm.environment.set('a', 'x'.repeat(500000000))\npm.environment.set('b', 'x'.padStart(500000000))\npm.environment.set('c', 'x'.repeat(100000).repeat(100000))`,
      ),
  },
  {
    name: 'script: replace that grows',
    file: 'a.json',
    text: (n) =>
      before(
        `let a = 'aaaaaaaaaaaaaaaa'\n${lines(28 * n, () => `a = a.replace(/a/g, 'aa')`)}\n${lines(28 * n, () => `a = a.split('a').join('aa')`)}\n${lines(28 * n, () => `a = a.concat(a)`)}\npm.environment.set('a', a)`,
      ),
  },
  {
    name: 'script: parentheses 20,000 deep',
    file: 'a.json',
    text: (n) => script(`${'('.repeat(20_000 * n)}1${')'.repeat(20_000 * n)}`),
  },
  {
    name: 'script: a sum of 20,000 terms',
    file: 'a.json',
    text: (n) => before(`pm.environment.set('a', ${times(20_000 * n, () => `'x'`).join('+')})`),
  },
  {
    name: 'script: members 50,000 deep',
    file: 'a.json',
    text: (n) => script(`pm.test('x', () => pm.expect(pm.response.json()${'.a'.repeat(50_000 * n)}).to.eql(1))`),
  },
  {
    name: 'script: 3,000 values that are kept',
    file: 'a.json',
    text: (n) => script(lines(3000 * n, (at) => `pm.environment.set('a${at}', pm.response.json().a${at})`)),
  },
  {
    name: 'script: 4,000 assignments of one name',
    file: 'a.json',
    text: (n) => script(lines(4000 * n, (at) => `var a = pm.response.json().a${at}; a.set(1)`)),
  },
  { name: 'script: 5,000 dates', file: 'a.json', text: (n) => before(lines(5000 * n, (at) => `const d${at} = new Date()`)) },
  {
    name: 'script: conditions 200 deep, each with else',
    file: 'a.json',
    text: (n) =>
      script(
        `${'if (pm.environment.get("a") === "x") {'.repeat(200 * n)}pm.test('x', () => pm.response.to.have.status(200))${'} else { pm.environment.set("b", "1") }'.repeat(200 * n)}`,
      ),
  },
  {
    name: 'script: && of 60 conditions',
    file: 'a.json',
    text: (n) =>
      before(`if (${times(60 * n, (at) => `pm.environment.get("a${at}") === "x"`).join(' && ')}) pm.execution.skipRequest()`),
  },
  {
    name: 'script: || of 60 conditions on the response',
    file: 'a.json',
    text: (n) =>
      script(
        `pm.test('x', () => pm.expect(${times(60 * n, (at) => `pm.response.json().a${at} === 1`).join(' || ')}).to.be.true)`,
      ),
  },
  {
    name: 'script: JSON.stringify 60 times',
    file: 'a.json',
    text: (n) => before(`pm.environment.set('a', ${'JSON.stringify('.repeat(60 * n)}1${')'.repeat(60 * n)})`),
  },
  {
    name: 'script: split 60 times',
    file: 'a.json',
    text: (n) => script(`pm.environment.set('a', pm.response.text()${".split('T')[0]".repeat(60 * n)})`),
  },
  {
    name: 'script: one long text under thousands of names',
    file: 'a.json',
    text: (n) => before(`const a = '${'x'.repeat(100_000 * n)}'\n${lines(2500 * n, (at) => `pm.environment.set('v${at}', a)`)}`),
  },
  {
    name: 'script: nested conditional expressions',
    file: 'a.json',
    text: (n) => before(`pm.environment.set('a', ${times(2000 * n, (at) => `a${at} ? 'x' : `).join('')} 'y')`),
  },
  {
    name: 'script: a regular expression that is catastrophic',
    file: 'a.json',
    text: (n) =>
      script(
        `pm.test('x', () => pm.expect('${'a'.repeat(60 * n)}').to.match(/^(a|a)*b$/))\nconst t = '${'a'.repeat(60 * n)}'.replace(/^(a|a)*b$/, '')\npm.environment.set('t', t)`,
      ),
  },
  {
    name: 'Bruno: a block of 200,000 lines',
    file: 'a/one.bru',
    text: (n) => bru(`headers {\n${lines(200_000 * n, (at) => `  h${at}: v`)}\n}\n`),
  },
  { name: 'Bruno: 200,000 blocks', file: 'a/one.bru', text: (n) => bru(lines(200_000 * n, (at) => `b${at} {\n}\n`)) },
  {
    name: 'Bruno: a line of 200,000 blanks',
    file: 'a/one.bru',
    text: (n) => bru(`headers {\n  a${' '.repeat(200_000 * n)}b\n}\n`),
  },
  { name: 'Bruno: a text that never ends', file: 'a/one.bru', text: (n) => bru(`body:json {\n${"  '''\n".repeat(100_001 * n)}`) },
  { name: 'Bruno: 200 kB of {{', file: 'a/one.bru', text: (n) => bru(`body:text {\n  ${'{{'.repeat(100_000 * n)}\n}\n`) },
  {
    name: 'Bruno: 50,000 asserts',
    file: 'a/one.bru',
    text: (n) => bru(`assert {\n${lines(50_000 * n, (at) => `  res.body.a${at}: eq ${at}`)}\n}\n`),
  },
  {
    name: 'OpenCollection: nested lists',
    file: 'a.yml',
    text: (n) => `opencollection: 1.0.0\ninfo:\n  name: x\nitems: ${'[{items: '.repeat(200 * n)}[]${'}]'.repeat(200 * n)}\n`,
  },
  {
    name: 'OpenCollection: 5,000 requests with scripts',
    file: 'a.yml',
    text: (n) =>
      `opencollection: 1.0.0\ninfo:\n  name: x\nitems:\n${lines(5000 * n, (at) => `  - info: { name: r${at}, type: http }\n    http: { method: GET, url: "https://x.test/{{a${at}}}" }`)}`,
  },
  {
    name: 'Insomnia: 200 kB of {%',
    file: 'a.json',
    text: (n) =>
      json({
        _type: 'export',
        __export_format: 4,
        resources: [
          { _id: 'w', _type: 'workspace', name: 'w' },
          {
            _id: 'r',
            _type: 'request',
            parentId: 'w',
            name: 'r',
            method: 'GET',
            url: `https://x.test/${'{% '.repeat(66_000 * n)}${'{{ _.'.repeat(40_000 * n)}`,
          },
        ],
      }),
  },
  {
    name: 'Insomnia: folders in a circle',
    file: 'a.json',
    text: () =>
      json({
        _type: 'export',
        __export_format: 4,
        resources: [
          { _id: 'w', _type: 'workspace', name: 'w', parentId: 'g' },
          { _id: 'g', _type: 'request_group', parentId: 'h', name: 'g' },
          { _id: 'h', _type: 'request_group', parentId: 'g', name: 'h' },
          { _id: 'r', _type: 'request', parentId: 'g', name: 'r', method: 'GET', url: 'https://x.test' },
        ],
      }),
  },
  {
    name: 'Insomnia: 10,000 folders, each in the one before',
    file: 'a.json',
    text: (n) =>
      json({
        _type: 'export',
        __export_format: 4,
        resources: [
          { _id: 'w', _type: 'workspace', name: 'w' },
          ...times(10_000 * n, (at) => ({
            _id: `g${at}`,
            _type: 'request_group',
            parentId: at === 0 ? 'w' : `g${at - 1}`,
            name: 'g',
          })),
          ...times(10_000 * n, (at) => ({
            _id: `r${at}`,
            _type: 'request',
            parentId: `g${at}`,
            name: 'r',
            method: 'GET',
            url: 'https://x.test',
          })),
        ],
      }),
  },
  {
    name: 'Hoppscotch: 200 kB of <<',
    file: 'a.json',
    text: (n) =>
      json([
        {
          v: 2,
          name: 'x',
          folders: [],
          requests: [
            {
              v: '1',
              name: 'r',
              method: 'GET',
              endpoint: `https://x.test/${'<<'.repeat(100_000 * n)}`,
              params: [],
              headers: [],
              auth: { authType: 'none' },
              body: { contentType: null, body: null },
              preRequestScript: '',
              testScript: '',
            },
          ],
        },
      ]),
  },
  {
    name: 'Hoppscotch: a script that doubles',
    file: 'a.json',
    text: (n) =>
      json([
        {
          v: 2,
          name: 'x',
          folders: [],
          requests: [
            {
              v: '1',
              name: 'r',
              method: 'GET',
              endpoint: 'https://x.test/',
              params: [],
              headers: [],
              auth: { authType: 'none' },
              body: { contentType: null, body: null },
              preRequestScript: `let a = 'aaaaaaaaaaaaaaaa'\n${lines(28 * n, () => 'a = a + a')}\npw.env.set('a', a)`,
              testScript: '',
            },
          ],
        },
      ]),
  },
  {
    name: 'Thunder Client: 200 kB of {{ and 20,000 tests',
    file: 'a.json',
    text: (n) =>
      json({
        clientName: 'Thunder Client',
        collectionName: 'x',
        version: '1.2',
        folders: [],
        requests: [
          {
            name: 'r',
            url: `https://x.test/${'{{'.repeat(100_000 * n)}`,
            method: 'GET',
            headers: [],
            params: [],
            tests: times(20_000 * n, (at) => ({ type: 'json-query', custom: `json.a${at}`, action: 'equal', value: String(at) })),
          },
        ],
      }),
  },
  {
    name: 'HTTPie: 200 kB of {{',
    file: 'a.json',
    text: (n) =>
      json({
        meta: { format: 'httpie', version: '1.0.0', contentType: 'workspace' },
        entry: {
          name: 'x',
          collections: [
            {
              name: 'c',
              requests: [
                {
                  name: 'r',
                  url: `https://x.test/${'{{'.repeat(100_000 * n)}`,
                  method: 'GET',
                  headers: [],
                  queryParams: [],
                  pathParams: [],
                  auth: { type: 'none' },
                  body: { type: 'none' },
                },
              ],
            },
          ],
          environments: [],
        },
      }),
  },
  {
    name: 'HAR: 100,000 calls',
    file: 'a.har',
    text: (n) =>
      json({
        log: {
          version: '1.2',
          creator: { name: 'x' },
          entries: times(100_000 * n, (at) => ({
            request: {
              method: 'GET',
              url: `https://x.test/a/${at}?q=1`,
              headers: [{ name: 'Accept', value: 'application/json' }],
              queryString: [{ name: 'q', value: '1' }],
            },
            response: { status: 200, headers: [], content: { mimeType: 'application/json', text: '{"a":1}' } },
          })),
        },
      }),
  },
  {
    name: 'HAR: a header of 1 MB of commas and one URL of 1 MB',
    file: 'a.har',
    text: (n) =>
      json({
        log: {
          version: '1.2',
          creator: { name: 'x' },
          entries: [
            {
              request: {
                method: 'GET',
                url: `https://x.test/${'%7B%7B/'.repeat(140_000 * n)}`,
                headers: [{ name: 'Cookie', value: 'a,;='.repeat(250_000 * n) }],
                queryString: [],
              },
              response: { status: 200, headers: [], content: { mimeType: 'text/html; '.repeat(50_000 * n) } },
            },
          ],
        },
      }),
  },
  {
    name: 'SoapUI: elements 50,000 deep',
    file: 'a.xml',
    text: (n) => `<con:soapui-project xmlns:con="http://eviware.com/soapui/config" name="x">${'<con:a>'.repeat(50_000 * n)}`,
  },
  {
    name: 'SoapUI: 100,000 property expansions',
    file: 'a.xml',
    text: (n) =>
      `<?xml version="1.0"?><con:soapui-project xmlns:con="http://eviware.com/soapui/config" name="x"><con:interface xsi:type="con:RestService" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" name="i" basePath=""><con:endpoints><con:endpoint>https://x.test</con:endpoint></con:endpoints><con:resource name="r" path="/a"><con:method name="m" method="GET"><con:request name="q"><con:endpoint>https://x.test/${'${#Project#'.repeat(40_000 * n)}</con:endpoint></con:request></con:method></con:resource></con:interface></con:soapui-project>`,
  },
  {
    name: 'SoapUI: 100,000 attributes',
    file: 'a.xml',
    text: (n) =>
      `<?xml version="1.0"?><con:soapui-project xmlns:con="http://eviware.com/soapui/config" name="x" ${times(100_000 * n, (at) => `a${at}="1"`).join(' ')}/>`,
  },
  {
    name: 'SoapUI: 100,000 namespaces',
    file: 'a.xml',
    text: (n) =>
      `<?xml version="1.0"?><con:soapui-project xmlns:con="http://eviware.com/soapui/config" name="x">${times(20_000 * n, (at) => `<n${at}:a xmlns:n${at}="u${at}">`).join('')}`,
  },
]

// Texts of commands and requests

const textFiles: HostileImport[] = [
  {
    name: 'cURL: 50,000 continued lines',
    file: 'a.sh',
    text: (n) => `curl https://x.test/a \\\n${lines(50_000 * n, (at) => ` -H 'X-${at}: a' \\`)}\n`,
  },
  {
    name: 'cURL: a quote over 100,000 lines',
    file: 'a.sh',
    text: (n) => `curl https://x.test/a -d '${lines(100_000 * n, (at) => `line ${at}`)}`,
  },
  {
    name: 'cURL: 50,000 commands, each in an open quote',
    file: 'a.sh',
    text: (n) => lines(50_000 * n, (at) => `curl "https://x.test/${at}`),
  },
  {
    name: 'cURL: 100,000 commands by &&',
    file: 'a.sh',
    text: (n) => times(100_000 * n, (at) => `curl https://x.test/${at}`).join(' && '),
  },
  {
    name: 'cURL: 200 kB of blanks behind backslashes',
    file: 'a.sh',
    text: (n) => `curl https://x.test/a ${`\\${' '.repeat(200)}x`.repeat(1_000 * n)}\n`,
  },
  {
    name: 'cURL: 1 MB of blanks before each operator',
    file: 'a.sh',
    text: (n) => `curl https://x.test/a ${`|${' '.repeat(20_000 * n)}`.repeat(50)}x`,
  },
  {
    name: 'cURL: 20,000 --data',
    file: 'a.sh',
    text: (n) => `curl https://x.test/a ${times(20_000 * n, (at) => `--data-urlencode 'a${at}=b'`).join(' ')}`,
  },
  { name: 'cURL: 200 kB of backticks', file: 'a.sh', text: (n) => `curl https://x.test/a ${'` '.repeat(100_000 * n)}` },
  { name: 'cURL: 20,000 clustered options', file: 'a.sh', text: (n) => `curl -${'sSLk'.repeat(50_000 * n)} https://x.test/a` },
  {
    name: '.http: 100,000 header lines',
    file: 'a.http',
    text: (n) => `GET https://x.test/a\n${lines(100_000 * n, (at) => `X-${at}: a`)}\n`,
  },
  {
    name: '.http: GraphQL and blank lines',
    file: 'a.http',
    text: (n) => `GRAPHQL https://x.test/a\n\nquery${'\n'.repeat(100_000 * n)}x`,
  },
  {
    name: '.http: a form of blanks',
    file: 'a.http',
    text: (n) => `POST https://x.test/a\nContent-Type: application/x-www-form-urlencoded\n\na${' '.repeat(200_000 * n)}b`,
  },
  {
    name: '.http: a URL over 100,000 lines',
    file: 'a.http',
    text: (n) => `GET https://x.test/a\n${lines(100_000 * n, (at) => `    &a${at}=b`)}\n`,
  },
  {
    name: '.http: 100,000 variables of one name',
    file: 'a.http',
    text: (n) => `${lines(100_000 * n, (at) => `@a = ${at}`)}\nGET https://x.test/{{a}}\n`,
  },
  {
    name: '.http: 20,000 variables with two values each',
    file: 'a.http',
    text: (n) =>
      `${lines(20_000 * n, (at) => `@a${at % Math.max(1, Math.round(10_000 * n))} = ${at}`)}\nGET https://x.test/{{a}}\n`,
  },
  {
    name: '.http: 50,000 requests',
    file: 'a.http',
    text: (n) => lines(50_000 * n, (at) => `### r${at}\nGET https://x.test/${at}\n`),
  },
  { name: '.http: 200 kB of {{', file: 'a.http', text: (n) => `POST https://x.test/a\n\n${'{{'.repeat(100_000 * n)}\n` },
  { name: '.http: 100,000 open scripts', file: 'a.http', text: (n) => `GET https://x.test/a\n\n${'> {%\n'.repeat(100_000 * n)}` },
  { name: '.http: blanks before HTTP/1.1', file: 'a.http', text: (n) => `GET https://x.test/a${' '.repeat(100_000 * n)}x\n` },
  { name: 'a file of no format', file: 'a.txt', text: (n) => '<!--'.repeat(100_000 * n) },
]

/** Hostile files of every format that Assay imports. */
export const hostileImports: readonly HostileImport[] = [...openapiFiles, ...collectionFiles, ...textFiles]
