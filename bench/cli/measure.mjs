import { fork, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { benchProject } from './project.mjs'

const here = (name) => fileURLToPath(new URL(name, import.meta.url))
const program = here('../../bin/assay.js')

/** Runs a process to its end and gives its milliseconds, and with `memory` its peak in MiB. */
function runProcess(args, { memory = false } = {}) {
  return new Promise((resolve, reject) => {
    const start = performance.now()
    const preload = memory ? ['--import', here('peak-memory.mjs')] : []
    const child = spawn(process.execPath, [...preload, ...args], {
      stdio: ['ignore', 'ignore', 'pipe', memory ? 'pipe' : 'ignore'],
    })
    let errors = ''
    let peak = ''
    child.stderr.on('data', (chunk) => (errors += chunk))
    child.stdio[3]?.on('data', (chunk) => (peak += chunk))
    child.on('close', (code) => {
      if (code === 0) resolve({ ms: performance.now() - start, mib: Number(peak) })
      else reject(new Error(`${args.join(' ')} ended with ${code}: ${errors}`))
    })
  })
}

export const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1]

/**
 * Measures `assay run` against a bare fetch loop on the same requests, whole processes, in turns. Every pair gives a ratio;
 * its median is less troubled by other programs on the machine than a ratio of two averages.
 */
export async function measureCli({ rounds = 9 } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'))
  const server = fork(here('server.mjs'))
  try {
    const port = await new Promise((resolve) => server.once('message', resolve))
    const url = `http://127.0.0.1:${port}/orders`
    const results = []
    for (const count of [1, 1000, 5000]) {
      const file = join(folder, `${count}.aprj`)
      writeFileSync(file, benchProject(url, count))
      const loop = [here('fetch-loop.mjs'), url, String(count)]
      const assay = [program, 'run', file]
      // The first of each fills the file caches.
      await runProcess(loop)
      await runProcess(assay)
      const times = { loop: [], assay: [], ratio: [] }
      for (let round = 0; round < (count === 5000 ? Math.ceil(rounds / 3) : rounds); round++) {
        const one = (await runProcess(loop)).ms
        const other = (await runProcess(assay)).ms
        times.loop.push(one)
        times.assay.push(other)
        times.ratio.push(other / one)
      }
      const { mib } = await runProcess(assay, { memory: true })
      results.push({ count, loop: median(times.loop), assay: median(times.assay), ratio: median(times.ratio), mib })
    }
    return results
  } finally {
    server.kill()
    rmSync(folder, { recursive: true })
  }
}
