import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { convertScript, type ConvertedScript } from './convert-script.ts'

const read = (code: string): ConvertedScript => {
  const found = convertScript(code, (name) => name)
  if (found === undefined) throw new Error('not read')
  return found
}
const checksOf = (code: string) => {
  const { tests, left } = read(code)
  expect(left).toEqual([])
  return tests.flatMap(({ checks }) => checks)
}

describe('what scripts check', () => {
  it.each([
    'tests["Status code " + responseCode.code] = responseCode.code === 200',
    'pm.test("Name is " + pm.environment.get("name"), () => pm.response.to.have.status(200))',
    'pm.test(`Status is ${pm.response.code}`, () => pm.response.to.have.status(200))',
  ])('a test whose name is known only when it runs stays in the script: %s', (code) => {
    expect(read(code)).toMatchObject({ tests: [], left: [code] })
  })

  it('alternatives of different things have no counterpart', () => {
    expect(read('tests["x"] = responseCode.code === 200 || responseTime < 5').left).toHaveLength(1)
  })

  it.each([
    [
      'an empty fallback is only there to keep the script going',
      'var body = JSON.parse(responseBody); var user = body.user || {}; tests["mail"] = user.hasOwnProperty("email")',
      ['mail: json $.user.email exists'],
    ],
    [
      'what is tried is what the script is about',
      'let body; try { body = pm.response.json() } catch (e) { body = {} }; pm.test("id", () => pm.expect(body.id).to.eql(7))',
      ['id: json $.id equals'],
    ],
    [
      'a body that has to be one is bound by the function that reads it',
      'let body; pm.test("json", () => { pm.expect(() => { body = pm.response.json() }).to.not.throw() }); if (body) { pm.test("id", () => pm.expect(body.id).to.exist) }',
      ['json: text  is-json', 'id: json $.id exists', 'id: json $.id not equals'],
    ],
    [
      'tests of what a condition asks for hold or fail with it',
      'const b = pm.response.json(); if (b.user !== undefined) { pm.test("n", () => pm.expect(b.user.name).to.eql("a")) } else { console.log("none") }',
      ['n: json $.user.name equals'],
    ],
    [
      'a variable that nobody set does not keep tests back',
      'if (!(environment.isIntegration)) { tests["ok"] = responseCode.code === 200 }',
      ['ok: status  equals'],
    ],
    [
      'a media type that is asked for is the usual one',
      'const t = pm.response.headers.get("Content-Type"); if (t && t.indexOf("json") > -1) { pm.test("m", () => pm.expect(pm.response.json().m).to.eql("x")) }',
      ['m: json $.m equals'],
    ],
    [
      'patterns and whole numbers',
      'var b = JSON.parse(responseBody); tests["date"] = /^\\d{4}-/.test(b.at); tests["count"] = Number.isInteger(b.count)',
      ['date: json $.at matches', 'count: json $.count is-type'],
    ],
  ])('%s', (_, code, expected) => {
    const { tests, left } = read(code)
    expect(left).toEqual([])
    const said = tests.flatMap(({ name, checks }) =>
      checks.map(({ source, path, not, is }) => `${name}: ${source} ${path ?? ''} ${not ? 'not ' : ''}${is}`),
    )
    expect(said).toEqual(expected)
  })

  it('what Lodash draws is drawn here', () => {
    const { sets, left } = read(
      'pm.environment.set("a", _.random(1, 10)); pm.environment.set("b", _.random(5)); pm.environment.set("c", _.sample(["x", "y"]))',
    )
    expect({ left, templates: sets.map(({ template }) => template) }).toEqual({
      left: [],
      templates: ['${random.int(1,10)}', '${random.int(0,5)}', '${random.pick(x,y)}'],
    })
  })

  it('what an earlier test found decides what is kept', () => {
    const { keeps, left } = read(
      'var b = JSON.parse(responseBody); tests["t"] = b.hasOwnProperty("token"); if (tests["t"]) { pm.globals.set("token", b.token) }',
    )
    expect({ left, to: keeps.map(({ to }) => to) }).toEqual({ left: [], to: ['token'] })
  })

  it('tests under a condition about something else are left', () => {
    const code = 'const b = pm.response.json(); if (b.list.length > 0) { pm.test("x", () => pm.expect(b.list[0].id).to.eql(1)) }'
    expect(read(code)).toMatchObject({ tests: [], left: [expect.stringContaining('b.list.length')] })
  })

  it('every item of a list may have bounds, a pattern and a length', () => {
    const code =
      'pm.response.json().forEach((a) => { pm.expect(a.n).to.be.within(1, 10); pm.expect(a.u).to.match(/^https?:/); pm.expect(a.t.length).to.be.above(0) })'
    expect(checksOf(code)).toMatchObject([{ path: '$', is: 'matches-schema', value: { items: { allOf: { length: 5 } } } }])
  })

  it.each([
    ['pm.response.to.have.status(200)', [{ source: 'status', is: 'equals', value: 200 }]],
    ['pm.expect(pm.response.status).to.equal("Bad Request")', [{ source: 'status', is: 'equals', value: 400 }]],
    ['pm.response.to.have.status("Created")', [{ source: 'status', is: 'equals', value: 201 }]],
    ['pm.expect(pm.response.code).to.eql(204)', [{ source: 'status', is: 'equals', value: 204 }]],
    ['pm.expect(pm.response.code).to.be.oneOf([200, 201])', [{ source: 'status', is: 'one-of', value: [200, 201] }]],
    ['pm.response.to.be.ok', [{ source: 'status', is: 'between', value: [200, 299] }]],
    ['pm.response.to.not.be.error', [{ source: 'status', is: 'between', value: [400, 599], not: true }]],
    ['pm.expect(pm.response.responseTime).to.be.below(500)', [{ source: 'duration', is: 'less-than', value: 500 }]],
    ['pm.response.to.have.header("Content-Type")', [{ source: 'header', name: 'Content-Type', is: 'exists' }]],
    [
      'pm.expect(pm.response.headers.get("Content-Type")).to.include("json")',
      [{ source: 'header', name: 'Content-Type', is: 'contains', value: 'json' }],
    ],
    ['pm.expect(pm.response.text()).to.include("ok")', [{ source: 'text', is: 'contains', value: 'ok' }]],
    ['pm.expect(pm.cookies.has("sid")).to.be.true', [{ source: 'cookie', name: 'sid', is: 'exists' }]],
    ['pm.response.to.have.jsonBody("data.id", 7)', [{ source: 'json', path: '$.data.id', is: 'equals', value: 7 }]],
    [
      'const j = pm.response.json(); pm.expect(j.items[0].name).to.equal("a${b")',
      [{ source: 'json', path: '$.items[0].name', is: 'equals', value: 'a$${b' }],
    ],
    ['pm.expect(pm.response.json()).to.have.property("id")', [{ source: 'json', path: '$.id', is: 'exists' }]],
    ['pm.expect(pm.response.json().a).to.not.have.property("b")', [{ source: 'json', path: '$.a.b', is: 'exists', not: true }]],
    [
      'pm.expect(pm.response.json()["a-b"]).to.be.a("string").that.is.not.empty',
      [
        { source: 'json', path: "$['a-b']", is: 'is-type', value: 'string' },
        { source: 'json', path: "$['a-b']", is: 'is-empty', not: true },
      ],
    ],
    [
      'pm.expect(pm.response.json().list).to.be.an("array").with.lengthOf(3)',
      [
        { source: 'json', path: '$.list', is: 'is-type', value: 'array' },
        { source: 'json', path: '$.list', is: 'has-length', value: 3 },
      ],
    ],
    // Texts have lengths as lists have.
    [
      'pm.expect(pm.response.json().token.length).to.be.above(0)',
      [
        { source: 'json', path: '$.token', is: 'exists' },
        { source: 'json', path: '$.token', is: 'is-type', value: 'object', not: true },
        { source: 'json', path: '$.token', is: 'is-empty', not: true },
      ],
    ],
    // An object has no length.
    [
      'pm.expect(pm.response.json().list).to.have.length.below(3)',
      [
        { source: 'json', path: '$.list', is: 'is-type', value: 'object', not: true },
        { source: 'json', path: '$.list', is: 'matches-schema', value: { maxLength: 2, maxItems: 2 } },
      ],
    ],
    [
      'pm.expect(pm.response.json().list.length >= 2).to.be.true',
      [
        { source: 'json', path: '$.list', is: 'is-type', value: 'object', not: true },
        { source: 'json', path: '$.list', is: 'matches-schema', value: { minLength: 2, minItems: 2 } },
      ],
    ],
    // What is not said of nothing.
    [
      'pm.expect(pm.response.json().a).to.exist',
      [
        { source: 'json', path: '$.a', is: 'exists' },
        { source: 'json', path: '$.a', is: 'equals', value: null, not: true },
      ],
    ],
    [
      'pm.expect(pm.response.json().success).to.be.ok',
      [
        { source: 'json', path: '$.success', is: 'exists' },
        { source: 'json', path: '$.success', is: 'one-of', value: [null, false, 0, ''], not: true },
      ],
    ],
    [
      'pm.expect(pm.response.json().a).to.not.be.empty',
      [
        { source: 'json', path: '$.a', is: 'exists' },
        { source: 'json', path: '$.a', is: 'is-empty', not: true },
      ],
    ],
    // The value stands first.
    ['pm.expect("open").to.eql(pm.response.json().state)', [{ source: 'json', path: '$.state', is: 'equals', value: 'open' }]],
    ['pm.expect(null).to.eql(pm.response.json().v)', [{ source: 'json', path: '$.v', is: 'equals', value: null }]],
    ['pm.expect([200, 201]).to.include(pm.response.code)', [{ source: 'status', is: 'one-of', value: [200, 201] }]],
    [
      'pm.expect([1, 2].includes(pm.response.json().n)).to.be.true',
      [{ source: 'json', path: '$.n', is: 'one-of', value: [1, 2] }],
    ],
    [
      'tests["ok"] = responseCode.code === 200 || responseCode.code === 201 || responseCode.code === 204;',
      [{ source: 'status', is: 'one-of', value: [200, 201, 204] }],
    ],
    ['pm.expect(pm.response.json().user).to.include.keys("email")', [{ source: 'json', path: '$.user.email', is: 'exists' }]],
    [
      'pm.expect(pm.response.json()).to.have.all.keys("a", "b")',
      [
        {
          source: 'json',
          path: '$',
          is: 'matches-schema',
          value: { type: 'object', required: ['a', 'b'], properties: { a: {}, b: {} }, additionalProperties: false },
        },
      ],
    ],
    [
      'pm.expect(pm.response.json()).to.include.all.keys("a", "b")',
      [
        { source: 'json', path: '$.a', is: 'exists' },
        { source: 'json', path: '$.b', is: 'exists' },
      ],
    ],
    [
      'pm.expect(pm.response.json().id).to.eql(pm.environment.get("order id"))',
      [{ source: 'json', path: '$.id', is: 'equals', value: '${order id}' }],
    ],
    ['pm.expect(pm.response.json().s).to.match(/^a+$/i)', [{ source: 'json', path: '$.s', is: 'matches', value: '(?i)^a+$' }]],
    ['pm.expect(pm.response.json().n).to.be.within(1, 5)', [{ source: 'json', path: '$.n', is: 'between', value: [1, 5] }]],
    ['pm.expect(pm.response.json().x).to.be.undefined', [{ source: 'json', path: '$.x', is: 'exists', not: true }]],
    [
      'pm.expect(pm.response.json().a === 1 && pm.response.code === 200).to.be.true',
      [
        { source: 'json', path: '$.a', is: 'equals', value: 1 },
        { source: 'status', is: 'equals', value: 200 },
      ],
    ],
    [
      'const s = {type: "object", required: ["id"]}; pm.response.to.have.jsonSchema(s)',
      [{ source: 'json', path: '$', is: 'matches-schema', value: { type: 'object', required: ['id'] } }],
    ],
    // the old form
    ['tests["ok"] = responseCode.code === 200;', [{ source: 'status', is: 'equals', value: 200 }]],
    [
      'var d = JSON.parse(responseBody); tests["n"] = d.n !== 5;',
      [{ source: 'json', path: '$.n', is: 'equals', value: 5, not: true }],
    ],
    ['tests["has"] = responseBody.has("x");', [{ source: 'text', is: 'contains', value: 'x' }]],
    ['tests["fast"] = responseTime < 200', [{ source: 'duration', is: 'less-than', value: 200 }]],
    ['tests["i"] = responseBody.indexOf("x") > -1', [{ source: 'text', is: 'contains', value: 'x' }]],
    // Bruno, Insomnia, JetBrains
    ['expect(res.getStatus()).to.equal(200)', [{ source: 'status', is: 'equals', value: 200 }]],
    ['expect(res.body.user.name).to.be.a("string")', [{ source: 'json', path: '$.user.name', is: 'is-type', value: 'string' }]],
    ['expect(res("order.items[0].id")).to.equal(1)', [{ source: 'json', path: '$.order.items[0].id', is: 'equals', value: 1 }]],
    ['insomnia.expect(insomnia.response.code).to.eql(200)', [{ source: 'status', is: 'equals', value: 200 }]],
    ['client.assert(response.status === 200, "not 200")', [{ source: 'status', is: 'equals', value: 200 }]],
    ['client.assert(response.body.hasOwnProperty("id"))', [{ source: 'json', path: '$.id', is: 'exists' }]],
  ])('%s', (code, checks) => {
    expect(checksOf(code)).toEqual(checks)
  })

  it('each test keeps its name; statements of it that have no counterpart are left', () => {
    const { tests, left } = read(`
      pm.test("Status is 200", () => pm.response.to.have.status(200));
      pm.test(\`All \${"fine"}\`, function () {
        const list = pm.response.json().list;
        pm.expect(list).to.be.an("array");
        list.forEach((one) => pm.expect(one.id % 2).to.eql(0));
      });
      console.log("done");
    `)
    expect(tests.map(({ name, checks }) => [name, checks.length])).toEqual([
      ['Status is 200', 1],
      ['All fine', 1],
    ])
    expect(left).toEqual(['list.forEach((one) => pm.expect(one.id % 2).to.eql(0));'])
  })
})

