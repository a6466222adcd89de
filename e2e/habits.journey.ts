import { addStep, editor, inTree, newProject, verdict } from './fixtures-build.ts'
import { expect, test } from './fixtures.ts'

test('[T7] Enter in the URL sends the request', async ({ page, demo }) => {
  await page.goto(demo.app)
  await newProject(page)
  await addStep(page, 'Send Request', 'Asked')
  const url = editor(page).getByRole('textbox', { name: 'URL', exact: true })
  await url.press('Enter')
  await expect(page.getByText('Nothing has run yet')).toBeVisible()
  await url.fill(`${demo.api}/orders`)
  await url.press('Enter')
  await expect(verdict(page)).toContainText('Passed: 1 passed')
  await expect(url).toBeFocused()
})

test('[T7] the method offers all methods whatever it is, and stays if none is chosen', async ({ page, demo }) => {
  await page.goto(demo.app)
  await newProject(page)
  await addStep(page, 'Send Request', 'Asked')
  const method = editor(page).getByRole('combobox', { name: 'Method' })
  await method.fill('delete')
  await expect(method).toHaveValue('DELETE')
  await method.click()
  await expect(method).toHaveValue('')
  await editor(page).getByRole('textbox', { name: 'Step name' }).focus()
  await expect(method).toHaveValue('DELETE')
  await expect(page.getByRole('option', { name: /^1 Asked/ })).toContainText('DELETE')
})

test('[T7] a double click renames a case, and folds a suite', async ({ page, demo }) => {
  await page.goto(demo.app)
  await inTree(page, 'Create then delete').dblclick()
  const name = page.getByRole('tree', { name: 'Project tree' }).getByRole('textbox')
  await expect(name).toBeFocused()
  await name.fill('Made and deleted')
  await name.press('Enter')
  await expect(inTree(page, 'Made and deleted')).toBeVisible()
  await inTree(page, 'Orders$').dblclick()
  await expect(inTree(page, 'Made and deleted')).toBeHidden()
  await expect(name).toBeHidden()
})
