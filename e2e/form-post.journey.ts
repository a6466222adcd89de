import type { Page } from '@playwright/test'
import { addStep, editor, isInstalled, logIn, newProject, verdict } from './fixtures-build.ts'
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

test.describe(() => {
  test.use({ serviceWorker: true })

  test('[O11] the answer of a provider that posts it is read, by way of the service worker', async ({ page, demo }) => {
    await page.goto(demo.app)
    await isInstalled(page)
    expect((await signInByForm(page, demo)).fromServiceWorker()).toBe(true)
  })
})

test('[O11] the answer of a provider that posts it is read, by way of assay serve', async ({ page, demo }) => {
  await page.goto(demo.app)
  expect((await signInByForm(page, demo)).fromServiceWorker()).toBe(false)
})