describe('what scripts keep and set', () => {
  it.each([
    ['pm.environment.set("token", pm.response.json().access_token)', { source: 'json', path: '$.access_token' }],
    [
      'const { access_token } = pm.response.json(); pm.globals.set("token", access_token)',
      { source: 'json', path: '$.access_token' },
    ],
    ['postman.setEnvironmentVariable("token", JSON.parse(responseBody).t)', { source: 'json', path: '$.t' }],
    [
      'if (pm.response.code === 200) { pm.collectionVariables.set("token", pm.response.json().t) }',
      { source: 'json', path: '$.t' },
    ],
    ['pm.environment.set("token", pm.response.headers.get("Location"))', { source: 'header', name: 'Location' }],
    ['bru.setVar("token", res.body.t)', { source: 'json', path: '$.t' }],
    ['client.global.set("token", response.body.t)', { source: 'json', path: '$.t' }],
  ])('%s', (code, source) => {
    const { keeps, left } = read(code)
    expect([keeps.map(({ to, source: from }) => [to, from]), left]).toEqual([[['token', source]], []])
  })

  it('reads what it can of a block under a condition, and leaves the rest', () => {
    const { keeps, left } = read(
      'if (pm.response.code === 201) { pm.environment.set("id", pm.response.json()._id); const sent = JSON.parse(pm.request.body.raw); pm.environment.set("email", sent.email) }',
    )
    expect(keeps.map(({ to, source }) => [to, source])).toEqual([['id', { source: 'json', path: '$._id' }]])
    expect(left).toEqual(['const sent = JSON.parse(pm.request.body.raw);', 'pm.environment.set("email", sent.email)'])
  })

  it.each([
    ['pm.variables.set("a", "x${y")', 'x$${y'],
    ['pm.environment.set("a", Date.now())', '${now.millis}'],
    ['pm.environment.set("a", Math.floor(Date.now() / 1000))', '${now.unix}'],
    ['pm.environment.set("a", new Date().toISOString())', '${now.iso}'],
    ['pm.environment.set("a", Math.floor(Math.random() * 100))', '${random.int(0,99)}'],
    ['pm.environment.set("a", pm.variables.replaceIn("{{$guid}}"))', '${uuid}'],
    ['const uuid = require("uuid"); pm.environment.set("a", require("uuid").v4())', '${uuid}'],
    ['pm.environment.set("a", "order-" + pm.environment.get("n"))', 'order-${n}'],
  ])('%s', (code, template) => {
    expect(read(code).sets.map(({ name, template: made }) => [name, made])).toEqual([['a', template]])
  })
})

