import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('../../bin/assay.js', import.meta.url))
const peakMemory = new URL('../../bench/cli/peak-memory.mjs', import.meta.url).href

/** Paths of the fault server whose responses a run must survive. */
export const faultPaths = (
  'one-byte-chunks?count=10000000 endless bomb tiny-headers trailers headers large-header trickle stall drop gzip-damaged br-damaged ' +
  'gzip-twice zstd codings?count=1000000 status-000 two-lengths loop-a not-http closed reset numbers proto binary no-content ' +
  'early-hints'
).split(' ')

/** Answers that come to no end but by time. */
const waits = /trickle|stall/

/** What asks for an answer: a step without id and name. */
export type Asks = (url: string) => Record<string, unknown>

const sends: Asks = (url) => ({ kind: 'send-request', url, timeout: waits.test(url) ? 3 : 30 })

/** A case for each response: it is requested, and its body is checked in several ways. */
function projectOf(urls: readonly string[], asks: (url: string) => Record<string, unknown>): object {
  const cases = urls.map((url, index) => ({
    id: `c${index}`,
    name: new URL(url).pathname.slice(1),
    steps: [
      { id: `r${index}`, name: 'Ask', ...asks(url) },
      {
        id: `a${index}`,
        kind: 'assertion',
        name: 'Look',
        checks: [
          { source: 'json', path: '$.state', is: 'equals', value: 'open' },
          { source: 'text', is: 'contains', value: 'state' },
        ],
      },
    ],
  }))
  return { format: 'aprj', version: 1, id: 'h', name: 'Hostile', suites: [{ id: 's', name: 'Answers', cases }] }
}

interface Report {
  suites: { cases: { outcome: string }[] }[]
}

/** What a run against hostile answers came to. */
export interface HostileRun {
  /** Null if it was killed. */
  code: number | null
  /** Resident memory, MiB. */
  peak: number
  printed: string
  junit: string
  /** The outcome of each case, as the JSON report has it. */
  outcomes: string[]
}

/**
 * Runs the built program with a heap of 256 MB against a case for each address; `folder` is where its files go. It is killed after
 * `longest` milliseconds. Rejects if the JSON report is invalid.
 */
export async function runHostile(urls: readonly string[], folder: string, asks = sends, longest = 280_000): Promise<HostileRun> {
  const file = join(folder, 'hostile.aprj')
  writeFileSync(file, JSON.stringify(projectOf(urls, asks)))
  const reports = ['junit', 'json'].flatMap((kind) => ['--reporter', `${kind}=${join(folder, kind)}`])
  const ended = await runAssay([file, ...reports], longest)
  const report = JSON.parse(readFileSync(join(folder, 'json'), 'utf8')) as Report
  return {
    ...ended,
    junit: readFileSync(join(folder, 'junit'), 'utf8'),
    outcomes: report.suites.flatMap(({ cases }) => cases.map(({ outcome }) => outcome)),
  }
}

function runAssay(args: string[], timeout: number): Promise<Pick<HostileRun, 'code' | 'peak' | 'printed'>> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['--max-old-space-size=256', '--import', peakMemory, program, 'run', ...args], {
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
      timeout,
      killSignal: 'SIGKILL',
    })
    let printed = ''
    let peak = ''
    child.stdout?.on('data', (chunk: Buffer) => (printed += chunk.toString()))
    child.stderr?.on('data', (chunk: Buffer) => (printed += chunk.toString()))
    child.stdio[3]?.on('data', (chunk: Buffer) => (peak += chunk.toString()))
    child.on('close', (code) => resolve({ code, peak: Number(peak), printed }))
  })
}
