import type { BrowserContext, Page } from '@playwright/test'
import { expect, test as base } from './worker.ts'

export type { Demo } from './worker.ts'

/** Keeps service workers out of a context's pages: to them a registration takes for ever, as a first visit sees it until the worker is there. */
export const keepOutServiceWorkers = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    if (self.origin !== 'null' && 'serviceWorker' in navigator) navigator.serviceWorker.register = () => new Promise(() => {})
  })

/** Keeps Monaco out of a page, which is as long as it lives what it is until Monaco has come: the same fields, as plain ones. */
async function keepOutCodeEditor(context: BrowserContext, page: Page): Promise<void> {
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.setBlockedURLs', { urls: ['*/assets/monaco/*'] })
}

/** Shows the tree of results also where the step list shows the same outcomes, as if the user had chosen it. */
const showResults = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    const key = 'assay.run-panel'
    if (self.origin !== 'null' && !localStorage.getItem(key)) localStorage.setItem(key, '{"results":true}')
  })

/**
 * A test whose page fails it on an uncaught error. What costs as much as the page is left out unless a journey needs it: the service
 * worker, which fetches the whole app at each first visit (`test.use({ serviceWorker: true })`), and the code editor
 * (`test.use({ codeEditor: true })`). The tree of results is shown, unless a journey is about when it is
 * (`test.use({ resultsTree: false })`).
 */
export const test = base.extend<{
  serviceWorker: boolean
  withoutServiceWorker: void
  codeEditor: boolean
  withoutCodeEditor: void
  resultsTree: boolean
  withResultsTree: void
  failOnErrors: void
}>({
  serviceWorker: [false, { option: true }],
  codeEditor: [false, { option: true }],
  withoutCodeEditor: [
    async ({ context, page, codeEditor }, use) => {
      if (!codeEditor) await keepOutCodeEditor(context, page)
      await use()
    },
    { auto: true },
  ],
  resultsTree: [true, { option: true }],
  withResultsTree: [
    async ({ context, resultsTree }, use) => {
      if (resultsTree) await showResults(context)
      await use()
    },
    { auto: true },
  ],
  withoutServiceWorker: [
    async ({ context, serviceWorker }, use) => {
      if (!serviceWorker) await keepOutServiceWorkers(context)
      await use()
    },
    { auto: true },
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
  await expect(result).toContainText(/^(Passed|Failed|Error|Cancelled)/, { timeout: 30_000 })
  return (await result.textContent()) ?? ''
}
