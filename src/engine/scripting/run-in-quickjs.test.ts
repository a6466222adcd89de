import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { describe, expect, it } from 'vitest'
import { runInQuickjs } from './run-in-quickjs.ts'
import { scriptLimits, type ScriptInput } from './script-io.ts'

const file = createRequire(import.meta.url).resolve('@jitl/quickjs-wasmfile-release-sync/wasm')
const wasm = new Uint8Array(readFileSync(file)).buffer
const host = {
  quickjs: async () => wasm,
  memory: (initial: number, maximum: number) => new WebAssembly.Memory({ initial, maximum }),
  now: () => performance.now(),
}

const response: ScriptInput['response'] = {
  status: 201,
  statusText: 'Created',
  headers: [
    ['Content-Type', 'application/json'],
    ['Set-Cookie', 'session=abc; Path=/'],
  ],
  url: 'http://127.0.0.1/orders',
  body: '{"id":7,"items":[{"sku":"A"},{"sku":"B"}]}',
  size: 42,
  duration: 12.4,
}

const run = (code: string, more: Partial<ScriptInput> = {}) =>
  runInQuickjs(
    {
      code,
      now: 1_700_000_000_000,
      seed: 'seed',
      timeout: 20_000,
      step: 'Script',
      environment: 'Local',
      response,
      request: {
        method: 'POST',
        url: 'http://127.0.0.1/orders?a=1',
        headers: [['X-One', '1']],
        body: '{"sku":"A"}',
        name: 'Create',
      },
      variables: { host: 'http://127.0.0.1', n: 5 },
      withheld: ['token'],
      secrets: {},
      answers: [],
      ...more,
    },
    host,
  )

