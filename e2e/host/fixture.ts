import type { Page } from '@playwright/test'
import type { Step } from '#engine/project/format/schema.ts'
import type { AssayHost } from './host.ts'

declare global {
  interface Window {
    assayHost: AssayHost
  }
}

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
