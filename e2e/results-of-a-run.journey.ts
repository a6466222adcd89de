import { findings } from './axe.ts'
import { editor, inTree, runButton, unfoldSteps, verdict } from './fixtures-build.ts'
import { expect, test } from './fixtures.ts'

test('[H12] two runs are kept: each is named, listed, and opened', async ({ page, demo }) => {
  await page.goto(demo.app)

  await test.step('[H12] the run panel tells of one run, named; another one is a click away, after a reload too', async () => {
    const results = page.getByRole('tree', { name: 'Results' })
    const runs = page.getByRole('button', { name: /choose a run$/ })
    await inTree(page, 'Create then delete').click()
    await runButton(page).click()
    await expect(verdict(page)).toContainText('Passed: 6 passed')
    await expect(runs).toHaveAccessibleName('This run: choose a run')
    await inTree(page, 'List with a page size').click()
    await runButton(page).click()
    await expect(verdict(page)).toContainText('Passed: 3 passed')
    await expect(results.getByRole('treeitem')).toHaveCount(4)

    await page.reload()
    await expect(verdict(page)).toContainText('Passed: 3 passed')
    await expect(runs).toHaveAccessibleName(/^Run of (\d{4}-\d\d-\d\d )?\d\d:\d\d: choose a run$/)
    await inTree(page, 'Create then delete').click()
    const steps = page.getByRole('region', { name: 'Steps' })
    await expect(steps.getByRole('option', { name: /Create order passed/ })).toBeVisible()
    await steps.getByRole('option', { name: /Create order/ }).click()
    const panel = page.getByRole('region', { name: 'Run', exact: true })
    await expect(panel.getByText(/^This step isn't part of the run of /)).toBeVisible()
    await expect(results.getByRole('treeitem', { name: /Create order/ })).toHaveCount(0)

    await panel.getByRole('button', { name: /^Open run of / }).click()
    await expect(verdict(page)).toContainText('Passed: 6 passed')
    await expect(results.getByRole('treeitem', { name: /^Create order/, selected: true })).toBeVisible()
    await panel.getByRole('tab', { name: 'Exchange' }).click()
    await expect(panel.getByRole('list', { name: 'Messages' }).getByRole('button')).toHaveCount(2)
    await panel.getByRole('tab', { name: 'Response' }).click()
    await expect(panel.getByText('"state"').first()).toBeVisible()
    await panel.getByRole('tab', { name: 'Log' }).click()
    await expect(panel.getByText(/Case finished|Create then delete/).first()).toBeVisible()

    await runs.click()
    await expect(page.getByRole('menuitem', { name: / · / })).toHaveCount(2)
    await page.getByRole('menuitem', { name: /Passed · List with a page size$/ }).click()
    await expect(verdict(page)).toContainText('Passed: 3 passed')
  })

  await test.step('[H12] the project lists its kept runs and opens any of them, with the bodies, also after a reload', async () => {
    await page.reload()
    await inTree(page, 'Orders API').click()
    await page.getByRole('tab', { name: 'Runs' }).click()
    const runs = page.getByRole('list', { name: 'Kept runs' }).getByRole('listitem')
    await expect(runs).toHaveCount(2)
    await expect(runs.first()).toContainText('3 passed')
    expect(await findings(page)).toEqual([])
    await runs
      .nth(1)
      .getByRole('button', { name: /^Run of .*passed.*Create then delete/ })
      .click()
    await expect(verdict(page)).toContainText('Passed: 6 passed')
    const panel = page.getByRole('region', { name: 'Run', exact: true })
    // At its name: in the middle of the row may be the button that opens the step.
    await panel.getByRole('treeitem', { name: /^Create order/ }).click({ position: { x: 70, y: 10 } })
    await panel.getByRole('tab', { name: 'Response' }).click()
    await expect(panel.getByText('"state"').first()).toBeVisible()
    await runs
      .first()
      .getByRole('button', { name: /^Actions for the run of/ })
      .click()
    await page.getByRole('menuitem', { name: 'Open' }).click()
    await expect(verdict(page)).toContainText('Passed: 3 passed')
  })
})

test('[P8, H12] results show whole conversations, are gone through by keyboard, and marked by an edit', async ({
  page,
  demo,
}) => {
  await page.goto(demo.app)

  await test.step('[H12] selecting a case or a suite shows its whole conversation by step, and folds nothing', async () => {
    await inTree(page, 'Orders(?! API)').click()
    await runButton(page).click()
    await expect(verdict(page)).toContainText('Passed: 9 passed')
    const results = page.getByRole('tree', { name: 'Results' })
    const panel = page.getByRole('region', { name: 'Run', exact: true })
    const messages = panel.getByRole('list', { name: 'Messages' })
    await expect(results.getByRole('treeitem')).toHaveCount(8)

    await results.getByRole('treeitem', { name: /^Create then delete/ }).click()
    await expect(results.getByRole('treeitem')).toHaveCount(8)
    await expect(results.getByRole('treeitem', { name: /^Create then delete/, selected: true })).toBeVisible()
    // Discovery, token, create, delete: a request and an answer each, under the name of its step.
    await expect(messages.getByRole('button', { name: /^(passed)? ?(Get token|Create order|Delete order)$/ })).toHaveCount(3)
    await expect(messages.getByRole('listitem')).toHaveCount(8)
    expect(await findings(page)).toEqual([])
    await messages.getByRole('button', { name: /POST \/orders/ }).click()
    await expect(panel.getByRole('region', { name: 'Request' })).toContainText('API request')

    await results.getByRole('treeitem', { name: /^Orders/ }).click()
    await expect(results.getByRole('treeitem')).toHaveCount(8)
    await expect(messages.getByRole('button', { name: /List with a page size › List orders$/ })).toBeVisible()
    await messages.getByRole('button', { name: /List with a page size › List orders$/ }).click()
    await expect(results.getByRole('treeitem', { name: /^List orders/, selected: true })).toBeVisible()
    await panel.getByRole('tab', { name: 'Exchange' }).click()
    await expect(messages.getByRole('listitem')).toHaveCount(2)

    // The arrow before it folds a case.
    await results
      .getByRole('treeitem', { name: /^Create then delete/ })
      .locator('.result-toggle')
      .click()
    await expect(results.getByRole('treeitem')).toHaveCount(5)
  })

  await test.step('[P8] results by keyboard: arrows choose, Left and Right fold, letters look, Enter opens the step', async () => {
    await inTree(page, 'Create then delete').click()
    await runButton(page).click()
    await expect(verdict(page)).toContainText('Passed: 6 passed')
    const results = page.getByRole('tree', { name: 'Results' })
    const items = results.getByRole('treeitem')
    await expect(items).toHaveCount(5)
    const current = async () => page.locator(`[id="${await results.getAttribute('aria-activedescendant')}"]`)
    const chosen = (name: RegExp) => results.getByRole('treeitem', { name, selected: true })

    await results.focus()
    await page.keyboard.press('Home')
    await expect(await current()).toHaveAttribute('aria-level', '1')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowLeft')
    await expect(items).toHaveCount(2)
    await page.keyboard.press('ArrowRight')
    await expect(items).toHaveCount(5)
    await page.keyboard.press('ArrowRight')
    await expect(chosen(/^Get token/)).toBeVisible()
    await page.keyboard.press('End')
    await expect(await current()).toHaveAttribute('aria-posinset', '3')
    await page.keyboard.press('ArrowLeft')
    await expect(await current()).toHaveAttribute('aria-level', '2')
    await page.keyboard.type('create o')
    await expect(chosen(/^Create order/)).toHaveAttribute('aria-setsize', '3')
    await page.keyboard.press('ArrowRight')
    await expect(items).toHaveCount(7)
    await page.keyboard.press('ArrowRight')
    await expect(chosen(/^Created/)).toHaveAttribute('aria-level', '4')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await expect(items).toHaveCount(5)
    await expect(results).toBeFocused()

    await page.keyboard.press('Enter')
    await expect(page.getByRole('region', { name: 'Step editor' }).getByRole('textbox', { name: 'URL' })).toBeVisible()
  })

  await test.step('[H12] an edit marks the results from its step on as outdated, after a reload too; undo takes the mark away', async () => {
    const steps = page.getByRole('region', { name: 'Steps' })
    const results = page.getByRole('tree', { name: 'Results' })
    const changed = results.getByRole('treeitem', { name: /outdated/ })
    await expect(changed).toHaveCount(0)
    await unfoldSteps(page)
    await steps.getByRole('option', { name: /Keep the id/ }).click()
    await editor(page).getByRole('textbox', { name: 'To' }).fill('kept_id')
    await expect(changed).toHaveCount(2)
    await expect(steps.getByText('outdated')).toHaveCount(4)
    const panel = page.getByRole('region', { name: 'Run', exact: true })
    await expect(panel.getByText(/^Outdated: /)).toBeVisible()
    expect(await findings(page)).toEqual([])
    await expect(page.getByRole('status', { name: 'Storage' })).toContainText(/saved in this browser/i)
    await page.reload()
    await expect(changed).toHaveCount(2)

    // What can't be seen is not taken back unseen.
    await inTree(page, 'List with a page size').click()
    await page.keyboard.press('Control+z')
    await expect(editor(page).getByRole('textbox', { name: 'To' })).toHaveValue('kept_id')
    await expect(page.getByText(/^Undo again to revert/)).toBeVisible()
    await page.keyboard.press('Control+z')
    await expect(editor(page).getByRole('textbox', { name: 'To' })).not.toHaveValue('kept_id')
    await expect(changed).toHaveCount(0)
  })
})
