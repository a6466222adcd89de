import { chooseMore, editor, inTree, runButton, unfoldSteps, verdict } from './fixtures-build.ts'
import { expect, test } from './fixtures.ts'
import { findings } from './axe.ts'

test('[H13, T3] a step by itself: what it lacks, what Run runs, and what it looked at', async ({ page, demo }) => {
  await page.goto(demo.app)

  await test.step('[H13] a step whose inputs are missing does not break: what it lacks is said, and "Run up to here" gets it', async () => {
    const steps = page.getByRole('listbox', { name: 'Steps of Create then delete' })
    const offer = page.getByRole('status').getByRole('button', { name: 'Run up to here' })
    const alone = async (name: RegExp) => {
      await steps.getByRole('option', { name }).click({ button: 'right' })
      await page.getByRole('menuitem', { name: 'Run step' }).click()
    }
    await unfoldSteps(page)
    await alone(/^3 Created/)
    await expect(page.getByRole('status').filter({ hasText: '"Created" reads the response to "Create order"' })).toBeVisible()
    await expect(page.getByText('Nothing has run yet')).toBeVisible()
    await alone(/^5 Delete order/)
    await expect(
      page.getByRole('status').filter({ hasText: '"Delete order" needs ${order_id} from "Keep the id"' }),
    ).toBeVisible()
    await offer.last().click()
    await expect(verdict(page)).toContainText(/^Passed: 6 passed/)
    await expect(offer).toHaveCount(0)
    await alone(/^4 Keep the id/)
    await expect(verdict(page)).toContainText(/^Passed: 1 passed/)

    // What was there before the page was loaded again is not there any more.
    await page.reload()
    await expect(verdict(page)).toContainText('Passed')
    await unfoldSteps(page)
    await alone(/^4 Keep the id/)
    await expect(offer).toBeVisible()
  })

  await test.step('[H13] Run says what it runs, and Ctrl+Enter does the same wherever the focus is', async () => {
    const more = page.getByRole('banner').getByRole('button', { name: 'More run options' })
    const steps = page.getByRole('listbox', { name: 'Steps of Create then delete' })
    await steps.getByRole('option', { name: /^1 Get token/ }).click()
    await expect(more).toHaveText('case')
    await expect(runButton(page)).toHaveAccessibleDescription('Run the open case')
    for (const place of [steps.getByRole('option').first(), editor(page).getByRole('textbox', { name: 'Client ID' }), more]) {
      await place.focus()
      await page.keyboard.press('Control+Enter')
      await expect(verdict(page)).toContainText(/^Passed: 6 passed/)
      await page.keyboard.press('Control+Alt+Enter')
      await expect(verdict(page)).toContainText(/^Passed: 1 passed/)
    }
    await more.click()
    await page.getByRole('menuitem', { name: 'Run with options…' }).click()
    const options = page.getByRole('dialog', { name: 'Run with options' })
    await expect(options).toContainText('Case Create then delete')
    await options.getByRole('textbox', { name: 'Seed' }).fill('4x')
    await options.getByRole('button', { name: 'Run', exact: true }).click()
    await expect(options).toContainText('Enter a whole number, 0 or more.')
    await options.getByRole('textbox', { name: 'Seed' }).fill('4711')
    await options.getByRole('textbox', { name: 'Variables' }).fill('baseUrl=http://127.0.0.1:9/none')
    await options.getByRole('textbox', { name: 'Variables' }).press('Tab')
    expect(await findings(page)).toEqual([])
    await options.getByRole('button', { name: 'Run', exact: true }).click()
    await expect(options).toBeHidden()
    // The variable beats the environment's.
    await expect(verdict(page)).toContainText(/^Error: 1 passed, 1 error/)
    await expect(page.getByRole('region', { name: 'Run' })).toContainText('seed 4711')
    await inTree(page, 'Orders$').click()
    await expect(more).toHaveText('suite')
    await inTree(page, 'Orders API').click()
    await expect(more).toHaveText('all')
  })

  await inTree(page, 'Create then delete').click()

  await test.step('[T3] an assertion that runs by itself shows the answer of the earlier run that it checked, and from when', async () => {
    const steps = page.getByRole('listbox', { name: 'Steps of Create then delete' })
    await unfoldSteps(page)
    const created = steps.getByRole('option', { name: /^3 Created/ })
    await created.click()
    await runButton(page).click()
    await expect(verdict(page)).toContainText(/^Passed: 6 passed/)

    await editor(page).getByRole('group', { name: 'Check 1' }).getByRole('textbox', { name: 'Expected' }).fill('202')
    await created.click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Run step' }).click()
    await expect(verdict(page)).toContainText('Failed: 1 failed')

    const run = page.getByRole('region', { name: 'Run' })
    const from = /This step ran alone and read the response to Create order from the run of \d{4}-\d\d-\d\d \d\d:\d\d:\d\d\./
    await run.getByRole('tab', { name: 'Response' }).click()
    await expect(run).toContainText(from)
    await expect(run).toContainText('201 Created')
    await expect(run).toContainText('"id"')
    await run.getByRole('tab', { name: 'Exchange' }).click()
    await expect(run).toContainText(from)
    await expect(run.getByRole('button', { name: /POST .*\/orders/ }).first()).toBeVisible()
  })

  await test.step('[T9] a step that runs only if something holds: set, skipped with what looks at it, run by itself, undone', async () => {
    const steps = page.getByRole('listbox', { name: 'Steps of Create then delete' })
    await steps.getByRole('option', { name: /^2 Create order/ }).click()
    await chooseMore(page, 'Add condition')
    const condition = editor(page).getByRole('group', { name: 'Run only if' })
    await expect(condition.getByRole('textbox', { name: 'Name' })).toBeFocused()
    await page.keyboard.type('env.name')
    await condition.getByRole('combobox', { name: 'Is' }).selectOption({ label: 'equals' })
    await condition.getByRole('textbox', { name: 'Expected' }).fill('Production')
    await expect(steps.getByRole('option', { name: /^2 Create order/ })).toContainText('if env.name equals "Production" · POST')
    await runButton(page).click()
    await expect(verdict(page)).toContainText(/^Error: 1 passed, 1 error, 4 skipped/)
    const found = 'Run only if variable env.name equals string "Production": it was string "Demo".'
    await expect(condition).toContainText(found)
    const run = page.getByRole('region', { name: 'Run' })
    await expect(run.getByRole('region', { name: 'What went wrong' })).toContainText('Unknown variable "order_id"')
    // Beside the button that opens the step.
    const position = { x: 90, y: 10 }
    await run.getByRole('treeitem', { name: /^Create order/ }).click({ position })
    await expect(run).toContainText(found)
    await run
      .getByRole('treeitem', { name: /^Create order/ })
      .locator('.result-toggle')
      .click()
    await run.getByRole('treeitem', { name: /^Created/ }).click({ position })
    await expect(run).toContainText('Skipped because "Create order", whose response it reads, was skipped.')
    expect(await findings(page)).toEqual([])

    await steps.getByRole('option', { name: /^2 Create order/ }).click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Run step' }).click()
    await expect(verdict(page)).toContainText(/^Failed: 2 passed, 1 failed, 1 skipped/)
    await page.keyboard.press('Control+k')
    await page.keyboard.type('env.name')
    await expect(page.getByRole('option', { name: /Create order/ })).toBeVisible()
    await page.keyboard.press('Escape')
  })
})
