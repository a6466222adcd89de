import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTls, testAuthority } from '../../../e2e/faults/server.ts'
import { main } from '../main.ts'
import { createTestHost } from '../testing/test-host.ts'

const folder = mkdtempSync(join(tmpdir(), 'assay-ci-'))
const at = (name: string): string => join(folder, name)
/** What the server was sent: the path, and when. */
let sent: { path: string; at: number }[] = []
const server = createServer((request: IncomingMessage, response) => {
  const path = request.url ?? ''
  sent.push({ path, at: performance.now() })
  response.writeHead(path.includes('missing') ? 404 : 200, { 'content-type': 'application/json' }).end(JSON.stringify({ path }))
})
let url = ''

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.close()
  server.closeAllConnections()
  rmSync(folder, { recursive: true })
})
beforeEach(() => {
  sent = []
})

function write(name: string, content: string | object): string {
  mkdirSync(dirname(at(name)), { recursive: true })
  writeFileSync(at(name), typeof content === 'string' ? content : JSON.stringify(content))
  return at(name)
}

const get = (path: string, more: object = {}): object => ({
  id: 'r',
  kind: 'send-request',
  name: 'Get',
  url: `${url}${path}`,
  ...more,
})
const ok = { id: 'a', kind: 'assertion', name: 'Is 200', checks: [{ source: 'status', is: 'equals', value: 200 }] }

/** A project of one suite; a case for each path, whose name is the path's. */
const project = (name: string, paths: readonly string[], more: object = {}): object => ({
  format: 'aprj',
  version: 1,
  id: name,
  name,
  suites: [
    {
      id: 's1',
      name: 'Suite',
      cases: paths.map((path, index) => ({
        id: `c${index}`,
        name: path.slice(1),
        tags: [index === 0 ? 'first' : 'later'],
        steps: [
          { ...get(path), id: `r${index}` },
          { ...ok, id: `a${index}` },
        ],
      })),
    },
  ],
  ...more,
})

async function assay(
  args: string[],
  environment: Record<string, string> = {},
): Promise<{ code: number; said: string; printed: string }> {
  const host = createTestHost({ environment })
  const code = await main(['run', ...args], host)
  return { code, said: host.said, printed: host.printed }
}
const paths = (): string[] => sent.map(({ path }) => path)

interface JsonReport {
  project: { id: string }
  suites: { name: string; cases: { id: string; name: string; outcome: string }[] }[]
  counts: Record<string, number>
  seed: number
}
const readJson = (path: string): JsonReport => JSON.parse(readFileSync(path, 'utf8')) as JsonReport
const casesIn = ({ suites }: JsonReport): string[] =>
  suites.flatMap(({ name, cases }) => cases.map((one) => `${name} > ${one.name}: ${one.outcome}`))

