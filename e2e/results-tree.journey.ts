import { inTree, runButton, verdict } from './fixtures-build.ts'
import { expect, test } from './fixtures.ts'

test('[P8] results by keyboard: arrows choose, Left and Right fold, letters look, Enter opens the step', async ({
  page,
  demo,
}) => {
  await page.goto(demo.app)
  await inTree(page, 'Create then delete').click()
  await runButton(page).click()
  await expect(verdict(page)).toContainText('Passed: 6 passed')
  const results = page.getByRole('tree', { name: 'Results' })
  const items = results.getByRole('treeitem')
  await expect(items).toHaveCount(8)
  const current = async () => page.locator(`[id="${await results.getAttribute('aria-activedescendant')}"]`)
  const chosen = (name: RegExp) => results.getByRole('treeitem', { name, selected: true })

  await results.focus()
  await page.keyboard.press('Home')
  await expect(await current()).toHaveAttribute('aria-level', '1')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowLeft')
  await expect(items).toHaveCount(2)
  await page.keyboard.press('ArrowRight')
  await expect(items).toHaveCount(8)
  await page.keyboard.press('ArrowRight')
  await expect(chosen(/^Get token/)).toBeVisible()
  await page.keyboard.press('End')
  await expect(await current()).toHaveAttribute('aria-posinset', '6')
  await page.keyboard.press('ArrowLeft')
  await expect(await current()).toHaveAttribute('aria-level', '2')
  await page.keyboard.type('create o')
  await expect(chosen(/^Create order/)).toHaveAttribute('aria-setsize', '6')
  await expect(results).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Step editor' }).getByRole('textbox', { name: 'URL' })).toBeVisible()
})
