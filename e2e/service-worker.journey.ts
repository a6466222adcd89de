import type { Page } from '@playwright/test'
import { serveAltered } from './altered-app.ts'
import { withoutPassphrase } from './databases/database-file.ts'
import { startEchoServer } from './databases/echo-server.ts'
import { everyStepIsThere, passphrase, restore, stepsOf, stored } from './databases/version-11.ts'
import { addStep, editor, isInstalled, logIn, newProject, runButton, verdict } from './fixtures-build.ts'
import { expect, test, type Demo } from './fixtures.ts'

/** A sign-in at the demo provider, which is made to post its answer by a parameter that its address has already. */
async function signInByForm(page: Page, demo: Demo) {
  await newProject(page)
  await addStep(page, 'OAuth2 Authentication', 'Sign in')
  await editor(page).getByRole('radio', { name: 'Auth Code' }).check()
  const fill = (name: string, value: string) => editor(page).getByRole('textbox', { name }).fill(value)
  await fill('Discovery Endpoint', `${demo.provider}/.well-known/openid-configuration`)
  await fill('Authorization Endpoint', `${demo.provider}/auth?response_mode=form_post`)
  await fill('Client ID', 'orders-spa')
  await fill('Scope', 'openid orders:read')
  const posted = page
    .context()
    .waitForEvent(
      'response',
      (response) => response.request().method() === 'POST' && response.url() === `${demo.app}/oauth/callback.html`,
    )
  const opened = page.waitForEvent('popup')
  await editor(page).getByRole('button', { name: 'Get token now' }).click()
  const window = await opened
  await logIn(window)
  await expect(verdict(page)).toContainText('Passed: 1 passed')
  await expect.poll(() => window.isClosed()).toBe(true)
  const response = await posted
  expect(response.status()).toBe(303)
  return response
}

/** Runs a step by the run worker, which can then be asked. */
async function runWait(page: Page): Promise<void> {
  await newProject(page)
  await addStep(page, 'Wait', 'Short wait')
  await runButton(page).click()
  await expect(verdict(page)).toContainText('Passed: 1 passed')
}

/** Whether what the run worker sends goes past the service worker, which answers for the page's own files. */
async function sendsDirectly(page: Page): Promise<boolean> {
  const worker = page.workers().find((each) => each.url().includes('/run.worker'))
  if (!worker) throw new Error('No run worker has been started')
  return worker.evaluate(async () => {
    const { href } = new URL('../index.html?from-run-worker', location.href)
    const isTold = new Promise<PerformanceResourceTiming>((resolve) => {
      new PerformanceObserver((list) => {
        for (const entry of list.getEntriesByName(href)) resolve(entry as PerformanceResourceTiming)
      }).observe({ type: 'resource' })
    })
    await (await fetch(href)).text()
    return (await isTold).workerStart === 0
  })
}

test.describe(() => {
  test.use({ serviceWorker: true })

  test('[P1, P2, P4, O11, R22] a service worker is passed by a run, reads a posted answer, and keeps the page offline', async ({
    page,
    demo,
    context,
  }) => {
    await page.goto(demo.app)
    await isInstalled(page)

    await test.step('[P2] what a run sends goes past the service worker', async () => {
      await runWait(page)
      expect(await sendsDirectly(page)).toBe(true)
    })

    await test.step('[O11] the answer of a provider that posts it is read, by way of the service worker', async () => {
      expect((await signInByForm(page, demo)).fromServiceWorker()).toBe(true)
    })

    await test.step('[P4, P1, R22] offline, and in two tabs: secrets without a passphrase, and one tab that writes', async () => {
      const echo = await startEchoServer()
      await restore(page, demo, stored(demo, echo))
      await withoutPassphrase(page, passphrase)
      await context.setOffline(true)
      await page.goto(demo.app)
      await everyStepIsThere(page)
      await page.keyboard.press('Control+e')
      const pin = page.getByRole('dialog', { name: 'Environments' }).getByRole('group', { name: 'pin' })
      await pin.getByRole('button', { name: 'Reveal' }).click()
      await expect(pin.getByLabel('Value')).toHaveValue('7391-in-clear')
      await page.getByRole('dialog', { name: 'Environments' }).getByRole('button', { name: 'Done' }).click()

      const second = await context.newPage()
      await second.goto(page.url())
      const takeOver = second.getByRole('button', { name: /take over/i })
      await expect(takeOver).toBeVisible()
      await stepsOf(second, 'All of them').getByRole('option', { name: /^2 / }).click()
      await expect(editor(second).getByRole('textbox', { name: 'URL' })).not.toBeEditable()
      await takeOver.click()
      await expect(takeOver).toBeHidden()
      await editor(second).getByRole('textbox', { name: 'URL' }).fill('${echo}/second')
      await expect(second.getByRole('status', { name: 'Storage' })).toContainText(/saved/i)
      await expect(page.getByRole('button', { name: /take over/i })).toBeVisible()
      await stepsOf(page, 'All of them').getByRole('option', { name: /^2 / }).click()
      await expect(editor(page).getByRole('textbox', { name: 'URL' })).toHaveValue('${echo}/second')
      await context.setOffline(false)
      echo.close()
    })
  })

  test('[P1] where the direct address of the run worker is gone, the run worker is the one that is kept', async ({
    page,
    demo,
  }) => {
    const app = await serveAltered(demo.app, (path, body) => (path.endsWith('?direct=') ? undefined : body))
    try {
      await page.goto(app.url)
      await isInstalled(page)
      await runWait(page)
      expect(await sendsDirectly(page)).toBe(false)
    } finally {
      app.close()
    }
  })
})

test('[O11] the answer of a provider that posts it is read, by way of assay serve', async ({ page, demo }) => {
  await page.goto(demo.app)
  expect((await signInByForm(page, demo)).fromServiceWorker()).toBe(false)
})
