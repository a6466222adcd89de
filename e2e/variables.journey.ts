import { addStep, editor, inTree, newProject, verdict } from './fixtures-build.ts'
import { expect, test } from './fixtures.ts'

test('[T6] a variable can be a number or a boolean, which a check then tells from text', async ({ page, demo }) => {
  await page.goto(demo.app)
  await newProject(page)
  await addStep(page, 'Assertion', 'Typed')
  const expected = [
    ['limit', 'number', '20'],
    ['strict', 'boolean', 'true'],
    ['code', 'string', '20'],
  ] as const
  for (const [index, [name, type, value]] of expected.entries()) {
    await editor(page).getByRole('button', { name: 'Add check' }).click()
    const check = editor(page).getByRole('group', { name: `Check ${index + 1}` })
    await check.getByRole('combobox', { name: 'Source' }).selectOption('variable')
    await check.getByRole('textbox', { name: 'Name' }).fill(name)
    await check.getByRole('combobox', { name: 'Is' }).selectOption('equals')
    await check.getByRole('combobox', { name: 'Type of expected value' }).selectOption(type)
    await check.getByRole('textbox', { name: 'Expected' }).fill(value)
  }

  await inTree(page, 'New project').click()
  const overview = page.getByRole('region', { name: 'Overview' })
  for (const [name, type, value] of expected) {
    await overview.getByRole('button', { name: 'Add variable' }).click()
    await expect(overview.getByRole('group', { name: /^variable/ }).getByRole('textbox', { name: 'Name' })).toBeFocused()
    await page.keyboard.type(name)
    const row = overview.getByRole('group', { name, exact: true })
    await row.getByRole('combobox', { name: 'Type' }).selectOption({ label: type })
    await row.getByRole('textbox', { name: 'Value' }).fill(value)
  }
  const limit = overview.getByRole('group', { name: 'limit' })
  await limit.getByRole('textbox', { name: 'Value' }).fill('20 or so')
  await expect(limit.getByRole('status')).toHaveText('Not a number. The last valid value is kept.')

  await page.keyboard.press('Control+Shift+Enter')
  await expect(verdict(page)).toContainText('Passed: 1 passed, 0 failed')

  await page.reload()
  await expect(limit.getByRole('textbox', { name: 'Value' })).toHaveValue('20')
  await expect(limit.getByRole('combobox', { name: 'Type' })).toHaveValue('number')
  await limit.getByRole('combobox', { name: 'Type' }).selectOption('string')
  await page.keyboard.press('Control+Shift+Enter')
  await expect(verdict(page)).toContainText('Failed: 0 passed, 1 failed')
})
