// `node bench/relay/measure.mjs`: the page's run through the companion against the command line, the same project, in turns.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import { findBrowser } from '../../scripts/browser.mjs'
import { assayRun } from '../browser/measure.mjs'
import { browserFlags, openProject, serveApp, startServer, withoutPickers } from '../browser/serve.mjs'
import { benchProject } from '../cli/project.mjs'

const program = fileURLToPath(new URL('../../bin/assay.js', import.meta.url))

/** Milliseconds of `assay run`, the whole process. */
async function byProgram(file) {
  const start = performance.now()
  const [code] = await once(spawn(process.execPath, [program, 'run', file], { stdio: 'ignore' }), 'exit')
  if (code !== 0) throw new Error(`assay run ended with ${code}`)
  return performance.now() - start
}

/** The times of both, a pair a round. */
export async function measureRelay({ count = 1000, rounds = 3 } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'))
  const file = join(folder, 'relay.aprj')
  const target = await startServer()
  const { app, pairing } = await serveApp()
  const browser = await chromium.launch({ executablePath: await findBrowser(), args: browserFlags })
  try {
    const text = benchProject(`${target.url}/orders`, count, { name: 'relay', via: 'companion' })
    writeFileSync(file, text)
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await page.addInitScript(withoutPickers)
    await page.goto(pairing)
    await openProject(page, 'relay', text)
    await page.mouse.move(5, 5)
    await page.getByRole('button', { name: 'Allow' }).click()
    // The first fills caches and starts the worker.
    await assayRun(page)
    const pairs = []
    for (let round = 0; round < rounds; round++) pairs.push({ program: await byProgram(file), page: await assayRun(page) })
    return pairs
  } finally {
    await browser.close()
    app.kill()
    target.server.kill()
    rmSync(folder, { recursive: true })
  }
}

console.log('1,000 requests one after the other, ms of assay run | of the page through the companion | ratio (goal 1.5)')
for (const { program: alone, page } of await measureRelay())
  console.log([alone.toFixed(0).padStart(6), page.toFixed(0).padStart(6), (page / alone).toFixed(2)].join(' | '))