describe('scripts that want to do harm', () => {
  it.each([
    ['text', "let a = 'aaaaaaaaaaaaaaaa'", 'a = a + a', 'a'],
    ['template', "let a = 'aaaaaaaaaaaaaaaa'", 'a = `${a}${a}`', 'a'],
    ['list', 'let a = [1]', 'a = [a, a]', 'JSON.stringify(a)'],
    ['object', 'let a = { b: 1 }', 'a = { b: a, c: a }', 'JSON.stringify(a)'],
  ])('[R47] a %s that each line doubles is not made', (_what, first, line, value) => {
    const { sets, left } = read(
      [first, ...Array.from({ length: 40 }, () => line), `pm.environment.set('x', ${value})`].join('\n'),
    )
    expect(sets).toEqual([])
    expect(left.length).toBeGreaterThan(0)
  })

  it('[R47] looks at each part once, however many forms it stands in', () => {
    const either = Array.from({ length: 60 }, (_, at) => `pm.environment.get('a${at}') === 'x'`)
    expect(read(`pm.test('t', () => pm.expect(${either.join(' || ')}).to.be.true)`).tests.length).toBeLessThan(2)
    expect(read(`pm.environment.set('x', ${'JSON.stringify('.repeat(60)}1${')'.repeat(60)})`).sets).toHaveLength(1)
    expect(read(`pm.environment.set('x', pm.response.text()${".split('T')[0]".repeat(60)})`).sets).toEqual([])
  })

  it('[R47] a long text under thousands of names stays a note', () => {
    const sets = Array.from({ length: 1_000 }, (_, at) => `pm.environment.set('v${at}', a)`)
    expect(convertScript(`const a = '${'x'.repeat(5_000)}'\n${sets.join('\n')}`, (name) => name)).toBeUndefined()
  })

  it('are never run, whatever they say', () => {
    const before = Object.keys(globalThis).length
    const { left } = read('globalThis.harmed = 1; eval("globalThis.harmed = 2"); (() => { throw 1 })(); while (true) {}')
    expect(left.length).toBe(4)
    expect(Object.keys(globalThis).length).toBe(before)
    expect(
      read('pm.test("a", () => { pm.expect(pm.response.json().constructor.constructor("x")()).to.eql(1) })').left.length,
    ).toBe(1)
  })

  it('are not read if they are no JavaScript, too long or nested too deeply', () => {
    expect(convertScript('pm.test("a', (name) => name)).toBeUndefined()
    expect(convertScript(`x(${' '.repeat(300_000)})`, (name) => name)).toBeUndefined()
    expect(convertScript('('.repeat(90_000), (name) => name)).toBeUndefined()
    expect(() => convertScript(`pm.expect(a${'.b'.repeat(60_000)})`, (name) => name)).not.toThrow()
  })

  it('nothing of any text throws', () => {
    const piece = fc.constantFrom(
      'pm.',
      'test',
      'expect',
      '(',
      ')',
      '{',
      '}',
      '"a"',
      ',',
      '=>',
      'to.',
      'be.',
      'eql',
      '1',
      ';',
      '[',
      ']',
      '=',
      'json()',
      'response.',
      '__proto__',
      'constructor',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        convertScript(pieces.join(''), (name) => name)
      }),
    )
  })
})

