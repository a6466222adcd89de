import { addStep, editor, inTree, newProject } from './fixtures-build.ts'
import { expect, test } from './fixtures.ts'

test('[T6] what assay check would tell is marked while it is typed: a broken JSONPath, a circle of start values', async ({
  page,
  demo,
}) => {
  await page.goto(demo.app)
  await newProject(page)
  await addStep(page, 'Assertion', 'Look')
  await editor(page).getByRole('button', { name: 'Add check' }).click()
  const check = editor(page).getByRole('group', { name: 'Check 1' })
  await check.getByRole('combobox', { name: 'Source' }).selectOption('json')
  await check.getByRole('combobox', { name: 'Is' }).selectOption('exists')
  const path = check.getByRole('textbox', { name: 'Path' })
  await path.fill('$.orders[')
  const note = editor(page)
    .getByText(/\$\.orders\[/)
    .filter({ hasText: /JSONPath/ })
  await expect(note).toBeVisible()
  const row = page.getByRole('option', { name: /Look/ })
  await expect(row).toHaveAttribute('aria-description', /JSONPath/)
  await path.fill('$.orders[0]')
  await expect(note).toHaveCount(0)
  await expect(row).not.toHaveAttribute('aria-description')

  await inTree(page, 'New project').click()
  const overview = page.getByRole('region', { name: 'Overview' })
  for (const [name, value] of [
    ['host', '${base}'],
    ['base', '${host}/v1'],
  ] as const) {
    await overview.getByRole('button', { name: 'Add variable' }).click()
    await expect(overview.getByRole('group', { name: /^variable/ }).getByRole('textbox', { name: 'Name' })).toBeFocused()
    await page.keyboard.type(name)
    await overview.getByRole('group', { name, exact: true }).getByRole('textbox', { name: 'Value' }).fill(value)
  }
  const host = overview.getByRole('group', { name: 'host' })
  await expect(host.getByRole('status')).toContainText('host → base → host')
  await overview.getByRole('group', { name: 'base' }).getByRole('textbox', { name: 'Value' }).fill('https://a.test')
  await expect(host.getByRole('status')).toHaveCount(0)
})
