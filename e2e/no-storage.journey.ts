import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type BrowserContext } from '@playwright/test'
import { expect, runAll, test as base } from './fixtures.ts'
import { wholeBrowser } from './launch-options.ts'

/** A browser whose user lets no site store anything: every kind of storage, and Web Locks too, is refused. */
const test = base.extend<{ context: BrowserContext }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from this pattern
  context: async ({}, use) => {
    const profile = await mkdtemp(join(tmpdir(), 'assay-no-storage-'))
    await mkdir(join(profile, 'Default'))
    const preferences = { profile: { default_content_setting_values: { cookies: 2 } } }
    await writeFile(join(profile, 'Default', 'Preferences'), JSON.stringify(preferences))
    const context = await chromium.launchPersistentContext(profile, wholeBrowser)
    await use(context)
    await context.close()
    await rm(profile, { recursive: true, force: true })
  },
  // No service worker can be registered there, which is reported.
  failOnErrors: async ({ page: _page }, use) => use(),
})
test.use({ serviceWorker: true })

test('[R16] where the browser lets sites store nothing, the page works in memory, says so, and runs', async ({ page, demo }) => {
  await page.goto(demo.app)
  const refused = await page.evaluate(() => navigator.locks.query().then(String, ({ name }: DOMException) => name))
  expect(refused).toBe('SecurityError')
  await expect(page.getByText("This browser doesn't store anything for this page")).toBeVisible()
  await expect(page.getByRole('treeitem', { name: 'Create then delete' })).toBeVisible()
  await page.getByRole('treeitem', { name: 'Orders', exact: true }).click()
  expect(await runAll(page)).toMatch(/^Passed/)
})
