import { addStep, editor, inTree, newProject, openProject, runButton } from './fixtures-build.ts'
import { expect, test } from './fixtures.ts'
import { makeCase, makeProject } from './host/projects.ts'

test('[T1] a blank name is not taken, and the one before comes back', async ({ page, demo }) => {
  await page.goto(demo.app)
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

test('[T1] what has no name in the file is shown as that', async ({ page, demo }) => {
  await openProject(page, demo.app, JSON.stringify(makeProject([{ ...makeCase('c1', []), name: '' }])))
  await expect(inTree(page, '\\(no name\\)')).toBeVisible()
  await runButton(page).click()
  await expect(page.getByRole('tree', { name: 'Results' })).toContainText('(no name)')
})
