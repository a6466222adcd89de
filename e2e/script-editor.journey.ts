import { expect, test } from './fixtures.ts'
import { account, startLoginPages } from './logins/login-pages.ts'
import { recordActions } from '#platform/node/logins/recorder.ts'
import type { FoundAction } from '#engine/ports/index.ts'

test('[O8] what a person does in the pages of a login is recorded as actions', async ({ page, context }) => {
  const provider = await startLoginPages({ after: ['code', 'consent'] })
  let found: readonly FoundAction[] = []
  await recordActions(context, undefined, (actions) => (found = actions))
  await page.goto(`${provider.issuer}/login?redirect_uri=https://client.example/callback`)
  await page.getByLabel('Email or phone').fill('an')
  await page.getByLabel('Email or phone').fill(account.user)
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Two-step verification' })).toBeVisible()
  expect(found).toEqual([
    { do: 'fill', at: { label: 'Email or phone' }, value: account.user },
    { do: 'click', at: { role: 'button', name: 'Next' } },
    { do: 'fill', at: { label: 'Password' }, value: account.password, secret: true },
    { do: 'click', at: { role: 'button', name: 'Sign in' } },
  ])
  await provider.close()
})
