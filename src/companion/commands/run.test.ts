import { createHook } from 'node:async_hooks'
import { lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { problemsOf } from '#engine/project/problems/problems.ts'
import { readProject } from '#engine/project/format/read.ts'
import { writeProject } from '#engine/project/format/write.ts'
import { runEventSchema } from '#engine/runner/report/events.ts'
import { reportSchema } from '#engine/runner/report/report.ts'
import { startDemo, type Demo } from '../demo/index.ts'
import { main } from '../main.ts'
import { createTestHost, type TestHost } from '../testing/test-host.ts'

const sample = readFileSync(new URL('../../../examples/orders.aprj', import.meta.url), 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'assay-run-'))
const inFolder = (name: string): string => join(folder, name)
let demo: Demo

beforeAll(async () => {
  demo = await startDemo({ port: 0, appOrigin: 'http://127.0.0.1:5417' })
})
afterAll(async () => {
  await demo.close()
  rmSync(folder, { recursive: true })
})

/** Writes a file for one test, and gives its path. */
function file(name: string, content: string | object): string {
  const path = inFolder(name)
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

/** A project of one case with these steps, and a second suite with one that waits 0 s. */
const project = (steps: object[], more: object = {}): object => ({
  format: 'aprj',
  version: 1,
  id: 'p1',
  name: 'Project',
  suites: [
    { id: 's1', name: 'First', cases: [{ id: 'c1', name: 'One', tags: ['a'], steps }] },
    {
      id: 's2',
      name: 'Second',
      cases: [{ id: 'c2', name: 'Two', tags: ['b'], steps: [{ id: 'w2', kind: 'wait', name: 'Wait', seconds: 0 }] }],
    },
  ],
  ...more,
})
const waits = (seconds: number): object => ({ id: 'w1', kind: 'wait', name: 'Wait', seconds })
const atDemo = (): string[] => ['--var', `idp=${demo.provider}`, '--var', `baseUrl=${demo.api}`]

async function assay(...args: string[]): Promise<{ code: number; said: string; printed: string }> {
  const host = createTestHost()
  const code = await main(['run', ...args], host)
  return { code, said: host.said, printed: host.printed }
}

describe('the sample project', () => {
  it('[T2] is written in the exact form of the writer', () => {
    const read = readProject(sample)
    if (!read.ok) throw new Error(read.error.message)
    expect(problemsOf(read.value.project)).toEqual([])
    expect(writeProject(read.value.project)).toBe(sample)
    const steps = read.value.project.suites[0]?.cases[0]?.steps.map(({ name }) => name)
    expect(steps).toEqual(['Get token', 'Create order', 'Created', 'Keep the id', 'Delete order', 'Deleted'])
  })

  it('[T7] passes against the demo: exit 0', async () => {
    const { code, said, printed } = await assay(file('orders.aprj', sample), '--env', 'Demo', '--suite', 'Orders', ...atDemo())
    expect([code, said]).toEqual([0, ''])
    expect(printed).toMatch(/✓ Orders > Create then delete \(6 steps/)
    expect(printed).toContain('9 passed')
  })

  it('[T9] a changed expectation fails in the layout of cli.md, in the terminal and in JUnit: exit 1', async () => {
    const path = file('changed.aprj', sample.replace('"value": "open"', '"value": "pending"'))
    const { code, printed } = await assay(
      path,
      '--suite',
      'Orders',
      '--reporter',
      'list',
      '--reporter',
      `junit=${inFolder('out.xml')}`,
      ...atDemo(),
    )
    expect(code).toBe(1)
    const layout = new RegExp(
      [
        '✗ Orders > Create then delete > Created',
        '  json \\$\\.state',
        '    expected: equals string "pending"',
        '    actual:   string "open"',
        `  after POST ${demo.api}/orders -> 201 in (?:<1|\\d+) ms`,
      ].join('\n'),
    )
    expect(printed).toMatch(layout)
    expect(readFileSync(inFolder('out.xml'), 'utf8')).toContain('expected: equals string "pending"')
  })

  it('[R46] no address is looked up or called that neither the file nor the options name', async () => {
    interface Call {
      address?: string
      port?: number
      hostname?: string
    }
    const calls: Call[] = []
    const hook = createHook({
      init: (_id, type, _trigger, resource) => {
        if (type === 'TCPCONNECTWRAP' || type === 'GETADDRINFOREQWRAP') calls.push(resource as Call)
      },
    }).enable()
    const path = file('orders.aprj', sample)
    expect((await assay(path, '--suite', 'Orders', ...atDemo())).code).toBe(0)
    expect((await assay(path, '--suite', 'Nowhere')).code).toBe(2)
    for (const args of [['check', path], ['secrets', path], ['--help'], ['--version']]) await main(args, createTestHost())
    hook.disable()
    const called = calls.map(({ hostname, address, port }) => `http://${hostname ?? address}:${port}`)
    expect([...new Set(called)].toSorted()).toEqual([demo.provider, demo.api].toSorted())
  })

  it('[R38] missing variables and secrets are named once, before anything is sent, and each is one error', async () => {
    const send = (id: string, more: object): object => ({
      id,
      kind: 'send-request',
      name: id,
      url: 'http://127.0.0.1:9/',
      ...more,
    })
    const status = (id: string): object => ({
      id,
      kind: 'assertion',
      name: id,
      checks: [{ source: 'status', is: 'equals', value: 200 }],
    })
    const steps = [send('r1', { url: '${gone}' }), status('a1'), status('a2'), status('a3')]
    const key = { name: 'key', value: { secret: 'api/key' } }
    const cases = [
      { id: 'c1', name: 'One', onFailure: 'continue', steps },
      { id: 'c2', name: 'Two', steps: [send('r2', { url: '${gone}${key}' })] },
    ]
    const path = file('missing.aprj', project([], { suites: [{ id: 's1', name: 'First', cases }], variables: [key] }))
    const { code, said, printed } = await assay(path)
    expect(said).toBe(
      [
        "2 values are missing. Requests that need them can't be sent.",
        '  variable gone: add --var gone=VALUE, or set ASSAY_VAR_gone',
        '    used by First > One > r1 and 1 other step',
        '  secret api/key: set ASSAY_SECRET_API_KEY',
        '    used by First > Two > r2',
        '',
        '',
      ].join('\n'),
    )
    expect(printed).toContain('Error: 2 errors, 3 skipped')
    expect(code).toBe(3)
    expect((await assay(path, '--quiet')).said).toBe('')
    expect((await assay(path, '--var', 'gone=http://127.0.0.1:9/', '--secret', 'api/key=abcd')).said).toBe('')
  })

  it('[T9] what failed counts for more than what broke: the verdict says what the exit code says', async () => {
    const fails = {
      id: 'a1',
      kind: 'assertion',
      name: 'Fails',
      checks: [{ source: 'variable', name: 'x', is: 'equals', value: 2 }],
    }
    const breaks = { id: 'r1', kind: 'send-request', name: 'Breaks', url: '${gone}' }
    const suites = [fails, breaks].map((step) => ({
      id: `s-${step.id}`,
      name: step.name,
      cases: [{ id: `c-${step.id}`, name: 'C', steps: [step] }],
    }))
    const both = file('both.aprj', { ...project([]), variables: [{ name: 'x', value: 1 }], suites })
    const { code, printed } = await assay(both)
    expect([code, printed]).toEqual([1, expect.stringMatching(/^Failed: 1 failed, 1 error/m)])
    const broken = await assay(both, '--suite', 'Breaks')
    expect([broken.code, broken.printed]).toEqual([3, expect.stringMatching(/^Error: 1 error/m)])
  })

  it('[T9] without a user to sign in: exit 3, with advice', async () => {
    const { code, printed } = await assay(file('orders.aprj', sample), '--tag', 'interactive', ...atDemo())
    expect(code).toBe(3)
    expect(printed).toContain('assay run --interactive')
  })

  it('[case 29] with --interactive the address is shown, and the loopback listener takes the answer', async () => {
    const host = createTestHost()
    const running = main(['run', file('orders.aprj', sample), '--suite', 'Sign-in', '--interactive', ...atDemo()], host)
    const address = await vi.waitFor(() => {
      const found = /(http:\/\/127\.0\.0\.1:\d+\/auth\?\S+)/.exec(host.said)?.[1]
      expect(found).toBeDefined()
      return found ?? ''
    }, 20_000)
    await signIn(address)
    expect(await running).toBe(0)
    expect(host.printed).toContain('✓ Sign-in > Sign in and read orders')
  })

  it('[case 29] --redirect-uri is an address of this machine', async () => {
    const { code, said } = await assay(file('orders.aprj', sample), '--redirect-uri', 'https://app.test/callback')
    expect(code).toBe(2)
    expect(said).toContain('expected a local URL with a port, such as http://localhost:8765/callback')
  })

  it('[case 48] no report and no text holds the secret or a token', async () => {
    const reports = ['events', 'json', 'junit'].map((kind) => inFolder(`masked.${kind}`))
    const args = reports.flatMap((path) => ['--reporter', `${path.split('.').at(-1)}=${path}`])
    const { printed } = await assay(file('orders.aprj', sample), '--suite', 'Orders', ...args, ...atDemo())
    for (const text of [printed, ...reports.map((path) => readFileSync(path, 'utf8'))]) {
      expect(text).not.toContain('public-demo-secret')
      expect(text).not.toMatch(/eyJ[\w-]{20,}\.[\w-]{20,}\.[\w-]{20,}/)
    }
  })
})

/** A browser's part: cookies, redirects, the login form. */
async function signIn(address: string): Promise<void> {
  const cookies = new Map<string, string>()
  let url = address
  let form: URLSearchParams | undefined
  for (let hop = 0; hop < 10; hop++) {
    // A window goes there; fetch would say that a page asks.
    if (new URL(url).pathname === '/callback') {
      get(url, { agent: false }, (answer) => answer.resume())
      return
    }
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form === undefined ? {} : { method: 'POST', body: form }),
    })
    form = undefined
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = line.split(';')[0]?.split('=') ?? []
      cookies.set(name, value)
    }
    const location = response.headers.get('location')
    if (location === null) {
      if (new URL(url).pathname === '/callback') return
      form = new URLSearchParams({ username: 'demo', password: 'demo' })
    } else url = new URL(location, url).href
  }
  throw new Error('the login does not end')
}

