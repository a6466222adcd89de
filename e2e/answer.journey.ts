import type { Page } from '@playwright/test'
import { runButton, verdict } from './fixtures-build.ts'
import { expect, test } from './fixtures.ts'

const runPanel = (page: Page) => page.getByRole('region', { name: 'Run' })
const openTab = (page: Page) =>
  runPanel(page).getByRole('tablist', { name: 'Details of the run' }).getByRole('tab', { selected: true })

test('[T7, P8] room for the answer: one line before, the response after, at the right, over the whole page, and kept there', async ({
  page,
  demo,
}) => {
  await page.goto(demo.app)
  const steps = page.getByRole('listbox', { name: 'Steps of Create then delete' })
  await expect(runPanel(page)).toContainText('Nothing has run yet')
  const line = await runPanel(page).boundingBox()
  expect(line?.height).toBeLessThan(40)

  await runButton(page).click()
  await expect(verdict(page)).toContainText('Passed: 6 passed')
  await expect(openTab(page)).toHaveText('Exchange')
  await steps.getByRole('option', { name: /^2 Create order/ }).click()
  await expect(openTab(page)).toHaveText('Response')
  await expect(page.getByRole('tabpanel', { name: 'Response' })).toContainText('"state"')
  // What is chosen stays for requests, and the token's exchange is not taken away by it.
  await runPanel(page).getByRole('tab', { name: 'Exchange' }).click()
  await steps.getByRole('option', { name: /^5 Delete order/ }).click()
  await expect(openTab(page)).toHaveText('Exchange')
  await runPanel(page).getByRole('tab', { name: 'Response' }).click()

  const below = await runPanel(page).boundingBox()
  await runPanel(page).getByRole('button', { name: 'Move run panel to the right' }).click()
  const beside = await runPanel(page).boundingBox()
  expect(beside?.height).toBeGreaterThan((below?.height ?? 0) * 1.5)
  expect(beside?.x).toBeGreaterThan(700)
  await runPanel(page).getByRole('button', { name: 'Maximize run panel' }).click()
  await expect(steps).toBeHidden()
  expect((await runPanel(page).boundingBox())?.width).toBeGreaterThan(1200)
  // What is opened from there is seen: the panel makes room for it.
  await runPanel(page)
    .getByRole('treeitem', { name: /Create order/ })
    .click()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Step editor' }).getByRole('textbox', { name: 'Step name' })).toHaveValue(
    'Create order',
  )
  await page.reload()
  await page.mouse.move(400, 300)
  await expect(verdict(page)).toContainText('Passed')
  expect((await runPanel(page).boundingBox())?.x).toBe(beside?.x)
  await runPanel(page).getByRole('button', { name: 'Hide run panel' }).click()
  await expect(runPanel(page)).toHaveCount(0)
  await page.keyboard.press('Control+j')
  await expect(runPanel(page)).toBeVisible()
})
