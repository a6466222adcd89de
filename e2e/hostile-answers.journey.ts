import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { expect, test } from '@playwright/test'
import { startFaults } from './faults/server.ts'

const program = fileURLToPath(new URL('../bin/assay.js', import.meta.url))
const peakMemory = new URL('../bench/cli/peak-memory.mjs', import.meta.url).href

/** The most bytes of body that are kept, and what a run may take besides: Node, the program, buffers on their way. */
const mostBody = 50
const besides = 300

const megabytes = (count: number): number => count * 1024 * 1024

/** Writes a text over and over, as fast as it is read. */
function repeat(response: ServerResponse, text: string, bytes: number, [begin, end]: [string, string] = ['', '']): void {
  const part = Buffer.from(text.repeat(Math.ceil(65_536 / text.length)))
  let left = bytes
  response.write(begin)
  const more = (): void => {
    while (left > 0 && !response.destroyed) {
      left -= part.length
      if (!response.write(part)) return
    }
    if (left <= 0) response.end(end)
  }
  response.on('drain', more)
  more()
}

const json = { 'content-type': 'application/json' }

/** Answers that are whole and within the limit of size, but large once they are read. */
const large: Record<string, (response: ServerResponse) => void> = {
  '/many-arrays': (response) => repeat(response.writeHead(200, json), '[],', megabytes(46), ['[', '0]']),
  '/many-objects': (response) => repeat(response.writeHead(200, json), '{"a":{}},', megabytes(46), ['[', '0]']),
  '/many-names': (response) => {
    const names = Array.from({ length: 3_000_000 }, (_, index) => `"n${index}":1`)
    response.writeHead(200, json).end(`{${names.join()}}`)
  },
  '/many-numbers': (response) => repeat(response.writeHead(200, json), '12345678901234567890,', megabytes(46), ['[', '0]']),
  '/long-text': (response) => repeat(response.writeHead(200, json), 'ä', megabytes(46), ['"', '"']),
  '/long-number': (response) => repeat(response.writeHead(200, json), '7', megabytes(46), ['', '']),
  '/packed-arrays': (response) =>
    void response
      .writeHead(200, { ...json, 'content-encoding': 'gzip' })
      .end(gzipSync(Buffer.from(`[${'[],'.repeat(3_000_000)}0]`), { level: 1 })),
  '/1-gb': (response) => repeat(response.writeHead(200, { ...json, 'content-length': megabytes(1024) }), 'x', megabytes(1024)),
}

async function startLarge(): Promise<{ url: string; close(): void }> {
  const server = createServer((request, response) => large[request.url ?? '']?.(response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, close: () => server.close().closeAllConnections() }
}

const ofFaults = (
  'one-byte-chunks?count=10000000 endless bomb tiny-headers trailers headers large-header trickle stall drop gzip-damaged br-damaged ' +
  'gzip-twice zstd codings?count=1000000 status-000 two-lengths loop-a not-http closed reset numbers proto binary no-content ' +
  'early-hints'
).split(' ')

/** Answers that come to no end but by time. */
const waits = /trickle|stall/

/** A case for each answer: it is asked for, and its body is looked at in several ways. */
function projectOf(urls: readonly string[]): object {
  const cases = urls.map((url, index) => ({
    id: `c${index}`,
    name: new URL(url).pathname.slice(1),
    steps: [
      { id: `r${index}`, kind: 'send-request', name: 'Ask', url, timeout: waits.test(url) ? 3 : 30 },
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

interface Ended {
  code: number | null
  peak: number
  printed: string
}

function runAssay(args: string[]): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['--max-old-space-size=256', '--import', peakMemory, program, 'run', ...args], {
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    })
    let printed = ''
    let peak = ''
    child.stdout?.on('data', (chunk: Buffer) => (printed += chunk.toString()))
    child.stderr?.on('data', (chunk: Buffer) => (printed += chunk.toString()))
    child.stdio[3]?.on('data', (chunk: Buffer) => (peak += chunk.toString()))
    child.on('close', (code) => resolve({ code, peak: Number(peak), printed }))
  })
}

test('[H5] no answer kills a run with a heap of 256 MB, and its reports are whole', async () => {
  test.setTimeout(300_000)
  const folder = mkdtempSync(join(tmpdir(), 'assay-hostile-'))
  const [faults, bodies] = [await startFaults(), await startLarge()]
  try {
    const urls = [...ofFaults.map((path) => `${faults.url}/${path}`), ...Object.keys(large).map((path) => bodies.url + path)]
    const file = join(folder, 'hostile.aprj')
    writeFileSync(file, JSON.stringify(projectOf(urls)))
    const ended = await runAssay([file, ...['junit', 'json'].flatMap((kind) => ['--reporter', `${kind}=${join(folder, kind)}`])])
    expect([1, 3], ended.printed).toContain(ended.code)
    const junit = readFileSync(join(folder, 'junit'), 'utf8')
    expect(junit).toMatch(/<\/testsuites>\n$/)
    expect(junit.match(/<testcase /g)).toHaveLength(urls.length)
    const report = JSON.parse(readFileSync(join(folder, 'json'), 'utf8')) as Report
    expect(report.suites.flatMap(({ cases }) => cases.map(({ outcome }) => outcome))).toEqual(
      urls.map((): unknown => expect.stringMatching(/^(passed|failed|broken)$/)),
    )
    test.info().annotations.push({ type: 'peak', description: `${Math.round(ended.peak)} MB` })
    expect(ended.peak).toBeLessThan(4 * mostBody + besides)
  } finally {
    bodies.close()
    await faults.close()
    rmSync(folder, { recursive: true })
  }
})