describe('several files', () => {
  beforeAll(() => {
    write('tests/b.aprj', project('B', ['/b1', '/missing']))
    write('tests/deep/a.aprj', project('A', ['/a1']))
    write('tests/deep/empty.aprj', project('E', []))
    write('tests/node_modules/pack.aprj', 'not read')
    write('tests/deep/notes.txt', 'not read')
  })

  it('[P5] of a folder all projects below it run as one, in one report, each suite with its file', async () => {
    const junit = at('files.xml')
    const { code, said, printed } = await assay([at('tests'), '--reporter', `junit=${junit}`, '--reporter', 'list'])
    expect([code, said]).toEqual([1, ''])
    expect(paths()).toEqual(['/b1', '/missing', '/a1'])
    expect(printed).toContain(`✓ ${at('tests/b.aprj')} > Suite > b1 (2 steps`)
    expect(printed).toContain('Failed: 5 passed, 1 failed')
    const xml = readFileSync(junit, 'utf8')
    expect([...xml.matchAll(/<testsuite name="([^"]*)" tests="(\d)"/g)].map(([, name, tests]) => [name, tests])).toEqual([
      [`${at('tests/b.aprj')} &gt; Suite`, '2'],
      [`${at('tests/deep/a.aprj')} &gt; Suite`, '1'],
    ])
  })

  it('[P5] globs, files and folders add up, each file once; one that yields nothing is exit 2', async () => {
    const b = at('tests/b.aprj')
    const { code } = await assay([at('tests/**/a*.aprj'), b, b, at('tests/{b,c}.aprj')])
    expect([code, paths()]).toEqual([1, ['/a1', '/b1', '/missing']])
    mkdirSync(at('none'), { recursive: true })
    expect(await assay([at('none')])).toMatchObject({ code: 2, said: `${at('none')} contains no .aprj file.\n` })
    expect(await assay([at('tests/deep/empty.aprj'), write('empty.aprj', project('E2', []))])).toMatchObject({ code: 2 })
    expect(await assay([at('tests'), write('broken.aprj', '{')])).toMatchObject({ code: 2, printed: '' })
  })

  it('[P5] a selection holds for all files; --rerun-failed takes from each what did not pass', async () => {
    const report = at('files.json')
    const tests = at('tests')
    await assay([tests, '--case', 'a1', '--case', 'missing', '--reporter', `json=${report}`])
    expect(paths()).toEqual(['/missing', '/a1'])
    await assay([tests, '--suite', `${at('tests/deep/a.aprj')} > Suite`])
    expect(paths().slice(2)).toEqual(['/a1'])
    sent = []
    expect((await assay([tests, '--rerun-failed', report])).code).toBe(1)
    expect(paths()).toEqual(['/missing'])
    expect((await assay([tests, '--case', 'nowhere'])).said).toContain(
      'The project has no case "nowhere". Available: b1, missing, a1.',
    )
    sent = []
    await assay([tests, '--shard', '2/2'])
    expect(paths()).toEqual(['/a1'])
  })

  it('[P5] --env needs a choice only where a file has several; it is ignored where a file has none', async () => {
    const two = project('Two', ['/x'], {
      environments: [
        { id: 'e1', name: 'CI' },
        { id: 'e2', name: 'Local' },
      ],
    })
    const path = write('env/two.aprj', two)
    const one = write('env/one.aprj', project('One', ['/y']))
    expect(await assay([path, one])).toMatchObject({
      code: 2,
      said: expect.stringContaining(`${path}: Choose an environment`) as string,
    })
    expect((await assay([path, one, '--env', 'CI'])).code).toBe(0)
  })

  it('[R44] --bail, --timeout and Stop leave the rest of the files not started, in every report', async () => {
    const report = at('bailed.json')
    const { code, printed } = await assay([at('tests'), '--bail', '--reporter', `json=${report}`])
    expect([code, paths()]).toEqual([1, ['/b1', '/missing']])
    expect(printed).toContain('1 of 3 cases not started.')
    expect(readJson(report)).toMatchObject({
      notBegun: [{ suite: { name: `${at('tests/deep/a.aprj')} > Suite` }, cases: [{ name: 'a1', steps: 2 }] }],
      counts: { passed: 3, failed: 1, skipped: 2 },
    })
    const slow = write('slow/1.aprj', project('S', [], { suites: [waiting] }))
    const late = await assay([slow, at('tests/deep/a.aprj'), '--timeout', '0.05', '--reporter', `json=${report}`])
    expect([late.code, readJson(report).counts]).toMatchObject([3, { skipped: 2 }])
    const host = createTestHost()
    const running = main(['run', slow, at('tests/deep/a.aprj'), '--reporter', 'events'], host)
    await expect.poll(() => host.printed).toMatch(/"step-started"/)
    host.interrupt()
    expect(await running).toBe(130)
    expect(host.printed).toMatch(/"outcome":"cancelled".*"notBegun":\[.*"a1"/)
  })

  it('[P5] with --workers files run side by side', async () => {
    const report = at('workers.json')
    expect((await assay([at('tests'), '--workers', '3', '--reporter', `json=${report}`])).code).toBe(1)
    expect(casesIn(readJson(report)).toSorted()).toEqual([
      `${at('tests/b.aprj')} > Suite > b1: passed`,
      `${at('tests/b.aprj')} > Suite > missing: failed`,
      `${at('tests/deep/a.aprj')} > Suite > a1: passed`,
    ])
  })
})

