import type { Page } from '@playwright/test'
import { editor, inTree } from './fixtures-build.ts'
import { expect, test } from './fixtures.ts'

const name = (page: Page) => editor(page).getByRole('textbox', { name: 'Step name' })
const steps = (page: Page, of: string) => page.getByRole('listbox', { name: `Steps of ${of}` }).getByRole('option')

test('[P8] the address names what is open, opens it, and says what is gone', async ({ page, demo, context }) => {
  await page.goto(demo.app)

  await test.step('[P8] the address names what is open: Back and Forward go through it, and its link opens a step', async () => {
    await steps(page, 'Create then delete')
      .filter({ hasText: /^2 Create order/ })
      .click()
    await expect(name(page)).toHaveValue('Create order')
    await expect(page).toHaveURL(/#\/p\/[^/]+\/c\/[^/]+\/s\/[^/]+$/)
    const link = page.url()
    await inTree(page, 'List with a page size').click()
    await expect(steps(page, 'List with a page size')).toHaveCount(2)
    await expect(page).toHaveURL(/#\/p\/[^/]+\/c\/[^/]+$/)
    await inTree(page, 'Sign-in').click()
    await expect(page).toHaveURL(/#\/p\/[^/]+\/u\/[^/]+$/)
    await inTree(page, 'Orders API').click()
    await expect(page).toHaveURL(/#\/p\/[^/]+$/)

    await page.goBack()
    await expect(inTree(page, 'Sign-in')).toHaveAttribute('aria-selected', 'true')
    await page.goBack()
    await expect(steps(page, 'List with a page size')).toHaveCount(2)
    await expect(inTree(page, 'List with a page size')).toHaveAttribute('aria-selected', 'true')
    await page.goBack()
    await expect(name(page)).toHaveValue('Create order')
    await expect(steps(page, 'Create then delete').and(page.getByRole('option', { selected: true }))).toContainText(
      'Create order',
    )
    await page.goForward()
    await expect(steps(page, 'List with a page size')).toHaveCount(2)
    await expect(name(page)).toHaveCount(0)

    const other = await context.newPage()
    await other.goto(link)
    await expect(name(other)).toHaveValue('Create order')
    await expect(inTree(other, 'Create then delete')).toHaveAttribute('aria-selected', 'true')
  })

  await inTree(page, 'Create then delete').click()

  await test.step('[P8] the address of what is gone says so, or opens what is left', async () => {
    await steps(page, 'Create then delete')
      .filter({ hasText: /^2 Create order/ })
      .click()
    await expect(name(page)).toHaveValue('Create order')
    const link = page.url()
    await page.goto(`${link}-gone`)
    await expect(steps(page, 'Create then delete')).toHaveCount(3)
    await expect(name(page)).toHaveCount(0)
    await page.goto(link.replace(/\/c\/.*/, '/c/gone'))
    await expect(page.getByRole('treeitem', { selected: true })).toHaveText('Orders API')
    await page.goto(link.replace(/#.*/, '#/p/gone/c/gone'))
    await expect(page.getByText("Project gone isn't in this browser.")).toBeVisible()
  })
})

test('[P8] Back from the sample of the first start leaves the app', async ({ page, demo }) => {
  await page.goto('about:blank')
  await page.goto(demo.app)
  await expect(name(page)).toHaveValue('Create order')
  await page.goBack()
  await expect(page).toHaveURL('about:blank')
})

test('[P8] 400 px: a link opens the page of its step, and Back the page of what was open before', async ({
  page,
  demo,
  context,
}) => {
  await page.setViewportSize({ width: 400, height: 760 })
  await page.goto(demo.app)
  await inTree(page, 'List with a page size').click()
  await steps(page, 'List with a page size')
    .filter({ hasText: /^2 List orders/ })
    .click()
  await expect(name(page)).toHaveValue('List orders')
  const other = await context.newPage()
  await other.setViewportSize({ width: 400, height: 760 })
  await other.goto(page.url())
  await expect(name(other)).toHaveValue('List orders')

  await page.goBack()
  await expect(steps(page, 'List with a page size')).toHaveCount(2)
  await page.goForward()
  await expect(name(page)).toHaveValue('List orders')
})