const two = (): string => file('two.aprj', project([waits(0)]))

const ranCases = async (...args: string[]): Promise<unknown> => {
  const { code, printed, said } = await assay(two(), '--reporter', 'json', ...args)
  if (code !== 0) return said.split('\n')[0]
  const report = v.parse(reportSchema, JSON.parse(printed))
  return report.suites.flatMap((suite) => suite.cases.map(({ name }) => name))
}

describe('what is selected', () => {
  it('by suite, case, tag and shard', async () => {
    expect(await ranCases()).toEqual(['One', 'Two'])
    expect(await ranCases('--suite', 'Second')).toEqual(['Two'])
    expect(await ranCases('--case', 'One', '--case', 'Two')).toEqual(['One', 'Two'])
    expect(await ranCases('--tag', 'b')).toEqual(['Two'])
    expect(await ranCases('--shard', '1/2')).toEqual(['One'])
    expect(await ranCases('--shard', '2/2')).toEqual(['Two'])
  })

  it('a selection that selects nothing is exit 2 with the names that there are', async () => {
    expect(await ranCases('--suite', 'Third')).toBe('The project has no suite "Third". Available: First, Second.')
    expect(await ranCases('--suite', 'First', '--case', 'Two')).toBe(
      '--suite "First" matches nothing in combination with the other options: change or remove one of them.',
    )
    expect(await ranCases('--tag', 'c')).toBe('The project has no tag "c". Available: a, b.')
    expect(await ranCases('--env', 'Local')).toBe('The project has no environment "Local". It has no environments.')
  })

  it('[T9] a case without steps is skipped, a project without cases is exit 2', async () => {
    const path = inFolder('skipped.xml')
    const skipped = await assay(
      file('no-steps.aprj', project([])),
      '--suite',
      'First',
      '--reporter',
      'list',
      '--reporter',
      `junit=${path}`,
    )
    expect(skipped.code).toBe(0)
    expect(skipped.printed).toMatch(/^- .* skipped \(0 steps, /m)
    expect(skipped.printed).toContain('Skipped: 0 passed')
    expect(readFileSync(path, 'utf8')).toContain('<skipped message="The case has no steps to run."/>')
    expect(await assay(file('no-cases.aprj', JSON.stringify({ format: 'aprj', version: 1, id: 'p', name: 'P' })))).toMatchObject({
      code: 2,
      said: 'Nothing to run: the project has no cases. Add a case with steps.\nSee: assay run --help\n',
    })
  })

  it('several environments need a choice', async () => {
    const environments = [
      { id: 'e1', name: 'Local' },
      { id: 'e2', name: 'Test' },
    ]
    const path = file('environments.aprj', project([waits(0)], { environments }))
    expect(await assay(path)).toMatchObject({
      code: 2,
      said: 'Choose an environment with --env: Local, Test.\nSee: assay run --help\n',
    })
    expect((await assay(path, '--env', 'Test')).printed).toContain('environment Test')
    expect((await assay(path, '--env', 'Test', '--env', 'Local')).said).toContain('Use --env only once.')
  })

  it('--rerun-failed runs what did not pass in a JSON report', async () => {
    const failing = {
      id: 'a1',
      kind: 'assertion',
      name: 'Check',
      checks: [{ source: 'variable', name: 'x', is: 'equals', value: '1' }],
    }
    const path = file('rerun.aprj', project([failing]))
    const report = inFolder('first.json')
    expect((await assay(path, '--var', 'x=2', '--reporter', `json=${report}`)).code).toBe(1)
    const again = await assay(path, '--var', 'x=1', '--rerun-failed', report, '--reporter', `json=${report}`)
    expect([again.code, again.printed.includes('Second')]).toEqual([0, false])
    expect(await assay(path, '--rerun-failed', report)).toMatchObject({
      code: 0,
      said: 'Nothing to rerun: everything passed in that report.\n',
    })
    // What failed may be gone, or not selected.
    await assay(path, '--var', 'x=2', '--reporter', `json=${report}`)
    expect(await assay(path, '--rerun-failed', report, '--case', 'Two', '--quiet')).toMatchObject({
      code: 2,
      said: expect.stringMatching(
        /^Nothing to run: the selection has none of the failed cases of that report\. Select other cases, or run all\./,
      ),
    })
    expect((await assay(path, '--rerun-failed', path)).code).toBe(2)
    // Each part has the suites that it had, whatever passed in others.
    const rerun = async (shard: string) => {
      const { code, said } = await assay(path, '--var', 'x=1', '--rerun-failed', report, '--shard', shard)
      return [code, said.trim()]
    }
    const passed = [0, 'Nothing to rerun: everything in this shard passed in that report.']
    expect([await rerun('1/2'), await rerun('2/2')]).toEqual([[0, ''], passed])
    expect(await rerun('3/3')).toEqual([2, 'Nothing to run: this shard has no suites. Use at most as many shards as suites.'])
  })

  it('[T4] --rerun-failed takes of a loop just the rows that did not pass, and those that were never begun', async () => {
    const loop = (onFailure: string, most: number) => [
      {
        id: 'l',
        kind: 'loop-start',
        name: 'Each',
        dataSource: 'd',
        onFailure,
        mapping: [{ column: 'n', variable: 'n', type: 'number' }],
      },
      { id: 'a', kind: 'assertion', name: 'Small', checks: [{ source: 'variable', name: 'n', is: 'less-than', value: most }] },
      { id: 'e', kind: 'loop-end', name: 'Next' },
    ]
    const source = { id: 'd', name: 'numbers', kind: 'csv', file: 'numbers.csv' }
    file('numbers.csv', 'n\n1\n9\n2\n8\n3\n')
    const report = inFolder('rows.json')
    const rowsOf = async (onFailure: string, most: number, ...options: string[]) => {
      const path = file('rows.aprj', project(loop(onFailure, most), { dataSources: [source] }))
      const { code } = await assay(path, '--reporter', `json=${report}`, ...options)
      const { rows } = JSON.parse(readFileSync(report, 'utf8')).suites[0].cases[0]
      return [code, rows.map((row: { rows: number[]; outcome: string }) => `${row.rows.join('.')} ${row.outcome}`)]
    }
    expect(await rowsOf('continue', 5)).toEqual([1, ['1 passed', '2 failed', '3 passed', '4 failed', '5 passed']])
    expect(await rowsOf('continue', 9, '--rerun-failed', report)).toEqual([1, ['2 failed', '4 passed']])
    expect(await rowsOf('stop', 5)).toEqual([1, ['1 passed', '2 failed']])
    expect(await rowsOf('stop', 99, '--rerun-failed', report)).toEqual([0, ['2 passed', '3 passed', '4 passed', '5 passed']])
  })

  it('[T4] loops nest: a query around a generated table, with all rows in every report', async () => {
    file('users.sql', "create table users (id integer, name text); insert into users values (1, 'Ann'), (2, 'Bob');")
    const check = (name: string, is: string) => ({ source: 'variable', name, is: 'is-type', value: is })
    const steps = [
      {
        id: 'l',
        kind: 'loop-start',
        name: 'Users',
        dataSource: 'q',
        mapping: [{ column: 'id', variable: 'id', type: 'number' }],
      },
      { id: 'm', kind: 'loop-start', name: 'Orders', dataSource: 'g', mapping: [{ column: 'sku', variable: 'sku' }] },
      { id: 'a', kind: 'assertion', name: 'Typed', checks: [check('id', 'integer'), check('sku', 'string')] },
      { id: 'n', kind: 'loop-end', name: 'Next order' },
      { id: 'e', kind: 'loop-end', name: 'Next user' },
    ]
    const path = file(
      'nested.aprj',
      project(steps, {
        connections: [{ id: 'k', name: 'DB', driver: 'sqlite', file: 'users.sql' }],
        dataSources: [
          {
            id: 'q',
            name: 'users',
            kind: 'query',
            connection: 'k',
            query: 'select id from users where id > :least',
            parameters: [{ name: 'least', value: 0 }],
          },
          { id: 'g', name: 'orders', kind: 'generated', rows: 3, columns: [{ name: 'sku', value: '${random.alphanumeric(8)}' }] },
        ],
      }),
    )
    const report = inFolder('nested.json')
    const xml = inFolder('nested.xml')
    expect((await assay(path, '--reporter', `json=${report}`, '--reporter', `junit=${xml}`)).code).toBe(0)
    const { rows, rowCounts } = v.parse(reportSchema, JSON.parse(readFileSync(report, 'utf8'))).suites[0]?.cases[0] ?? {}
    expect(rowCounts?.passed).toBe(8)
    const values = rows?.map((row) => `${row.rows.join('.')} ${Object.values(row.values).join()}`) ?? []
    expect(values.map((value) => value.split(' ')[0])).toEqual(['1', '1.1', '1.2', '1.3', '2', '2.1', '2.2', '2.3'])
    // The same table for each user.
    expect(values.slice(1, 4).map((value) => value.slice(4))).toEqual(values.slice(5).map((value) => value.slice(4)))
    expect(readFileSync(xml, 'utf8').match(/name="One\[row 2\.3: sku=\w{8}\]"/g)).toHaveLength(1)
  })

  it('a shard without suites is exit 2, and reported as such: no report of an earlier run stays in its place', async () => {
    const [xml, json, list] = [file('old.xml', 'old'), file('old.json', 'old'), file('old.txt', 'old')]
    const path = file('two.aprj', project([waits(0)]))
    const args = ['--shard', '3/3', '--reporter', 'list', '--reporter', `junit=${xml}`, '--reporter', `json=${json}`]
    args.push('--reporter', `list=${list}`)
    const said = 'Nothing to run: this shard has no suites. Use at most as many shards as suites.\n'
    expect(await assay(path, ...args)).toEqual({ code: 2, said, printed: '' })
    expect(await assay(path, '--shard', '3/3', '--quiet')).toEqual({ code: 2, said, printed: '' })
    expect(readFileSync(xml, 'utf8')).toContain('<testsuites name="Project" tests="0" failures="0" errors="0"')
    expect(v.parse(reportSchema, JSON.parse(readFileSync(json, 'utf8'))).suites).toEqual([])
    expect(readFileSync(list, 'utf8')).toMatch(/^Project\b/)
  })
})

const checks = (name: string, value: string): object => ({
  id: `check-${name}`,
  kind: 'assertion',
  name: 'Check',
  checks: [{ source: 'variable', name, is: 'equals', value }],
})

describe('how it runs', () => {
  it('[T7] a file that a request sends is read beside the project file', async () => {
    writeFileSync(inFolder('order.bin'), Uint8Array.of(0, 255, 10))
    const arrived: Buffer[] = []
    const server = createServer(async (request, response) => {
      arrived.push(await buffer(request))
      response.end()
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const { port } = server.address() as AddressInfo
    const body = { type: 'file', file: 'order.bin' }
    const step = { id: 'r1', kind: 'send-request', name: 'Send', method: 'POST', url: `http://127.0.0.1:${port}/`, body }
    const { code } = await assay(file('sends.aprj', project([step])))
    server.close()
    expect([code, arrived]).toEqual([0, [Buffer.of(0, 255, 10)]])
  })

  it('[T6] --var beats start values, --secret fills a secret, which no report shows', async () => {
    const variables = [
      { name: 'region', value: 'eu' },
      { name: 'key', value: { secret: 'api/key' } },
    ]
    const path = file('vars.aprj', project([checks('region', 'us'), checks('key', 'no')], { variables }))
    const { code, printed } = await assay(path, '--var', 'region=us', '--secret', 'api/key=hunter22')
    expect(code).toBe(1)
    expect(printed).not.toContain('hunter22')
    const missing = await assay(path, '--var', 'region=us')
    expect(missing.code).toBe(3)
    expect(missing.printed).toContain('ASSAY_SECRET_API_KEY')
  })

  it("[P4] reports a secret that the project doesn't use, without its value, and changes nothing", async () => {
    const path = file('one.aprj', project([waits(0)], { variables: [{ name: 'key', value: { secret: 'api/key' } }] }))
    const { code, said } = await assay(path, '--secret', 'api/kye=hunter22', '--secret', 'api/key=hunter23')
    expect(code).toBe(0)
    expect(said).toBe('--secret api/kye: not used in this project. It needs api/key.\n')
  })

  it('[T6] reports an unused variable of --var, but not one that is declared or read by its name alone', async () => {
    const path = file('named.aprj', project([checks('region', '${tenant}')], { variables: [{ name: 'kept', value: '' }] }))
    const { said } = await assay(path, ...['tenant=a', 'region=a', 'kept=1', 'tennant=b'].flatMap((pair) => ['--var', pair]))
    expect(said).toBe("--var tennant: the project doesn't use ${tennant}. Did you mean tenant?\n")
  })

  it('--bail, --retry, --timeout, --seed, --quiet', async () => {
    const failing = file('failing.aprj', project([checks('x', '1')]))
    const bailed = await assay(failing, '--var', 'x=2', '--bail', '--reporter', 'json')
    expect(v.parse(reportSchema, JSON.parse(bailed.printed)).suites.map(({ name }) => name)).toEqual(['First'])
    const retried = await assay(failing, '--var', 'x=2', '--retry', '2', '--reporter', 'events')
    const events = retried.printed
      .trim()
      .split('\n')
      .map((line) => v.parse(runEventSchema, JSON.parse(line)))
    expect(events.filter(({ type }) => type === 'case-started')).toHaveLength(4)
    const slow = await assay(file('slow.aprj', project([waits(60)])), '--timeout', '0.05')
    expect([slow.code, slow.printed]).toEqual([3, expect.stringContaining('time limit of 0.05 s')])
    const away = file('away.aprj', project([{ id: 'r1', kind: 'send-request', name: 'Away', url: 'http://0.0.0.0:1/' }]))
    expect((await assay(away)).printed).toContain('Nothing was sent')
    expect((await assay(away, '--insecure-hosts', 'a.test, 0.0.0.0')).printed).toContain("http://0.0.0.0:1 can't be reached")
    expect((await assay(failing, '--var', 'x=1', '--seed', '7')).printed).toContain('Seed 7')
    expect(await assay(failing, '--var', 'x=2', '--quiet')).toEqual({ code: 1, said: '', printed: '' })
  })

  /** What each report says of a run that ended early. */
  const counted = (name: string) => {
    const xml = readFileSync(inFolder(`${name}.xml`), 'utf8')
    const { counts, suites, notBegun, total, reason } = v.parse(
      reportSchema,
      JSON.parse(readFileSync(inFolder(`${name}.json`), 'utf8')),
    )
    const [, tests] = /^<testsuites [^>]*tests="(\d+)"/m.exec(xml) ?? []
    return { xml, counts, cases: suites.flatMap(({ cases }) => cases.map(({ id }) => id)), notBegun, total, reason, tests }
  }
  const reportsOf = (name: string, printed = 'list') =>
    [`junit=${inFolder(`${name}.xml`)}`, `json=${inFolder(`${name}.json`)}`, printed].flatMap((kind) => ['--reporter', kind])
  const second = [{ suite: { id: 's2', name: 'Second' }, cases: [{ id: 'c2', name: 'Two', steps: 1 }] }]

  it('[R44] after --bail and after the time limit every report holds the cases that were not begun, with the reason', async () => {
    const failing = file('early.aprj', project([checks('x', '1')]))
    const bailed = await assay(failing, '--var', 'x=2', '--bail', ...reportsOf('bailed'))
    const { xml, ...bail } = counted('bailed')
    expect(bail).toEqual({
      counts: { passed: 0, failed: 1, broken: 0, skipped: 1, cancelled: 0 },
      cases: ['c1'],
      notBegun: second,
      total: { suites: 2, cases: 2, steps: 2 },
      reason: 'Stopped at the first failure: One > Check.',
      tests: '2',
    })
    expect(xml).toContain('<testsuites name="Project" tests="2" failures="1" errors="0"')
    expect(xml).toMatch(/<testsuite name="Second" tests="1" failures="0" errors="0" skipped="1" time="0.000">/)
    expect(xml).toMatch(
      /<testcase name="Two" classname="Second" time="0.000">\s*<skipped message="Not started\. Stopped at the first failure: One &gt; Check\."\/>/,
    )
    expect(bailed.printed).toContain('1 of 2 cases not started.\n\nFailed: 1 failed, 1 skipped')

    const again = await assay(failing, '--var', 'x=1', '--rerun-failed', inFolder('bailed.json'))
    expect(again.printed).toContain('Passed: 2 passed')

    await assay(file('late.aprj', project([waits(60)])), '--timeout', '0.05', ...reportsOf('late'))
    const late = counted('late')
    expect([late.notBegun, late.counts.skipped, late.tests]).toEqual([second, 1, '2'])
    expect(late.xml).toContain('<skipped message="Not started. The run\'s time limit of 0.05 s was reached."/>')
  })

  it('[R44] after an interrupt every report holds the cases that were not begun', async () => {
    const host: TestHost = createTestHost()
    const args = ['run', file('stopped.aprj', project([waits(60)])), ...reportsOf('stopped', 'events')]
    const running = main(args, host)
    await vi.waitFor(() => expect(host.printed).toMatch(/"step-started"/), 20_000)
    host.interrupt()
    expect(await running).toBe(130)
    const { xml, counts, notBegun, tests } = counted('stopped')
    expect([counts, notBegun, tests]).toEqual([{ passed: 0, failed: 0, broken: 0, skipped: 1, cancelled: 1 }, second, '2'])
    expect(xml).toContain('<skipped message="Not started. The run was stopped."/>')
  })

  it('mistakes in the options are exit 2 and say which', async () => {
    const path = file('ok.aprj', project([waits(0)]))
    const mistakes: [string[], string][] = [
      [['--workers', '0'], '--workers 0: expected a whole number, 1 or more.'],
      [['--retry', '-1'], '--retry needs a value. If the value starts with "-", write --retry=VALUE.'],
      [['--seed', '1.5'], '--seed 1.5: expected a whole number, 0 or more.'],
      [['--timeout', '0'], '--timeout 0: expected seconds, more than 0.'],
      [['--shard', '3/2'], '--shard 3/2: expected I/N'],
      [
        ['--reporter', 'xml'],
        'Unknown reporter "xml". Available: list, junit, html, json, events, har, ctrf, github, tap, allure.',
      ],
      [['--reporter', 'junit='], 'needs a path after'],
      [
        ['--reporter', 'json', '--reporter', 'list'],
        'Only one of the reports json and list can go to standard output. Give the others a path: --reporter KIND=PATH',
      ],
      [['--reporter', 'json=a', '--reporter', 'events=a'], 'Use a different path for each report: two go to a.'],
      [['--var', 'x'], '--var needs a name and a value'],
      [['--nonsense'], 'Unknown option --nonsense.'],
      [['--reporters', 'list'], 'Unknown option --reporters. Did you mean --reporter?'],
      [['--env'], '--env needs a value.'],
      [['--bail=yes'], "--bail doesn't take a value."],
      [
        ['--var', 'env.name=x'],
        '--var env.name=…: "env.name" isn\'t a valid variable name. Use letters, digits, "_", "." and "-", starting with a letter or "_". random, now, env and uuid are reserved.',
      ],
      [['second.aprj'], "second.aprj doesn't exist."],
      [['no-*.aprj'], 'No file matches no-*.aprj.'],
      [['--iterations', '0'], '--iterations 0: expected a whole number, 1 or more.'],
      [['--delay', 'x'], '--delay x: expected a whole number, 0 or more.'],
      [['--list=xml'], '--list=xml: expected text or json.'],
      [['--data', 'no.csv'], 'no.csv'],
      [['--env-file', 'no.env'], "The environment file no.env can't be read: its folder doesn't exist."],
      [['--cacert', 'no.pem'], "no.pem doesn't exist."],
      [['--secret-command', 'op read "x'], '--secret-command: close the quotes'],
      [['--secret-command', 'op read x'], '--secret-command needs {id}'],
      [['--secret-command', "sh -c 'pass {id}'"], 'use "$SECRET_ID" instead of {id} in a shell command'],
    ]
    for (const [args, text] of mistakes) {
      const { code, said, printed } = await assay(path, ...args)
      expect([args, code, printed]).toEqual([args, 2, ''])
      expect(said).toContain(text)
    }
    // A secret that was typed wrongly is not repeated.
    expect((await assay(path, '--secret', 'hunter22')).said).not.toContain('hunter22')
  })

  it('[R1] [R2] [R4] files that are unusable are exit 2 with the place', async () => {
    const cases: [string, string][] = [
      [file('cut.aprj', sample.slice(0, 900)), 'line'],
      [file('page.aprj', '<!doctype html>'), 'Choose a file saved by Assay. Nothing was changed.\n'],
      [file('newer.aprj', sample.replace('"version": 1', '"version": 2')), 'Update Assay, then open the file again.\n'],
      [inFolder('absent.aprj'), "doesn't exist."],
    ]
    for (const [path, text] of cases) expect(await assay(path)).toMatchObject({ code: 2, said: expect.stringContaining(text) })
  })

  it('[R44] an unwritable report path is exit 2 before anything is sent', async () => {
    const path = file('ok.aprj', project([waits(0)]))
    const { code, said } = await assay(path, '--reporter', `junit=${path}/out.xml`)
    expect([code, said]).toEqual([
      2,
      expect.stringContaining("ok.aprj/out.xml can't be written: its path contains a file where a folder is expected."),
    ])
    // Where folders can't be made at all; on other systems the path is an ordinary folder that can't be created.
    const nowhere = await assay(path, '--reporter', 'junit=/proc/assay/of/out.xml')
    expect([nowhere.code, nowhere.said]).toEqual([2, expect.stringContaining("/proc/assay/of/out.xml can't be written: ")])
  })

  it('[P5] the folder of a report is made', async () => {
    const reports = ['junit=made/of/out.xml', 'events=made/else/out.jsonl'].map((target) =>
      target.replace('made', inFolder('made')),
    )
    const args = reports.flatMap((target) => ['--reporter', target])
    expect((await assay(file('ok.aprj', project([waits(0)])), ...args)).code).toBe(0)
    expect(readFileSync(inFolder('made/of/out.xml'), 'utf8')).toContain('<testsuites')
    expect(readFileSync(inFolder('made/else/out.jsonl'), 'utf8')).toContain('run-finished')
  })

  it('[R44] a report never overwrites the project that is run, or another report, however their paths are written', async () => {
    const path = file('ok.aprj', project([waits(0)]))
    const before = readFileSync(path, 'utf8')
    symlinkSync(path, inFolder('link.xml'))
    for (const over of [path, `${folder}/./ok.aprj`, inFolder('link.xml')]) {
      const { code, said } = await assay(path, '--reporter', `junit=${over}`)
      expect([code, said]).toEqual([
        2,
        expect.stringContaining(`Choose another path: the report ${over} would overwrite the project.`),
      ])
    }
    expect(readFileSync(path, 'utf8')).toBe(before)
    const twice = await assay(path, '--reporter', `junit=${inFolder('r')}`, '--reporter', `json=${folder}/./r`)
    expect([twice.code, twice.said]).toEqual([
      2,
      expect.stringContaining(`Use a different path for each report: two go to ${folder}/./r.`),
    ])
  })

  it('[R44] a full disk loses that report only: the others are whole, exit 2', async () => {
    const { code, said, printed } = await assay(file('ok.aprj', project([waits(0)])), '--reporter', 'json=/dev/full')
    expect([code, said]).toEqual([2, expect.stringContaining('The report /dev/full is incomplete: the disk is full.')])
    expect(printed).toContain('✓ First > One')
  })

  it('[H5] while a run goes on, its documents say that it has not ended, and hold nothing of an earlier run', async () => {
    const host: TestHost = createTestHost()
    const [json, xml] = [inFolder('begun.json'), inFolder('begun.xml')]
    file('begun.json', '{"outcome":"passed"')
    file('begun.xml', '<testsuites tests="1"')
    const path = file('long.aprj', project([waits(60)]))
    const running = main(['run', path, '--reporter', `json=${json}`, '--reporter', `junit=${xml}`, '--reporter', 'events'], host)
    await vi.waitFor(() => expect(host.printed).toMatch(/"step-started"/), 20_000)
    // What a killed process leaves.
    const begun = v.parse(reportSchema, JSON.parse(readFileSync(json, 'utf8')))
    expect([begun.outcome, begun.reason, begun.notBegun?.length]).toEqual([
      'broken',
      expect.stringMatching(/^Incomplete report: the run was killed or ran out of memory\./),
      2,
    ])
    const junit = readFileSync(xml, 'utf8')
    expect(junit).toMatch(/<testsuites name="Project" tests="3" failures="0" errors="1"[^]*<\/testsuites>\n$/)
    expect(junit).toContain('<error message="Incomplete report')
    const left = inFolder('left.json')
    file('left.json', readFileSync(json, 'utf8'))
    host.interrupt()
    expect(await running).toBe(130)
    expect((JSON.parse(readFileSync(json, 'utf8')) as { outcome: string }).outcome).toBe('cancelled')
    expect(readFileSync(xml, 'utf8')).not.toContain('Incomplete report: the run was killed or ran out of memory.')
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([])
    // What is left of a killed run is all run again.
    const again = await assay(file('long.aprj', project([waits(0)])), '--rerun-failed', left)
    expect(again.printed).toContain('Passed: 2 passed')
  })

  it('[H5] a document takes the place of the file that a link leads to, and is written in place where nothing can stand beside it', async () => {
    const path = file('ok.aprj', project([waits(0)]))
    const target = file('target.json', '')
    symlinkSync(target, inFolder('to-target.json'))
    expect((await assay(path, '--reporter', `json=${inFolder('to-target.json')}`)).code).toBe(0)
    expect(lstatSync(inFolder('to-target.json')).isSymbolicLink()).toBe(true)
    expect((JSON.parse(readFileSync(target, 'utf8')) as { outcome: string }).outcome).toBe('passed')
  })

  it('[R44] interrupted: the reports hold what was done, exit 130', async () => {
    const host: TestHost = createTestHost()
    const report = inFolder('partial.json')
    const suites = project([waits(0), { ...waits(60), id: 'w3' }])
    const running = main(['run', file('long.aprj', suites), '--reporter', `json=${report}`, '--reporter', 'events'], host)
    await vi.waitFor(() => expect(host.printed).toMatch(/"step-started".*"w3"/), 20_000)
    host.interrupt()
    expect(await running).toBe(130)
    const partial = v.parse(reportSchema, JSON.parse(readFileSync(report, 'utf8')))
    expect([partial.outcome, partial.suites[0]?.cases[0]?.steps.map(({ outcome }) => outcome)]).toEqual([
      'cancelled',
      ['passed', 'cancelled'],
    ])
  })
})
