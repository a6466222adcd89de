import type { Page } from '@playwright/test'
import { editor, inTree, unfoldSteps, verdict } from './fixtures-build.ts'
import { expect, test } from './fixtures.ts'

/** What of the page lies under a message, as far as its panes let one see it. */
async function covered(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const role of ['button', 'tab', 'treeitem', 'option', 'listitem', 'textbox', 'combobox', 'region', 'tabpanel'] as const) {
    const under = await page.getByRole(role).evaluateAll((elements) =>
      elements
        .filter((element) => {
          const toasts = document.querySelector('.toasts')
          if (!toasts || toasts.contains(element) || element.contains(toasts)) return false
          const message = toasts.getBoundingClientRect()
          let { left, top, right, bottom } = element.getBoundingClientRect()
          for (let pane = element.parentElement; pane; pane = pane.parentElement) {
            if (getComputedStyle(pane).overflow === 'visible') continue
            const frame = pane.getBoundingClientRect()
            left = Math.max(left, frame.left)
            top = Math.max(top, frame.top)
            right = Math.min(right, frame.right)
            bottom = Math.min(bottom, frame.bottom)
          }
          const width = Math.min(right, message.right) - Math.max(left, message.left)
          const height = Math.min(bottom, message.bottom) - Math.max(top, message.top)
          return right > left && bottom > top && width > 1 && height > 1
        })
        .map((element) => element.outerHTML.slice(0, 120)),
    )
    found.push(...under)
  }
  return found
}

for (const width of [1440, 400]) {
  test(`[T9, P8] ${width} px: a message that comes and stays covers nothing of what is read or clicked`, async ({
    page,
    demo,
  }) => {
    await page.setViewportSize({ width, height: 760 })
    const show = async (name: string) => {
      if (width < 900) await page.getByRole('tablist', { name: 'Pages' }).getByRole('tab', { name, exact: true }).click()
    }
    await page.goto(demo.app)
    await inTree(page, 'Create then delete').click()
    const steps = page.getByRole('listbox', { name: 'Steps of Create then delete' })
    await steps.getByRole('option', { name: /^1 Get token/ }).click()
    await editor(page).getByRole('textbox', { name: 'Client ID' }).fill('nobody')
    await page.keyboard.press('Control+Enter')
    await expect(verdict(page)).toContainText(/^Error/)
    await show('Results')
    const card = page.getByRole('region', { name: 'What went wrong' })
    const mend = card.getByRole('button').first()
    await expect(mend).toBeVisible()
    const before = await mend.boundingBox()

    await show('Steps')
    await unfoldSteps(page)
    await steps.getByRole('option', { name: /^6 Deleted/ }).focus()
    await page.keyboard.press('Delete')
    await expect(steps.getByRole('option')).toHaveCount(5)
    await expect(page.getByRole('status').getByRole('button', { name: 'Undo' })).toBeVisible()
    await show('Results')
    await expect(mend).toBeVisible()
    expect(await covered(page)).toEqual([])
    // Nor does it move what the user is about to click.
    if (width > 900) expect(await mend.boundingBox()).toEqual(before)
    await show('Projects')
    expect(await covered(page)).toEqual([])
  })
}

test('[P8] a message that is closed gives the focus back, and stays in the page when a dialog opens', async ({ page, demo }) => {
  await page.goto(demo.app)

  await test.step('[P8] the focus goes back from a message that is closed to where it was', async () => {
    await unfoldSteps(page)
    const steps = page.getByRole('listbox', { name: 'Steps of Create then delete' })
    await steps.getByRole('option', { name: /^6 Deleted/ }).focus()
    await page.keyboard.press('Delete')
    const neighbour = steps.getByRole('option', { name: /^5 Delete order/ })
    await expect(neighbour).toBeFocused()
    const undo = page.getByRole('status').getByRole('button', { name: 'Undo' })
    await undo.focus()
    await page.keyboard.press('Enter')
    await expect(steps.getByRole('option')).toHaveCount(6)
    await expect(undo).toHaveCount(0)
    await expect(neighbour).toBeFocused()
  })

  await test.step('[P8] what was said of the page stays in the page when a dialog opens', async () => {
    await page
      .getByRole('listbox', { name: 'Steps of Create then delete' })
      .getByRole('option', { name: /^6 Deleted/ })
      .focus()
    await page.keyboard.press('Delete')
    const undo = page.getByText('Deleted Deleted.')
    await expect(undo).toBeVisible()
    await page.keyboard.press('Control+e')
    const dialog = page.getByRole('dialog', { name: 'Environments' })
    await expect(dialog).toBeVisible()
    await expect(dialog.getByText('Deleted Deleted.')).toHaveCount(0)
    // Screen readers read a message only if its live region exists before.
    await expect(dialog.getByRole('status')).toHaveCount(1)
    await dialog.getByRole('button', { name: 'Delete variable idp' }).click()
    await expect(dialog.getByText('Deleted Variable idp.')).toBeVisible()
  })
})

test('[P8] a message disappears automatically, but not while it is used', async ({ page, demo }) => {
  await page.clock.install()
  await page.goto(demo.app)
  const steps = page.getByRole('listbox', { name: 'Steps of Create then delete' })
  await unfoldSteps(page)
  await steps.getByRole('option', { name: /^6 Deleted/ }).click()
  await page.keyboard.press('Delete')
  const undo = page.getByRole('status').getByRole('button', { name: 'Undo' })
  await undo.hover()
  await page.clock.fastForward(17_000)
  await expect(undo).toBeVisible()
  await steps.getByRole('option').first().hover()
  await page.clock.fastForward(17_000)
  await expect(undo).toBeHidden()
  // What it offered is elsewhere too.
  await page.keyboard.press('Control+z')
  await expect(steps.getByRole('option')).toHaveCount(6)
})
