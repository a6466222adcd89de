import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { faultPaths, runHostile } from './faults/hostile-run.ts'
import { largePaths, startLarge } from './faults/large.ts'
import { startFaults } from './faults/server.ts'
import { sized } from './fuzz-runs.ts'
import { expect, test } from './worker.ts'

/** Megabytes: the largest body that is kept, and what a run needs besides (Node, the program, buffers on their way). */
const mostBody = 50
const besides = 300
/** Megabytes of the thread that costly checks move to: its own heap, with the body that it parses. */
const workThread = 5 * mostBody

test('[H5] no response kills a run with a heap of 256 MB, and its reports are whole', async () => {
  test.setTimeout(300_000)
  const folder = mkdtempSync(join(tmpdir(), 'assay-hostile-'))
  const [faults, bodies] = [await startFaults(), await startLarge()]
  try {
    const paths = faultPaths.map((path) => path.replace('count=10000000', `count=${sized(10_000_000, 2_000_000)}`))
    const urls = [...paths.map((path) => `${faults.url}/${path}`), ...largePaths.map((path) => bodies.url + path)]
    const ended = await runHostile(urls, folder)
    expect([1, 3], ended.printed).toContain(ended.code)
    expect(ended.junit).toMatch(/<\/testsuites>\n$/)
    expect(ended.junit.match(/<testcase /g)).toHaveLength(urls.length)
    expect(ended.outcomes).toEqual(urls.map((): unknown => expect.stringMatching(/^(passed|failed|broken)$/)))
    test.info().annotations.push({ type: 'peak', description: `${Math.round(ended.peak)} MB` })
    expect(ended.peak).toBeLessThan(4 * mostBody + besides + workThread)
  } finally {
    bodies.close()
    await faults.close()
    rmSync(folder, { recursive: true })
  }
})
