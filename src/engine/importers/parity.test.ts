import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { describe, expect, it } from 'vitest'
import type { EndableWork, HttpRequest } from '#engine/ports/index.ts'
import { createScriptedHttp, sentBodyText, type Script } from '#engine/ports/testing/index.ts'
import { runProject } from '#engine/runner/testing/run-project.ts'
import { tasks, type Task } from '#engine/tasks/index.ts'
import type { ImporterId } from './facts.ts'
import { importFiles } from './testing/import-text.ts'

const wasm = new Uint8Array(readFileSync(createRequire(import.meta.url).resolve('@jitl/quickjs-wasmfile-release-sync/wasm')))
const work: EndableWork = {
  do: async (task, input) => {
    const carryOut: Task = await tasks[task as keyof typeof tasks]()
    const memory = (initial: number, maximum: number) => new WebAssembly.Memory({ initial, maximum })
    return (await carryOut(
      structuredClone(input) as never,
      {},
      {
        quickjs: async () => wasm.buffer,
        memory,
        now: () => performance.now(),
      },
    )) as never
  },
}

/** Imports files and runs what was made: each request as it is sent, and each test with its outcome. */
async function sentBy(kind: ImporterId, files: Record<string, string>, respond: Script = () => ({ json: { id: 7 } })) {
  const { value, error } = await importFiles(kind, 'source', files)
  if (!value) throw error
  const http = createScriptedHttp(respond)
  const secrets = { get: async (id: string) => value.secrets.get(id), has: async (id: string) => value.secrets.has(id) }
  const options = value.project.environments[0] ? { environment: value.project.environments[0].name } : {}
  const { report, events } = await runProject(value.project, { ports: { http, work, secrets: secrets as never }, options })
  const steps = report.suites.flatMap(({ cases }) => cases.flatMap((one) => one.steps))
  const tests = steps.flatMap(({ id, kind: of, name, outcome }) =>
    of === 'assertion'
      ? [[name, outcome === 'passed']]
      : events.flatMap((event) =>
          event.type === 'checked' && event.step === id ? [[event.check.subject, event.check.passed]] : [],
        ),
  )
  const sent = http.requests.map(({ method, url }) => `${method} ${url.replace('http://127.0.0.1', '')}`)
  const broken = steps.filter(({ outcome }) => outcome === 'broken').map(({ name, message }) => `${name}: ${message}`)
  return { ...value, report, requests: http.requests, sent, tests, broken }
}

const header = (request: HttpRequest | undefined, name: string): string | undefined =>
  request?.headers.find(([key]) => key.toLowerCase() === name)?.[1]