describe('values that scripts make', () => {
  const setTo = (expression: string) => {
    const { sets, left } = read(`const list = ['red', 'dark blue', 3]; pm.environment.set('x', ${expression})`)
    return sets[0]?.template ?? left.length
  }
  it.each([
    ['Math.floor(Math.random() * 10)', '${random.int(0,9)}'],
    ['Math.floor(Math.random() * 10) + 1', '${random.int(1,10)}'],
    ['5 + Math.floor(Math.random() * (20 - 5 + 1))', '${random.int(5,20)}'],
    ['list[Math.floor(Math.random() * list.length)]', "${random.pick(red,'dark blue',3)}"],
    ['Math.random().toString(36).substring(7)', "${random.regex('[a-z0-9]{6}')}"],
    ["'u' + Math.random().toString(36).slice(2, 10) + '@x.test'", "u${random.regex('[a-z0-9]{8}')}@x.test"],
    // A number stays one.
    ['1 + 1', 2],
    ['true', true],
    ["'1'", '1'],
    // A number or a text, which is unknown: nothing is invented.
    ['Date.now() + 3600000', '${now.millis(+3600s)}'],
    ["parseInt(pm.environment.get('n')) + 1", 1],
  ])('%s', (expression, template) => {
    expect(setTo(expression)).toEqual(template)
  })
})

