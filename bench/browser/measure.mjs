import { chromium } from '@playwright/test'
import { findBrowser } from '../../scripts/browser.mjs'
import { benchProject } from '../cli/project.mjs'
import { measureFirstScreens } from './first-screen.mjs'
import { browserFlags, openProject, serveApp, startServer, withoutPickers } from './serve.mjs'

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1]

const bareLoop = (page, work) =>
  page.evaluate(
    (data) =>
      new Promise((resolve) => {
        const worker = new Worker('loop-worker.js')
        worker.addEventListener('message', (event) => {
          worker.terminate()
          resolve(event.data)
        })
        worker.postMessage(data)
      }),
    work,
  )

/** The page as at every visit but the first: its service workers are there. */
const installed = (page) =>
  page.evaluate(async () => {
    const { serviceWorker } = navigator
    const both = async () =>
      serviceWorker.controller &&
      (await serviceWorker.getRegistrations()).filter(({ active }) => active?.state === 'activated').length > 1
    while (!(await both())) await new Promise((resolve) => setTimeout(resolve, 50))
  })

/** From the key press to the verdict, with the run panel open. The page reports it: polling would slow it down. */
export async function assayRun(page) {
  await page.evaluate(() => {
    const runs = () => [...document.querySelectorAll('header button')].some((button) => button.textContent?.trim() === 'Stop')
    window.ended = new Promise((resolve) => {
      let begun = false
      const observer = new MutationObserver(() => {
        begun ||= runs()
        if (!begun || runs()) return
        observer.disconnect()
        resolve()
      })
      observer.observe(document.querySelector('header'), { childList: true, subtree: true, characterData: true })
    })
  })
  const before = performance.now()
  await page.keyboard.press('Control+Shift+Enter')
  await page.evaluate(() => window.ended)
  const text = await page.getByRole('status', { name: 'Run result' }).textContent()
  if (!text?.startsWith('Passed')) throw new Error(`The run in the page did not pass: ${text}`)
  return performance.now() - before
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

/** Measures the page: the worker against a bare loop in a worker, the weight of first screens, a large project. */
export async function measureBrowser({ count = 1000, rounds = 15 } = {}) {
  const [origin, target] = [await startServer(), await startServer()]
  const { app, url } = await serveApp()
  const browser = await chromium.launch({ executablePath: await findBrowser(), args: browserFlags })
  try {
    const screens = await measureFirstScreens(browser)
    const loopPage = await browser.newPage()
    await loopPage.goto(`${origin.url}/loop.html`)
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await page.addInitScript(withoutPickers)
    await page.goto(url)
    await installed(page)
    const runs = {}
    for (const [name, header] of [
      ['plain', false],
      ['header', true],
    ]) {
      await openProject(page, name, benchProject(`${target.url}/orders`, count, { header, name }))
      const ratios = []
      for (let round = 0; round <= rounds; round++) {
        await loopPage.bringToFront()
        const loop = await bareLoop(loopPage, { url: `${target.url}/orders`, count, header })
        await page.bringToFront()
        const assay = await assayRun(page)
        // The first of each fills caches and starts the worker.
        if (round > 0) ratios.push(assay / loop)
      }
      runs[name] = median(ratios)
    }
    const open = await openProject(page, 'large', benchProject(`${target.url}/orders`, 3334, { name: 'large' }))
    const key = await keysInTree(page)
    return { count, screens, runs, open, key }
  } finally {
    await browser.close()
    app.kill()
    origin.server.kill()
    target.server.kill()
  }
}
