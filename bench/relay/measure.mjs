// `node bench/relay/measure.mjs`: the page's run through the companion against the command line, the same project, in turns.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import { WebSocketServer } from 'ws'
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

/** In a worker: as many messages of a request's size to a server that sends them back, one after the other, in milliseconds. */
const echoWorker = `onmessage = async ({ data: { url, count } }) => {
  const socket = new WebSocket(url)
  socket.binaryType = 'arraybuffer'
  await new Promise((resolve) => (socket.onopen = resolve))
  const start = performance.now()
  for (let sent = 0; sent < count; sent++)
    await new Promise((resolve) => ((socket.onmessage = resolve), socket.send(new Uint8Array(400))))
  postMessage(performance.now() - start)
  socket.close()
}`

/** What the browser's WebSocket alone takes: no relay can be faster than this beside the program's own time. */
const byEcho = (page, url, count) =>
  page.evaluate(
    ([code, data]) =>
      new Promise((resolve) => {
        const worker = new Worker(URL.createObjectURL(new Blob([code])))
        worker.addEventListener('message', (event) => resolve(event.data), { once: true })
        worker.postMessage(data)
      }),
    [echoWorker, { url, count }],
  )

/** The times of both, and of the bare socket, a set a round. */
export async function measureRelay({ count = 1000, rounds = 8 } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'))
  const file = join(folder, 'relay.aprj')
  const target = await startServer()
  const echo = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  echo.on('connection', (socket) => socket.on('message', (message) => socket.send(message)))
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
    const bare = await browser.newPage()
    const pairs = []
    for (let round = 0; round < rounds; round++)
      pairs.push({
        program: await byProgram(file),
        page: await assayRun(page),
        echo: await byEcho(bare, `ws://127.0.0.1:${echo.address().port}`, count),
      })
    return pairs
  } finally {
    await browser.close()
    echo.close()
    app.kill()
    target.server.kill()
    rmSync(folder, { recursive: true })
  }
}

console.log(
  '1,000 requests one after the other, ms: assay run | the page through the companion | ratio (goal 1.5) | a bare WebSocket | its floor',
)
for (const { program: alone, page, echo } of await measureRelay())
  console.log(
    [alone, page].map((ms) => ms.toFixed(0).padStart(6)).join(' | '),
    '|',
    (page / alone).toFixed(2),
    '|',
    echo.toFixed(0),
    '|',
    ((alone + echo) / alone).toFixed(2),
  )
