import { test as base, type Page } from '@playwright/test'
import type { Step } from '#engine/project/schema.ts'
import type { AssayHost } from './host.ts'
import { serveHost } from './serve.ts'

declare global {
  interface Window {
    assayHost: AssayHost
  }
}

/** A test with the run host served, one per Playwright worker. */
export const test = base.extend<object, { host: string }>({
  host: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from this pattern
    async ({}, use) => {
      const served = await serveHost()
      await use(served.url)
      await served.close()
    },
    { scope: 'worker' },
  ],
})

/** Opens the host page and waits until it can run. */
export async function openHost(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await page.waitForFunction(() => 'assayHost' in window)
}

const common = (id: string) => ({ id, name: id, description: '', disabled: false })

/** A wait step. */
export const waitStep = (id: string, seconds: number): Step => ({ ...common(id), kind: 'wait', seconds })

/** A request without headers. */
export const requestStep = (id: string, method: string, url: string, timeout = 30): Step => ({
  ...common(id),
  kind: 'send-request',
  method,
  url,
  query: [],
  headers: [],
  body: { type: 'none' },
  followRedirects: true,
  timeout,
  via: 'auto',
})
