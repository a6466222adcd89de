import type { Locator } from '@playwright/test'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { editor, inTree, openProject } from './fixtures-build.ts'
import { expect, test as base } from './fixtures.ts'
import { fuzzRuns } from './fuzz-runs.ts'
import { wholeBrowser } from './launch-options.ts'
import { startKillable, type KillableBrowser } from './killed-browser.ts'

/** More of them find what is rare: ASSAY_KILLS=30, and no new one after ASSAY_KILL_SECONDS of a journey. */
const kills = Number(process.env.ASSAY_KILLS ?? fuzzRuns(20))
const longest = Number(process.env.ASSAY_KILL_SECONDS ?? Infinity) * 1_000
const mostLost = 250

/**
 * Writes a few bytes into a database of its own again and again, from a window beside the app's. `longest` is how many milliseconds
 * the browser took for that at most since it was asked last: what it takes longer for the app's edits is the app's doing.
 */
async function watchStorage({ page }: KillableBrowser, app: string) {
  const beside = await page.context().newPage()
  let begun = performance.now()
  let slowest = 0
  await beside.exposeFunction('wrote', () => {
    slowest = Math.max(slowest, performance.now() - begun)
    begun = performance.now()
  })
  await beside.goto(new URL('aprj.schema.json', app).href)
  await beside.evaluate(() => {
    const opening = indexedDB.open('beside')
    opening.onupgradeneeded = () => opening.result.createObjectStore('all')
    opening.onsuccess = () => {
      const write = () => {
        const writing = opening.result.transaction('all', 'readwrite')
        writing.objectStore('all').put('kept', 'key')
        writing.oncomplete = () => {
          ;(Reflect.get(globalThis, 'wrote') as () => void)()
          setTimeout(write, 10)
        }
      }
      write()
    }
  })
  await page.bringToFront()
  return {
    longest: () => {
      const longest = Math.max(slowest, performance.now() - begun)
      slowest = 0
      return longest
    },
  }
}

const test = base.extend<{ browserOf: () => Promise<KillableBrowser> }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from this pattern
  browserOf: async ({}, use) => {
    const profile = await mkdtemp(join(tmpdir(), 'assay-kill-'))
    const started: KillableBrowser[] = []
    await use(async () => {
      const next = await startKillable(profile, wholeBrowser)
      started.push(next)
      return next
    })
    for (const each of started) await each.kill()
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  },
  // The browser that is killed is not the test's own, which need not even start.
  failOnErrors: async ({ demo: _demo }, use) => use(),
  withoutServiceWorker: async ({ demo: _demo }, use) => use(),
})

/** Undoes what was typed: one step, but where the machine stopped between two letters for as long as a person who thinks. */
async function undoTyping(typed: Locator, letters: number): Promise<void> {
  for (let step = 0; step < letters; step += 1) {
    const before = await typed.inputValue()
    await typed.press('Control+z')
    await expect(typed).not.toHaveValue(before)
    if ((await typed.inputValue()) === url) return
  }
  await expect(typed).toHaveValue(url)
}

const url = '${baseUrl}/orders'
const field = ({ page }: KillableBrowser) => editor(page).getByRole('textbox', { name: 'URL' })

/** Opens the app and the step that is edited. */
async function openStep(browser: KillableBrowser, app: string): Promise<void> {
  await browser.page.goto(app)
  await inTree(browser.page, 'Create then delete').click()
  await browser.page
    .getByRole('listbox', { name: 'Steps of Create then delete' })
    .getByRole('option', { name: /^2 Create order/ })
    .click()
  // To load the code editor takes the page longer than what may be lost. The cache of a killed browser may not give it any more.
  const code = editor(browser.page).locator('.monaco-editor').first()
  await code.waitFor({ timeout: 5_000 }).catch(() => undefined)
}