describe('what scripts do to the request', () => {
  it('headers and query parameters are added; unknown calls stay as a note', () => {
    const { adds, left } = read(`
      pm.request.headers.add({ key: 'X-Trace', value: pm.environment.get('trace') });
      pm.request.headers.upsert({ key: 'X-Day', value: new Date().toISOString() });
      pm.request.addHeader('X-Old: 1');
      req.setHeader('X-Bruno', 'b');
      pm.request.url.addQueryParams([{ key: 'key', value: pm.globals.get('apiKey') }, { key: 'n', value: '1' }]);
      pm.request.url.query.add('a=b');
      pm.request.addQueryParams([{ key: 'c', value: 'd' }]);
      pm.request.headers.add({ key: 'X-Sign', value: CryptoJS.MD5('x').toString() });
    `)
    expect(adds.map(({ place, name, value }) => `${place} ${name}=${value}`)).toEqual([
      'header X-Trace=${trace}',
      'header X-Day=${now.iso}',
      'header X-Old=1',
      'header X-Bruno=b',
      'query key=${apiKey}',
      'query n=1',
      'query a=b',
      'query c=d',
    ])
    expect(left).toEqual(["pm.request.headers.add({ key: 'X-Sign', value: CryptoJS.MD5('x').toString() });"])
  })

  it('what is drawn once and used twice is one variable', () => {
    const { sets } = read(`
      const suffix = Math.floor(Math.random() * 1000);
      pm.environment.set('user', 'u' + suffix);
      pm.environment.set('mail', \`u\${suffix}@x.test\`);
    `)
    expect(sets.map(({ name, template }) => [name, template])).toEqual([
      ['suffix', '${random.int(0,999)}'],
      ['user', 'u${suffix}'],
      ['mail', 'u${suffix}@x.test'],
    ])
  })

  it('a value that is set only if absent becomes a start value', () => {
    const { sets, left } = read(`if (!bru.getGlobalEnvVar('user_id')) { bru.setGlobalEnvVar('user_id', 'u-1') }`)
    expect(left).toEqual([])
    expect(sets).toMatchObject([{ name: 'user_id', template: 'u-1', ifMissing: true }])
  })
})