describe('[R39] a script', () => {
  it('tests, logs and sets variables', async () => {
    const output = await run(`
      test('created', () => expect(response.code).to.equal(201))
      test('other', () => { expect(response.json().id, 'id').to.equal(8) })
      console.log('id', response.json().id, { a: 1 })
      variables.set('order', response.json().id)
      variables.set('all', [1, 'x'], 'Project')`)
    expect(output).toEqual({
      checks: [
        { name: 'created', passed: true, message: '' },
        { name: 'other', passed: false, message: 'id: expected 7 to equal 8' },
      ],
      logs: [{ level: 'info', text: 'id 7 {"a":1}' }],
      sets: [
        { scope: 'TestCase', name: 'order', value: 7 },
        { scope: 'Project', name: 'all', value: [1, 'x'] },
      ],
      wants: [],
    })
  })

  it('[X8] reads the cookies of a jar, which it can not change', async () => {
    const { checks, logs } = await run(
      `test('a', () => expect(pm.cookies.get('sid')).to.equal('1'))
      test('b', () => expect(pm.cookies.has('session')).to.equal(false))
      pm.cookies.jar().get('http://127.0.0.1', 'sid', (error, value) => test('c', () => expect(value).to.equal('1')))
      test('d', async () => expect((await bru.cookies.jar().getCookie('http://127.0.0.1', 'sid')).value).to.equal('1'))
      pm.cookies.jar().clear('http://127.0.0.1')`,
      { response: { ...response!, cookies: [['sid', '1']] } },
    )
    expect(checks.map(({ passed }) => passed)).toEqual([true, true, true, true])
    expect(logs.map(({ text }) => text)).toEqual([expect.stringContaining('clear has no effect')])
  })

  it.each([
    [
      'Postman',
      `pm.test('a', () => { pm.response.to.have.status(201); pm.expect(pm.response.json().items).to.be.an('array').with.lengthOf(2) })
      pm.test('b', () => pm.response.to.be.json)
      pm.test('c', () => pm.expect(pm.response.headers.get('content-type')).to.include('json'))
      pm.test('d', () => { pm.response.to.have.header('Content-Type'); pm.response.to.have.jsonBody('items[0].sku', 'A') })
      pm.test('e', (done) => done())
      pm.test('f', () => pm.expect(JSON.parse(pm.request.body.raw).sku).to.eql('A'))
      pm.test('g', () => pm.expect(pm.cookies.get('session')).to.equal('abc'))
      tests['h'] = responseCode.code === 201 && JSON.parse(responseBody).id === 7
      pm.environment.set('id', pm.variables.get('n') + 1); postman.setEnvironmentVariable('again', pm.environment.get('id'))`,
    ],
    [
      'Bruno',
      `const { expect } = require('chai'); const _ = require('lodash')
      test('a', function () { expect(res.getStatus()).to.equal(201); expect(res.body.items[0]).to.have.property('sku') })
      test('b', async () => { await bru.sleep(10); expect(_.find(res.getBody().items, { sku: 'B' })).to.exist })
      test('c', () => expect(res('items[1].sku')).to.equal('B'))
      test('d', () => expect(req.getMethod()).to.equal('POST'))
      bru.setVar('id', bru.getEnvVar('n') + 1); bru.setEnvVar('again', bru.interpolate('{{id}}'))`,
    ],
    [
      'Insomnia',
      `insomnia.test('a', () => { insomnia.expect(insomnia.response.code).to.eql(201); insomnia.response.to.have.status('Created') })
      await insomnia.test('b', async () => insomnia.expect(await Promise.resolve(1)).to.equal(1))
      insomnia.environment.set('id', 6); insomnia.baseEnvironment.set('again', 6)`,
    ],
  ])('runs what %s runs', async (_tool, code) => {
    const output = await run(code)
    expect(output.error).toBeUndefined()
    expect(output.checks.filter(({ passed }) => !passed)).toEqual([])
    expect(output.checks.length).toBeGreaterThan(1)
    expect(output.sets.map(({ name, value, scope }) => [name, String(value), scope])).toEqual([
      ['id', '6', 'assigned'],
      ['again', '6', 'assigned'],
    ])
  })

  it('has the libraries and encodings of other tools', async () => {
    const output = await run(`
      const same = (name, actual, expected) => test(name, () => expect(actual).to.deep.equal(expected))
      same('hash', crypto.hash('sha256', 'a'), 'ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb')
      same('hmac', crypto.hmac('sha1', 'key', 'text', 'base64'), require('crypto').createHmac('sha1', 'key').update('te').update('xt').digest('base64'))
      same('CryptoJS', CryptoJS.HmacSHA256('text', 'key').toString(), crypto.hmac('sha256', 'key', 'text'))
      same('AES', CryptoJS.AES.decrypt(CryptoJS.AES.encrypt('text', 'key').toString(), 'key').toString(CryptoJS.enc.Utf8), 'text')
      same('base64', atob(btoa('é~')), 'é~')
      same('Buffer', Buffer.from('grün').toString('base64') + Buffer.from('Z3LDvG4=', 'base64').toString(), 'Z3LDvG4=grün')
      same('lodash', _.groupBy([1, 2, 3], (n) => n % 2 ? 'odd' : 'even'), { odd: [1, 3], even: [2] })
      same('moment', moment.utc(0).add(1, 'day').format('YYYY-MM-DD'), '1970-01-02')
      same('moment now', moment().valueOf() >= 1700000000000, true)
      same('tv4', tv4.validate({ a: 1 }, { type: 'object', required: ['b'] }) || tv4.error.message, "should have required property 'b'")
      same('ajv', new (require('ajv'))().validate({ type: 'integer' }, 5), true)
      test('schema', () => pm.response.to.have.jsonSchema({ type: 'object', properties: { id: { type: 'integer' } } }))
      same('uuid', /^[\\da-f-]{36}$/.test(require('uuid').v4()) && /^[\\da-f-]{36}$/.test(pm.variables.replaceIn('{{$guid}}')), true)
      same('xml', xml2Json('<a b="1"><c>x</c><c>y</c></a>'), { a: { $: { b: '1' }, c: ['x', 'y'] } })
      same('url text', pm.request.url.charAt(0) + pm.request.url.split('?')[1] + pm.request.url.getPath() + String(pm.request.url).length, 'ha=1/orders27')
      require('xml2js').parseString('<s:a xmlns:s="x"><s:b>1</s:b></s:a>', { tagNameProcessors: [require('xml2js').processors.stripPrefix], explicitArray: false }, (error, value) => same('xml2js', [error, value.a.b], [null, '1']))
      same('url', new URL('/b?c=d', 'http://x:1/a').searchParams.get('c'), 'd')
      same('class of Date', new Date(0).constructor === Date && new Date() instanceof Date && typeof Date() === 'string', true)
      eval('same("eval", 1, 1)')`)
    expect(output.error).toBeUndefined()
    expect(output.checks.filter(({ passed }) => !passed)).toEqual([])
    expect(output.checks).toHaveLength(19)
  })

  it('draws the same again from the same seed, at the same time', async () => {
    const code = 'console.log(Math.random(), crypto.randomUUID(), Date.now(), _.random(1e9), new Date().toISOString())'
    const [one, same, other] = await Promise.all([run(code), run(code), run(code, { seed: 'other' })])
    expect(same).toEqual(one)
    expect(other.logs).not.toEqual(one.logs)
    expect(one.logs[0]?.text).toContain('2023-11-14T22:13:20')
  })

  it('waits for what it needs, and is run again with that', async () => {
    expect((await run(`pm.environment.get('tok' + 'en')`)).wants).toEqual([{ type: 'variable', name: 'token' }])
    expect((await run(`secrets.get('a/b'); test('never', () => {})`)).wants).toEqual([{ type: 'secret', name: 'a/b' }])
    const code = `
      pm.sendRequest('{{host}}/a', (error, res) => { variables.set('a', res.json().id); pm.sendRequest(res.json().next, () => console.log('second')) })
      const b = await pm.sendRequest({ url: 'http://b', method: 'post', header: { A: '1' }, body: { mode: 'raw', raw: '{}' } })
      console.log('b', b.code)`
    const first = await run(code)
    expect(first.wants).toEqual([
      { type: 'request', method: 'GET', url: 'http://127.0.0.1/a', headers: [] },
      {
        type: 'request',
        method: 'POST',
        url: 'http://b',
        headers: [
          ['A', '1'],
          ['Content-Type', 'text/plain'],
        ],
        body: '{}',
      },
    ])
    const answered = { response: { ...response, body: '{"id":1,"next":"http://c"}' } }
    const second = await run(code, { answers: [answered, { response }] })
    expect(second.wants).toMatchObject([{ url: 'http://c' }])
    const last = await run(code, { answers: [answered, { response }, { error: 'gone' }] })
    expect(last).toMatchObject({ wants: [], sets: [{ name: 'a', value: 1 }], logs: [{ text: 'b 201' }, { text: 'second' }] })
  })

  it('an error names its line; what was done before it is kept', async () => {
    expect(await run(`test('a', () => {})\n\nnull.x`)).toMatchObject({
      checks: [{ name: 'a', passed: true }],
      error: { kind: 'thrown', message: "TypeError: cannot read property 'x' of null", line: 3 },
    })
    expect((await run('const a = ;')).error).toMatchObject({
      kind: 'thrown',
      message: expect.stringContaining('SyntaxError') as string,
    })
    expect((await run(`pm.expect(1).to.equal(2)`)).error).toMatchObject({ isAssertion: true })
  })
})

