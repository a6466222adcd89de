import type { Page } from '@playwright/test'
import { editor, inTree, runButton, verdict } from './fixtures-build.ts'
import { expect, test } from './fixtures.ts'

const border = (page: Page, name: string) => page.getByRole('separator', { name: `Resize ${name}`, exact: true })
const tree = (page: Page) => page.getByRole('navigation', { name: 'Projects' })
const run = (page: Page) => page.getByRole('region', { name: 'Run' })

type Side = 'width' | 'height'
const size = async (pane: ReturnType<typeof tree>, side: Side) => Math.round((await pane.boundingBox())?.[side] ?? Number.NaN)

/** Moves a border by mouse. */
async function drag(page: Page, name: string, by: { x?: number; y?: number }): Promise<void> {
  const box = await border(page, name).boundingBox()
  if (!box) throw new Error(`There is no border "${name}".`)
  const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x + (by.x ?? 0), from.y + (by.y ?? 0), { steps: 4 })
  await page.mouse.up()
}

test('[P8] panes are resized and folded away, by mouse and by keyboard, and stay so over a reload', async ({ page, demo }) => {
  await page.goto(demo.app)

  await test.step('[P8] panes are resized by mouse and by keyboard, and keep their sizes over a reload', async () => {
    await expect(inTree(page, 'Create then delete')).toBeVisible()
    // Before the first run its panel is one line.
    await runButton(page).click()
    await expect(verdict(page)).toContainText('Passed: 6 passed')
    const before = { tree: await size(tree(page), 'width'), run: await size(run(page), 'height') }
    await drag(page, 'Projects', { x: 90 })
    await drag(page, 'Project', { y: -70 })
    expect(await size(tree(page), 'width')).toBe(before.tree + 90)
    expect(await size(run(page), 'height')).toBe(before.run + 70)

    await border(page, 'Projects').focus()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await border(page, 'Project').focus()
    await page.keyboard.press('Shift+ArrowDown')
    expect(await size(tree(page), 'width')).toBe(before.tree + 90 - 32)
    expect(await size(run(page), 'height')).toBe(before.run + 70 - 64)

    await page.reload()
    await expect(verdict(page)).toContainText('Passed: 6 passed')
    expect(await size(tree(page), 'width')).toBe(before.tree + 90 - 32)
    expect(await size(run(page), 'height')).toBe(before.run + 70 - 64)
  })

  await test.step('[P8] the tree and the run panel are folded away by keyboard, stay so over a reload, and come back as wide', async () => {
    await expect(inTree(page, 'Create then delete')).toBeVisible()
    await border(page, 'Projects').focus()
    await page.keyboard.press('Shift+ArrowRight')
    const wide = await size(tree(page), 'width')
    await page.keyboard.press('Control+\\')
    await page.keyboard.press('Control+j')
    await expect(tree(page)).toHaveCount(0)
    await expect(run(page)).toHaveCount(0)

    await page.reload()
    const option = page.getByRole('option', { name: /^2 Create order/ })
    await option.click()
    await expect(editor(page).getByRole('textbox', { name: 'URL' })).toBeVisible()
    await expect(tree(page)).toHaveCount(0)
    await expect(run(page)).toHaveCount(0)
    await page.keyboard.press('Control+\\')
    await expect(tree(page)).toBeVisible()
    expect(await size(tree(page), 'width')).toBe(wide)
    // A run shows its panel.
    await runButton(page).click()
    await expect(verdict(page)).toContainText('Passed: 6 passed')
    await expect(run(page)).toBeVisible()
  })
})