describe('requests that scripts send', () => {
  const sent = (code: string) => {
    const { requests, left } = read(code)
    return { sent: requests.map(({ method, url, headers, body }) => ({ method, url, headers, body })), left: left.length }
  }
  it.each([
    ["pm.sendRequest('https://x.test/a', () => {})", { method: 'GET', url: 'https://x.test/a', body: { type: 'none' } }],
    [
      "pm.sendRequest({ url: 'https://x.test', method: 'put', header: 'X-A: 1', body: { mode: 'urlencoded', urlencoded: [{ key: 'a', value: pm.globals.get('b') }] } })",
      {
        method: 'PUT',
        headers: [{ name: 'X-A', value: '1' }],
        body: { type: 'form', fields: [{ name: 'a', value: '${b}', disabled: false }] },
      },
    ],
    [
      "pm.sendRequest({ url: 'https://x.test', method: 'POST', header: [{ key: 'Content-Type', value: 'text/xml' }], body: '<a/>' })",
      { body: { type: 'text', mediaType: 'text/xml', text: '<a/>' } },
    ],
  ])('%s', (code, expected) => {
    expect(sent(code)).toMatchObject({ sent: [expected], left: 0 })
  })

  it('unsupported calls stay as a note, as do calls whose callback reads another response', () => {
    expect(sent('pm.sendRequest(pm.response.json().next, () => {})')).toEqual({ sent: [], left: 1 })
    expect(sent("pm.sendRequest('https://x.test', () => pm.response.to.have.status(200))")).toEqual({ sent: [], left: 1 })
    expect(sent("if (pm.response.code === 200) pm.sendRequest('https://x.test')")).toEqual({ sent: [], left: 1 })
  })

  it('parts of the answer that it sends are kept for it', () => {
    const { requests, keeps, left } = read(`pm.test('log out', () => {
      const token = pm.response.json().token;
      pm.sendRequest({ url: 'https://x.test/logout', header: { Authorization: 'Bearer ' + token } }, (err, res) => {
        pm.test('gone', () => pm.expect(res.code).to.eql(204));
      });
    })`)
    expect(left).toEqual([])
    expect(keeps).toMatchObject([{ to: 'answer_token', source: { source: 'json', path: '$.token' } }])
    expect(requests).toMatchObject([
      { headers: [{ name: 'Authorization', value: 'Bearer ${answer_token}' }], tests: [{ name: 'gone' }] },
    ])
  })

  it('a condition that is known decides', () => {
    expect(
      read("const debug = false; if (debug) { pm.environment.set('a', '1') } else pm.environment.set('a', '2')").sets,
    ).toMatchObject([{ template: '2' }])
  })
})

