import type { Page } from '@playwright/test'
import { addEnvironment, editor, inTree, newProject, projectOf, runButton, verdict } from './fixtures-build.ts'
import { expect, test } from './fixtures.ts'

const choose = async (page: Page, node: string, item: string) => {
  await inTree(page, node).click({ button: 'right' })
  await page.getByRole('menuitem', { name: item }).click()
}

test('[T1, P4] the project is duplicated from its node: another project, which has neither its secrets nor its tokens', async ({
  page,
  demo,
}) => {
  await page.goto(demo.app)
  await expect(inTree(page, 'Orders API')).toBeVisible()
  await runButton(page).click()
  await expect(verdict(page)).toContainText(/^Passed: 6 passed/)
  await addEnvironment(page, 'Own', [{ name: 'key', value: 'correct-horse', secret: true }])
  const first = projectOf(page)

  await choose(page, 'Orders API', 'Duplicate')
  const needs = page.getByRole('dialog', { name: 'Before you run this project' })
  await expect(needs.getByLabel('key', { exact: true })).toHaveValue('')
  await needs.getByRole('button', { name: 'Done' }).click()
  await expect(inTree(page, 'Orders API copy')).toHaveAttribute('aria-selected', 'true')
  await expect.poll(() => projectOf(page)).not.toBe(first)
  const environment = page.getByRole('combobox', { name: 'Environment' })
  await expect(environment.locator('option:checked')).toHaveText('Own')
  await inTree(page, 'Create then delete').click()
  await page.getByRole('option', { name: /^1 Get token/ }).click()
  await expect(editor(page).getByRole('status', { name: 'Valid until' })).toHaveText(/^No token yet/)

  await choose(page, 'Sign in and read', 'Delete')
  await expect(inTree(page, 'Sign in and read')).toHaveCount(0)
  await page.getByRole('button', { name: 'Project menu' }).click()
  await page.getByRole('menuitem', { name: /^Orders API/ }).click()
  await expect(inTree(page, 'Sign in and read')).toBeVisible()
  await expect.poll(() => projectOf(page)).toBe(first)
})

test('[T1, P8] the project is deleted and duplicated from its node', async ({ page, demo }) => {
  await page.goto(demo.app)

  await test.step('[T1, P8] the project is deleted from its node, by the menu and by the key, after a question', async () => {
    await newProject(page)
    const question = page.getByRole('alertdialog', { name: 'Remove project' })
    await inTree(page, 'New project').focus()
    await page.keyboard.press('Delete')
    await expect(question).toContainText('Removes "New project" from this browser')
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(inTree(page, 'New project')).toBeFocused()

    await choose(page, 'New project', 'Delete')
    await question.getByRole('button', { name: 'Remove' }).click()
    await expect(inTree(page, 'Orders API')).toBeVisible()
    await expect(inTree(page, 'New project')).toHaveCount(0)
    await expect(inTree(page, 'Orders API')).toBeFocused()
  })

  await test.step('[P8] after the project was duplicated the focus is on the copy', async () => {
    await inTree(page, 'Orders API').focus()
    await page.keyboard.press('Shift+F10')
    await page.getByRole('menuitem', { name: 'Duplicate' }).press('Enter')
    await expect(inTree(page, 'Orders API copy')).toBeFocused()
    // By the key for what is selected, too.
    await page.keyboard.press('Control+d')
    await expect(inTree(page, 'Orders API copy copy')).toBeFocused()
  })
})
