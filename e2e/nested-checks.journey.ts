import type { Page } from '@playwright/test'
import { findingsInBothThemes } from './axe.ts'
import { addStep, chooseMore, editor, inTree, newProject, runButton, unfoldSteps, verdict } from './fixtures-build.ts'
import { expect, test } from './fixtures.ts'

const list = (page: Page) => page.getByRole('region', { name: 'Steps' }).getByRole('listbox')
const rows = (page: Page) => list(page).getByRole('option')
const row = (page: Page, name: RegExp) => list(page).getByRole('option', { name })
const request = /^2 Create order/

test('[T3, T9, P8] a request is one row with its checks and variables, folded, unfolded, moved, copied, deleted and disabled as one', async ({
  page,
  demo,
}) => {
  await page.goto(demo.app)

  await test.step('[T3] by keyboard: Right unfolds a request and goes to its first check, Left goes back and folds', async () => {
    await expect(rows(page)).toHaveCount(3)
    await expect(row(page, request)).toContainText('4 checks · 1 variable')
    await expect(row(page, request)).toHaveAttribute('aria-description', '4 checks · 1 variable, collapsed.')
    await row(page, request).focus()
    await page.keyboard.press('ArrowRight')
    await expect(rows(page)).toHaveCount(5)
    await expect(row(page, request)).toHaveAttribute('aria-description', '4 checks · 1 variable, expanded.')
    await page.keyboard.press('ArrowRight')
    await expect(row(page, /^3 Created/)).toBeFocused()
    await expect(row(page, /^3 Created/)).toHaveAttribute('aria-description', 'Nested under Create order.')
    expect(await findingsInBothThemes(page, '[aria-label="Steps"]')).toEqual([])
    await page.keyboard.press('ArrowLeft')
    await expect(row(page, request)).toBeFocused()
    await page.keyboard.press('ArrowLeft')
    await expect(rows(page)).toHaveCount(3)
    await row(page, request).getByText('4 checks').click()
    await expect(rows(page)).toHaveCount(5)
    await row(page, request).getByText('4 checks').click()
    await expect(rows(page)).toHaveCount(3)
  })

  await test.step('[T1] a group is moved, copied, disabled and deleted as one, each taken back by one undo', async () => {
    const order = (...expected: string[]) => expect(rows(page)).toContainText(expected.map((text) => new RegExp(`^${text} `)))
    const before = ['1 Get token', '2 Create order', '5 Delete order'] as const
    await row(page, request).focus()
    await page.keyboard.press('Alt+ArrowDown')
    await order('1 Get token', '2 Delete order', '4 Create order')
    await expect(row(page, /^4 Create order/)).toContainText('4 checks · 1 variable')
    await page.keyboard.press('Control+z')
    await order(...before)

    await row(page, request).click()
    await page.keyboard.press('Control+d')
    await order('1 Get token', '2 Create order', '5 Create order 2', '8 Delete order')
    await expect(row(page, /^5 Create order 2/)).toContainText('4 checks · 1 variable')
    await page.keyboard.press('Control+z')
    await order(...before)

    await row(page, request).click()
    await chooseMore(page, 'Disable step')
    await expect(row(page, request)).toContainText('disabled')
    await unfoldSteps(page)
    await expect(row(page, /^3 Created disabled/)).toBeVisible()
    await expect(row(page, /^4 Keep the id disabled/)).toBeVisible()
    await page.keyboard.press('Control+z')
    await expect(row(page, /^4 Keep the id disabled/)).toHaveCount(0)

    await row(page, request).click()
    await row(page, request).press('Delete')
    await order('1 Get token', '2 Delete order')
    await page.keyboard.press('Control+z')
    await order('1 Get token', '2 Create order', '3 Created', '4 Keep the id', '5 Delete order', '6 Deleted')
  })

  await test.step('[T3] Expand all and Collapse all, from the menu and the palette; the state is kept over a reload', async () => {
    await row(page, request).click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Expand all' }).click()
    await expect(rows(page)).toHaveCount(6)
    await page.reload()
    await expect(rows(page)).toHaveCount(6)
    await row(page, /^4 Keep the id/).click()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('collapse all')
    await expect(page.getByRole('option', { name: /Collapse all$/, selected: true })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(rows(page)).toHaveCount(3)
    await expect(row(page, request)).toHaveAttribute('aria-selected', 'true')
    await page.reload()
    await expect(rows(page)).toHaveCount(3)
  })

  await test.step('[T3] what is ungrouped is a row of its own, also after a reload, until it is grouped again', async () => {
    await row(page, request).click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Ungroup checks' }).click()
    await expect(row(page, request)).not.toHaveAttribute('aria-description')
    await expect(row(page, /^3 Created/)).not.toHaveAttribute('aria-description')
    await page.reload()
    await expect(rows(page)).toHaveCount(5)
    await expect(row(page, /^3 Created/)).not.toHaveAttribute('aria-description')
    await row(page, request).click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Group checks' }).click()
    await expect(rows(page)).toHaveCount(3)
  })

  await test.step('[T9] a failed check is the outcome of its request, and unfolds it; a link to a check does too', async () => {
    await row(page, request).click()
    await editor(page).getByRole('tab', { name: 'Checks' }).click()
    await editor(page).getByRole('group', { name: 'Check 1' }).getByRole('textbox', { name: 'Expected' }).fill('204')
    await editor(page).getByRole('button', { name: 'Send' }).click()
    await expect(verdict(page)).toContainText('Failed: 2 passed, 1 failed, 1 skipped')
    await expect(row(page, /^2 Create order failed/)).toContainText('1 of 4 checks failed · 1 variable')
    await expect(row(page, /^3 Created failed/)).toContainText('status is 201, expected 204')
    await row(page, /^2 Create order/).focus()
    await page.keyboard.press('ArrowLeft')
    await expect(rows(page)).toHaveCount(3)
    await editor(page).getByRole('button', { name: 'Send' }).click()
    await expect(row(page, /^3 Created failed/)).toBeVisible()
    expect(await findingsInBothThemes(page, '[aria-label="Steps"]')).toEqual([])
    await editor(page).getByRole('button', { name: 'Use actual value' }).click()
    await editor(page).getByRole('button', { name: 'Send' }).click()
    await expect(verdict(page)).toContainText('Passed: 4 passed')
    await expect(row(page, /^2 Create order passed/)).toContainText('4 checks · 1 variable')
    await expect(rows(page)).toHaveCount(3)

    await row(page, request).press('ArrowRight')
    await row(page, /^4 Keep the id/).click()
    const link = page.url()
    await inTree(page, 'List with a page size').click()
    await page.goto(link)
    await page.reload()
    await expect(row(page, /^4 Keep the id/)).toBeVisible()
  })
})

test('[T9, T6, P8] the first check and the first variable of a request make its steps; the last one takes its step away', async ({
  page,
  demo,
}) => {
  await page.goto(demo.app)
  await newProject(page)
  await page.getByRole('region', { name: 'Steps' }).getByRole('button', { name: 'Send Request' }).click()
  await editor(page).getByRole('textbox', { name: 'URL' }).fill(`${demo.app}/demo.json`)
  const checks = editor(page).getByRole('tab', { name: 'Checks' })
  await checks.click()
  await editor(page).getByRole('button', { name: 'Add check' }).focus()
  await page.keyboard.press('Enter')
  const check = editor(page).getByRole('group', { name: 'Check 1' })
  await expect(check.getByRole('combobox', { name: 'Source' })).toBeFocused()
  await expect(checks).toHaveAccessibleDescription('1')
  await expect(row(page, /^1 Send request/)).toContainText('1 check')
  await editor(page).getByRole('button', { name: 'Add check' }).click()
  await editor(page).getByRole('group', { name: 'Check 2' }).getByRole('textbox', { name: 'Path' }).fill('$.provider')

  const variables = editor(page).getByRole('tab', { name: 'Variables' })
  await variables.click()
  await editor(page).getByRole('button', { name: 'Add transfer' }).click()
  const transfer = editor(page).getByRole('group', { name: 'Transfer 1' })
  await transfer.getByRole('textbox', { name: 'Path' }).fill('$.provider')
  await transfer.getByRole('textbox', { name: 'To' }).fill('provider')
  await expect(variables).toHaveAccessibleDescription('1')
  await expect(row(page, /^1 Send request/)).toContainText('2 checks · 1 variable')
  expect(await findingsInBothThemes(page, '[aria-label="Step editor"]')).toEqual([])
  await runButton(page).click()
  await expect(verdict(page)).toContainText('Passed: 3 passed')

  // A named step stays without checks; an unnamed one goes with its last row.
  await row(page, /^1 Send request/).press('ArrowRight')
  await row(page, /^2 Check/).press('F2')
  await page.keyboard.type('Says where its provider is')
  await page.keyboard.press('Enter')
  await row(page, /^1 Send request/).click()
  await checks.click()
  await expect(editor(page).getByRole('heading', { name: 'Says where its provider is' })).toBeVisible()
  for (const count of [1, 0]) {
    await editor(page).getByRole('button', { name: 'More for check 1' }).click()
    await page.getByRole('menuitem', { name: 'Remove' }).click()
    await expect(editor(page).getByRole('group', { name: /^Check/ })).toHaveCount(count)
  }
  await expect(row(page, /^2 Says where/)).toBeVisible()
  await variables.click()
  await editor(page).getByRole('button', { name: 'More for transfer 1' }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await expect(row(page, /^3 /)).toHaveCount(0)
  await expect(editor(page).getByRole('button', { name: 'Add transfer' })).toBeFocused()
  await page.keyboard.press('Control+z')
  await expect(transfer.getByRole('textbox', { name: 'To' })).toHaveValue('provider')

  await test.step('[T9, O1] token steps have the same tabs', async () => {
    for (const kind of ['OAuth2 Authentication', 'JWT']) {
      await addStep(page, kind, `By ${kind}`)
      await editor(page).getByRole('tab', { name: 'Checks' }).click()
      await editor(page).getByRole('button', { name: 'Add check' }).click()
      await expect(editor(page).getByRole('group', { name: 'Check 1' }).getByRole('combobox', { name: 'Source' })).toBeFocused()
      await editor(page).getByRole('tab', { name: 'Variables' }).click()
      await editor(page).getByRole('button', { name: 'Add transfer' }).click()
      await expect(row(page, new RegExp(`By ${kind}`))).toContainText('1 check · 1 variable')
      await editor(page).getByRole('tab', { name: 'Settings' }).click()
      await expect(editor(page).getByRole('textbox', { name: 'Variable Name' })).toBeVisible()
    }
  })

  await test.step('[T6] checks of a token stay nested while its variable is renamed', async () => {
    await editor(page).getByRole('textbox', { name: 'Variable Name' }).press('End')
    await page.keyboard.type('2')
    await expect(row(page, /By JWT/)).toContainText('1 check · 1 variable')
    await editor(page).getByRole('tab', { name: 'Checks' }).click()
    await expect(editor(page).getByRole('group', { name: 'Check 1' }).getByRole('textbox', { name: 'Name' })).toHaveValue(/2$/)
    await page.keyboard.press('Control+z')
    await expect(editor(page).getByRole('group', { name: 'Check 1' }).getByRole('textbox', { name: 'Name' })).toHaveValue(/[^2]$/)
    await expect(row(page, /By JWT/)).toContainText('1 check · 1 variable')
  })

  await test.step('[T6] a variable that is not defined is entered at the error that reports it', async () => {
    await row(page, /^1 Send request/).click()
    const url = editor(page).getByRole('textbox', { name: 'URL' })
    await url.fill('${origin}/demo.json')
    await url.press('Enter')
    await page.getByRole('region', { name: 'Run' }).getByRole('button', { name: 'Enter values…' }).click()
    await page.getByRole('dialog').getByRole('textbox', { name: 'origin' }).fill(demo.app)
    await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
    await url.press('Enter')
    await expect(verdict(page)).toContainText('Passed')
  })
})
