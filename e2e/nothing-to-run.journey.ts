import { inTree, newProject, verdict } from './fixtures-build.ts'
import { expect, test } from './fixtures.ts'

test('[T9] a case without steps is skipped, and a run of a project without cases says why it does not start', async ({
  page,
  demo,
}) => {
  await page.goto(demo.app)
  await newProject(page)
  await page.keyboard.press('Control+Shift+Enter')
  await expect(verdict(page)).toContainText('Skipped: 0 passed, 0 failed')
  await expect(page.getByRole('tree', { name: 'Results' }).getByRole('treeitem', { name: /^Case 1/ })).toContainText('no steps')
  await inTree(page, 'Case 1').click()
  await page.keyboard.press('Delete')
  await expect(inTree(page, 'Case 1')).toHaveCount(0)
  await page.keyboard.press('Control+Shift+Enter')
  await expect(page.getByRole('region', { name: 'Run' })).toContainText(
    'The project holds no case, so there is nothing to run. Add a case with the steps to be run.',
  )
})
