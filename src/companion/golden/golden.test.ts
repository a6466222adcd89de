import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ReporterId } from '#engine/reporters/index.ts'
import { startDemo, type Demo } from '../demo/index.ts'
import { main } from '../main.ts'
import { createTestHost } from '../testing/test-host.ts'

const folder = mkdtempSync(join(tmpdir(), 'assay-golden-'))
const root = new URL('../../../', import.meta.url)
let demo: Demo

beforeAll(async () => {
  demo = await startDemo({ port: 0, appOrigin: 'http://127.0.0.1:5417' })
})
afterAll(async () => {
  await demo.close()
  rmSync(folder, { recursive: true })
})

/** What differs from run to run, by what it is: addresses, times, sizes that depend on them, what is drawn by chance. */
const changing: readonly [RegExp, string][] = [
  [
    /("(?:at|start|stop|startedAt|duration|firstByte|time|wait|receive|total|expires_in|iat|exp|nbf|auth_time)": ?)\d+(?:\.\d+)?/g,
    '$10',
  ],
  // Whether a new connection is opened is the server's choice.
  [/"connecting": ?\{[^}]*\}, ?/g, ''],
  [/,"phases": ?\{[^}]*\}/g, ''],
  [/"dns":[\d.e-]+,"connect":[\d.e-]+,(?:"ssl":[\d.e-]+,)?/g, ''],
  [/(\\"(?:iat|exp|nbf|auth_time|expires_in)\\": ?)\d+/g, '$10'],
  [/\b(in|after) (?:(?:<|&lt;|\\u003c)1|[\d.]+) m?s\b/g, '$1 0 ms'],
  [/time="[\d.]+"/g, 'time="0"'],
  [/duration_ms: [\d.]+/g, 'duration_ms: 0'],
  [/\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b/g, '<uuid>'],
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z?/g, '<instant>'],
  [/\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT/g, '<date>'],
  [/(\\"jti\\": ?\\")[\w-]+/g, '$1<jti>'],
  [/127\.0\.0\.1:\d+/g, '<address>'],
  [/\(\d+ s ago\)/g, '(0 s ago)'],
  [/, (?:(?:<|&lt;|\\u003c)1|[\d.]+) m?s\b/g, ', 0 ms'],
  // The page inside of a report in HTML is the build's.
  [/<(script|style)>[\s\S]*?<\/\1>/g, '<$1>…</$1>'],
  [/'sha256-[^']+'/g, "'sha256-…'"],
  [/assay run \S+/g, 'assay run <file>'],
]

/** A text without what differs from run to run. */
function settled(text: string): string {
  const named = text.replaceAll(demo.provider, '<provider>').replaceAll(demo.api, '<api>')
  return changing.reduce((left, [what, sign]) => left.replace(what, sign), named)
}

/** The file ending of each format but the folder of Allure; the compiler names the one that is missing. */
const reports = {
  list: 'txt',
  junit: 'xml',
  json: 'json',
  html: 'html',
  events: 'jsonl',
  har: 'har',
  ctrf: 'ctrf.json',
  github: 'github.txt',
  tap: 'tap',
} as const satisfies Record<Exclude<ReporterId, 'allure'>, string>

/** Runs a project in all formats of reports; what each says, without what differs from run to run. */
async function reportsOf(file: string, ...options: string[]): Promise<{ code: number; texts: Record<string, string> }> {
  const path = (kind: string): string => join(folder, kind)
  const code = await main(
    [
      'run',
      file,
      '--seed=7',
      `--var=idp=${demo.provider}`,
      `--var=baseUrl=${demo.api}`,
      ...Object.keys(reports).flatMap((kind) => ['--reporter', `${kind}=${path(kind)}`]),
      ...options,
    ],
    createTestHost(),
  )
  return {
    code,
    texts: Object.fromEntries(Object.keys(reports).map((kind) => [kind, settled(readFileSync(path(kind), 'utf8'))])),
  }
}

const projects = [
  { name: 'every-kind', file: new URL('every-kind.aprj', import.meta.url), code: 1 },
  { name: 'sample', file: new URL('examples/orders.aprj', root), code: 0 },
]

it.each(projects)('[P6] $name gives the events and reports that its golden files hold', async ({ name, file, code }) => {
  const secrets =
    name === 'sample'
      ? ['--suite', 'Orders']
      : ['--secret', 'demo/client-secret=public-demo-secret-of-orders-tests', '--secret', `sign/key=${'k'.repeat(40)}`]
  const run = await reportsOf(file.pathname, ...secrets)
  expect(run.code).toBe(code)
  for (const [kind, ending] of Object.entries(reports))
    await expect(run.texts[kind]).toMatchFileSnapshot(`./${name}.golden.${ending}`)
})