const waiting = {
  id: 'ws',
  name: 'Waits',
  cases: [{ id: 'w', name: 'W', steps: [{ id: 'w1', kind: 'wait', name: 'Wait', seconds: 60 }] }],
}

describe('rows and iterations', () => {
  it('[T4] --data runs each selected case once per row; columns beat all other values; what failed runs again', async () => {
    const path = write('rows.aprj', project('R', ['/u/${id}/${who}'], { variables: [{ name: 'who', value: 'nobody' }] }))
    const csv = write('rows.csv', 'id,who\n7,Ann\nmissing,Bob\n')
    const report = at('rows.json')
    const { code, printed } = await assay([path, '--data', csv, '--var', 'who=other', '--reporter', `json=${report}`])
    expect([code, paths()]).toEqual([1, ['/u/7/Ann', '/u/missing/Bob']])
    expect(printed).toContain('✓ Suite > u/${id}/${who}[row 1: id=7, who=Ann] (2 steps')
    expect(readJson(report).project.id).toBe('R')
    sent = []
    await assay([path, '--data', csv, '--rerun-failed', report])
    expect(paths()).toEqual(['/u/missing/Bob'])
  })

  it('[T4] values of JSON keep their types', async () => {
    const body = { type: 'json', text: '{"n":${n},"on":${on},"list":${list}}' }
    const step = { id: 'r', kind: 'send-request', name: 'Post', method: 'POST', url: `${url}/post`, body }
    const path = write(
      'json.aprj',
      project('J', [], { suites: [{ id: 's', name: 'S', cases: [{ id: 'c', name: 'C', steps: [step] }] }] }),
    )
    const { code, said } = await assay([path, '--verbose', '--data', write('rows.json', [{ n: 1, on: true, list: [1, 'a'] }])])
    expect([code, said]).toEqual([0, expect.stringContaining('> {"n":1,"on":true,"list":[1,"a"]}')])
  })

  it('[T4] --iterations repeats all; each draws other data, and the same again with the seed', async () => {
    const path = write('many.aprj', project('M', ['/${random.hex(8)}', '/two']))
    const { printed } = await assay([path, '--iterations', '2', '--seed', '7'])
    const first = paths()
    expect([first[1], first[3], new Set(first).size]).toEqual(['/two', '/two', 3])
    expect(printed).toContain('✓ Suite > two[iteration 2] (2 steps')
    expect(printed).toContain('8 passed')
    sent = []
    await assay([path, '--iterations', '2', '--seed', '7'])
    expect(paths()).toEqual(first)
  })

  it('[T4] rows that can not be used are exit 2', async () => {
    const path = write('rows.aprj', project('R', ['/x']))
    expect((await assay([path, '--data', write('none.csv', 'id\n')])).said).toBe(`Add rows to ${at('none.csv')}: it has none.\n`)
    expect((await assay([path, '--data', write('bad.csv', 'my id\n1\n')])).said).toContain('rename the column "my id"')
    expect((await assay([path, '--data', write('bad.json', '{')])).code).toBe(2)
    expect(paths()).toEqual([])
  })
})

