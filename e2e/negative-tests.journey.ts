import { editor, inTree, runButton, verdict } from './fixtures-build.ts'
import { expect, test } from './fixtures.ts'

test('[O18] negative tests of a step become cases of its suite that the demo stands, and one undo takes them back', async ({
  page,
  demo,
}) => {
  await page.goto(demo.app)
  const steps = page.getByRole('listbox', { name: 'Steps of Create then delete' })
  await steps.getByRole('option', { name: /^1 Get token/ }).click()
  await editor(page).getByRole('button', { name: 'Add negative tests…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add negative tests' })
  await expect(dialog.getByRole('checkbox', { name: 'Replayed code' })).toBeDisabled()
  await expect(dialog).toContainText('Only Auth Code has a code to exchange.')
  await expect(dialog.getByRole('checkbox', { name: 'Expired token' })).not.toBeChecked()
  await dialog.getByRole('checkbox', { name: 'Expired token' }).check()
  await expect(dialog.getByRole('spinbutton', { name: 'Token lifetime' })).toBeVisible()
  await dialog.getByRole('checkbox', { name: 'Expired token' }).uncheck()
  await expect(dialog.getByRole('combobox', { name: 'Scope to leave out' })).toHaveValue('orders:write')
  await dialog.getByRole('button', { name: 'Add 6 cases' }).click()

  const names = [
    'Refuses a token for another audience',
    'Refuses a token without the scope',
    'Refuses a tampered signature',
    'Refuses a token with alg none',
    'Refuses a wrong client secret',
    'Refuses a token in the query',
  ]
  for (const name of names) {
    await inTree(page, name).click()
    await page.keyboard.press('Control+Enter')
    await expect(verdict(page)).toContainText(/^Passed: \d+ passed, 0 failed, 0 broken, 0 skipped/)
    await expect(page.getByRole('tree', { name: 'Results' })).toContainText(name)
  }
  await expect(runButton(page)).toBeEnabled()
  await page.keyboard.press('Control+z')
  for (const name of names) await expect(inTree(page, name)).toHaveCount(0)
})

test('[O18] the menu of an OAuth2 step offers them too', async ({ page, demo }) => {
  await page.goto(demo.app)
  const steps = page.getByRole('listbox', { name: 'Steps of Create then delete' })
  await steps.getByRole('option', { name: /^2 Create order/ }).click({ button: 'right' })
  await expect(page.getByRole('menuitem', { name: 'Rename' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Add negative tests…' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await steps.getByRole('option', { name: /^1 Get token/ }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Add negative tests…' }).click()
  await expect(page.getByRole('dialog', { name: 'Add negative tests' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
