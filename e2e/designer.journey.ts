import type { Locator, Page } from '@playwright/test'
import { findings, findingsInBothThemes } from './axe.ts'
import { inTree, verdict } from './fixtures-build.ts'
import { expect, test } from './fixtures.ts'

const designer = (page: Page): Locator => page.getByRole('region', { name: 'Test designer' })
const coverage = (page: Page): Locator => designer(page).getByRole('status', { name: 'Coverage' })
const rows = (page: Page): Locator => designer(page).getByRole('table', { name: 'Tests' }).getByRole('row')

/** Opens a tab of the sample's overview. */
async function openTab(page: Page, tab: string): Promise<void> {
  await inTree(page, 'Orders API').click()
  await page.getByRole('tab', { name: tab }).click()
}

/** What `within` names has no finding in either theme; the page around it has its own journey (access.journey.ts). */
async function cleanInBoth(page: Page, within = '[aria-label="Test designer"]'): Promise<void> {
  expect(await findingsInBothThemes(page, within)).toEqual([])
}

test('[A4] pairs of an operation become a data-driven case that passes; a changed model shows what differs before it is made again', async ({
  page,
  demo,
}) => {
  await page.goto(demo.app)
  await openTab(page, 'APIs')
  await page.getByRole('button', { name: /POST Create order/ }).click()
  await page.getByRole('button', { name: 'Design tests…' }).click()
  await expect(coverage(page)).toContainText(/^\d+ tests: (\d+) of \1 items covered \(100 %\)/)
  await expect(designer(page).getByRole('combobox', { name: 'Method' })).toHaveValue('combinations')
  await expect(designer(page).getByRole('spinbutton', { name: 'Strength' })).toHaveValue('2')
  // Which items a test is the first to cover, by keyboard.
  await designer(page).getByRole('button', { name: 'Test 2', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(designer(page).getByText(/^Test 2 is the first to cover/)).toBeVisible()
  await cleanInBoth(page)

  await designer(page).getByRole('button', { name: 'Create tests' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create tests' })
  await expect(dialog.getByText(/is a separate case: it uses another token/).first()).toBeVisible()
  expect(await findings(page, undefined, 'dialog[open]')).toEqual([])
  await dialog.getByRole('button', { name: 'Create tests' }).click()
  await expect(dialog).toBeHidden()
  await expect(inTree(page, 'Create order')).toHaveCount(4)
  await page.keyboard.press('Control+Enter')
  await expect(verdict(page)).toContainText(/^Passed: \d+ passed/, { timeout: 30_000 })

  // A row that is edited by hand stays when a value of the model is left out.
  await openTab(page, 'Data sources')
  const grid = page.getByRole('grid', { name: 'Rows' })
  const cells = grid.getByRole('gridcell')
  await cells.first().click()
  await page.keyboard.type('by hand')
  await page.keyboard.press('Enter')
  await openTab(page, 'Designs')
  await page.getByRole('button', { name: 'Create order', exact: true }).click()
  const values = designer(page).getByRole('textbox', { name: 'Values' }).first()
  await values.fill((await values.inputValue()).replace(/, ~\(missing\)/, ''))
  await expect(coverage(page)).toContainText('100 %')
  await designer(page).getByRole('button', { name: 'Create tests' }).click()
  await expect(dialog.getByText(/1 row you edited is kept/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Update tests' }).click()
  await expect(dialog).toBeHidden()
  await openTab(page, 'Data sources')
  await expect(cells.first()).toHaveText('by hand')
})

test.describe(() => {
  test.use({ codeEditor: true })

  test('[A4] a PICT file is opened and a mistake in it mended; text and table change each other; fewer tests are looked for until Stop', async ({
    page,
    demo,
  }) => {
    await page.goto(demo.app)
    await openTab(page, 'Designs')
    const model = [
      'Type: Primary, Logical, Single, Span, Stripe, Mirror, RAID-5',
      'Size: 10, 100, 500, 1000, 5000, 10000, 40000',
      'Format method: quick, slow',
      'File system: FAT, FAT32, NTFS',
      'Cluster size: 512, 1024, 2048, 4096, 8192, 16384, 32768, 65536',
      'Compression: on, off',
      '',
      'IF [File system] = "FAT" THEN [Sise] <= 4096;',
      'IF [File system] <> "NTFS" THEN [Compression] = "off";',
    ].join('\n')
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Open model file…' }).first().click()
    await (await chooser).setFiles({ name: 'volumes.pict', mimeType: 'text/plain', buffer: Buffer.from(model) })
    await expect(designer(page).getByRole('alert')).toContainText('Unknown parameter "Sise". Did you mean "Size"?')
    const constraint = designer(page).getByRole('textbox', { name: 'Constraint 1' })
    await expect(constraint).toHaveAttribute('aria-invalid', 'true')
    await cleanInBoth(page)
    // The text has the same error, marked in place.
    const text = designer(page).getByRole('textbox', { name: 'Model' })
    await expect(text).toBeVisible()
    await expect(designer(page).locator('.squiggly-error').first()).toBeVisible()
    await constraint.fill('IF [File system] = "FAT" THEN [Size] <= 4096')
    await expect(coverage(page)).toContainText('100 %')
    await expect(designer(page).getByRole('alert')).toHaveCount(0)
    await designer(page).getByRole('tab', { name: 'Impossible' }).click()
    await expect(designer(page).getByText('Size = 5000, File system = FAT').first()).toBeVisible()
    // Text edits appear in the table.
    await text.focus()
    await page.keyboard.press('Control+End')
    await page.keyboard.insertText('[Type] <> "RAID-5" OR [Size] > 500;\n')
    await expect(designer(page).getByRole('textbox', { name: 'Constraint 3' })).toHaveValue('[Type] <> "RAID-5" OR [Size] > 500')
    await page.keyboard.press('Control+z')
    await expect(designer(page).getByRole('textbox', { name: 'Constraint 3' })).toHaveCount(0)

    // In a field of the table what is typed stays as it is, and so does the caret, until one leaves it.
    const type = designer(page).getByRole('textbox', { name: 'Values' }).first()
    await type.press('Home')
    for (let at = 0; at < 'Primary'.length; at++) await page.keyboard.press('ArrowRight')
    await page.keyboard.type(' one')
    await expect(type).toHaveValue(/^Primary one, Logical/)

    // What can stand at a place is seen beside it; a text with a mistake is still there when one comes back to it.
    await text.focus()
    await page.keyboard.press('Control+End')
    await page.keyboard.type('IF [Typ')
    await page.keyboard.press('Control+Space')
    await expect(page.locator('.suggest-widget')).toBeInViewport({ ratio: 1 })
    await page.keyboard.press('Escape')
    await type.focus()
    await text.focus()
    await expect(designer(page).locator('.view-lines')).toContainText(/IF.\[Typ/)

    // The text of another program takes the place of what is there.
    await text.focus()
    await page.keyboard.press('Control+a')
    await page.keyboard.insertText(
      '[System]\nName: Shop\n[Parameter]\nPay (enum): card, cash\nTotal (int): 0, 10, 100\n[Constraint]\nPay = "cash" => Total + 5 < 100\n',
    )
    await expect(designer(page).getByRole('textbox', { name: 'Constraint 1' })).toHaveValue(
      'IF [Pay] = "cash" THEN [Total] IN {0, 10}',
    )
    await expect(coverage(page)).toContainText(/^5 tests: 5 of 5 items/)

    // Twenty parameters of ten values each: a suite that is not proven to be the least.
    const values = Array.from({ length: 10 }, (_, value) => value).join(', ')
    const large = Array.from({ length: 20 }, (_, at) => `p${at}: ${values}`).join('\n')
    await openTab(page, 'Designs')
    const another = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Open model file…' }).first().click()
    await (await another).setFiles({ name: 'large.txt', mimeType: 'text/plain', buffer: Buffer.from(large) })
    await expect(coverage(page)).toContainText(/^\d{3} tests: 19,000 of 19,000 items covered/)
    // Which test a value belongs to stays in sight.
    await designer(page)
      .getByRole('table', { name: 'Tests' })
      .evaluate((table) => table.scrollTo(700, 0))
    await expect(designer(page).getByRole('button', { name: 'Test 1', exact: true })).toBeInViewport({ ratio: 1 })
    await designer(page).getByRole('button', { name: 'Minimise' }).click()
    await expect(coverage(page)).toContainText('Minimising')
    await designer(page).getByRole('button', { name: 'Stop' }).click()
    await expect(designer(page).getByRole('button', { name: 'Minimise' })).toBeVisible()
    await expect(coverage(page)).toContainText('100 %')
  })
})

test('[A4] a state chart becomes cases of steps, a rule its MC/DC pairs, a table says where it contradicts itself', async ({
  page,
  demo,
}) => {
  await page.goto(demo.app)
  await inTree(page, 'Orders').nth(1).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Design tests…' }).click()
  await designer(page)
    .getByRole('button', { name: /^State transitions/ })
    .click()
  await expect(coverage(page)).toContainText('9 of 9 items covered (100 %)')
  await designer(page).getByRole('tab', { name: 'Graph' }).click()
  await expect(designer(page).getByRole('img', { name: 'State graph: 3 states, 3 of 3 transitions covered' })).toBeVisible()
  const kind = designer(page).getByRole('combobox', { name: 'Coverage' })
  await kind.selectOption({ label: 'All states' })
  await expect(coverage(page)).toContainText('3 of 3 items')
  await kind.selectOption({ label: 'Valid and invalid transitions' })
  await expect(coverage(page)).toContainText('9 of 9 items')
  await cleanInBoth(page)
  await designer(page).getByRole('button', { name: 'Create tests' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create tests' })
  await dialog.getByRole('combobox', { name: 'close' }).selectOption({ label: 'Create then delete > Delete order' })
  await expect(dialog.getByText('Complete the step for “freeze”: no request is known.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Create tests' }).click()
  await expect(dialog).toBeHidden()
  const close = inTree(page, 'State transitions: close, close')
  await close.click()
  await page.keyboard.press('Control+Enter')
  await expect(verdict(page)).toContainText(/^Passed/, { timeout: 30_000 })

  await openTab(page, 'Designs')
  await page.getByRole('button', { name: 'New design' }).click()
  await designer(page)
    .getByRole('button', { name: /^MC\/DC/ })
    .click()
  await expect(coverage(page)).toContainText(/4 tests: .*100 %/)
  await expect(rows(page)).toHaveCount(5)
  await designer(page).getByRole('tab', { name: 'Pairs' }).click()
  await expect(designer(page).getByRole('region', { name: 'Pairs' }).getByRole('row')).toHaveCount(5)
  await cleanInBoth(page)

  await designer(page).getByRole('combobox', { name: 'Method' }).selectOption({ label: 'Decision table' })
  await designer(page).getByRole('combobox', { name: 'Rule 2, gold' }).selectOption({ label: 'true' })
  await designer(page).getByRole('tab', { name: 'Decision table' }).click()
  await expect(designer(page).getByText('contradicts another rule').first()).toBeVisible()
  await cleanInBoth(page)

  await page.setViewportSize({ width: 400, height: 800 })
  await page.getByRole('tablist', { name: 'Pages' }).getByRole('tab', { name: 'Step', exact: true }).click()
  await expect(coverage(page)).toBeVisible()
  expect(await findings(page)).toEqual([])
})

/** Goes to something by the keyboard alone, and looks that it is where the keys go. */
async function tabTo(page: Page, to: Locator): Promise<void> {
  await expect(to).toBeVisible()
  for (let presses = 0; presses < 150; presses++) {
    if (await to.evaluate((element) => element === element.ownerDocument.activeElement)) return
    // A text editor keeps Tab for itself until Escape.
    if (await page.evaluate(() => document.activeElement?.closest('.monaco-editor') != null)) await page.keyboard.press('Escape')
    await page.keyboard.press('Tab')
  }
  await expect(to, 'reached by Tab').toBeFocused()
}

async function press(page: Page, on: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, on)
  await page.keyboard.press(key)
}

/** Opens the choice of a new design from wherever one is. */
async function designByKeys(page: Page, operation: RegExp, method: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog', { name: 'Command palette' }).getByRole('combobox').waitFor()
  await page.keyboard.type('Design tests')
  await page.keyboard.press('Enter')
  await press(page, designer(page).getByRole('button', { name: operation }))
  const methods = designer(page).getByRole('combobox', { name: 'Method' })
  await tabTo(page, methods)
  // No other one begins with its letter.
  await page.keyboard.type(method.slice(0, 1))
  await expect(methods.locator('option:checked')).toHaveText(method)
  await expect(coverage(page)).toContainText('(100 %)')
}

test('[A4] by keyboard alone the MC/DC pairs of a rule and the life of a resource become runs that pass', async ({
  page,
  demo,
}) => {
  await page.goto(demo.app)
  await inTree(page, 'Orders API').focus()
  await designByKeys(page, /^Say what discount there is/, 'MC/DC')
  const decision = designer(page).getByRole('textbox', { name: 'Decision' })
  await tabTo(page, decision)
  await expect(decision).toHaveValue('(member and total > 100) or coupon')
  await press(page, designer(page).getByRole('button', { name: 'Create tests' }))
  const dialog = page.getByRole('dialog', { name: 'Create tests' })
  const type = async (name: string, text: string) => {
    await tabTo(page, dialog.getByRole('textbox', { name }))
    await page.keyboard.type(text)
  }
  await type('Outcome in the response', '$.discount')
  await type('If true', '10')
  await type('If false', '0')
  await cleanInBoth(page, 'dialog[open]')
  await press(page, dialog.getByRole('button', { name: 'Create tests' }))
  await expect(dialog).toHaveCount(0)
  await page.keyboard.press('Control+Enter')
  await expect(verdict(page)).toContainText(/^Passed: \d+ passed/, { timeout: 30_000 })

  await designByKeys(page, /^Create order ?POST \/orders$/, 'Life of a resource')
  await cleanInBoth(page)
  await press(page, designer(page).getByRole('button', { name: 'Create tests' }))
  const suite = dialog.getByRole('combobox', { name: 'Suite' })
  await tabTo(page, suite)
  await page.keyboard.type('New')
  await expect(suite.locator('option:checked')).toHaveText('New suite')
  await press(page, dialog.getByRole('button', { name: 'Create tests' }))
  await expect(dialog).toHaveCount(0)
  await inTree(page, 'Designed tests').focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+Enter')
  await expect(verdict(page)).toContainText(/^Passed: \d+ passed/, { timeout: 30_000 })
})

test('[T8] a load test is set up, run in the page as far as a page can, and written for k6', async ({ page, demo }) => {
  await page.goto(demo.app)
  await openTab(page, 'Load tests')
  await page.getByRole('button', { name: 'Add load test' }).click()
  const test = page.getByRole('group', { name: 'Load test Load of Create then delete' })
  await expect(test.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await test.getByRole('button', { name: 'Add stage' }).press('Enter')
  await expect(test.getByRole('spinbutton', { name: 'Duration of stage 3, in seconds' })).toBeFocused()
  await test.getByRole('button', { name: 'Remove stage 3' }).click()
  await test.getByRole('button', { name: 'Add threshold' }).press('Enter')
  await expect(test.getByRole('combobox', { name: 'Metric of threshold 3' })).toBeFocused()
  await test.getByRole('button', { name: 'Remove threshold 3' }).click()
  await test.getByRole('spinbutton', { name: 'Duration of stage 1, in seconds' }).fill('0')
  await test.getByRole('spinbutton', { name: 'Users at the end of stage 1' }).fill('20')
  await test.getByRole('spinbutton', { name: 'Duration of stage 2, in seconds' }).fill('2')
  await test.getByRole('combobox', { name: 'Metric of threshold 1' }).selectOption('checks.rate')
  await test.getByRole('combobox', { name: 'Comparison of threshold 1' }).selectOption('at-least')
  await test.getByRole('spinbutton', { name: 'Value of threshold 1' }).fill('1')
  await test.getByRole('button', { name: 'Run here' }).click()
  await expect(test.getByText(/^Passed: [\d,]+ iterations \(0 % failed\), [\d,]+ requests/)).toBeVisible({ timeout: 60_000 })
  await expect(test.getByText(/allowed at most 6 concurrent users/)).toBeVisible()
  await expect(test.getByRole('list', { name: 'Thresholds' }).getByRole('listitem')).toHaveText([
    '✓ checks.rate ≥ 100 %: 100 %',
    '✓ failure.rate < 1 %: 0 %',
  ])
  await expect(test.getByRole('table', { name: 'Steps' }).getByRole('row', { name: /Create order/ })).toBeVisible()
  await test.getByRole('button', { name: 'Run here' }).click()
  await expect(
    test.getByRole('table', { name: /^Compared with the run of / }).getByRole('row', { name: /^duration p95/ }),
  ).toBeVisible()
  await cleanInBoth(page, 'main')
  await page.reload()
  await expect(test.getByRole('combobox', { name: 'Shown' }).getByRole('option')).toHaveText([/· Passed · /, /· Passed · /])
  await test.getByRole('combobox', { name: 'Compare with' }).selectOption('Nothing')
  await expect(test.getByRole('table', { name: /^Compared with the run of / })).toHaveCount(0)
  const report = page.waitForEvent('download')
  await test.getByRole('button', { name: 'Save report…' }).click()
  await page.getByRole('menuitem', { name: 'JSON' }).click()
  expect((await report).suggestedFilename()).toBe('Load-of-Create-then-delete.json')
  const saved = page.waitForEvent('download')
  await test.getByRole('button', { name: 'Export k6 script…' }).click()
  expect((await saved).suggestedFilename()).toBe('Load-of-Create-then-delete.js')
})
