import { spawn, type ChildProcess } from 'node:child_process'
import { test as base, expect, type BrowserContext, type Page } from '@playwright/test'

/** The app with its demo provider and demo API, as `assay serve --demo` serves them. */
export interface Demo {
  app: string
  provider: string
  api: string
}

/** Starts the built companion on three ports of its own; taken ones are left alone and others tried. */
async function serveDemo(): Promise<{ demo: Demo; process: ChildProcess }> {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const port = 20_000 + Math.floor(Math.random() * 13_000) * 3
    const child = spawn(process.execPath, ['bin/assay.js', 'serve', '--demo', '--port', String(port)], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    if (await announces(child, `127.0.0.1:${port + 2}`)) {
      const at = (number: number) => `http://127.0.0.1:${number}`
      return { demo: { app: at(port), provider: at(port + 1), api: at(port + 2) }, process: child }
    }
  }
  throw new Error('No three free ports in a row were found for the demo.')
}

/** Resolves with true once the output holds `text`, with false when the program ends before. */
function announces(child: ChildProcess, text: string): Promise<boolean> {
  return new Promise((resolve) => {
    let output = ''
    const listen = (chunk: Buffer) => {
      output += chunk.toString()
      if (output.includes(text)) resolve(true)
    }
    child.stdout?.on('data', listen)
    child.stderr?.on('data', listen)
    child.on('exit', () => resolve(false))
  })
}

/** Keeps service workers out of a context's pages: to them a registration takes for ever, as a first visit sees it until the worker is there. */
export const keepOutServiceWorkers = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    if (self.origin !== 'null' && 'serviceWorker' in navigator) navigator.serviceWorker.register = () => new Promise(() => {})
  })

/**
 * A test with the demo running (one per Playwright worker) and a page that fails the test on an uncaught error. The service worker, which
 * fetches the whole app at each first visit, stays away unless a journey is about it: `test.use({ serviceWorker: true })`.
 */
export const test = base.extend<{ serviceWorker: boolean; withoutServiceWorker: void; failOnErrors: void }, { demo: Demo }>({
  serviceWorker: [false, { option: true }],
  withoutServiceWorker: [
    async ({ context, serviceWorker }, use) => {
      if (!serviceWorker) await keepOutServiceWorkers(context)
      await use()
    },
    { auto: true },
  ],
  demo: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from this pattern
    async ({}, use) => {
      const { demo, process: child } = await serveDemo()
      await use(demo)
      child.kill()
    },
    { scope: 'worker' },
  ],
  failOnErrors: [
    async ({ page }, use) => {
      const errors: string[] = []
      page.on('pageerror', (error) => errors.push(error.message))
      await use()
      expect(errors, 'uncaught errors in the page').toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

/** Runs everything by the button and waits for the verdict, which is returned. */
export async function runAll(page: Page): Promise<string> {
  await page.getByRole('banner').getByRole('button', { name: 'Run', exact: true }).click()
  const result = page.getByRole('status', { name: 'Run result' })
  await expect(result).toContainText(/^(Passed|Failed|Broken|Cancelled)/, { timeout: 30_000 })
  return (await result.textContent()) ?? ''
}