it('what is expected of each item becomes a schema of the list', () => {
  const read = (code: string) =>
    convertScript(`pm.test('all', () => { const list = pm.response.json(); ${code} })`, (name) => name)
  expect(
    read(`list.forEach(pet => {
      pm.expect(pet.status).to.eql('available');
      pm.expect(pet.owner.age).to.be.above(17);
      pm.expect(pet).to.have.property('id');
    });`)?.tests[0]?.checks,
  ).toEqual([
    {
      source: 'json',
      path: '$',
      is: 'matches-schema',
      value: {
        type: 'array',
        items: {
          allOf: [
            { required: ['status'], properties: { status: { const: 'available' } } },
            {
              required: ['owner'],
              properties: {
                owner: { required: ['age'], properties: { age: { type: 'number', exclusiveMinimum: 17 } } },
              },
            },
            { required: ['id'], properties: { id: {} } },
          ],
        },
      },
    },
  ])
  expect(read('pm.response.json().items.forEach(function (i) { pm.expect(i).to.be.a("string") })')?.tests[0]?.checks).toEqual([
    { source: 'json', path: '$.items', is: 'matches-schema', value: { type: 'array', items: { type: 'string' } } },
  ])
  for (const code of [
    'list.forEach(a => { pm.expect(a.id).to.eql(list.length) })',
    'list.forEach(a => { pm.expect(list.total).to.eql(1) })',
    'list.forEach((a, i) => { pm.expect(a.id).to.eql(i) })',
    'list.forEach(a => { if (a.id) pm.expect(a.id).to.eql(1) })',
  ])
    expect(read(code)?.left).toHaveLength(1)
})

it('a part that is cut out of the answer is kept by a pattern', () => {
  const kept = (code: string) => convertScript(code, (name) => name)?.keeps.map(({ source, match }) => [source, match])
  const source = { source: 'json', path: '$.authorization' }
  const cut = (call: string) => kept(`var r = pm.response.json(); pm.environment.set('token', r.authorization${call})`)
  expect(cut(`.replace('Bearer ', '')`)).toEqual([[source, '^(?:Bearer )?([\\s\\S]*)$']])
  expect(cut(`.split(' ')[1]`)).toEqual([[source, '^(?:[^ ]* ){1}([^ ]*)']])
  expect(cut('.substring(7)')).toEqual([[source, '^[\\s\\S]{7}([\\s\\S]*)$']])
  expect(cut(`.split('/').pop()`)).toEqual([])
  expect('Bearer a b'.match(/^(?:Bearer )?([\s\S]*)$/)?.[1]).toBe('a b')
})

it('what stands under a condition without braces and has no counterpart is left', () => {
  expect(read('if (pm.response.code === 200) postman.setNextRequest("b")').left).toEqual([
    'if (pm.response.code === 200) postman.setNextRequest("b")',
  ])
})

