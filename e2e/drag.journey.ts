import type { Page } from '@playwright/test'
import { inTree } from './fixtures-build.ts'
import { expect, test } from './fixtures.ts'

const list = (page: Page) => page.getByRole('listbox', { name: 'Steps of Create then delete' })
const steps = (page: Page) => list(page).getByRole('option')
const chosen = (page: Page) => list(page).getByRole('option', { selected: true })

/** The steps by number and name, in their order. */
const toHaveOrder = async (page: Page, names: string[]) =>
  expect(steps(page)).toContainText(names.map((name, index) => new RegExp(`^${index + 1} ${name} `)))

const step = (page: Page, name: string) => steps(page).filter({ hasText: new RegExp(`^\\d+ ${name} `) })

const saved = (page: Page) => expect(page.getByRole('status', { name: 'Storage' })).toContainText(/saved in this browser/i)

test('[T1] steps and cases are dragged; undo brings them back', async ({ page, demo }) => {
  await page.goto(demo.app)

  await test.step('[T1] a step, and several chosen ones, are dragged to another place; undo brings them back', async () => {
    const before = ['Get token', 'Create order', 'Created', 'Keep the id', 'Delete order', 'Deleted']
    await toHaveOrder(page, before)
    await step(page, 'Get token').dragTo(step(page, 'Created'), { targetPosition: { x: 60, y: 45 } })
    const once = ['Create order', 'Created', 'Get token', 'Keep the id', 'Delete order', 'Deleted']
    await toHaveOrder(page, once)

    await step(page, 'Created').click()
    await step(page, 'Keep the id').click({ modifiers: ['Control'] })
    await expect(chosen(page)).toHaveCount(2)
    await step(page, 'Keep the id').dragTo(step(page, 'Deleted'), { targetPosition: { x: 60, y: 50 } })
    const twice = ['Create order', 'Get token', 'Delete order', 'Deleted', 'Created', 'Keep the id']
    await toHaveOrder(page, twice)
    await expect(chosen(page)).toContainText(['Created', 'Keep the id'])

    await saved(page)
    await page.reload()
    await toHaveOrder(page, twice)
    await page.keyboard.press('Control+z')
    await toHaveOrder(page, once)
    await page.keyboard.press('Control+z')
    await toHaveOrder(page, before)
  })

  await test.step('[T1] a case is dragged into another suite and to a place in it; undo brings it back', async () => {
    const nodes = page.getByRole('tree', { name: 'Project tree' }).getByRole('treeitem')
    const order = (names: string[]) => expect(nodes).toContainText(names)
    const before = ['Orders API', 'Orders', 'Create then delete', 'List with', 'Sign-in', 'Sign in and read']
    await order(before)
    await inTree(page, 'Create then delete').dragTo(inTree(page, 'Sign-in'))
    const into = ['Orders API', 'Orders', 'List with', 'Sign-in', 'Sign in and read', 'Create then delete']
    await order(into)
    await inTree(page, 'List with').dragTo(inTree(page, 'Create then delete'), { targetPosition: { x: 60, y: 2 } })
    const between = ['Orders API', 'Orders', 'Sign-in', 'Sign in and read', 'List with', 'Create then delete']
    await order(between)

    await saved(page)
    await page.reload()
    await order(between)
    await expect(inTree(page, 'Create then delete')).toHaveAttribute('aria-posinset', '3')
    await page.keyboard.press('Control+z')
    await order(into)
    await page.keyboard.press('Control+z')
    await order(before)
  })
})
