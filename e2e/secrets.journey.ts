import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { addEnvironment, addStep, editor, inTree, newProject, openProject, runButton, verdict } from './fixtures-build.ts'
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

/** All files that the page keeps for itself: the bodies of responses. */
const storedFiles = (page: Page) =>
  page.evaluate(async () => {
    const read = async (folder: FileSystemDirectoryHandle): Promise<string> => {
      let text = ''
      for await (const entry of folder.values())
        text +=
          entry.kind === 'file'
            ? await (await (entry as FileSystemFileHandle).getFile()).text()
            : await read(entry as FileSystemDirectoryHandle)
      return text
    }
    return read(await navigator.storage.getDirectory())
  })

const environments = (page: Page) => page.getByRole('dialog', { name: 'Environments' })

test('[P4, R19, H4] a value made secret is removed from storage, or stays where it is, and a short one is reported', async ({
  page,
  demo,
}) => {
  await page.goto(demo.app)

  await test.step('[H4] a secret that is too short to be masked is said so while it is typed', async () => {
    await page
      .getByRole('listbox', { name: 'Steps of Create then delete' })
      .getByRole('option', { name: /^1 Get token/ })
      .click()
    const secret = editor(page).getByLabel('Client Secret')
    const warned = /Use at least 4 characters/
    await secret.fill('no')
    await expect(secret).toHaveAccessibleDescription(warned)
    await secret.fill('no one knows')
    await expect(secret).not.toHaveAccessibleDescription(warned)
    // The value of a variable is not typed here.
    await secret.fill('${x')
    await expect(secret).not.toHaveAccessibleDescription(warned)
  })

  await test.step('[P4, R19] a value that is made secret stands in no record any more, and undo does not bring it back', async () => {
    await newProject(page)
    await addEnvironment(page, 'Local', [{ name: 'password', value: 'correct-horse' }])
    await page.keyboard.press('Control+e')
    const row = environments(page).getByRole('group', { name: 'password' })
    await environments(page).getByRole('button', { name: 'Add variable' }).click()
    await expect(environments(page).getByRole('textbox', { name: 'Name' }).last()).toBeFocused()
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
    await expect(page.getByText('restore a secret as text')).toBeVisible()
    // What was typed last, the name of the second variable, and the variable.
    for (let taken = 0; taken < 3; taken++) await page.keyboard.press('Control+z')
    await page.keyboard.press('Control+e')
    await expect(environments(page).getByRole('group', { name: 'after' })).toHaveCount(0)
    expect(await stored(page)).not.toContain('correct-horse')
    await row.getByRole('button', { name: 'Reveal' }).click()
    await expect(row.getByLabel('Value')).toHaveValue(typed)
    await environments(page).getByRole('button', { name: 'Done' }).click()

    // It is not on the screen: the first press goes there and says so, the second takes it back.
    await page.keyboard.press('Control+z')
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

  await page.keyboard.press('Escape')
  await test.step('[P4] a value that the vault refuses stays where it is, and the page says so', async () => {
    await newProject(page)
    await addEnvironment(page, 'Local', [
      { name: 'password', value: typed },
      { name: 'kept', value: typed },
    ])
    await page.keyboard.press('Control+e')
    // Before anything is typed in clear, where the name looks like a credential's.
    await environments(page).getByRole('button', { name: 'Add variable' }).click()
    await expect(environments(page).getByRole('textbox', { name: 'Name' }).last()).toBeFocused()
    await page.keyboard.type('apiKey')
    const offered = environments(page).getByRole('group', { name: 'apiKey' })
    await offered.getByRole('button', { name: 'Keep as secret' }).click()
    await expect(offered.getByLabel('Value')).toHaveAttribute('type', 'password')
    await expect(offered.getByLabel('Value')).toBeFocused()
    await page.keyboard.type('never-in-clear')
    await expect(offered.getByRole('button', { name: 'Keep as secret' })).toHaveCount(0)
    const kept = environments(page).getByRole('group', { name: 'kept' })
    await kept.getByRole('switch', { name: 'Secret' }).click()
    await kept.getByRole('button', { name: 'Reveal' }).click()
    await expect(kept.getByLabel('Value')).toHaveValue(typed)
    // What is shown is what is kept, also when it is another one now.
    await kept.getByLabel('Value').fill('another-battery-staple')
    await kept.getByLabel('Value').blur()
    await expect(kept.getByLabel('Value')).toHaveValue('another-battery-staple')
    await environments(page).getByRole('button', { name: 'Done' }).click()
    expect(await stored(page)).not.toContain('never-in-clear')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('passphrase')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Secrets and passphrase' })
    await dialog.getByLabel('Passphrase', { exact: true }).fill('a long passphrase')
    await dialog.getByLabel('Repeat passphrase').fill('a long passphrase')
    await dialog.getByRole('button', { name: 'Set passphrase' }).click()
    await expect(dialog).toBeHidden()

    await page.reload()
    await expect(page.getByText('No steps yet')).toBeVisible()
    await page.keyboard.press('Control+e')
    const row = environments(page).getByRole('group', { name: 'password' })
    await row.getByRole('switch', { name: 'Secret' }).click()
    await expect(page.getByText(/Couldn't store the secret ".*": The secrets in this browser are locked/)).toBeVisible()
    await expect(row.getByRole('switch', { name: 'Secret' })).not.toBeChecked()
    await expect(row.getByLabel('Value')).toHaveValue(typed)
    await kept.getByRole('button', { name: 'Reveal' }).click()
    await expect(kept.getByText('The secrets in this browser are locked')).toBeVisible()
    await environments(page).getByRole('button', { name: 'Done' }).click()

    await addStep(page, 'Send Request', 'Ask')
    await editor(page).getByRole('tab', { name: 'Auth' }).click()
    await editor(page).getByRole('radio', { name: 'Bearer token' }).click()
    await editor(page).getByRole('textbox', { name: 'Token' }).fill(typed)
    await editor(page).getByRole('button', { name: 'Keep as secret' }).click()
    await expect(page.getByText('Couldn\'t store the secret "token": The secrets in this browser are locked')).toBeVisible()
    await expect(editor(page).getByRole('textbox', { name: 'Token' })).toHaveValue(typed)
  })
})

test('[P4, R41] a value that is made secret is masked in the results of earlier runs, and their bodies hold it no more', async ({
  page,
  demo,
}) => {
  const echo = createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'text/plain', 'access-control-allow-origin': '*' })
    response.end(`You asked for ${request.url}`)
  })
  await new Promise<void>((resolve) => echo.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(echo.address() as AddressInfo).port}/?password=\${password}`
  const steps = [{ id: 'r1', kind: 'send-request', name: 'Ask', method: 'GET', url }]
  const project = {
    format: 'aprj',
    version: 1,
    id: 'p1',
    name: 'Echo',
    environments: [{ id: 'e1', name: 'Local', variables: [{ name: 'password', value: typed }] }],
    suites: [{ id: 's1', name: 'Suite', cases: [{ id: 'c1', name: 'Asks', steps }] }],
  }
  await openProject(page, demo.app, JSON.stringify(project))
  await expect(inTree(page, 'Asks')).toBeVisible()
  await runButton(page).click()
  await expect(verdict(page)).toContainText('Passed: 1 passed')
  await expect.poll(() => storedFiles(page)).toContain(typed)
  await expect.poll(() => stored(page)).toContain(`password=${typed}`)

  await page.keyboard.press('Control+e')
  const row = environments(page).getByRole('group', { name: 'password' })
  await row.getByRole('switch', { name: 'Secret' }).check()
  await expect.poll(() => stored(page)).not.toContain(typed)
  // A file that is taken away while it is read can't be.
  await expect(async () => expect(await storedFiles(page)).not.toContain(typed)).toPass()
  expect(await stored(page)).toContain('password=‹local/password›')

  await page.reload()
  await expect(verdict(page)).toContainText('Passed: 1 passed')
  echo.close()
  echo.closeAllConnections()
})
