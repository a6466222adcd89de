import type { Page } from '@playwright/test'
import { inTree, unfoldSteps } from './fixtures-build.ts'
import { expect, test } from './fixtures.ts'

const list = (page: Page) => page.getByRole('listbox', { name: 'Steps of Create then delete' })
const steps = (page: Page) => list(page).getByRole('option')
const chosen = (page: Page) => list(page).getByRole('option', { selected: true })

/** The rows by number and name, in their order. */
const toHaveOrder = async (page: Page, rows: string[]) =>
  expect(steps(page)).toContainText(rows.map((row) => new RegExp(`^${row} `)))

const step = (page: Page, name: string) => steps(page).filter({ hasText: new RegExp(`^\\d+ ${name} `) })

const saved = (page: Page) => expect(page.getByRole('status', { name: 'Storage' })).toContainText(/saved in this browser/i)

test('[T1] steps and cases are dragged; undo brings them back', async ({ page, demo }) => {
  await page.goto(demo.app)

  await test.step('[T1] a step, and several chosen ones, are dragged to another place with what is nested under them; undo brings them back', async () => {
    await toHaveOrder(page, ['1 Get token', '2 Create order', '5 Delete order'])
    await step(page, 'Get token').dragTo(step(page, 'Create order'), { targetPosition: { x: 60, y: 68 } })
    const once = ['1 Create order', '4 Get token', '5 Delete order']
    await toHaveOrder(page, once)

    await step(page, 'Create order').click()
    await step(page, 'Get token').click({ modifiers: ['Control'] })
    await expect(chosen(page)).toHaveCount(2)
    await step(page, 'Get token').dragTo(step(page, 'Delete order'), { targetPosition: { x: 60, y: 68 } })
    const twice = ['1 Delete order', '3 Create order', '6 Get token']
    await toHaveOrder(page, twice)
    await expect(chosen(page)).toContainText(['Create order', 'Get token'])

    // A nested step is dragged alone, within its group; other steps land behind a group, not in it.
    await unfoldSteps(page)
    await step(page, 'Created').dragTo(step(page, 'Keep the id'), { targetPosition: { x: 60, y: 28 } })
    const inside = ['1 Delete order', '2 Deleted', '3 Create order', '4 Keep the id', '5 Created', '6 Get token']
    await toHaveOrder(page, inside)
    await step(page, 'Delete order').dragTo(step(page, 'Keep the id'), { targetPosition: { x: 60, y: 4 } })
    await toHaveOrder(page, ['1 Create order', '2 Keep the id', '3 Created', '4 Delete order', '5 Deleted', '6 Get token'])

    await saved(page)
    await page.reload()
    await toHaveOrder(page, ['1 Create order', '4 Delete order', '6 Get token'])
    for (const order of [undefined, twice, once, ['1 Get token', '2 Create order', '5 Delete order']]) {
      await page.keyboard.press('Control+z')
      if (order) await toHaveOrder(page, order)
    }
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
