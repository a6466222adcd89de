import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { main } from '../main.ts'
import { createTestHost } from '../testing/test-host.ts'

let folder = ''
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'assay-import-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const at = (name: string) => join(folder, name)
const call = async (...args: string[]) => {
  const host = createTestHost()
  const code = await main(['import', ...args], host)
  return { code, said: host.said.replaceAll(folder, '.') }
}

describe('assay import', () => {
  it('makes a project, says what was left out, and keeps secrets out of it', async () => {
    writeFileSync(at('orders.sh'), `curl -k https://x.test/orders -H 'Authorization: Bearer topsecret-0815'`)
    const { code, said } = await call('auto', at('orders.sh'), '-o', at('orders.aprj'), '--secrets-to', at('secrets.env'))
    expect(code).toBe(0)
    expect(said).toBe(
      [
        'cURL: ./orders.aprj has 1 suite, 1 case, 1 request.',
        'Not imported:',
        "  GET /orders: --insecure: add the host to the environment's insecure hosts",
        "Secret values written to ./secrets.env. Don't share this file.",
        '',
      ].join('\n'),
    )
    expect(readFileSync(at('orders.aprj'), 'utf8')).not.toContain('topsecret')
    expect(readFileSync(at('secrets.env'), 'utf8')).toBe(`export ASSAY_SECRET_ORDERS_BEARER_TOKEN='topsecret-0815'\n`)
    expect(statSync(at('secrets.env')).mode & 0o077).toBe(0)
  })

  it('[T2] groups what was left out, as the page does', async () => {
    const item = (name: string) => ({
      name,
      event: [{ listen: 'test', script: { exec: ['publishResult(1);'] } }],
      request: { method: 'GET', url: 'https://x.test/a' },
    })
    const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'
    writeFileSync(at('a.json'), JSON.stringify({ info: { name: 'Two', schema }, item: [item('First'), item('Second')] }))
    const { said } = await call(at('a.json'), '-o', at('p.aprj'))
    expect(said).toContain(
      'Not imported:\n  2 scripts kept as Script steps: not every statement has a counterpart.\n    First\n    Second\n',
    )
  })

  it('overwrites nothing; --into adds a suite to a project', async () => {
    writeFileSync(at('a.sh'), 'curl https://x.test/a')
    expect((await call('curl', at('a.sh'), '-o', at('p.aprj'))).code).toBe(0)
    const before = readFileSync(at('p.aprj'), 'utf8')
    const again = await call('curl', at('a.sh'), '-o', at('p.aprj'))
    expect([again.code, again.said]).toEqual([2, expect.stringContaining('already exists.')])
    expect(readFileSync(at('p.aprj'), 'utf8')).toBe(before)
    const into = await call('curl', at('a.sh'), '-o', at('p.aprj'), '--into', 'More')
    expect([into.code, into.said]).toEqual([0, 'cURL: ./p.aprj has 2 suites, 2 cases, 2 requests.\n'])
    expect(
      (JSON.parse(readFileSync(at('p.aprj'), 'utf8')) as { suites: { name: string }[] }).suites.map(({ name }) => name),
    ).toEqual(['a', 'More'])
  })

  it('names the secrets that have no value in what is imported', async () => {
    const api = (title: string) => `openapi: 3.0.3
info: { title: ${title} }
servers: [{ url: 'https://x.test' }]
security: [{ key: [] }]
paths: { /a: { get: { responses: { '200': { description: ok } } } } }
components: { securitySchemes: { key: { type: apiKey, in: header, name: X-Key } } }`
    writeFileSync(at('a.yaml'), api('Shop'))
    writeFileSync(at('b.yaml'), api('Bank'))
    expect((await call(at('a.yaml'), '-o', at('p.aprj'))).said).toContain(
      '1 secret had no value in the source. Set this environment variable for runs, or use --secret:\n  shop/key  ASSAY_SECRET_SHOP_KEY\n',
    )
    const { said } = await call(at('b.yaml'), '-o', at('p.aprj'), '--into', 'Bank')
    expect(said).toContain('\n  bank/key  ASSAY_SECRET_BANK_KEY\n')
    expect(said).not.toContain('shop/key')
    // Once: with what gives it to runs.
    mkdirSync(at('bru/environments'), { recursive: true })
    writeFileSync(at('bru/bruno.json'), '{"version":"1","name":"Bru","type":"collection"}')
    writeFileSync(at('bru/get.bru'), 'meta {\n  name: Get\n}\n\nget {\n  url: https://x.test/{{pin}}\n}\n')
    writeFileSync(at('bru/environments/dev.bru'), 'vars:secret [\n  pin\n]\n')
    const bru = (await call(at('bru'), '-o', at('bru.aprj'))).said
    expect(bru).toContain('  dev/pin  ASSAY_SECRET_DEV_PIN\n')
    expect(bru).not.toContain(": the export doesn't contain its value.")
  })

  it('reads a folder, and follows no links out of it', async () => {
    mkdirSync(at('in/sub'), { recursive: true })
    writeFileSync(at('in/sub/a.sh'), 'curl https://x.test/a')
    writeFileSync(at('outside.sh'), 'curl https://x.test/outside')
    symlinkSync(at('outside.sh'), at('in/link.sh'))
    expect((await call('curl', at('in'), '-o', at('p.aprj'))).said).toContain('1 request.')
  })

  it('reads what an OpenAPI document refers to below its folder, or below --root, and nothing outside of it', async () => {
    mkdirSync(at('api/paths'), { recursive: true })
    const paths = '/a: { $ref: paths/a.yaml }, /b: { $ref: ../common/b.yaml }, /c: { $ref: paths/link.yaml }'
    writeFileSync(
      at('api/openapi.yaml'),
      `openapi: 3.1.0\ninfo: { title: Shop }\nservers: [{ url: https://x.test }]\npaths: { ${paths} }`,
    )
    writeFileSync(at('api/paths/a.yaml'), 'get: { responses: {} }')
    writeFileSync(at('secret.yaml'), 'get: { responses: {} }')
    symlinkSync(at('secret.yaml'), at('api/paths/link.yaml'))
    mkdirSync(at('common'))
    writeFileSync(at('common/b.yaml'), 'get: { responses: {} }')
    const { said } = await call(at('api/openapi.yaml'), '-o', at('p.aprj'))
    expect(said).toContain('1 suite, 1 case')
    expect(said).toContain('"../common/b.yaml" is missing: it is outside the selected folder.')
    expect(said).toContain('"paths/link.yaml" is missing: a link points outside ./api.')
    const above = await call('openapi', at('api/openapi.yaml'), '--root', folder, '-o', at('q.aprj'))
    expect(above.said).toContain('1 suite, 3 cases')
    const elsewhere = await call('openapi', at('api/openapi.yaml'), '--root', at('common'), '-o', at('r.aprj'))
    expect(elsewhere).toMatchObject({ code: 2, said: expect.stringContaining("./common doesn't contain it") })
  })

  it('takes the environments of a .http file from its folder or the nearest one above', async () => {
    mkdirSync(at('requests'))
    writeFileSync(at('requests/a.http'), 'GET {{host}}/a\nX-Key: {{key}}\n')
    writeFileSync(at('http-client.env.json'), '{"dev":{"host":"https://x.test"}}')
    writeFileSync(at('http-client.private.env.json'), '{"dev":{"key":"k-0815-clear"}}')
    expect((await call(at('requests/a.http'), '-o', at('p.aprj'))).said).not.toContain('Not imported:')
    const text = readFileSync(at('p.aprj'), 'utf8')
    expect(JSON.parse(text)).toMatchObject({
      environments: [{ name: 'dev', variables: [{ value: 'https://x.test' }, { value: { secret: 'dev/key' } }] }],
    })
    expect(text).not.toContain('k-0815')
  })

  it('looks for itself which format it is, where none is named', async () => {
    writeFileSync(at('in.sh'), 'curl https://x.test/a')
    expect(await call(at('in.sh'), '-o', at('p.aprj'))).toMatchObject({ code: 0, said: expect.stringContaining('1 request.') })
  })

  it.each([
    [[], 'Name a file or folder: assay import [KIND] SOURCE -o FILE.aprj'],
    [['nothing.json', '-o', '/tmp/none.aprj'], "nothing.json doesn't exist."],
    [['pastman', 'x', '-o', 'y'], 'Unknown format "pastman".'],
    [['auto'], 'Name a file or folder: assay import [KIND] SOURCE -o FILE.aprj'],
    [['auto', 'x'], 'Name the output file: -o FILE.aprj'],
    [['auto', '/nowhere/at/all.json', '-o', '/tmp/none.aprj'], "/nowhere/at/all.json doesn't exist."],
  ])('%j is said to be wrong', async (args, text) => {
    const { code, said } = await call(...args)
    expect([code, said]).toEqual([2, expect.stringContaining(text)])
  })

  it('writes nothing if the source has an unknown format', async () => {
    writeFileSync(at('notes.txt'), 'Dear all')
    const { code, said } = await call('auto', at('notes.txt'), '-o', at('p.aprj'))
    expect([code, said]).toEqual([2, expect.stringContaining("isn't in a format that Assay imports.")])
    expect(existsSync(at('p.aprj'))).toBe(false)
  })
})
