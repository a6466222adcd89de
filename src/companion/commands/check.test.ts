import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { main } from '../main.ts'
import { createTestHost } from '../testing/test-host.ts'

const folder = mkdtempSync(join(tmpdir(), 'assay-check-'))
afterAll(() => rmSync(folder, { recursive: true }))

function file(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

async function assay(...args: string[]): Promise<{ code: number; said: string; printed: string }> {
  const host = createTestHost({ environment: { ASSAY_SECRET_GET_TOKEN_CLIENT_SECRET: 'hunter22' } })
  const code = await main(args, host)
  return { code, said: host.said, printed: host.printed }
}

const project = (steps: object[], more: object = {}): string =>
  JSON.stringify(
    {
      format: 'aprj',
      version: 1,
      id: 'p',
      name: 'P',
      suites: [{ id: 's', name: 'Orders', cases: [{ id: 'c', name: 'Create', steps }] }],
      ...more,
    },
    null,
    2,
  )
const wait = { id: 'w', kind: 'wait', name: 'Wait', seconds: 1 }

describe('assay check', () => {
  it('nothing wrong: exit 0', async () => {
    const path = file('good.aprj', project([wait]))
    expect(await assay('check', path)).toEqual({ code: 0, said: `${path}: no problems.\n`, printed: '' })
  })

  it('[R44] listens to no signal: Ctrl+C ends it at once, however large the file is', async () => {
    const deaf = createTestHost({
      interrupted() {
        throw new Error('listens')
      },
    })
    expect(await main(['check', file('good.aprj', project([wait]))], deaf)).toBe(0)
    // A run reads its file before it listens.
    expect(await main(['run', file('broken.aprj', '{')], deaf)).toBe(2)
  })

  it('[T2] every broken rule with its path and line: exit 2', async () => {
    const path = file(
      'rules.aprj',
      project([
        { ...wait, seconds: 5000 },
        { ...wait, id: 'w2', secnods: 2 },
      ]),
    )
    const { code, said } = await assay('check', path)
    expect(code).toBe(2)
    expect(said).toContain(`${path}:19: suites > Orders > Create > step 1 > seconds: 5000 is more than 3600`)
    expect(said).toMatch(/:\d+: suites > Orders > Create > step 2.*secnods/)
    expect(said).toMatch(/\d problems\.\n$/)
  })

  it('[T2] settings that a step can not do without, as the editor says them: exit 2', async () => {
    const token = { id: 't', kind: 'oauth2', name: 'Token', grantType: 'ClientCredentials', clientAuthMethod: 'SharedSecret' }
    const path = file('empty.aprj', project([token, { id: 'r', kind: 'send-request', name: 'Ask', url: ' ' }]))
    const { code, said } = await assay('check', path)
    expect(code).toBe(2)
    expect(said).toContain('step 1: Client Credentials needs a client secret')
    expect(said).toContain('step 1: Enter a Client ID.')
    expect(said).toMatch(/empty\.aprj:\d+: suites > Orders > Create > step 2: Enter a URL\./)
  })

  it('[T2] a check of what comes later: exit 2', async () => {
    const ask = { id: 'r', kind: 'send-request', name: 'Ask', url: 'http://127.0.0.1/' }
    const looks = (id: string) => ({ id, kind: 'assertion', name: 'Look', step: 'r', checks: [] })
    const { code, said } = await assay('check', file('later.aprj', project([looks('a'), ask, looks('b')])))
    expect(code).toBe(2)
    expect(said).toContain('step 1 > step: refers to the later step "Ask"')
    expect(said).toContain('\n1 problem.\n')
  })

  it('[T2] a check of what is disabled: exit 2, unless it is disabled too', async () => {
    const ask = { id: 'r', kind: 'send-request', name: 'Ask', disabled: true, url: 'http://127.0.0.1/' }
    const looks = (id: string, disabled: boolean) => ({ id, kind: 'assertion', name: 'Look', disabled, step: 'r', checks: [] })
    const { code, said } = await assay('check', file('disabled.aprj', project([ask, looks('a', false), looks('b', true)])))
    expect(code).toBe(2)
    expect(said).toContain('step 2 > step: refers to the disabled step "Ask"')
    expect(said).toContain('\n1 problem.\n')
  })

  it('[T2, T4] a check of what stands in a loop that has ended: exit 2, but not within the loop, or if the loop is disabled', async () => {
    const source = { id: 'd', name: 'Rows', kind: 'csv', text: 'id\n1' }
    const ask = (id: string) => ({ id, kind: 'send-request', name: `Ask ${id}`, url: 'http://127.0.0.1/' })
    const looks = (id: string, step: string) => ({ id, kind: 'assertion', name: 'Look', step, checks: [] })
    const start = (id: string, disabled = false) => ({ id, kind: 'loop-start', name: 'Each', disabled, dataSource: 'd' })
    const end = (id: string) => ({ id, kind: 'loop-end', name: 'End' })
    const outer = [
      start('l1'),
      ask('r1'),
      start('l2'),
      ask('r2'),
      looks('a', 'r1'),
      looks('b', 'r2'),
      end('e2'),
      looks('k3', 'r2'),
    ]
    const steps = [...outer, end('e1'), looks('k4', 'r1'), start('l3', true), ask('r3'), end('e3'), looks('k5', 'r3')]
    const { code, said } = await assay('check', file('loops.aprj', project(steps, { dataSources: [source] })))
    expect(code).toBe(2)
    const wrong = (step: number, name: string) => `step ${step} > step: refers to the step "${name}" in a loop that has ended`
    expect(said).toContain(wrong(8, 'Ask r2'))
    expect(said).toContain(wrong(10, 'Ask r1'))
    expect(said).toContain('\n2 problems.\n')
  })

  it('[T2] files that requests send are looked for beside the project file: exit 2', async () => {
    writeFileSync(join(folder, 'there.bin'), 'x')
    const sends = (id: string, body: object, more = {}) => ({
      id,
      kind: 'send-request',
      name: id,
      url: 'http://127.0.0.1/',
      body,
      ...more,
    })
    const part = (name: string) => ({ name: 'p', file: name })
    const path = file(
      'sends.aprj',
      project([
        sends('f1', { type: 'file', file: 'there.bin' }),
        sends('f2', { type: 'multipart', parts: [part('there.bin'), part('gone.bin')] }),
        sends('f3', { type: 'file', file: '../gone.bin' }),
        sends('f4', { type: 'file', file: 'gone.bin' }, { disabled: true }),
      ]),
    )
    const { code, said } = await assay('check', path)
    expect(code).toBe(2)
    expect(said).toMatch(
      /step 2 > body > parts > p > file: File not found: gone\.bin\. Place it in the project file's folder: .*assay-check-/,
    )
    expect(said).toContain('step 3 > body > file: "../gone.bin" isn\'t a path below the project file\'s folder.')
    expect(said).toContain('\n2 problems.\n')
  })

  it('[T2] every problem with its path and line: exit 2', async () => {
    const steps = [wait, { id: 'a', kind: 'assertion', name: 'Check', step: 'gone' }, { id: 'l', kind: 'loop-end', name: 'End' }]
    const environments = [{ id: 'e', name: 'Local', variables: [{ name: 'x' }, { name: 'x' }] }]
    const text = project(steps, { environments })
    const path = file('problems.aprj', text)
    const lineOf = (part: string): number => text.slice(0, text.indexOf(part)).split('\n').length
    const { code, said } = await assay('check', path)
    expect(code).toBe(2)
    expect(said).toContain(`:${lineOf('"gone"')}: suites > Orders > Create > step 2 > step: refers to the step "gone"`)
    expect(said).toMatch(
      new RegExp(`:${lineOf('"loop-end"') - 2}: suites > Orders > Create > step 3: this Loop End has no Loop Start`),
    )
    expect(said).toContain('environments > Local > variables > x: duplicate variable "x"')
    expect(said).toContain('3 problems.')
  })

  it('[T2] a rule that would break its step whatever the answer is: exit 2; references are left to the run', async () => {
    const json = { source: 'json', path: '$.a', is: 'equals', value: 1 }
    const checks = [
      { ...json, path: '$.[' },
      { source: 'text', is: 'matches', value: '(' },
      { source: 'status', is: 'between', value: [200] },
      { ...json, is: 'is-type', value: 'strnig' },
      { source: 'body', is: 'matches-schema', value: { properties: { a: { pattern: '(?=x)' } } } },
      json,
      { source: 'text', is: 'matches', value: '${pattern}(' },
      { source: 'status', is: 'between', value: ['${low}', 299] },
    ]
    const transfers = [
      { ...json, is: undefined, value: undefined, path: '$[?', to: 'a' },
      { source: 'text', match: '[', to: 'b' },
    ]
    const path = file(
      'expressions.aprj',
      project([
        { id: 'a', kind: 'assertion', name: 'A', checks },
        { id: 'x', kind: 'data-transfer', name: 'X', transfers },
        {
          id: 't',
          kind: 'oauth2',
          name: 'T',
          grantType: 'ClientCredentials',
          tokenEndpoint: 'http://127.0.0.1/token',
          clientId: 'c',
          clientSecret: '${clientSecret}',
          additionalParameters: [{ name: 'audience' }, { name: 'state', value: '1' }],
        },
      ]),
    )
    const { code, said } = await assay('check', path)
    const places = [...said.matchAll(/:\d+: suites > Orders > Create > (step [^:]*): (?!warning)/g)].map(([, place]) => place)
    expect(code).toBe(2)
    expect(places).toEqual([
      'step 1 > checks > 1 > path',
      'step 1 > checks > 2 > value',
      'step 1 > checks > 3 > value',
      'step 1 > checks > 4 > value',
      'step 1 > checks > 5 > value',
      'step 2 > transfers > 1 > path',
      'step 2 > transfers > 2 > match',
      'step 3 > additionalParameters > state',
    ])
    expect(said).toContain('8 problems.')
    expect(said).toContain("path: $[? isn't a valid JSONPath (RFC 9535). Start with $, for example $.items[0].id or $..name.")
  })

  it('[R38] variables that name themselves or each other, each with its place: exit 2', async () => {
    const variables = [
      { name: 'host', value: '${path}' },
      { name: 'path', value: '${host}/v1' },
    ]
    const suites = [
      { id: 's', name: 'Orders', cases: [{ id: 'c', name: 'Create', variables: [{ name: 'token', value: '${token}' }] }] },
    ]
    const text = project([], { variables, suites })
    const path = file('circles.aprj', text)
    const lineOf = (part: string): number => text.slice(0, text.indexOf(part)).split('\n').length - 1
    expect(await assay('check', path)).toMatchObject({
      code: 2,
      said: [
        `${path}:${lineOf('"name": "host"')}: variables > host: Circular variables: host → path → host. Give one of them a value that doesn't use the others.`,
        `${path}:${lineOf('"name": "token"')}: suites > Orders > Create > variables > token: Circular variables: token → token. Give one of them a value that doesn't use the others.`,
        '2 problems.',
        '',
      ].join('\n'),
    })
  })

  it('[T6] a variable that nothing has or sets is a warning with its line and the nearest name: exit 0', async () => {
    const request = (id: string, url: string, more: object = {}) => ({ id, kind: 'send-request', name: 'R', url, ...more })
    const set = (id: string, to: string, scope: string) => ({
      id,
      kind: 'data-transfer',
      name: 'T',
      transfers: [{ source: 'status', to, scope }],
    })
    const token = { id: 'o', kind: 'oauth2', name: 'O', grantType: 'ResourceOwnerPassword', tokenEndpoint: 'https://idp.test/' }
    const steps = [
      request('r1', '${baseUrl}/${order}?${uuid}&${access_token.expires_at}&$${literal}&${ofOther}'),
      request('r2', '${basUrl}/${ofSuite}', { headers: [{ name: 'A', value: '${basUrl}${ofSecond}' }] }),
      request('r3', '${nowhere}', { description: '${nowhere}', disabled: true }),
      set('x1', 'order', 'TestCase'),
      { ...token, clientId: 'c', username: 'u', password: '${basUrl}' },
    ]
    const suites = [
      { id: 's', name: 'Orders', variables: [{ name: 'ofSuite', value: '' }], cases: [{ id: 'c', name: 'Create', steps }] },
      {
        id: 's2',
        name: 'Second',
        cases: [{ id: 'c2', name: 'Other', steps: [set('x2', 'ofOther', 'Project'), set('x3', 'ofSecond', 'TestSuite')] }],
      },
    ]
    const environments = [
      { id: 'e1', name: 'One', variables: [] },
      { id: 'e2', name: 'Two', variables: [{ name: 'baseUrl', value: 'https://api.test' }] },
    ]
    const path = file('unknown.aprj', project([], { environments, suites }))
    const { code, said } = await assay('check', path)
    expect(code).toBe(0)
    expect(said.split('\n').map((line) => line.replace(/^.*aprj:\d+: /, ''))).toEqual([
      'suites > Orders > Create > step 2 > url: warning: unknown variable "basUrl"; did you mean "baseUrl"?',
      'suites > Orders > Create > step 2 > headers > A > value: warning: unknown variable "ofSecond"',
      'suites > Orders > Create > step 5 > password: warning: unknown variable "basUrl"; did you mean "baseUrl"?',
      `${path}: no problems.`,
      '',
    ])
  })

  it('[P4] what looks like a secret in clear is a warning with its line, and not repeated: exit 0', async () => {
    const headers = [{ name: 'Authorization', value: 'Bearer hunter2-in-clear' }]
    const text = project([{ id: 'r', kind: 'send-request', name: 'R', url: 'https://api.test/', headers }])
    const path = file('clear.aprj', text)
    const { code, said } = await assay('check', path)
    expect(code).toBe(0)
    const line = text.slice(0, text.indexOf('"Authorization"')).split('\n').length - 1
    expect(said).toContain(
      `${path}:${line}: suites > Orders > Create > step 1 > headers > Authorization: warning: looks like a plaintext secret`,
    )
    expect(said).toContain(': no problems.')
    expect(said).not.toContain('hunter2')
  })

  it("[R2] [R3] reports a file that isn't a project or is too large: exit 2", async () => {
    expect((await assay('check', file('html.aprj', '<html>'))).said).toContain(
      'the file: This isn\'t an .aprj file: it starts with "<html>". Choose a file saved by Assay. Nothing was changed.',
    )
    const large = file('large.aprj', '')
    truncateSync(large, 200 * 1024 * 1024)
    expect(await assay('check', large)).toMatchObject({
      code: 2,
      said: expect.stringContaining('limit for .aprj files is 50 MB'),
    })
    expect(await assay('check', '/dev/zero')).toMatchObject({
      code: 2,
      said: expect.stringContaining('limit for .aprj files is 50 MB'),
    })
    expect(await assay('check', folder)).toMatchObject({ code: 2, said: expect.stringContaining('is a folder') })
    expect(await assay('check')).toMatchObject({ code: 2, said: expect.stringContaining('Name a file: assay') })
    expect(await assay('check', '--fix', large)).toMatchObject({
      code: 2,
      said: expect.stringContaining('Unknown option --fix.'),
    })
  })
})

describe('assay secrets', () => {
  it('[P4] lists each secret, where it is used and where a value was found; never the value', async () => {
    const oauth = {
      id: 't',
      kind: 'oauth2',
      name: 'Get token',
      grantType: 'ResourceOwnerPassword',
      clientSecret: { secret: 'get-token/client-secret' },
      password: { secret: 'get-token/password' },
    }
    const variables = [{ name: 'key', value: { secret: 'api/key' } }]
    const path = file('secrets.aprj', project([oauth], { variables }))
    const { code, said } = await assay('secrets', path, '--secret', 'api/key=opensesame')
    expect(code).toBe(0)
    expect(said).toBe(`api/key  found: --secret
  used by variables > key > value
get-token/client-secret  found: ASSAY_SECRET_GET_TOKEN_CLIENT_SECRET
  used by suites > Orders > Create > step 1 > clientSecret
get-token/password  NOT FOUND: set ASSAY_SECRET_GET_TOKEN_PASSWORD, or pass --secret get-token/password=VALUE
  used by suites > Orders > Create > step 1 > password
`)
    expect(await assay('secrets', file('none.aprj', project([wait])))).toMatchObject({
      code: 0,
      said: expect.stringContaining("doesn't need any secrets"),
    })
  })

  it('[H4] says that a secret under 4 characters is too short to be masked safely', async () => {
    const path = file('short.aprj', project([wait], { variables: [{ name: 'key', value: { secret: 'api/key' } }] }))
    expect((await assay('secrets', path, '--secret', 'api/key=abc')).said).toContain(
      'under 4 characters, too short to mask safely: hidden as a whole value, but visible inside longer text',
    )
    expect((await assay('secrets', path, '--secret', 'api/key=abcd')).said).not.toContain('too short')
  })
})

describe('the program', () => {
  it('helps a newcomer', async () => {
    expect(await assay('--help')).toMatchObject({ code: 0, printed: expect.stringContaining('Start with: assay serve --demo') })
    for (const name of [
      'serve',
      'run',
      'check',
      'secrets',
      'import',
      'unseal',
      'doctor',
      'fmt',
      'compare',
      'design',
      'ask',
      'seal',
    ]) {
      expect((await assay(name, '--help')).printed).toMatch(new RegExp(`^assay ${name}`))
    }
    expect((await assay()).code).toBe(2)
    expect((await assay('--version')).printed).toMatch(/^\d+\.\d+\.\d+\n$/)
  })

  it('names a missing file: exit 2', async () => {
    expect(await assay('frobnicate')).toMatchObject({
      code: 2,
      said: '"frobnicate" isn\'t an assay command.\nSee: assay --help\n',
    })
    expect((await assay('constructor')).code).toBe(2)
    expect((await assay('chek')).said).toContain('Did you mean assay check?')
    expect(await assay('help', 'chek')).toMatchObject({ code: 2, said: expect.stringContaining('Did you mean assay check?') })
    expect((await assay('--versoin')).said).toContain('Unknown option --versoin. Did you mean --version?')
  })
})
