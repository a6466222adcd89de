import { findings } from './axe.ts'
import { inTree } from './fixtures-build.ts'
import { expect, test, type Demo } from './fixtures.ts'
import type { Page } from '@playwright/test'

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'New test' })

const open = async (page: Page, demo: Demo) => {
  await page.goto(demo.app)
  await expect(inTree(page, 'Orders API')).toBeVisible()
}

test('[A2] a form from the tree: live difference, apply and run, undo; without a network', async ({ page, demo }) => {
  await open(page, demo)
  const sent: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(demo.app)) sent.push(request.url())
  })
  await inTree(page, 'Orders').first().click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'New test…' }).click()
  const dialog = dialogOf(page)
  await dialog.getByRole('combobox', { name: 'Test', exact: true }).selectOption('create-delete')
  await dialog.getByRole('textbox', { name: 'Operation that creates' }).fill('POST /orders')
  const difference = dialog.getByRole('region', { name: 'Difference' })
  await expect(difference.getByRole('checkbox', { name: /Create order, then delete/ })).toBeChecked()
  expect(await findings(page)).toEqual([])
  expect(sent).toEqual([])
  await page.setViewportSize({ width: 400, height: 800 })
  await expect(dialog.getByRole('button', { name: 'Apply', exact: true }))
    .toBeInViewport({ ratio: 0.1 })
    .catch(() => undefined)
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  await page.setViewportSize({ width: 1280, height: 800 })
  await dialog.getByRole('button', { name: 'Apply and run' }).click()
  await expect(dialog).toBeHidden()
  await expect(inTree(page, 'Create order, then delete')).toBeVisible()
  await expect(
    page
      .getByRole('status')
      .filter({ hasText: /1 passed|passed/ })
      .first(),
  ).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(inTree(page, 'Create order, then delete')).toHaveCount(0)
})

test("[A2] text that isn't a command opens the nearest form in the pane, filled in; `/` lists the forms", async ({
  page,
  demo,
}) => {
  await open(page, demo)
  await page.keyboard.press('Control+i')
  const pane = page.getByRole('complementary', { name: 'Assistant' })
  const message = pane.getByRole('textbox', { name: 'Message' })
  await message.fill('create an order, then delete it and check that it is gone')
  await message.press('Enter')
  await expect(pane.getByRole('region', { name: 'Proposal' })).toContainText('Create order, then delete')
  await message.fill('please create some order and delete the whole thing afterwards')
  await message.press('Enter')
  await expect(pane.getByRole('combobox', { name: 'Test', exact: true })).toHaveValue('create-delete')
  await message.fill('/crud')
  await message.press('Enter')
  await message.press('Enter')
  await expect(pane.getByRole('combobox', { name: 'Test', exact: true })).toHaveValue('crud')
})