const postman = (item: object[], more: object = {}) => ({
  'c.json': JSON.stringify({
    info: { name: 'C', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
    item,
    ...more,
  }),
})
const get = (url: unknown, more: object = {}, scripts: { before?: string; after?: string } = {}) => ({
  name: 'R',
  request: { method: 'GET', url, ...more },
  event: Object.entries(scripts).map(([when, code]) => ({
    listen: when === 'before' ? 'prerequest' : 'test',
    script: { exec: code.split('\n') },
  })),
})
const bru = (parts: string, more: Record<string, string> = {}) => ({
  'bruno.json': '{"version":"1","name":"B","type":"collection"}',
  'r.bru': `meta {\n  name: R\n  type: http\n  seq: 1\n}\n\n${parts}\n`,
  ...more,
})

describe('what is imported sends and checks what its own tool does', () => {
  it.each(['res.body', 'res.getBody()'])('[X8] %s of a text is checked as text', async (body) => {
    const files = bru(`get {\n  url: http://127.0.0.1/\n}\n\nassert {\n  ${body}: eq pong\n  ${body}: contains on\n}`)
    const { tests, broken } = await sentBy('bruno', files, () => ({ body: 'pong', headers: [['content-type', 'text/plain']] }))
    expect([tests.length > 0 && tests.every(([, passed]) => passed), broken]).toEqual([true, []])
  })

  it('[X8] a form of Postman is sent as one, whatever its Content-Type row says', async () => {
    const header = [{ key: 'Content-Type', value: 'application/json' }]
    const body = { mode: 'urlencoded', urlencoded: [{ key: 'a', value: 'b c' }] }
    const { requests } = await sentBy('postman', postman([get('http://127.0.0.1/', { method: 'POST', header, body })]))
    expect(requests[0]!.headers.filter(([name]) => name.toLowerCase() === 'content-type')).toEqual([
      ['Content-Type', 'application/x-www-form-urlencoded'],
    ])
    expect(sentBodyText(requests[0]!.body)).toBe('a=b%20c')
  })

  it('[X8] an empty bearer token sends no Authorization', async () => {
    const auth = { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}' }] }
    const fixed = { type: 'bearer', bearer: [{ key: 'token', value: '' }] }
    const variable = [{ key: 'token', value: '' }]
    const { requests } = await sentBy(
      'postman',
      postman([get('http://127.0.0.1/1', { auth }), get('http://127.0.0.1/2', { auth: fixed })], { variable }),
    )
    expect(requests.map((one) => header(one, 'authorization'))).toEqual([undefined, undefined])
  })

  it('[X8] an empty form sends no Content-Type', async () => {
    const form = (mode: string) => get('http://127.0.0.1/', { method: 'POST', body: { mode, [mode]: [] } })
    const { requests } = await sentBy('postman', postman([form('urlencoded'), form('formdata')]))
    expect(requests.map((one) => header(one, 'content-type'))).toEqual([undefined, undefined])
  })

  it('[X8] a query of Postman is encoded as there', async () => {
    const query = ['a/b;c:d,e@f?g', 'x y', 'a+b', 'a%2Fb', '[1]', '{"a":1}', "it's", 'ü', 'a|b', 'a^b`'].map((value) => ({
      key: 'q',
      value,
    }))
    const { sent } = await sentBy(
      'postman',
      postman([get({ raw: 'http://127.0.0.1/', protocol: 'http', host: ['127', '0', '0', '1'], path: [''], query })]),
    )
    expect(sent).toEqual(['GET /?q=a/b;c:d,e@f?g&q=x%20y&q=a+b&q=a%2Fb&q=[1]&q={%22a%22:1}&q=it%27s&q=%C3%BC&q=a|b&q=a^b`'])
  })

  it('[X8] a query of Bruno is sent unchanged, or encoded if it says so', async () => {
    const request = (settings: string) => `get {\n  url: http://127.0.0.1/?q=a/b;c&r=x y&s=a%2Fb\n}\n${settings}`
    const plain = await sentBy('bruno', bru(request('')))
    const encoded = await sentBy('bruno', bru(request('\nsettings {\n  encodeUrl: true\n}')))
    expect([...plain.sent, ...encoded.sent]).toEqual(['GET /?q=a/b;c&r=x%20y&s=a%2Fb', 'GET /?q=a%2Fb%3Bc&r=x%20y&s=a%252Fb'])
  })

  it("[X8] Postman's URL is the one of its parts", async () => {
    const url = {
      raw: 'http://old.test/a/1?x=1',
      protocol: 'http',
      host: ['127', '0', '0', '1'],
      path: ['b', ':id'],
      query: [{ key: 'y', value: '2' }],
      variable: [{ key: 'id', value: '7' }],
    }
    const { sent } = await sentBy('postman', postman([get(url)]))
    expect(sent).toEqual(['GET /b/7?y=2'])
  })

  it("[X8] Bruno's own headers are sent", async () => {
    const { requests } = await sentBy('bruno', bru('get {\n  url: http://127.0.0.1/\n}'))
    expect(header(requests[0], 'accept')).toBe('application/json, text/plain, */*')
  })

  it('[X8] folders run in the order of the source', async () => {
    const folder = (name: string, ...item: object[]) => ({ name, item })
    const files = postman([
      folder('B', get('http://127.0.0.1/1')),
      get('http://127.0.0.1/2'),
      folder('A', folder('C', get('http://127.0.0.1/3')), get('http://127.0.0.1/4')),
      get('http://127.0.0.1/5'),
    ])
    const { sent } = await sentBy('postman', files)
    expect(sent).toEqual(['/1', '/2', '/3', '/4', '/5'].map((path) => `GET ${path}`))
  })

  it('[X8] a script of a collection is reported once, and runs with each request', async () => {
    const event = [
      { listen: 'test', script: { exec: ['pm.test("id", () => pm.expect(pm.response.json().list.find((x) => x)).to.eql(1))'] } },
    ]
    const { tests, leftOut } = await sentBy(
      'postman',
      postman([get('http://127.0.0.1/1'), get('http://127.0.0.1/2')], { event }),
      () => ({ json: { list: [1] } }),
    )
    expect(tests).toEqual([
      ['id', true],
      ['id', true],
    ])
    expect(leftOut).toHaveLength(1)
  })

  it('[X8] a report beside a collection is not a second collection', async () => {
    const files = postman([get('http://127.0.0.1/1')])
    const run = { collection: JSON.parse(files['c.json']), environment: {}, run: { stats: {}, executions: [] } }
    const { sent } = await sentBy('postman', { ...files, 'newman.json': JSON.stringify(run) })
    expect(sent).toEqual(['GET /1'])
  })

  it('[X8] setNextRequest and skipRequest skip requests; a way back is named', async () => {
    const jump = (name: string, after: string, before = '') => ({
      ...get(`http://127.0.0.1/${name}`, {}, { after: `${after}\npm.test("${name}", () => true)`, before }),
      name,
    })
    const folder = { name: 'F', item: [jump('d', ''), jump('e', 'postman.setNextRequest(null)'), jump('f', '')] }
    const items = [jump('a', 'pm.execution.setNextRequest("d")'), jump('b', ''), jump('c', ''), folder, jump('g', '')]
    const ahead = await sentBy('postman', postman(items))
    expect([ahead.sent, ahead.tests.map(([name]) => name)]).toEqual([
      ['GET /a', 'GET /d', 'GET /e'],
      ['a', 'd', 'e'],
    ])
    const skipped = await sentBy(
      'postman',
      postman([jump('a', '', 'pm.execution.skipRequest(); pm.variables.set("n", [1].at(0))'), jump('b', '')]),
    )
    expect(skipped.sent).toEqual(['GET /b'])
    const nowhere = await sentBy('postman', postman([jump('a', 'postman.setNextRequest("x")'), jump('b', '')]))
    expect(nowhere.sent).toEqual(['GET /a'])
    const back = await sentBy('postman', postman([jump('a', ''), jump('b', 'postman.setNextRequest("a")')]))
    expect([back.sent, back.leftOut.some(({ what }) => what.includes('goes back'))]).toEqual([['GET /a', 'GET /b'], true])
  })

  it.each([
    ['the request', 'throw new Error("no id")', '', 'Error: no id (line 3)'],
    ['the collection', '', 'undefinedVariable.x', "ReferenceError: 'undefinedVariable' is not defined (line 3)"],
    ['a test outside of one', 'expect(1).to.equal(2)', '', ''],
  ])('[X8] a request of Bruno is not sent if a script before it throws: of %s', async (_what, own, shared, message) => {
    const script = (code: string) => `script:pre-request {\n  // Says when.\n  ${code}\n}\n`
    const request = (seq: number, parts: string) =>
      `meta {\n  name: R${seq}\n  type: http\n  seq: ${seq}\n}\n\nget {\n  url: http://127.0.0.1/${seq}\n}\n\n${parts}`
    const tests = 'tests {\n  test("t", () => { expect(res.status).to.equal(200) })\n}\n'
    const { sent, report, broken } = await sentBy('bruno', {
      'bruno.json': '{"version":"1","name":"B","type":"collection"}',
      ...(shared === '' ? {} : { 'collection.bru': script(`if (req.getUrl().endsWith("1")) ${shared}`) }),
      'a.bru': request(1, `${own === '' ? '' : script(own)}\n${tests}`),
      'b.bru': request(2, `${script('bru.setVar("n", [1].at(0))')}\n${tests}`),
    })
    expect(sent).toEqual(['GET /2'])
    expect(report.outcome).not.toBe('passed')
    expect(broken.map((text) => text.replace(/^.*?: /, ''))).toEqual(message === '' ? [] : [expect.stringContaining(message)])
  })

  it('[X8] a request before the script that sets a variable sends its old value', async () => {
    const url = 'http://127.0.0.1/${id}'.replace('${', '{{').replace('}', '}}')
    const scripted = get(url, {}, { before: 'pm.environment.set("id", "2")' })
    const { sent } = await sentBy('postman', postman([get(url), scripted, get(url)], { variable: [{ key: 'id', value: '1' }] }))
    expect(sent).toEqual(['GET /1', 'GET /2', 'GET /2'])
  })

  it('[X8] a value that a response lacks is sent as null, and the others are kept', async () => {
    const after =
      'const b = pm.response.json()\npm.environment.set("a", b.a)\npm.environment.set("c", b.x.y)\npm.environment.set("id", b.id)'
    const { sent } = await sentBy(
      'postman',
      postman([get('http://127.0.0.1/', {}, { after }), get('http://127.0.0.1/{{a}}/{{id}}')]),
    )
    expect(sent).toEqual(['GET /', 'GET /null/7'])
  })

  it('[X8] scripts of Bruno run from the request outwards after a response', async () => {
    const script = (name: string) => `script:post-response {\n  bru.setVar('order', (bru.getVar('order') || '') + '${name}')\n}\n`
    const files = bru(`get {\n  url: http://127.0.0.1/\n}\n\n${script('r')}`, {
      'collection.bru': script('c'),
      'z.bru': 'meta {\n  name: Z\n  seq: 2\n}\n\nget {\n  url: http://127.0.0.1/{{order}}\n}\n',
    })
    const { sent, broken } = await sentBy('bruno', files)
    expect([sent, broken]).toEqual([['GET /', 'GET /rc'], []])
  })

  it('[X8] checks, comments and bodies of httpyac are no part of what is sent', async () => {
    const text = `@host = http://127.0.0.1

GET /1
?? status == 200
?? header content-type includes json
?? status == 404

###
POST /2

{"a": 1
// "b": 2
}

# done
{{
  test.status(201)
}}
`
    const { sent, requests, tests, leftOut } = await sentBy('http', { 'a.http': text })
    expect(sent).toEqual(['GET /1', 'POST /2'])
    expect([sentBodyText(requests[1]!.body), header(requests[1], 'content-type')]).toEqual(['{"a": 1\n}', undefined])
    expect(tests).toEqual([
      ['status == 200', true],
      ['header content-type includes json', true],
      ['status == 404', false],
    ])
    expect(leftOut).toMatchObject([{ where: 'a.http > POST /2', what: expect.stringContaining('httpyac') }])
  })

  it('[X8] an object has no length, other keys are not expected, and types are compared', async () => {
    const after = `const b = pm.response.json()
pm.test("length", () => pm.expect(b.length).to.be.above(0))
pm.test("keys", () => pm.expect(b).to.have.all.keys("id"))
pm.test("text", () => pm.expect(String(b.id)).to.eql("7"))`
    const respond = () => ({ json: { id: 7, x: 1 } })
    const { tests } = await sentBy('postman', postman([get('http://127.0.0.1/', {}, { after })]), respond)
    expect(Object.fromEntries(tests)).toEqual({ length: false, keys: false, text: true })
  })

  it('[X8] a number is found in a text by its digits', async () => {
    const after = `pm.test("text", () => pm.expect(pm.response.text()).to.include(404))
pm.test("not", () => pm.expect(pm.response.text()).to.not.include(500))
pm.test("header", () => pm.expect(pm.response.headers.get("X-Code")).to.contain(40))`
    const respond = () => ({ json: { code: 404 }, headers: [['x-code', '404']] as [string, string][] })
    const { tests, broken } = await sentBy('postman', postman([get('http://127.0.0.1/', {}, { after })]), respond)
    expect([tests, broken]).toEqual([['text', 'not', 'header'].map((name) => [name, true]), []])
  })

  it('[X8] a script finds the modules of its collection', async () => {
    const request =
      'get {\n  url: http://127.0.0.1/\n}\n\nscript:post-response {\n  const { double } = require("./lib/math")\n  bru.setVar("n", double(4))\n}'
    const files = bru(request, {
      'lib/math.js': 'const { two } = require("./numbers.json")\nmodule.exports = { double: (n) => two * n }',
      'lib/numbers.json': '{"two": 2}',
      'z.bru': 'meta {\n  name: Z\n  seq: 2\n}\n\nget {\n  url: http://127.0.0.1/{{n}}\n}\n',
    })
    const { sent, leftOut } = await sentBy('bruno', files)
    expect([sent, leftOut.map(({ what }) => what.split(':')[0])]).toEqual([['GET /', 'GET /8'], ['Script after the response']])
  })

  it.each([
    ['post', 'application/x-www-form-urlencoded'],
    ['get', undefined],
  ])('[X8] empty JSON of Bruno is no body: %s', async (method, type) => {
    const { requests } = await sentBy('bruno', bru(`${method} {\n  url: http://127.0.0.1/\n  body: json\n}`))
    expect([header(requests[0], 'content-type'), requests[0]?.body]).toEqual([type, undefined])
  })

  it('[X8] an empty text of Bruno is sent with its type', async () => {
    const { requests } = await sentBy('bruno', bru('post {\n  url: http://127.0.0.1/\n  body: text\n}'))
    expect([header(requests[0], 'content-type'), requests[0]?.body]).toEqual(['text/plain', undefined])
  })
})
