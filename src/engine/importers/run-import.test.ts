import { zipSync, strToU8 } from 'fflate'
import { describe, expect, it } from 'vitest'
import { problemsOf } from '#engine/project/problems/problems.ts'
import { readProject } from '#engine/project/format/read.ts'
import { writeProject } from '#engine/project/format/write.ts'
import { importerFacts, importerIds } from './facts.ts'
import { importText, importFiles } from './testing/import-text.ts'
import { importers } from './index.ts'

describe('the list of importers', () => {
  it('loads each under its own id', async () => {
    for (const id of importerIds) expect((await importers[id]()).id).toBe(id)
    expect(Object.keys(importers)).toEqual(Object.keys(importerFacts))
  })

  it('rejects an unknown format and lists the known ones', async () => {
    const { error } = await importText('auto', 'notes.txt', 'Dear all, nothing to see here.')
    expect(error?.code).toBe('import-unusable')
    expect(error?.message).toContain('"notes.txt" isn\'t in a format that Assay imports')
    expect(error?.hint).toContain('cURL')
  })

  it.each([
    ['plan.jmx', '<?xml version="1.0"?>\n<jmeterTestPlan version="1.2"/>', 'a JMeter test plan', 'records HAR'],
    ['api.raml', '#%RAML 1.0\ntitle: Shop\n', 'RAML', 'Postman'],
    ['shop.wsdl', '<definitions name="S" xmlns="http://schemas.xmlsoap.org/wsdl/"/>', 'WSDL', 'SoapUI'],
    ['events.yaml', 'asyncapi: 3.0.0\ninfo: { title: Events, version: 1.0.0 }\n', 'AsyncAPI', 'OpenAPI'],
    ['old.json', '{"swaggerVersion":"1.2","apis":[]}', 'Swagger 1', 'api-spec-converter'],
    ['shop.hurl', 'GET https://x.test/orders\nHTTP 200\n[Asserts]\njsonpath "$.id" == 1\n', 'a Hurl file', 'hurl --curl'],
    ['cats.feature', '# cats\n@smoke\nFeature: cats\n', 'a Karate feature', 'records HAR'],
    ['report.json', '{"collection":{"info":{}},"run":{"stats":{}}}', 'a Newman report', 'collection'],
    ['copied.ps1', '$session = New-Object Microsoft.PowerShell.Commands.WebRequestSession', 'a PowerShell command', 'as cURL'],
    ['copied.txt', 'await fetch("https://x.test/orders", {\n  "method": "POST"\n});', 'a fetch call', 'as cURL'],
    ['schema.json', '{"data":{"__schema":{"types":[]}}}', 'a GraphQL schema', 'GraphQL body'],
    ['calls.sh', '$ http --form POST x.test/orders name=A', 'an HTTPie command', '--offline'],
    ['orders.json', '<!DOCTYPE html>\n<html><title>Sign in</title></html>', 'a web page', 'the file itself'],
  ])('%s is called what it is, with the way in', async (name, text, title, way) => {
    const { error } = await importText('auto', name, text)
    expect(error?.message).toBe(`"${name}" is ${title}, which Assay can't import.`)
    expect(error?.hint).toContain(way)
  })

  it('reports other files: tests of other tools, and rows for the variables', async () => {
    const url = 'https://x.test/orders/{{id}}'
    const collection = {
      info: { name: 'Shop', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
      item: [{ name: 'Read', request: { method: 'GET', url } }],
    }
    const plan = '<?xml version="1.0"?>\n<jmeterTestPlan version="1.2"/>'
    const files = {
      'collection.json': JSON.stringify(collection),
      'load.jmx': plan,
      'rows.csv': '\uFEFF"id";"note"\r\n7;x\r\n',
      'rows.json': '[{"id":7}]',
      'other.csv': 'a,b\n1,2\n',
      'readme.html': '<!doctype html><title>Shop</title>',
    }
    const { value } = await importFiles('auto', 'shop', files)
    expect(value!.leftOut.filter(({ where }) => where !== '')).toEqual([
      {
        where: 'load.jmx',
        what: expect.stringContaining("This is a JMeter test plan, which Assay can't import. Run it once") as string,
      },
      { where: 'rows.csv', what: expect.stringContaining('"Make data-driven…"') as string },
      { where: 'rows.json', what: expect.stringContaining('"Make data-driven…"') as string },
    ])
    const alone = await importFiles('auto', 'plans', { 'a/load.jmx': plan, 'a/users.csv': 'id\n7\n' })
    expect(alone.error?.message).toBe('"a/load.jmx" is a JMeter test plan, which Assay can\'t import.')
  })

  it('a project of Assay is not imported but opened', async () => {
    const { error } = await importText('auto', 'orders.aprj', '{ "format": "aprj", "version": 1 }')
    expect(error?.message).toBe('"orders.aprj" is already an Assay project.')
    expect(error?.hint).toContain('assay run FILE.aprj')
  })

  const bomb = `a0: &a0 [x,x,x,x,x,x,x,x,x]\n${Array.from({ length: 9 }, (_, n) => `a${n + 1}: &a${n + 1} [${Array(9).fill(`*a${n}`).join()}]`).join('\n')}`
  it.each([
    ['bomb.yaml', bomb, /^"bomb.yaml" can't be read as JSON or YAML: its aliases expand to more than 5,000,000 values/],
    ['bomb.txt', bomb, /its aliases expand to/],
    ['openapi.yaml', `openapi: 3.1.0\n${bomb}`, /aliases expand to/],
    ['many.yml', `a: &a 1\nb: [${Array(20_000).fill('*a').join()}]`, /line 2: it has more than 10,000 aliases\.$/],
    ['circle.yaml', 'a: &a\n  b: *a\n', /it has a circular alias\.$/],
    ['deep.json', '['.repeat(20_000), /nested more than 512 levels deep\.$/],
    ['half.yaml', 'info:\n  title: "never closed\n', /^"half.yaml" can't be read as JSON or YAML: line \d/],
  ])('[R8] %s that looks like JSON or YAML and can not be read is told as what it is', async (name, text, message) => {
    expect((await importText('auto', name, text)).error?.message).toMatch(message)
  })

  it('[T2] says which files were not read because they are documents of their own', async () => {
    const api = (title: string) => `openapi: 3.1.0\ninfo: { title: ${title}, version: '1' }\npaths: { /a: { get: {} } }\n`
    const collection = { info: { name: 'C' }, item: [{ name: 'R', request: { method: 'GET', url: 'https://a.test/' } }] }
    const files = { 'a.yaml': api('A'), 'b.yaml': api('B'), 'c.json': JSON.stringify(collection), 'notes.md': '# Notes' }
    const { value } = await importFiles('auto', 'folder', files)
    expect(value?.project.apis.map(({ name }) => name)).toEqual(['A'])
    expect(value?.leftOut.filter(({ what }) => what.includes('Import this file separately')).map(({ where }) => where)).toEqual([
      'b.yaml',
      'c.json',
    ])
  })

  it('an empty file and an empty folder are refused', async () => {
    expect((await importText('auto', 'a.json', '')).error?.message).toBe('"a.json" contains nothing to import.')
    expect((await importFiles('auto', 'folder', {})).error?.message).toBe('"folder" contains nothing to import.')
  })
})

describe('archives', () => {
  const zipped = (files: Record<string, Uint8Array>, level: 0 | 6 = 6) => zipSync(files, { level })

  it('[R8] are read as the files that they hold', async () => {
    const { value } = await importFiles('auto', 'all.zip', {
      'all.zip': zipped({ 'commands.sh': strToU8('curl https://api.example.test/orders') }),
    })
    expect(value?.project.suites[0]?.cases[0]?.steps).toMatchObject([{ url: 'https://api.example.test/orders' }])
  })

  it('[R8] that grow more than a hundred times are not unpacked', async () => {
    const { error } = await importFiles('auto', 'bomb.zip', { 'bomb.zip': zipped({ 'zeros.txt': new Uint8Array(30_000_000) }) })
    expect(error?.message).toBe('"bomb.zip" wasn\'t unpacked: its content is more than 100 times larger than the archive.')
  })

  it('[R8] that would get over 200 MB are not unpacked', async () => {
    const part = Uint8Array.from({ length: 3_000_000 }, (_, index) => (index * 7919) & 255)
    const files = Object.fromEntries(Array.from({ length: 70 }, (_, index) => [`${index}.txt`, part]))
    const { error } = await importFiles('auto', 'large.zip', { 'large.zip': zipped(files, 0) })
    expect(error?.message).toMatch(/^"large.zip" is 2\d\d MB\. The limit is 200 MB for an import/)
  })

  it('[R8] with a file outside of them are refused', async () => {
    const { error } = await importFiles('auto', 'slip.zip', { 'slip.zip': zipped({ '../../.bashrc': strToU8('curl http://x') }) })
    expect(error?.message).toContain("wasn't read: it contains a file outside its folder,")
  })

  it('[R8] that are damaged are refused', async () => {
    const good = zipped({ 'commands.sh': strToU8('curl https://api.example.test/orders') })
    const { error } = await importFiles('auto', 'cut.zip', { 'cut.zip': good.slice(0, good.length - 30) })
    expect(error?.message).toContain('is damaged or encrypted.')
  })
})

it('what was imported is a project that is written and read back', async () => {
  const { value } = await importText(
    'curl',
    'a.sh',
    `curl https://api.example.test -H 'Authorization: Bearer topsecret-0815' -d '{"a":"\${x}"}'`,
  )
  const text = writeProject(value!.project)
  expect(text).not.toContain('topsecret')
  expect([...value!.secrets]).toEqual([['a/bearer-token', 'topsecret-0815']])
  const read = readProject(text)
  expect(read.ok && problemsOf(read.value.project)).toEqual([])
  expect(value!.leftOut).toEqual([
    {
      where: '',
      what: `Set the project variable "x". Steps use it, but the source doesn't contain a value.`,
    },
  ])
})

it('[P4] passwords and tokens in bodies become secrets; words in their place, and examples of a description, do not', async () => {
  const { value } = await importText(
    'curl',
    'login.sh',
    `curl https://a.test/login --json '{"user":"ann","newPassword":"#Pa\\"ss-4711","password":"string","token":"USDT","refresh_token":"rt-0123456789","role":"admin","passwordHint":"my first dog"}'
curl https://a.test/soap -H 'Content-Type: text/xml' -d '<s:Body><wsse:Password Type="t">Pa-0815x</wsse:Password></s:Body>'
curl https://a.test/form -F 'user={"password":"#Pa\\"ss-4711"}' -F password=Pa-9999x
curl https://a.test/key -H 'api_key: special-key-1' -b 'theme=midnight; connect.sid=s%3Aabc123; XSRF-TOKEN=xt-0815'`,
  )
  const text = writeProject(value!.project)
  expect([...new Set(value!.secrets.values())].toSorted()).toEqual([
    '#Pa"ss-4711',
    'Pa-0815x',
    'Pa-9999x',
    'rt-0123456789',
    's%3Aabc123',
    'special-key-1',
    'xt-0815',
  ])
  expect(value!.project.suites[0]!.cases[0]!.steps[3]).toMatchObject({
    headers: [{}, { name: 'Cookie', value: 'theme=midnight; connect.sid=${connect_sid}; XSRF-TOKEN=${xsrf_token}' }],
  })
  for (const secret of ['ss-4711', 'Pa-0815x', 'Pa-9999x', 'rt-0123456789', 'special-key-1']) expect(text).not.toContain(secret)
  expect(value!.project.suites[0]!.cases[0]!.steps[0]).toMatchObject({
    body: {
      text: '{"user":"ann","newPassword":"${newpassword}","password":"string","token":"USDT","refresh_token":"${refresh_token}","role":"admin","passwordHint":"my first dog"}',
    },
  })
  const document = {
    openapi: '3.1.0',
    info: { title: 'A', version: '1' },
    paths: {
      '/reset/{token}': {
        post: {
          parameters: [{ name: 'token', in: 'path', required: true, schema: { type: 'string', examples: ['t-0123456789'] } }],
          requestBody: {
            content: { 'application/json': { schema: { type: 'object', properties: { password: { example: 'Pa-4711x' } } } } },
          },
          responses: {},
        },
      },
    },
  }
  const described = await importText('auto', 'a.json', JSON.stringify(document))
  expect(described.value!.secrets.size).toBe(0)
  expect(described.value!.project.suites[0]!.cases[0]!.variables).toMatchObject([{ name: 'token', value: 't-0123456789' }])
})

it('an address whose variable holds a host without a scheme gets the scheme that other tools put there', async () => {
  const collection = {
    info: { name: 'Shop', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
    item: [
      { name: 'All bare', request: { method: 'GET', url: '{{host}}/orders' } },
      { name: 'Some bare', request: { method: 'GET', url: '{{base}}/orders' } },
      { name: 'With a scheme', request: { method: 'GET', url: 'https://{{host}}/{{version}}' } },
      { name: 'In parts', request: { method: 'GET', url: '{{protocol}}{{host}}/{{version}}' } },
    ],
    variable: [
      { key: 'protocol', value: 'https://' },
      { key: 'version', value: 'v1' },
    ],
  }
  const environment = (name: string, values: object) => ({
    name,
    values: Object.entries(values).map(([key, value]) => ({ key, value: value as unknown })),
  })
  const { value } = await importFiles('auto', 'shop', {
    'a.json': JSON.stringify(collection),
    'b.json': JSON.stringify(environment('Local', { host: 'localhost:8080', base: 'localhost:8080' })),
    'c.json': JSON.stringify(environment('Test', { host: 'shop.test', base: 'https://shop.test/v1' })),
  })
  const { suites, environments } = value!.project
  expect(suites[0]!.cases[0]!.steps.map((step) => 'url' in step && step.url)).toEqual([
    'http://${host}/orders',
    '${base}/orders',
    'https://${host}/${version}',
    '${protocol}${host}/${version}',
  ])
  expect(environments.map(({ variables }) => variables.map((one) => one.value))).toEqual([
    ['localhost:8080', 'http://localhost:8080'],
    ['shop.test', 'https://shop.test/v1'],
  ])
})

it('[P4] a token in a script is a secret that the script reads', async () => {
  const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.c2lnbmF0dXJl'
  const collection = {
    info: { name: 'Shop', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
    item: [
      {
        name: 'Read',
        event: [{ listen: 'test', script: { exec: [`remember('${jwt}', pm.response)`] } }],
        request: { method: 'GET', url: 'https://x.test/me' },
      },
    ],
  }
  const { value } = await importText('auto', 'c.json', JSON.stringify(collection))
  expect(writeProject(value!.project)).not.toContain('eyJhbGciOiJIUzI1NiJ9')
  expect(value!.project.suites[0]!.cases[0]!.steps[1]).toMatchObject({
    code: expect.stringMatching(/^remember\(\('' \+ secrets\.get\('[\w/-]+'\) \+ ''\), pm\.response\)$/) as string,
  })
  expect([...value!.secrets.values()]).toEqual([jwt])
})

it.each([
  ['a login without credentials', {}, 'run', 'because "Log in" signs in'],
  ['a login with a token', { header: [{ key: 'Authorization', value: 'Bearer {{token}}' }] }, undefined, undefined],
  ['a login with a key', { header: [{ key: 'X-Api-Key', value: '{{key}}' }] }, undefined, undefined],
  [
    'a check of a cookie',
    { test: 'pm.test("c", () => pm.expect(pm.cookies.has("sid")).to.be.true)' },
    'run',
    'because the source uses them',
  ],
  [
    'a script that reads a cookie',
    { test: 'for (const c of pm.cookies.all()) console.log(c)' },
    'run',
    'because the source uses them',
  ],
  ['a script that clears cookies alone', { test: 'pm.cookies.clear()', key: true }, undefined, undefined],
])('[X8] cookies are kept in a project where its own tool kept them: %s', async (_what, more, scope, told) => {
  const { header = [], test, key } = more as { header?: object[]; test?: string; key?: boolean }
  const withKey = test === undefined ? header : [{ key: 'X-Api-Key', value: '{{key}}' }]
  const collection = {
    info: { name: 'Shop', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
    item: [
      { name: 'Log in', request: { method: 'POST', url: 'https://x.test/auth/login' } },
      {
        name: 'Read',
        event: test === undefined ? [] : [{ listen: 'test', script: { exec: [test] } }],
        request: { method: 'GET', url: 'https://x.test/me', header: key ? withKey : test === undefined ? header : withKey },
      },
    ],
  }
  const { value } = await importText('auto', 'c.json', JSON.stringify(collection))
  expect(value!.project.cookies).toBe(scope)
  const notes = value!.leftOut.filter(({ what }) => what.includes('cookies are kept within a run'))
  expect(notes).toEqual(told === undefined ? [] : [{ where: '', what: expect.stringContaining(told) as string }])
})

it.each([
  ['the collection', { collection: true }, undefined, []],
  ['the request that signs in', { login: true }, undefined, []],
  ['another request', { other: true }, 'run', ['Read']],
  ['all requests after the one that signs in', { collection: true, login: false }, undefined, []],
])('[X8] cookies that a Postman collection disables are not kept: in %s', async (_what, disabled, scope, noted) => {
  const { collection, login, other } = disabled as { collection?: boolean; login?: boolean; other?: boolean }
  const setting = (disableCookies?: boolean) =>
    disableCookies === undefined ? {} : { protocolProfileBehavior: { disableCookies } }
  const text = JSON.stringify({
    info: { name: 'Shop', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
    ...setting(collection),
    item: [
      { name: 'Log in', ...setting(login), request: { method: 'POST', url: 'https://x.test/auth/login' } },
      { name: 'Read', ...setting(other), request: { method: 'GET', url: 'https://x.test/me' } },
      { name: 'Write', request: { method: 'PUT', url: 'https://x.test/me' } },
    ],
  })
  const { value } = await importText('auto', 'c.json', text)
  expect(value!.project.cookies).toBe(scope)
  expect(value!.leftOut.filter(({ what }) => what.includes('without cookies')).map(({ where }) => where)).toEqual(noted)
})

it('[X8] a recording keeps cookies if it obtains them', async () => {
  const entry = (url: string, sent: object[], set: object[]) => ({
    request: { method: 'GET', url, headers: sent },
    response: { status: 200, headers: set },
  })
  const read = async (...entries: object[]) => (await importText('har', 'a.har', JSON.stringify({ log: { entries } }))).value!
  const cookie = [{ name: 'Cookie', value: 'sid=1' }]
  const obtained = await read(
    entry('https://x.test/a', [], [{ name: 'Set-Cookie', value: 'sid=1' }]),
    entry('https://x.test/b', cookie, []),
  )
  expect(obtained.project.cookies).toBe('run')
  const other = await read(entry('https://x.test/a', cookie, []))
  expect(other.project.cookies).toBeUndefined()
  expect(other.leftOut.map(({ what }) => what)).toEqual([expect.stringContaining('Add a request that signs in')])
})
