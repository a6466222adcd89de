import { spawn, type ChildProcess } from 'node:child_process'
import { test as base, chromium, expect, type Browser, type Page } from '@playwright/test'
import { openHost } from './host/fixture.ts'
import { serveHost } from './host/serve.ts'
import { wholeBrowser } from './launch-options.ts'

/** The app with its demo provider and demo API, as `assay serve --demo` serves them. */
export interface Demo {
  app: string
  provider: string
  api: string
}

/** What a Playwright worker has at most one of, from its first journey that asks for it. */
export interface Shared {
  demo: Demo
  /** The page of e2e/host, which runs what a journey gives it. */
  host: string
  /** That page, opened: for projects that are given to its worker as values and leave nothing behind. */
  hostPage: Page
  /** A provider and an API for the page of e2e/host. */
  hostDemo: { url: string; provider: string; api: string }
  /** The whole Chromium as people have it, with popups blocked. */
  withPopupsBlocked: Browser
}

/** Starts the built companion on three ports of its own; taken ones are left alone and others tried. */
export async function serveDemo(): Promise<{ demo: Demo; process: ChildProcess }> {
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

/**
 * The base test of all journeys. Everything shared by a worker is here: Playwright starts another worker, with another
 * browser and other servers, for tests whose lists of them differ.
 */
export const test = base.extend<object, Shared>({
  demo: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from this pattern
    async ({}, use) => {
      const { demo, process: child } = await serveDemo()
      await use(demo)
      child.kill()
    },
    { scope: 'worker' },
  ],
  host: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from this pattern
    async ({}, use) => {
      const served = await serveHost()
      await use(served.url)
      await served.close()
    },
    { scope: 'worker' },
  ],
  hostPage: [
    async ({ browser, host }, use) => {
      const page = await browser.newPage()
      await openHost(page, host)
      await use(page)
      await page.close()
    },
    { scope: 'worker' },
  ],
  hostDemo: [
    async ({ host }, use) => {
      const { startDemo } = await import('../src/companion/demo/index.ts')
      const demo = await startDemo({ port: 0, appOrigin: new URL(host).origin })
      await use({ url: host, provider: demo.provider, api: demo.api })
      await demo.close()
    },
    { scope: 'worker' },
  ],
  withPopupsBlocked: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from this pattern
    async ({}, use) => {
      const browser = await chromium.launch({ ...wholeBrowser, ignoreDefaultArgs: ['--disable-popup-blocking'] })
      await use(browser)
      await browser.close()
    },
    { scope: 'worker' },
  ],
})

export { expect }
