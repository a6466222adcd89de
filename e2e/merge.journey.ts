import { inTree } from './fixtures-build.ts'
import { expect, test } from './fixtures.ts'
import { choose, onDisk, pickFromPrivateFiles, write } from './private-files.ts'

/** What a colleague did to the file. */
function edited(text: string, edit: (project: ReturnType<typeof JSON.parse>) => void): string {
  const project: unknown = JSON.parse(text)
  edit(project)
  return `${JSON.stringify(project, null, 2)}\n`
}

test('[X10] a newer file merges into the project in one undo step; conflicts are resolved in the page', async ({
  page,
  demo,
}) => {
  await pickFromPrivateFiles(page)
  await page.goto(demo.app)
  await expect(inTree(page, 'Create then delete')).toBeVisible()
  await choose(page, 'Save as .aprj…')
  await expect.poll(() => onDisk(page).catch(() => '')).toContain('"format": "aprj"')
  const saved = await onDisk(page)

  const rename = async (from: string, to: string) => {
    await inTree(page, from).click()
    await page.keyboard.press('F2')
    await page.keyboard.press('Control+a')
    await page.keyboard.type(to)
    await page.keyboard.press('Enter')
    await expect(inTree(page, to)).toBeVisible()
  }

  await test.step('edits of both sides, previewed, merged, and undone in one step', async () => {
    await rename('Create then delete', 'Create and delete')
    await write(
      page,
      edited(saved, (project) => {
        project.suites[0].cases.push({ id: 'colleague', name: 'From a colleague' })
      }),
    )
    await choose(page, 'Open .aprj…')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Merge' }).click()
    const dialog = page.getByRole('dialog', { name: /^Merge / })
    await expect(dialog.getByRole('region', { name: 'Changes' })).toContainText('From a colleague')
    await expect(dialog.getByRole('region', { name: 'Changes' })).not.toContainText('Create and delete')
    await dialog.getByRole('button', { name: 'Merge' }).click()
    await expect(inTree(page, 'From a colleague')).toBeVisible()
    await expect(inTree(page, 'Create and delete')).toBeVisible()
    await page.keyboard.press('Control+z')
    await expect(inTree(page, 'From a colleague')).toHaveCount(0)
    await expect(inTree(page, 'Create and delete')).toBeVisible()
  })

  await test.step('the same file merges again after Undo, and saving does not overwrite it without a question', async () => {
    await page.keyboard.press('Control+s')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
    await choose(page, 'Open .aprj…')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Merge' }).click()
    const dialog = page.getByRole('dialog', { name: /^Merge / })
    await expect(dialog.getByRole('region', { name: 'Changes' })).toContainText('From a colleague')
    await dialog.getByRole('button', { name: 'Merge' }).click()
    await expect(inTree(page, 'From a colleague')).toBeVisible()
    await expect(inTree(page, 'Create and delete')).toBeVisible()
    await page.keyboard.press('Control+z')
    await expect(inTree(page, 'From a colleague')).toHaveCount(0)
    await page.keyboard.press('Control+Shift+z')
    await expect(inTree(page, 'From a colleague')).toBeVisible()
  })

  await test.step('the same field on both sides: both values, one is chosen', async () => {
    await rename('From a colleague', 'Mine')
    await write(
      page,
      edited(saved, (project) => {
        project.suites[0].cases.push({ id: 'colleague', name: 'Theirs' })
      }),
    )
    await choose(page, 'Open .aprj…')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Merge' }).click()
    const conflicts = page.getByRole('dialog', { name: /^Merge / }).getByRole('region', { name: 'Conflicts' })
    await expect(conflicts).toContainText('"Mine"')
    await conflicts.getByRole('radio', { name: 'Theirs' }).check()
    await page.getByRole('dialog').getByRole('button', { name: 'Merge' }).click()
    await expect(inTree(page, 'Theirs')).toBeVisible()
  })

  await test.step('a file with conflicts opens, and they are resolved there', async () => {
    const conflict = { kind: 'value', at: 'Orders > One > name', path: ['suites', 's9', 'name'], ours: 'One', theirs: 'Other' }
    const file = {
      format: 'aprj',
      version: 1,
      id: 'p9',
      name: 'Merged',
      conflicts: [conflict],
      suites: [{ id: 's9', name: 'One' }],
    }
    await write(page, `${JSON.stringify(file, null, 2)}\n`)
    await choose(page, 'Open .aprj…')
    const notices = page.getByRole('region', { name: 'Notices' })
    await notices.getByRole('button', { name: 'Resolve…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Resolve merge conflicts' })
    await dialog.getByRole('radio', { name: 'Theirs' }).check()
    await dialog.getByRole('button', { name: 'Resolve' }).click()
    await expect(inTree(page, 'Other')).toBeVisible()
    await expect(notices.getByRole('button', { name: 'Resolve…' })).toHaveCount(0)
  })
})
