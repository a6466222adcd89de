import type { Page } from '@playwright/test'
import { findings } from './axe.ts'
import { editor, runButton, verdict } from './fixtures-build.ts'
import { expect, test } from './fixtures.ts'

const runPanel = (page: Page) => page.getByRole('region', { name: 'Run' })
const openTab = (page: Page) => runPanel(page).getByRole('tablist', { name: 'Run details' }).getByRole('tab', { selected: true })

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
    .click({ position: { x: 100, y: 10 } })
  await expect(page.getByRole('tabpanel', { name: 'Response' })).toContainText('Response to Create order')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('tabpanel', { name: 'Response' })).not.toContainText('Response to Create order')
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

test('[T9, T7, R11] a value of the response becomes a check and a variable; headers, cookies, the request and a preview are beside it', async ({
  page,
  demo,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(demo.app)
  const steps = page.getByRole('listbox', { name: 'Steps of Create then delete' })
  await runButton(page).click()
  await expect(verdict(page)).toContainText('Passed: 6 passed')
  await steps.getByRole('option', { name: /^2 Create order/ }).click()
  const response = page.getByRole('tabpanel', { name: 'Response' })
  // What is folded shows how it ends; a search opens it again.
  await response.getByTitle('Fold (Left)').click()
  await expect(response.getByRole('button', { name: '… }' })).toBeVisible()
  await expect(response.getByText('"quantity"')).toHaveCount(0)
  await response.getByRole('searchbox').fill('quantity')
  await expect(response.getByRole('button', { name: '… }' })).toHaveCount(0)
  await response.getByRole('searchbox').fill('')
  await response.getByText('"quantity"').click()
  await expect(response.getByRole('status', { name: 'Path' })).toHaveText('$.quantity')
  await page.getByRole('menuitem', { name: 'Copy path' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('$.quantity')
  await response.getByText('"quantity"').click()
  await page.getByRole('menuitem', { name: 'Add check' }).click()
  const check = editor(page).getByRole('group', { name: 'Check 5' })
  await expect(check.getByRole('textbox', { name: 'Path' })).toHaveValue('$.quantity')
  await expect(check.getByRole('textbox', { name: 'Expected' })).toHaveValue('2')
  await expect(editor(page).getByRole('tab', { name: 'Checks', selected: true })).toHaveAccessibleDescription('5')
  await expect(steps.getByRole('option', { name: /^2 Create order/, selected: true })).toContainText('5 checks · 1 variable')

  // A path is typed in one go, "$" is added automatically, and the value it finds is shown.
  await editor(page).getByRole('button', { name: 'Add check' }).click()
  const typed = editor(page).getByRole('group', { name: 'Check 6' })
  await typed.getByRole('textbox', { name: 'Path' }).pressSequentially('state', { delay: 30 })
  await expect(typed.getByRole('textbox', { name: 'Path' })).toHaveValue('$.state')
  await expect(typed).toContainText('In the last response: "open"')
  await typed.getByRole('combobox', { name: 'Is' }).selectOption({ label: 'equals' })
  await typed.getByRole('switch', { name: 'Not' }).click()
  await typed.getByRole('textbox', { name: 'Expected' }).fill('closed')

  // By keyboard, from the checks of the request.
  await response.getByRole('group', { name: 'Body' }).focus()
  for (const _ of [1, 2]) await page.keyboard.press('ArrowUp')
  await expect(response.getByRole('status', { name: 'Path' })).toHaveText('$.state')
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Keep as variable' }).click()
  const kept = editor(page).getByRole('group', { name: 'Transfer 2' })
  await expect(kept.getByRole('textbox', { name: 'To' })).toHaveValue('state')
  await runButton(page).click()
  await expect(verdict(page)).toContainText('Passed: 6 passed')
  await runPanel(page).getByRole('tab', { name: 'Variables' }).click()
  await expect(runPanel(page).getByRole('tabpanel', { name: 'Variables' })).toContainText('open')
  await runPanel(page).getByRole('tab', { name: 'Response', exact: true }).click()

  await steps.getByRole('option', { name: /^2 Create order/ }).click()
  await response.getByRole('tab', { name: 'Headers' }).click()
  await expect(response).toContainText('Access-Control-Expose-Headers')
  await response.getByRole('tab', { name: 'Cookies' }).click()
  await expect(response).toContainText('Browsers hide Set-Cookie from pages')
  await response.getByRole('tab', { name: 'Timeline' }).click()
  await expect(response).toContainText("Browsers don't report DNS, connect and TLS times.")
  await expect(response).toContainText(/sent at .* · complete after \d/)
  await response.getByRole('tab', { name: 'Request' }).click()
  await expect(response).toContainText('"quantity": 2')
  await expect(response).toContainText('Authorization')

  await editor(page).getByRole('tab', { name: 'Body' }).click()
  await editor(page).getByRole('radio', { name: 'None' }).check({ force: true })
  await editor(page).getByRole('combobox', { name: 'Method' }).fill('GET')
  await editor(page).getByRole('textbox', { name: 'URL' }).fill(demo.app)
  await editor(page).getByRole('button', { name: 'Send' }).click()
  await response.getByRole('tab', { name: 'Pretty' }).click()
  await expect(response.getByText('<head>')).toBeVisible()
  await response.getByTitle('Fold (Left)').first().click()
  await expect(response.getByRole('button', { name: '… </html>' })).toBeVisible()
  await response.getByRole('tab', { name: 'Preview' }).click()
  const frame = page.frameLocator('iframe[title^="Preview"]')
  await expect(frame.locator('#root')).toBeAttached()
  // Nothing of it runs: the page that is previewed is this one, which would come up.
  await expect(frame.getByRole('banner')).toHaveCount(0)
  // A picture is shown as one, also if text was shown before.
  await response.getByRole('tab', { name: 'Pretty' }).click()
  await editor(page).getByRole('textbox', { name: 'URL' }).fill(`${demo.app}/icons/apple-touch-icon.png`)
  await editor(page).getByRole('button', { name: 'Send' }).click()
  await expect(response.getByRole('img', { name: /Preview/ })).toBeVisible()
  await expect(response.getByRole('tab', { name: 'Pretty' })).toHaveCount(0)
  expect(await findings(page)).toEqual([])
})