describe('values from the environment', () => {
  const declared = { variables: [{ name: 'who', value: 'file' }] }

  it('[T6] --var beats ASSAY_VAR_…, which beats --env-file, of which the last beats the file', async () => {
    const path = write('env.aprj', project('V', ['/${who}'], declared))
    const one = write('one.env', 'who=one\nother=x\n')
    const two = write('two.env', '# two\nexport who="two"\n')
    const three = write('three.env', 'ASSAY_VAR_who=three\n')
    await assay([path])
    await assay([path, '--env-file', one])
    await assay([path, '--env-file', one, '--env-file', two])
    await assay([path, '--env-file', three, '--env-file', two])
    await assay([path, '--env-file', three], { ASSAY_VAR_who: 'process' })
    await assay([path, '--env-file', three, '--var', 'who=option'], { ASSAY_VAR_who: 'process' })
    expect(paths()).toEqual(['/file', '/one', '/two', '/three', '/process', '/option'])
  })

  it('[T6] a variable with other characters in its name is spelled with "_"', async () => {
    const path = write('env2.aprj', project('V', ['/${base-url.v1}']))
    const { code, said } = await assay([path], { ASSAY_VAR_base_url_v1: 'x' })
    expect([code, said, paths()]).toEqual([0, '', ['/x']])
  })

  it('[P4] a variable that is kept as a secret stays masked; secrets and the passphrase may be in the file too', async () => {
    const secrets = {
      variables: [
        { name: 'key', value: { secret: 'api/key' } },
        { name: 'other', value: { secret: 'api/other' } },
      ],
    }
    const path = write('env3.aprj', project('V', ['/${key}/${other}'], secrets))
    const env = write('secret.env', 'key=hunter22\nASSAY_SECRET_API_OTHER=hunter33\n')
    const { said, printed } = await assay([path, '--env-file', env, '--verbose'])
    expect(paths()).toEqual(['/hunter22/hunter33'])
    expect(said + printed).not.toMatch(/hunter/)
    expect(said).toContain('/‹api/key›/‹api/other›\n')
  })
})

describe('what runs', () => {
  it('[P5] --exclude-tag leaves out what --tag would select; excluding everything is exit 2', async () => {
    const path = write('tags.aprj', project('T', ['/1', '/2']))
    await assay([path, '--exclude-tag', 'first'])
    expect(paths()).toEqual(['/2'])
    expect(await assay([path, '--exclude-tag', 'wip'])).toMatchObject({
      code: 0,
      said: '--exclude-tag wip: no case has this tag.\n',
    })
    expect(await assay([path, '--tag', 'first', '--exclude-tag', 'first'])).toMatchObject({ code: 2 })
  })

  it('[P5] --list shows what would run and what is missing, and sends nothing', async () => {
    const key = { variables: [{ name: 'key', value: { secret: 'api/key' } }] }
    const path = write('list.aprj', project('L', ['/1', '/${gone}/${key}'], key))
    const text = await assay([path, '--list'])
    expect(text).toEqual({
      code: 0,
      said: '',
      printed: [
        path,
        '  Suite > 1 (2 steps) #first',
        '  Suite > ${gone}/${key} (2 steps) #later',
        '',
        '2 cases',
        'Missing variable gone, used by 1 step',
        'Missing secret api/key (ASSAY_SECRET_API_KEY), used by 1 step',
        '',
      ].join('\n'),
    })
    const json = await assay([path, '--list=json', '--tag', 'later', '--data', write('list.csv', 'gone\nx\n')])
    expect(JSON.parse(json.printed)).toEqual({
      files: [
        {
          file: path,
          project: 'L',
          suites: [{ name: 'Suite', cases: [{ name: '${gone}/${key}[row 1: gone=x]', tags: ['later'], steps: 2 }] }],
        },
      ],
      missing: {
        variables: [],
        secrets: [{ id: 'api/key', variable: 'ASSAY_SECRET_API_KEY', usedBy: ['Suite > ${gone}/${key} > Get'] }],
      },
    })
    expect(paths()).toEqual([])
  })
})

