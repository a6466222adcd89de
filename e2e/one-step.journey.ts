import { editor, runButton, verdict } from './fixtures-build.ts'
import { expect, test } from './fixtures.ts'

test('[T3] an assertion that runs by itself shows the answer of the earlier run that it checked, and from when', async ({
  page,
  demo,
}) => {
  await page.goto(demo.app)
  const steps = page.getByRole('listbox', { name: 'Steps of Create then delete' })
  const created = steps.getByRole('option', { name: /^3 Created/ })
  await created.click()
  await runButton(page).click()
  await expect(verdict(page)).toContainText(/^Passed: 6 passed/)

  await editor(page).getByRole('group', { name: 'Check 1' }).getByRole('textbox', { name: 'Expected' }).fill('202')
  await created.click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Run this step' }).click()
  await expect(verdict(page)).toContainText('Failed: 0 passed, 1 failed')

  const run = page.getByRole('region', { name: 'Run' })
  const from = /This step ran by itself and looked at the answer to Create order in the run of \d{4}-\d\d-\d\d \d\d:\d\d:\d\d\./
  await run.getByRole('tab', { name: 'Response' }).click()
  await expect(run).toContainText(from)
  await expect(run).toContainText('201 Created')
  await expect(run).toContainText('"id"')
  await run.getByRole('tab', { name: 'Exchange' }).click()
  await expect(run).toContainText(from)
  await expect(run.getByRole('button', { name: /POST .*\/orders/ }).first()).toBeVisible()
})
