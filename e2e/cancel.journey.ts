import { addStep, editor, inTree, newProject, runButton, verdict } from './fixtures-build.ts'
import { expect, test } from './fixtures.ts'

test('[P2] Stop ends a wait at once', async ({ page, demo }) => {
  await page.goto(demo.app)
  await newProject(page)
  await addStep(page, 'Wait', 'Long wait')
  await editor(page).getByRole('spinbutton', { name: 'Seconds' }).fill('600')
  await runButton(page).click()
  await expect(page.getByRole('option', { name: /^1 Long wait running/ })).toBeVisible()
  await page.getByRole('banner').getByRole('button', { name: 'Stop' }).click()
  await expect(verdict(page)).toContainText(/^Cancelled/)
  await expect(page.getByRole('option', { name: /^1 Long wait cancelled/ })).toBeVisible()
})

test('[case 44, O8] Cancel ends a login, and only its step', async ({ page, demo }) => {
  await page.goto(demo.app)
  await inTree(page, 'Sign in and read').click()
  const opened = page.waitForEvent('popup')
  await runButton(page).click()
  const window = await opened
  const card = page.getByRole('alertdialog', { name: 'Action Required' })
  await expect(card.getByRole('link')).toHaveAttribute('href', /\/auth\?/)
  await card.getByRole('button', { name: 'Cancel' }).click()
  await expect(verdict(page)).toContainText(/^Cancelled/)
  await expect(card).toBeHidden()
  await expect(page.getByRole('region', { name: 'Run' })).toContainText('The window of the provider may still be open: close it')
  await window.close()
})