describe('[R39] a hostile script ends with its own error', () => {
  it.each([
    ['timeout', 'for (;;);'],
    ['timeout', 'await Promise.resolve(); while (1) { try { for (;;); } catch {} finally { continue } }'],
    ['timeout', 'setTimeout(function again() { setTimeout(again) })'],
    ['timeout', '/(a+)+$/.test("a".repeat(40) + "!")'],
    ['timeout', 'for (;;) { try { for (;;); } finally { continue } }'],
    ['memory', 'const all = []; for (;;) all.push(new Uint8Array(1e6))'],
    ['memory', '"a".repeat(1e9)'],
    ['memory', 'let o = {}; for (;;) o = { o }'],
    ['memory', 'new ArrayBuffer(1e9)'],
    ['memory', 'const all = []; for (;;) all.push("x".repeat(1e6) + all.length)'],
    ['thrown', '"a".repeat(1e10)'],
    ['thrown', 'let s = "a"; for (;;) s += s'],
    ['stack', '(function f() { f() })()'],
    ['stack', 'let o = {}; for (let i = 0; i < 1e4; i++) o = { o }; JSON.stringify(o)'],
    ['stack', 'JSON.parse("[".repeat(1e6))'],
    ['waiting', 'await new Promise(() => {})'],
    ['thrown', 'throw new Proxy({}, { get() { throw 1 } })'],
    ['timeout', 'throw { get message() { for (;;); } }'],
    ['thrown', 'for (let i = 0; i < 1e6; i++) test("t", () => {})'],
    ['thrown', 'throw null'],
    ['thrown', '}).call(); throw new Error("out"); (function () {'],
  ])('%s: %s', async (kind, code) => {
    const { error, wants } = await run(code, kind === 'timeout' ? { timeout: 100 } : {})
    expect([error?.kind, wants]).toEqual([kind, []])
  })

  it.each([
    `Array.prototype.push = Array.prototype.map = String.prototype.slice = () => { throw 1 }; Object.prototype.toJSON = () => 'x'`,
    `JSON.stringify = JSON.parse = () => '{'; String = Object = Array = Map = null`,
    `Object.defineProperty(Array.prototype, 0, { set() { throw 1 } }); Object.defineProperty(Object.prototype, 'passed', { get: () => true })`,
    `RegExp.prototype.exec = Promise.prototype.then = () => { throw 1 }`,
  ])('changed built-ins change nothing of what is read: %s', async (code) => {
    const { checks, error } = await run(`test('a', () => {}); test('b', () => { throw new Error('no') }); ${code}`)
    expect([error, checks.map(({ name, passed }) => [name, passed])]).toEqual([
      undefined,
      [
        ['a', true],
        ['b', false],
      ],
    ])
  })

  it('finds nothing of the host, by whatever way', async () => {
    const output = await run(`
      const reach = [].constructor.constructor('return typeof process + typeof fetch + typeof WebAssembly + typeof require("fs")')
      try { console.log(reach()) } catch (error) { console.log(error.message) }
      for (const name of ['process', 'fetch', 'XMLHttpRequest', 'WebSocket', 'Worker', 'importScripts', 'std', 'os', 'postMessage', 'self', 'window'])
        console.log(typeof globalThis[name])
      try { await import('fs') } catch { console.log('no import') }`)
    expect(output.logs[0]?.text).toContain('The module "fs" isn\'t available')
    expect(new Set(output.logs.slice(1).map(({ text }) => text))).toEqual(new Set(['undefined', 'no import']))
  })

  it('logs are cut, getters and circles in values are its own errors', async () => {
    const { logs } = await run(`for (let i = 0; i < 5000; i++) console.log('x'.repeat(10000))`)
    expect([logs.length, logs[0]?.text.length, logs.at(-1)?.text]).toEqual([
      scriptLimits.logs + 1,
      scriptLimits.text,
      '4000 more lines were omitted.',
    ])
    expect((await run(`variables.set('a', { get b() { throw new Error('own') } })`)).error).toMatchObject({
      kind: 'thrown',
      message: 'Error: own',
    })
    expect((await run(`const a = {}; a.a = a; variables.set('a', a)`)).error).toMatchObject({ kind: 'thrown' })
  })
})