test(`[R19] a browser killed during typing loses at most ${mostLost} ms of it, and undo still works`, async ({
  demo,
  browserOf,
}) => {
  test.setTimeout(60_000 + kills * 20_000)
  let browser = await browserOf()
  await openStep(browser, demo.app)
  await expect(field(browser)).toHaveValue(url)
  const lost: number[] = []
  /** Of `lost`, what is more than may be lost on a machine that is as busy as this one was then. */
  const tooMuch: string[] = []
  const last = performance.now() + longest
  const note = { type: 'lost, ms', description: '' }
  test.info().annotations.push(note)
  for (let kill = 0; kill < kills && performance.now() < last; kill += 1) {
    const storage = await watchStorage(browser, demo.app)
    await field(browser).press('End')
    const until = performance.now() + 300 + Math.random() * 1_200
    const typed: { at: number; text: string }[] = []
    let slowest = 0
    storage.longest()
    while (performance.now() < until) {
      const text = String.fromCharCode(97 + (typed.length % 26))
      const pressed = performance.now()
      await browser.page.keyboard.type(text)
      typed.push({ at: performance.now(), text })
      slowest = Math.max(slowest, performance.now() - pressed)
      await sleep(Math.random() * 60)
    }
    const killed = performance.now()
    // A letter waits for the write before it and for its own, and each of them waits for the page and the storage twice.
    const stalled = 4 * (slowest + storage.longest())
    await browser.kill()

    browser = await browserOf()
    await openStep(browser, demo.app)
    await expect(field(browser)).toHaveValue(/^\$\{baseUrl\}\/orders[a-z]*$/)
    const kept = (await field(browser).inputValue()).slice(url.length)
    expect(typed.map(({ text }) => text).join('')).toMatch(new RegExp(`^${kept}`))
    const [first] = typed.slice(kept.length)
    const since = first ? killed - first.at : 0
    lost.push(since)
    note.description = lost.map((ms) => ms.toFixed(0)).join(', ')
    if (since > mostLost + stalled) tooMuch.push(`${since.toFixed(0)} ms; the machine explains ${stalled.toFixed(0)}`)
    if (kept === '') continue
    await undoTyping(field(browser), kept.length)
    await sleep(1_000)
  }
  expect(tooMuch).toEqual([])
})

/** A project whose second step waits for an hour; the first is sent to `url`. */
const waiting = (url: string): string =>
  JSON.stringify({
    format: 'aprj',
    version: 1,
    id: 'kill',
    name: 'Kill',
    suites: [
      {
        id: 's',
        name: 'Suite',
        cases: [
          {
            id: 'c',
            name: 'Waits long',
            steps: [
              { id: 'r', kind: 'send-request', name: 'Once', url },
              { id: 'w', kind: 'wait', name: 'Wait', seconds: 3600 },
            ],
          },
        ],
      },
    ],
  })

test('[R20] a browser killed in a run says afterwards at which step the run was, and sends nothing again', async ({
  demo,
  browserOf,
}) => {
  test.setTimeout(60_000 + kills * 20_000)
  let sent = 0
  const server = createServer((_request, response) => {
    sent += 1
    response.writeHead(200, { 'access-control-allow-origin': '*' }).end('once')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const steps: string[] = []
  const note = { type: 'interrupted at step', description: '' }
  test.info().annotations.push(note)
  try {
    let browser = await browserOf()
    await openProject(browser.page, demo.app, waiting(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`))
    const last = performance.now() + longest
    for (let kill = 0; kill < kills && performance.now() < last; kill += 1) {
      await inTree(browser.page, 'Waits long').click()
      const before = sent
      await browser.page.keyboard.press('Control+Enter')
      await expect.poll(() => sent).toBe(before + 1)
      // The first at once: what says at which step the run is has to be there before anything is sent.
      await sleep(kill === 0 ? 0 : Math.random() * 1_000)
      await browser.kill()

      browser = await browserOf()
      await browser.page.goto(demo.app)
      const result = browser.page.getByRole('status', { name: 'Run result' })
      await expect(result).toContainText('Interrupted', { timeout: 30_000 })
      const said = browser.page.getByText(/interrupted at step \d+ of 2/i)
      await expect(said.first()).toBeVisible()
      steps.push(/step (\d)/.exec((await said.first().textContent()) ?? '')?.[1] ?? '')
      note.description = steps.join(', ')
      expect(sent).toBe(before + 1)
    }
  } finally {
    server.close()
    server.closeAllConnections()
  }
  expect(steps.every((step) => step === '1' || step === '2')).toBe(true)
})
