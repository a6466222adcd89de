import { fork, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import { findBrowser } from '../../scripts/browser.mjs'
import { benchProject } from '../cli/project.mjs'

const here = (name) => fileURLToPath(new URL(name, import.meta.url))
const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1]
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

async function startServer() {
  const server = fork(here('server.mjs'))
  const port = await new Promise((resolve) => server.once('message', resolve))
  return { server, url: `http://127.0.0.1:${port}` }
}

async function serveApp() {
  const port = 30_000 + Math.floor(Math.random() * 20_000)
  const app = spawn(process.execPath, [here('../../bin/assay.js'), 'serve', '--port', String(port)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  await new Promise((resolve, reject) => {
    for (const stream of [app.stdout, app.stderr]) {
      stream.on('data', (chunk) => String(chunk).includes(`127.0.0.1:${port}`) && resolve())
    }
    app.once('exit', (code) => reject(new Error(`assay serve ended with ${code}`)))
  })
  return { app, url: `http://127.0.0.1:${port}/` }
}

/** The upload of a browser without the File System Access API, which a program can drive. */
async function openProject(page, name, text) {
  await page.getByRole('button', { name: 'Project menu' }).click()
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('menuitem', { name: 'Open .aprj…' }).click(),
  ])
  const start = performance.now()
  await chooser.setFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) })
  await page.getByRole('tree', { name: 'Project tree' }).getByRole('treeitem').first().waitFor()
  return performance.now() - start
}

const bareLoop = (page, url, count) =>
  page.evaluate(
    ([target, requests]) =>
      new Promise((resolve) => {
        const worker = new Worker('loop-worker.js')
        worker.addEventListener('message', ({ data }) => resolve(data))
        worker.postMessage({ url: target, count: requests })
      }),
    [url, count],
  )

/** From the key press to the verdict, with the run panel open. */
async function assayRun(page) {
  const before = performance.now()
  await page.keyboard.press('Control+Shift+Enter')
  await page.getByRole('banner').getByRole('button', { name: 'Stop' }).waitFor()
  await page.getByRole('banner').getByRole('button', { name: 'Stop' }).waitFor({ state: 'detached' })
  const text = await page.getByRole('status', { name: 'Run result' }).textContent()
  if (!text?.startsWith('Passed')) throw new Error(`The run in the page did not pass: ${text}`)
  return performance.now() - before
}

/** Bytes of JavaScript, as they travelled, until the page is quiet and nobody has touched it. */
async function firstScreen(browser, url) {
  const context = await browser.newContext({ serviceWorkers: 'block' })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  const scripts = new Set()
  let bytes = 0
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (new URL(response.url).pathname.endsWith('.js')) scripts.add(requestId)
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength
  })
  await page.goto(url, { waitUntil: 'networkidle' })
  await context.close()
  return bytes
}

/** Milliseconds that each arrow key in the tree of a large project keeps the page busy, until the next frame. */
async function keysInTree(page) {
  await page.getByRole('tree', { name: 'Project tree' }).getByRole('treeitem').first().focus()
  const times = []
  for (let i = 0; i < 40; i++) {
    await page.evaluate(() => {
      window.measured = new Promise((resolve) => {
        addEventListener('keydown', (event) => requestAnimationFrame(() => resolve(performance.now() - event.timeStamp)), {
          once: true,
          capture: true,
        })
      })
    })
    await page.keyboard.press('ArrowDown')
    times.push(await page.evaluate(() => window.measured))
  }
  return median(times)
}

/** Measures the page: the worker against a bare loop in a worker, the first screen's weight, a large project. */
export async function measureBrowser({ count = 1000, rounds = 5 } = {}) {
  const [origin, target] = [await startServer(), await startServer()]
  const { app, url } = await serveApp()
  const browser = await chromium.launch({ executablePath: await findBrowser(), args: flags })
  try {
    const script = await firstScreen(browser, url)
    const loopPage = await browser.newPage()
    await loopPage.goto(`${origin.url}/loop.html`)
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await page.addInitScript(() => {
      delete window.showOpenFilePicker
      delete window.showSaveFilePicker
    })
    await page.goto(url)
    await openProject(page, 'bench.aprj', benchProject(`${target.url}/orders`, count))
    const times = { loop: [], assay: [], ratio: [] }
    for (let round = 0; round <= rounds; round++) {
      await loopPage.bringToFront()
      const loop = await bareLoop(loopPage, `${target.url}/orders`, count)
      await page.bringToFront()
      const assay = await assayRun(page)
      // The first of each fills caches and starts the worker.
      if (round === 0) continue
      times.loop.push(loop)
      times.assay.push(assay)
      times.ratio.push(assay / loop)
    }
    const large = benchProject(`${target.url}/orders`, 3334)
    const open = await openProject(page, 'large.aprj', large.replace('"id":"bench"', '"id":"large"'))
    const key = await keysInTree(page)
    return { count, script, loop: median(times.loop), assay: median(times.assay), ratio: median(times.ratio), open, key }
  } finally {
    await browser.close()
    app.kill()
    origin.server.kill()
    target.server.kill()
  }
}
