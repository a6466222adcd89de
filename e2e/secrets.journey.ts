import type { Page } from '@playwright/test'
import { addEnvironment, newProject } from './fixtures-build.ts'
import { expect, test } from './fixtures.ts'

const typed = 'correct-horse-battery-staple'

/** All that the page keeps in IndexedDB, as one text; ciphertext is shown by its bytes. */
const stored = (page: Page) =>
  page.evaluate(async () => {
    const latin1 = (bytes: Uint8Array) => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
    const plain = (_: string, value: unknown) =>
      value instanceof ArrayBuffer ? latin1(new Uint8Array(value)) : value instanceof Uint8Array ? latin1(value) : value
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(request.error as DOMException))
      })
    const records: unknown[] = []
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await done(indexedDB.open(name))
      for (const table of database.objectStoreNames)
        records.push([name, table, await done(database.transaction(table).objectStore(table).getAll())])
      database.close()
    }
    return JSON.stringify(records, plain)
  })

const environments = (page: Page) => page.getByRole('dialog', { name: 'Environments' })

test('[P4, R19] a value that is made secret stands in no record any more, and undo does not bring it back', async ({
  page,
  demo,
}) => {
  await page.goto(demo.app)
  await newProject(page)
  await addEnvironment(page, 'Local', [{ name: 'password', value: 'correct-horse' }])
  await page.keyboard.press('Control+e')
  const row = environments(page).getByRole('group', { name: 'password' })
  await environments(page).getByRole('button', { name: 'Add variable' }).click()
  await page.keyboard.type('after')
  await row.getByLabel('Value').fill(typed)
  // Undo steps hold what was typed first, records what was typed last.
  await expect.poll(() => stored(page)).toContain('correct-horse"')
  await expect.poll(() => stored(page)).toContain(typed)

  await row.getByRole('switch', { name: 'Secret' }).check()
  await expect(row.getByLabel('Value')).toHaveAttribute('type', 'password')
  await expect.poll(() => stored(page)).not.toContain('correct-horse')
  await environments(page).getByRole('button', { name: 'Done' }).click()

  await page.reload()
  await expect(page.getByText('No steps yet')).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(page.getByText('is not brought back as text')).toBeVisible()
  // What was typed last, the name of the second variable, and the variable.
  for (let taken = 0; taken < 3; taken++) await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+e')
  await expect(environments(page).getByRole('group', { name: 'after' })).toHaveCount(0)
  expect(await stored(page)).not.toContain('correct-horse')
  await row.getByRole('button', { name: 'Reveal' }).click()
  await expect(row.getByLabel('Value')).toHaveValue(typed)
  await environments(page).getByRole('button', { name: 'Done' }).click()

  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+e')
  await expect(row.getByRole('switch', { name: 'Secret' })).not.toBeChecked()
  await expect(row.getByLabel('Value')).toHaveValue('')
  await environments(page).getByRole('button', { name: 'Done' }).click()
  for (let again = 0; again < 5; again++) await page.keyboard.press('Control+Shift+z')
  await page.keyboard.press('Control+e')
  await expect(environments(page).getByRole('group', { name: 'after' })).toBeVisible()
  await expect(row.getByRole('switch', { name: 'Secret' })).toBeChecked()
  expect(await stored(page)).not.toContain('correct-horse')
})

test('[P4] a value that the vault refuses stays where it is, and the page says so', async ({ page, demo }) => {
  await page.goto(demo.app)
  await newProject(page)
  await addEnvironment(page, 'Local', [{ name: 'password', value: typed }])
  await page.keyboard.press('Control+k')
  await page.keyboard.type('passphrase')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Secrets and passphrase' })
  await dialog.getByLabel('Passphrase', { exact: true }).fill('a long passphrase')
  await dialog.getByLabel('Passphrase again').fill('a long passphrase')
  await dialog.getByRole('button', { name: 'Set passphrase' }).click()
  await expect(dialog).toBeHidden()

  await page.reload()
  await expect(page.getByText('No steps yet')).toBeVisible()
  await page.keyboard.press('Control+e')
  const row = environments(page).getByRole('group', { name: 'password' })
  await row.getByRole('switch', { name: 'Secret' }).click()
  await expect(page.getByText('was not stored: The secrets of this browser are locked')).toBeVisible()
  await expect(row.getByRole('switch', { name: 'Secret' })).not.toBeChecked()
  await expect(row.getByLabel('Value')).toHaveValue(typed)
})
