import { inTree, runButton, verdict } from './fixtures-build.ts'
import { expect, test } from './fixtures.ts'

test('[P2] Stop before the worker is there: the page says that it stops, and makes up nothing about the run', async ({
  page,
  demo,
}) => {
  await page.route(/run\.worker/, () => undefined)
  await page.goto(demo.app)
  await expect(inTree(page, 'Create then delete')).toBeVisible()
  await runButton(page).click()
  const region = page.getByRole('region', { name: 'Run' })
  await expect(region).toContainText('Starting…')
  const stop = page.getByRole('banner').getByRole('button', { name: 'Stop' })
  await stop.click()
  await expect(stop).toHaveAttribute('aria-disabled', 'true')
  await expect(region).toContainText('Stopping…')
  await expect(verdict(page)).toContainText(/^Cancelled/, { timeout: 30_000 })
  await expect(stop).toHaveCount(0)
  await expect(region).toContainText("This step hasn't run")
  await expect(region).not.toContainText(/no environment|seed/)
})

test('[case 44, O8] Cancel ends a login, and only its step', async ({ page, demo }) => {
  await page.goto(demo.app)
  await inTree(page, 'Sign in and read').click()
  const opened = page.waitForEvent('popup')
  await runButton(page).click()
  const window = await opened
  const card = page.getByRole('alertdialog', { name: 'Action Required' })
  await expect(card.getByRole('link')).toHaveAttribute('href', /\/auth\?/)
  const results = page.getByRole('tree', { name: 'Results' })
  const exchange = page.getByRole('tabpanel', { name: 'Exchange' })
  for (const name of ['Read orders', 'Orders are readable']) {
    if (name === 'Orders are readable') await results.press('ArrowRight')
    await results.getByRole('treeitem', { name: new RegExp(`^${name}`) }).click()
    await page.getByRole('tab', { name: 'Exchange' }).click()
    await expect(exchange).toContainText('Nothing sent yet')
  }
  await results.getByRole('treeitem', { name: /^Sign in\b(?! and)/ }).click()
  await card.getByRole('button', { name: 'Cancel' }).click()
  await expect(verdict(page)).toContainText(/^Cancelled/)
  await expect(card).toBeHidden()
  await expect(page.getByRole('region', { name: 'Run' })).toContainText("Close the provider's window if it is still open")
  await window.close()
})
