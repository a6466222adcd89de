import type { Page } from '@playwright/test'
import { editor, giveUpLogin, inTree, logIn, openProject, runButton, unfoldSteps, verdict } from './fixtures-build.ts'
import { expect, test } from './fixtures.ts'
import { loginStep, makeCase, makeProject } from './host/projects.ts'

test.use({ viewport: { width: 400, height: 760 } })

const tab = (page: Page, name: string) => page.getByRole('tablist', { name: 'Pages' }).getByRole('tab', { name, exact: true })
const card = (page: Page) => page.getByRole('alertdialog', { name: 'Action Required' })

/** Nothing scrolls sideways, and no control is cut off by the window's edge. */
async function fits(page: Page, where: string): Promise<void> {
  const [content, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth] as const)
  expect(content, where).toBeLessThanOrEqual(window)
  for (const role of ['button', 'tab', 'textbox', 'combobox', 'switch', 'radio', 'option', 'treeitem', 'link'] as const) {
    const outside = await page.getByRole(role).evaluateAll((elements) =>
      elements
        .map((element) => ({ box: element.getBoundingClientRect(), html: element.outerHTML.slice(0, 160) }))
        .filter(({ box }) => box.width > 0 && (box.left < 0 || box.right > innerWidth))
        .map(({ html }) => html),
    )
    expect(outside, `${where}: ${role}`).toEqual([])
  }
}

test('[P8] 400 px: a newcomer runs the sample, changes a step and sees what became of it, page by page', async ({
  page,
  demo,
}) => {
  await page.goto(demo.app)
  await expect(inTree(page, 'Create then delete')).toBeVisible()
  await expect(tab(page, 'Projects')).toHaveAttribute('aria-selected', 'true')
  await fits(page, 'Projects')
  await page.keyboard.press('Control+e')
  const environments = page.getByRole('dialog', { name: 'Environments' })
  const [name, bin] = [
    environments.getByRole('textbox', { name: 'Name' }).first(),
    environments.getByRole('button', { name: /^Delete/ }).first(),
  ]
  await expect(bin).toBeInViewport()
  const [field, icon] = [await name.boundingBox(), await bin.boundingBox()]
  expect(icon?.y, 'what deletes an environment stands beside its name').toBeLessThan((field?.y ?? 0) + (field?.height ?? 0))
  await fits(page, 'Environments')
  await environments.getByRole('button', { name: 'Done' }).click()
  await runButton(page).click()
  await expect(tab(page, 'Results')).toHaveAttribute('aria-selected', 'true')
  await expect(verdict(page)).toContainText('Passed: 6 passed')
  await expect(page.getByRole('tabpanel', { name: 'Response' })).toContainText('"state"')
  await fits(page, 'Response')

  await tab(page, 'Projects').click()
  await inTree(page, 'Create then delete').click()
  const steps = page.getByRole('listbox', { name: 'Steps of Create then delete' })
  await unfoldSteps(page)
  await expect(steps.getByRole('option', { name: /^3 Created passed/ })).toBeVisible()
  await expect(inTree(page, 'Create then delete')).toHaveCount(0)
  await fits(page, 'Steps')
  for (const name of ['Get token', 'Create order', 'Keep the id', 'Created']) {
    await tab(page, 'Steps').click()
    await steps.getByRole('option', { name: new RegExp(`^\\d ${name}`) }).click()
    await expect(editor(page).getByRole('textbox', { name: 'Step name' })).toHaveValue(name)
    await fits(page, name)
    if (name === 'Get token') {
      const tops = ['Get token now', 'More'].map((button) => editor(page).getByRole('button', { name: button, exact: true }))
      const [one, other] = await Promise.all(tops.map((button) => button.boundingBox()))
      expect(Math.abs((one?.y ?? 0) - (other?.y ?? 99)), 'the actions of the step are on one line').toBeLessThan(10)
    }
    if (name === 'Create order') {
      const headers = editor(page).getByRole('tab', { name: 'Headers' })
      await headers.click()
      await page.setViewportSize({ width: 1100, height: 760 })
      await expect(headers).toHaveAttribute('aria-selected', 'true')
      await page.setViewportSize({ width: 400, height: 760 })
    }
  }

  const expected = editor(page).getByRole('group', { name: 'Check 3' }).getByRole('textbox', { name: 'Expected' })
  await expected.fill('pending')
  await runButton(page).click()
  await expect(verdict(page)).toContainText('Failed: 2 passed, 1 failed, 3 skipped')
  const run = page.getByRole('region', { name: 'Run' })
  await expect(run).toContainText('equals string "pending"')
  await run.getByRole('tab', { name: 'Response' }).click()
  await expect(page.getByRole('tabpanel', { name: 'Response' })).toContainText('"state"')
  await fits(page, 'Response')
})

test('[P3, P8] 320 px: the Action Required card has room and a closed login is opened again by it', async ({ page, demo }) => {
  await page.setViewportSize({ width: 320, height: 760 })
  await page.goto(demo.app)
  await inTree(page, 'Sign in and read orders').click()
  const first = page.waitForEvent('popup')
  await runButton(page).click()
  await giveUpLogin(await first)
  await expect(card(page)).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('banner').getByRole('button', { name: 'Stop' })).toBeInViewport({ ratio: 1 })
  await fits(page, 'Action Required')
  const again = page.waitForEvent('popup')
  await card(page).getByRole('button', { name: 'Reopen' }).click()
  await logIn(await again)
  await expect(verdict(page)).toContainText('Passed: 3 passed')
  await expect(card(page)).toHaveCount(0)
})

test('[O13, P8] 320 px: the code and the QR code of a device stand beside each other, and Cancel can be reached', async ({
  page,
  demo,
}) => {
  await page.setViewportSize({ width: 320, height: 760 })
  const step = loginStep('d1', {
    grantType: 'DeviceCode',
    discoveryEndpoint: `${demo.provider}/.well-known/openid-configuration`,
  })
  await openProject(page, demo.app, JSON.stringify(makeProject([makeCase('c1', [step])])))
  await inTree(page, 'Case c1').click()
  await runButton(page).click()
  await expect(card(page).getByRole('img', { name: /^QR code/ })).toBeInViewport({ ratio: 1 })
  await expect(card(page).getByLabel('User code')).toHaveText(/^[A-Z]{4}-[A-Z]{4}$/)
  await expect(card(page)).toBeInViewport({ ratio: 1 })
  await fits(page, 'device code')
  await card(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(verdict(page)).toContainText(/^Cancelled/)
})
