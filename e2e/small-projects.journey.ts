import { addStep, editor, inTree, newProject, openProject, runButton, verdict } from './fixtures-build.ts'
import { expect, test } from './fixtures.ts'
import { makeCase, makeProject } from './host/projects.ts'

test('[T1, T6, T9, P2] in new projects names, paths and values are looked at as they are typed, and Stop ends a wait', async ({
  page,
  demo,
}) => {
  await page.goto(demo.app)

  await test.step('[T1] a blank name is not taken, and the one before comes back', async () => {
    await newProject(page)
    const name = page.getByRole('textbox', { name: 'Name', exact: true })
    await name.fill('')
    await name.press('Tab')
    await expect(name).toHaveValue('Case 1')
    await addStep(page, 'Wait', 'Pause')
    const step = editor(page).getByRole('textbox', { name: 'Step name' })
    await step.fill('')
    await step.press('Enter')
    await expect(step).toHaveValue('Pause')
  })

  await test.step('[T6] what assay check would tell is marked while it is typed: a broken JSONPath, a circle of start values', async () => {
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

  await test.step('[T6] a variable can be a number or a boolean, which a check then tells from text', async () => {
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
    await expect(limit.getByRole('status')).toHaveText('Enter a number. The last valid value is kept.')

    await page.keyboard.press('Control+Shift+Enter')
    await expect(verdict(page)).toContainText('Passed: 1 passed')

    await page.reload()
    await expect(limit.getByRole('textbox', { name: 'Value' })).toHaveValue('20')
    await expect(limit.getByRole('combobox', { name: 'Type' })).toHaveValue('number')
    await limit.getByRole('combobox', { name: 'Type' }).selectOption('string')
    await page.keyboard.press('Control+Shift+Enter')
    await expect(verdict(page)).toContainText('Failed: 1 failed')
  })

  await test.step('[T9] a case without steps is skipped, and a run of a project without cases says why it does not start', async () => {
    await newProject(page)
    await page.keyboard.press('Control+Shift+Enter')
    await expect(verdict(page)).toContainText('Skipped: ')
    await expect(page.getByRole('tree', { name: 'Results' }).getByRole('treeitem', { name: /^Case 1/ })).toContainText('no steps')
    await inTree(page, 'Case 1').click()
    await page.keyboard.press('Delete')
    await expect(inTree(page, 'Case 1')).toHaveCount(0)
    await page.keyboard.press('Control+Shift+Enter')
    await expect(page.getByRole('region', { name: 'Run' })).toContainText(
      'Nothing to run: the project has no cases. Add a case with steps.',
    )
  })

  await test.step('[P2] Stop ends a wait at once', async () => {
    await newProject(page)
    await addStep(page, 'Wait', 'Long wait')
    await editor(page).getByRole('spinbutton', { name: 'Seconds' }).fill('600')
    await runButton(page).click()
    await expect(page.getByRole('option', { name: /^1 Long wait running/ })).toBeVisible()
    await page.getByRole('banner').getByRole('button', { name: 'Stop' }).click()
    await expect(verdict(page)).toContainText(/^Cancelled/)
    await expect(page.getByRole('option', { name: /^1 Long wait cancelled/ })).toBeVisible()
  })
})

test('[T1] what has no name in the file is shown as that', async ({ page, demo }) => {
  await openProject(page, demo.app, JSON.stringify(makeProject([{ ...makeCase('c1', []), name: '' }])))
  await expect(inTree(page, '\\(no name\\)')).toBeVisible()
  await runButton(page).click()
  await expect(page.getByRole('tree', { name: 'Results' })).toContainText('(no name)')
})
