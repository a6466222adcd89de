import { editor, inTree, isInstalled, runButton, verdict } from './fixtures-build.ts'
import { expect, test } from './fixtures.ts'

test.use({ serviceWorker: true })

const steps = 'Steps of Create then delete'

test('[R19, T2] a reload finds everything: the edit, the place, the last run, and undo', async ({ page, demo }) => {
  await page.goto(demo.app)
  const list = page.getByRole('listbox', { name: steps })
  await runButton(page).click()
  await expect(verdict(page)).toContainText('Passed: 6 passed')
  await list.getByRole('option', { name: /^2 Create order/ }).click()
  await editor(page).getByRole('textbox', { name: 'URL' }).fill('${baseUrl}/orders?changed')
  await expect(page.getByRole('status', { name: 'Storage' })).toContainText(/saved/i)
  await page.reload()

  await expect(editor(page).getByRole('textbox', { name: 'URL' })).toHaveValue('${baseUrl}/orders?changed')
  await expect(verdict(page)).toContainText('Passed: 6 passed')
  await list.getByRole('option', { name: /^2 Create order/ }).click()
  await page.keyboard.press('Control+z')
  await expect(editor(page).getByRole('textbox', { name: 'URL' })).toHaveValue('${baseUrl}/orders')
})

test('[P1] works offline after one visit', async ({ page, demo, context }) => {
  await page.goto(demo.app)
  await expect(inTree(page, 'Create then delete')).toBeVisible()
  await isInstalled(page)
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByRole('listbox', { name: steps }).getByRole('option')).toHaveCount(6)
  await page
    .getByRole('listbox', { name: steps })
    .getByRole('option', { name: /^3 Created/ })
    .click()
  await expect(editor(page).getByRole('group', { name: 'Check 1' })).toBeVisible()
  await context.setOffline(false)
})

test('[R22] a second tab reads only, can take over, and nothing is overwritten', async ({ page, demo, context }) => {
  await page.goto(demo.app)
  await expect(page.getByRole('listbox', { name: steps }).getByRole('option')).toHaveCount(6)
  const second = await context.newPage()
  await second.goto(page.url())
  const takeOver = second.getByRole('button', { name: /take over/i })
  await expect(takeOver).toBeVisible()
  await second
    .getByRole('listbox', { name: steps })
    .getByRole('option', { name: /^2 Create order/ })
    .click()
  await expect(editor(second).getByRole('textbox', { name: 'URL' })).not.toBeEditable()

  await takeOver.click()
  await expect(takeOver).toBeHidden()
  await editor(second).getByRole('textbox', { name: 'URL' }).fill('${baseUrl}/orders?second')
  await expect(second.getByRole('status', { name: 'Storage' })).toContainText(/saved/i)
  await expect(page.getByRole('button', { name: /take over/i })).toBeVisible()
  await page
    .getByRole('listbox', { name: steps })
    .getByRole('option', { name: /^2 Create order/ })
    .click()
  await expect(editor(page).getByRole('textbox', { name: 'URL' })).not.toBeEditable()
  await expect(editor(page).getByRole('textbox', { name: 'URL' })).toHaveValue('${baseUrl}/orders?second')
})
