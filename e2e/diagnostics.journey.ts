import type { Page } from '@playwright/test'
import { addStep, editor, newProject, verdict } from './fixtures-build.ts'
import { expect, test } from './fixtures.ts'

const diagnostics = (page: Page) => editor(page).getByRole('group', { name: 'Diagnostics' })
const validUntil = (page: Page) => diagnostics(page).getByRole('status', { name: 'Valid until' })
const token = (page: Page) => diagnostics(page).getByRole('status', { name: 'LastAccessToken' })
const press = (page: Page, name: string) => diagnostics(page).getByRole('button', { name, exact: true }).click()

async function getToken(page: Page): Promise<void> {
  await editor(page).getByRole('button', { name: 'Get token now' }).click()
  await expect(verdict(page)).toContainText(/^Passed/, { timeout: 30_000 })
}

test('[O12] the cached token: until when, why, what it says, revealed and copied on request, forgotten', async ({
  page,
  demo,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(demo.app)
  await page.getByRole('option', { name: /^1 Get token/ }).click()
  await expect(validUntil(page)).toHaveText('No token yet. Get one to see its claims and expiry.')
  await getToken(page)
  await expect(validUntil(page)).toHaveText(/^\d\d:\d\d:\d\d in 9 min \d+ s · obtained \d\d:\d\d:\d\d/)
  const shown = await validUntil(page).innerText()
  await expect(validUntil(page)).not.toHaveText(shown)
  await expect(diagnostics(page)).toContainText('requested a new token: none was cached')
  await expect(diagnostics(page)).not.toContainText('Reused from the cache')
  await expect(diagnostics(page)).toContainText('"client_id": "orders-tests"')

  await expect(token(page)).toHaveText(/^Bearer •+$/)
  await press(page, 'Reveal token')
  await expect(token(page)).toHaveText(/^Bearer eyJ[\w-]+\.eyJ[\w-]+\.[\w-]+$/)
  const plain = (await token(page).innerText()).replace('Bearer ', '')
  await press(page, 'Hide token')
  await expect(token(page)).toHaveText(/^Bearer •+$/)
  await press(page, 'Copy token')
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(plain)

  await getToken(page)
  await expect(diagnostics(page)).toContainText(/Reused from the cache in the run of \d\d:\d\d:\d\d\./)
  await press(page, 'Forget')
  await expect(validUntil(page)).toContainText('No token yet.')
  await expect(validUntil(page)).toBeFocused()
  await expect(diagnostics(page).getByRole('button')).toHaveCount(0)
  await getToken(page)
  await expect(validUntil(page)).toHaveText(/^\d\d:\d\d:\d\d in 9 min/)
  await expect(diagnostics(page)).not.toContainText('Reused from the cache')
})

test('[O15, O17] the token is refreshed, shown to userinfo and introspection, and revoked by hand', async ({ page, demo }) => {
  await page.goto(demo.app)
  await newProject(page)
  await addStep(page, 'OAuth2 Authentication', 'Get token')
  await editor(page).getByRole('radio', { name: 'ROPC' }).check()
  const discovery = editor(page).getByRole('textbox', { name: 'Discovery Endpoint' })
  await discovery.fill(`${demo.provider}/.well-known/openid-configuration`)
  await editor(page).getByRole('textbox', { name: 'Client ID' }).fill('orders-spa')
  await editor(page).getByRole('textbox', { name: 'Scope' }).fill('openid email')
  const owner = editor(page).getByRole('group', { name: 'Resource Owner' })
  await owner.getByRole('textbox', { name: 'Username' }).fill('demo')
  await owner.getByLabel('Password').fill('demo')
  await owner.getByLabel('Password').press('Tab')
  await getToken(page)
  await expect(diagnostics(page)).toContainText("The token is opaque, so it can't be decoded.")

  await press(page, 'Reveal token')
  await expect(token(page)).not.toContainText('•')
  const before = await token(page).innerText()
  await press(page, 'Userinfo')
  await expect(diagnostics(page)).toContainText('The provider returned the user with the same "sub" as the ID token.')
  await expect(diagnostics(page)).toContainText('"email_verified": true')
  await expect(token(page)).toHaveText(before)

  await press(page, 'Refresh now')
  await expect(diagnostics(page)).toContainText('Token refreshed.')
  await expect(diagnostics(page)).toContainText('refreshed because you requested it')
  await expect(token(page)).toHaveText(/^Bearer •+$/)
  await press(page, 'Reveal token')
  await expect(token(page)).not.toContainText('•')
  await expect(token(page)).not.toHaveText(before)

  await press(page, 'Introspect')
  await expect(diagnostics(page)).toContainText('The token is active.')
  await press(page, 'Revoke')
  await expect(diagnostics(page)).toContainText('The provider revoked the token')
  await expect(validUntil(page)).toContainText('No token yet.')
  await getToken(page)
  await expect(diagnostics(page)).not.toContainText('The provider revoked the token')
  await expect(diagnostics(page)).toContainText('requested a new token: none was cached')
})