describe('requests that scripts leave out', () => {
  const falsy = ['', false, 0, null]
  const conditions = (code: string) => {
    const { skips, left } = read(code)
    return { skips: skips.map(({ onlyIf }) => onlyIf), left: left.length }
  }

  it.each([
    ['if (!pm.environment.get("id")) pm.execution.skipRequest()', [{ name: 'id', not: true, is: 'one-of', value: falsy }]],
    [
      'const t = pm.globals.get("token"); if (t) { console.log("known"); pm.execution.skipRequest(); return }',
      [{ name: 'token', is: 'one-of', value: falsy }],
    ],
    [
      'if (!bru.getVar("a") || bru.getEnvName() === "Production") { bru.runner.skipRequest() }',
      [
        { name: 'a', not: true, is: 'one-of', value: falsy },
        { name: 'env.name', not: true, is: 'equals', value: 'Production' },
      ],
    ],
    [
      'if (pm.environment.name !== "Test") pm.execution.skipRequest()',
      [{ name: 'env.name', not: false, is: 'equals', value: 'Test' }],
    ],
    ['if (!pm.environment.has("id")) insomnia.execution.skipRequest()', [{ name: 'id', is: 'exists' }]],
  ])('%s', (code, expected) => {
    expect(conditions(code)).toEqual({ skips: [expected.map((one) => ({ source: 'variable', ...one }))], left: 0 })
  })

  it('one that is always left out has no condition', () => {
    expect(conditions('pm.execution.skipRequest()')).toEqual({ skips: [undefined], left: 0 })
  })

  it.each([
    'if (pm.environment.get("a") && pm.environment.get("b")) pm.execution.skipRequest()',
    'if (pm.environment.get("n") > 3) pm.execution.skipRequest()',
    'if (pm.environment.get("n") == 3) pm.execution.skipRequest()',
    'if (pm.environment.get("n") === "3" || later()) pm.execution.skipRequest()',
    'if (pm.response.code === 404) pm.execution.skipRequest()',
    'if (!pm.environment.get("id")) { pm.environment.set("id", "1"); pm.execution.skipRequest() }',
    'if (!pm.environment.get("id")) pm.execution.skipRequest(); else pm.environment.set("x", "1")',
    'pm.test("x", () => { pm.execution.skipRequest() })',
  ])('what can not be said exactly is left: %s', (code) => {
    const { skips, left } = conditions(code)
    expect([skips, left > 0]).toEqual([[], true])
  })

  it('requests of the script itself are sent under its condition, if it holds nothing else', () => {
    const send = 'pm.sendRequest("https://x.test/login", (e, r) => pm.environment.set("token", r.json().token))'
    const { requests, left } = read(`if (!pm.environment.get("token")) { ${send} }`)
    expect({ left, requests }).toMatchObject({
      left: [],
      requests: [{ onlyIf: [{ name: 'token', is: 'one-of', value: falsy }], keeps: [{ to: 'token' }] }],
    })
    expect(read(`if (!pm.environment.get("token")) { ${send}; other() }`)).toMatchObject({
      requests: [],
      left: [expect.any(String)],
    })
  })
})

describe('moments', () => {
  const made = (code: string) => {
    const { sets, left } = read(code)
    return { templates: sets.map(({ template }) => template), left: left.length }
  }

  it.each([
    ['const moment = require("moment"); pm.variables.set("x", moment().add(7, "days").format("YYYY-MM-DD"))', '${now.date(+7d)}'],
    ['pm.variables.set("x", moment().utc().subtract(3, "months").add(1, "y").toISOString())', '${now.iso(-3M+1y)}'],
    ['pm.variables.set("x", new Date().toISOString().split("T")[0])', '${now.date}'],
    [
      'const t = new Date(Date.now() + 24 * 60 * 60 * 1000); pm.variables.set("x", t.toISOString().slice(0, 10))',
      '${now.date(+86400s)}',
    ],
    ['pm.variables.set("x", Math.floor((Date.now() + 60000) / 1000))', '${now.unix(+60s)}'],
    ['const uuid = require("uuid"); pm.variables.set("x", uuid.v4())', '${uuid}'],
  ])('%s', (code, template) => {
    expect(made(code)).toEqual({ templates: [template], left: 0 })
  })

  it.each([
    'const d = new Date(); d.setDate(d.getDate() + 7); pm.variables.set("x", d.toISOString())',
    'const t = moment(); pm.variables.set("x", t.add(1, "y").format("YYYY-MM-DD"))',
    'pm.variables.set("x", moment().format("DD MMM"))',
    'pm.variables.set("x", moment("2020-01-01").toISOString())',
    'pm.variables.set("x", new Date(expiry).toISOString())',
  ])('what is not known, or changed on the way, is left: %s', (code) => {
    const { templates, left } = made(code)
    expect([templates, left > 0]).toEqual([[], true])
  })
})
