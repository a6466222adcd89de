import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { editor, inTree } from './fixtures-build.ts'
import { expect, test as base } from './fixtures.ts'
import { startKillable, type KillableBrowser } from './killed-browser.ts'

/** More of them find what is rare: ASSAY_KILLS=30. */
const kills = Number(process.env.ASSAY_KILLS ?? 3)
const mostLost = 250

const test = base.extend<{ browserOf: () => Promise<KillableBrowser> }>({
  browserOf: async ({ launchOptions }, use) => {
    const profile = await mkdtemp(join(tmpdir(), 'assay-kill-'))
    const started: KillableBrowser[] = []
    await use(async () => {
      const next = await startKillable(profile, launchOptions)
      started.push(next)
      return next
    })
    for (const each of started) await each.kill()
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  },
  // The browser that is killed is not the test's own.
  failOnErrors: async ({ demo: _demo }, use) => use(),
})
test.use({ serviceWorker: true })

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
}

test(`[R19] a browser killed while somebody types loses ${mostLost} ms of it at most, and undo is there`, async ({
  demo,
  browserOf,
}) => {
  test.setTimeout(60_000 + kills * 20_000)
  let browser = await browserOf()
  await openStep(browser, demo.app)
  await expect(field(browser)).toHaveValue(url)
  const lost: number[] = []
  /** Milliseconds of the slowest key: on a busy machine all takes longer, what is written too. */
  let slowest = 0
  for (let kill = 0; kill < kills; kill += 1) {
    await field(browser).press('End')
    const until = performance.now() + 300 + Math.random() * 1_200
    const typed: { at: number; text: string }[] = []
    while (performance.now() < until) {
      const text = String.fromCharCode(97 + (typed.length % 26))
      const pressed = performance.now()
      await browser.page.keyboard.type(text)
      typed.push({ at: performance.now(), text })
      slowest = Math.max(slowest, performance.now() - pressed)
      await sleep(Math.random() * 60)
    }
    const killed = performance.now()
    await browser.kill()

    browser = await browserOf()
    await openStep(browser, demo.app)
    await expect(field(browser)).toHaveValue(/^\$\{baseUrl\}\/orders[a-z]*$/)
    const kept = (await field(browser).inputValue()).slice(url.length)
    expect(typed.map(({ text }) => text).join('')).toMatch(new RegExp(`^${kept}`))
    const [first] = typed.slice(kept.length)
    lost.push(first ? killed - first.at : 0)
    if (kept === '') continue
    await field(browser).press('Control+z')
    await expect(field(browser)).toHaveValue(url)
    await sleep(1_000)
  }
  test.info().annotations.push({ type: 'lost, ms', description: lost.map((ms) => ms.toFixed(0)).join(', ') })
  expect(Math.max(...lost)).toBeLessThanOrEqual(mostLost + 2 * slowest)
})