describe('how requests are sent', () => {
  it('[P5] --delay waits before each request but the first, and Stop ends the wait', async () => {
    const path = write('delay.aprj', project('D', ['/1', '/2']))
    await assay([path, '--delay', '60'])
    const [first, second] = sent
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(59)
    const host = createTestHost()
    const running = main(['run', path, '--delay', '600000', '--reporter', 'events'], host)
    await expect.poll(() => host.printed).toMatch(/"case":"c1","step":"r1"/)
    host.interrupt()
    expect(await running).toBe(130)
  })

  it('[R28] --cacert trusts an authority besides those of Node', async () => {
    const tls = await startTls('trusted')
    const path = write(
      'tls.aprj',
      project('C', [], {
        suites: [{ id: 's', name: 'S', cases: [{ id: 'c', name: 'C', steps: [get('', { url: tls.url }), ok] }] }],
      }),
    )
    expect((await assay([path])).code).toBe(3)
    expect((await assay([path, '--cacert', write('ca.pem', testAuthority)])).code).toBe(0)
    expect((await assay([path, '--cacert', write('no.pem', 'no')])).said).toContain('expected certificates in PEM format')
    await tls.close()
  })

  it('[P5] --verbose shows each request and response, each line marked; --quiet wins', async () => {
    const path = write('verbose.aprj', project('V', ['/1']))
    const { said } = await assay([path, '--verbose'])
    expect(said).toMatch(/^> GET http:\/\/127\.0\.0\.1:\d+\/1\n/)
    expect(said).toMatch(
      /\n< 200 OK in (<1|\d+) ms\n(?:< .*\n)*< content-type: application\/json\n(?:< .*\n)*<\n< {"path":"\/1"}\n\n$/,
    )
    expect((await assay([path, '--verbose', '--quiet'])).said).toBe('')
  })
})

describe('secrets by a command', () => {
  const secrets = (...ids: string[]): object => ({
    variables: ids.map((id, index) => ({ name: `k${index}`, value: { secret: id } })),
  })
  const node = `"${process.execPath}"`

  it('[P4] it runs once per secret that is found nowhere else, without a shell, and its output is not shown', async () => {
    const id = '$(touch hacked); `id` & "x" | y'
    const path = write('command.aprj', project('C', ['/${k0}/${k1}', '/${k0}'], secrets(id, 'b')))
    const log = at('asked.txt')
    const code =
      "require('fs').appendFileSync(process.argv[1], process.argv[2] + '\\n'); console.log('hunter' + process.argv[2].length)"
    const script = write(
      'ask.cjs',
      code.replaceAll('argv[1]', 'argv[2]').replaceAll('argv[2] +', 'argv[3] +').replaceAll('argv[2].', 'argv[3].'),
    )
    const run = await assay([path, '--secret-command', `${node} "${script}" '${log}' {id}`, '--verbose'], {
      ASSAY_SECRET_B: 'b-value',
    })
    expect(run.code).toBe(0)
    expect(readFileSync(log, 'utf8')).toBe(`${id}\n`)
    expect(paths()).toEqual([`/hunter${id.length}/b-value`, `/hunter${id.length}`])
    expect(run.said + run.printed).not.toContain(`hunter${id.length}`)
  })

  it('[P4] one that fails, prints nothing, or would take the id as an option gives no value, and says why without its output', async () => {
    const fails = write(
      'fails.cjs',
      "console.log('hunter22'); console.error('hunter33'); process.exit(process.env.SECRET_ID === 'a' ? 3 : 0)",
    )
    const path = write('fails.aprj', project('C', ['/${k0}'], secrets('a')))
    const failed = await assay([path, '--secret-command', `${node} ${fails} {id}`])
    expect(failed.code).toBe(3)
    expect(failed.said).toContain('The secret command gave no value for "a": exit code 3.')
    expect(failed.said).toContain('1 value is missing.')
    expect(failed.said + failed.printed).not.toContain('hunter')
    const dashed = write('dashed.aprj', project('C', ['/${k0}'], secrets('--help')))
    expect((await assay([dashed, '--secret-command', `${node} {id}`])).said).toContain('the ID starts with "-"')
    expect((await assay([path, '--secret-command', 'no-such-program-here {id}'])).said).toContain("the program doesn't exist")
    expect((await assay([path, '--secret-command', `${node} -e 0 SECRET_ID`])).said).toContain('1 value is missing.')
    expect(paths()).toEqual([])
  })
})
