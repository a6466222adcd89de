import type { Page } from '@playwright/test'
import { serveAltered, type AlteredApp } from './altered-app.ts'
import { addStep, isInstalled, newProject, runButton, verdict } from './fixtures-build.ts'
import { expect, test } from './fixtures.ts'

test.use({ serviceWorker: true })

/** Whether what the run worker sends goes past the service worker, which answers for the page's own files. */
async function sendsDirectly(page: Page, app: AlteredApp): Promise<boolean> {
  const worker = page.workers().find((each) => each.url().includes('/run.worker'))
  if (!worker) throw new Error('No run worker has been started')
  await worker.evaluate(() => fetch(new URL('../index.html?from-run-worker', location.href)))
  return app.asked.includes('/index.html?from-run-worker')
}

for (const { what, reachable } of [
  { what: '[P2] what a run sends goes past the service worker', reachable: true },
  { what: '[P1] where the direct address of the run worker is gone, the run worker is the one that is kept', reachable: false },
]) {
  test(what, async ({ page, demo }) => {
    const app = await serveAltered(demo.app, (path, body) => (reachable || !path.endsWith('?direct=') ? body : undefined))
    try {
      await page.goto(app.url)
      await isInstalled(page)
      await newProject(page)
      await addStep(page, 'Wait', 'Short wait')
      await runButton(page).click()
      await expect(verdict(page)).toContainText('Passed: 1 passed')
      expect(await sendsDirectly(page, app)).toBe(reachable)
    } finally {
      app.close()
    }
  })
}
