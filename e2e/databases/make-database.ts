import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { choose, pickFromPrivateFiles, write } from '../private-files.ts'
import { editor, inTree, runButton, unfoldSteps, verdict } from '../fixtures-build.ts'
import { expect, test } from '../fixtures.ts'
import { readDatabase } from './database-file.ts'
import { startEchoServer } from './echo-server.ts'
import { everyKind } from './every-kind.ts'

const saved = /saved/i

test('fills the database of the served build and writes it to a file', async ({ page, demo, context }) => {
  const echo = await startEchoServer()
  // Another name of the same server: what stays as it is in the file, since the fingerprint of the cached token holds it.
  const tokenEndpoint = `${echo.url.replace('127.0.0.1', 'localhost')}/token`
  const status = page.getByRole('status', { name: 'Storage' })
  const stepName = editor(page).getByRole('textbox', { name: 'Step name' })
  await pickFromPrivateFiles(page)
  await page.goto(demo.app)

  // The sample: a run, two edits, one of them taken back.
  await runButton(page).click()
  await expect(verdict(page)).toContainText('Passed: 6 passed')
  const sample = page.getByRole('listbox', { name: 'Steps of Create then delete' })
  await sample.getByRole('option', { name: /^2 Create order/ }).click()
  await editor(page).getByRole('textbox', { name: 'URL' }).fill('${baseUrl}/orders?changed')
  await expect(status).toContainText(saved)
  await stepName.fill('Create one order')
  await stepName.press('Enter')
  await expect(sample.getByRole('option', { name: /^2 Create one order/ })).toBeVisible()
  await page.waitForTimeout(1_500)
  await sample.focus()
  await page.keyboard.press('Control+z')
  await expect(sample.getByRole('option', { name: /^2 Create order/ })).toBeVisible()
  await expect(status).toContainText(saved)

  // A project with every kind of step, from a file, with its secrets.
  await write(page, everyKind(echo.url, tokenEndpoint))
  await choose(page, 'Open .aprj…')
  const needs = page.getByRole('dialog', { name: 'Before you run this project' })
  await needs.getByLabel('local/password').first().fill('correct-horse-battery')
  await needs.getByLabel('sign/key').first().fill('a-key-of-at-least-thirty-two-characters')
  await needs.getByRole('button', { name: 'Done' }).click()
  await expect(needs).toBeHidden()

  // A file that is sent.
  await inTree(page, 'Uploads').click()
  await page.getByRole('listbox', { name: 'Steps of Uploads' }).getByRole('option').first().click()
  await editor(page).getByRole('tab', { name: 'Body' }).click()
  const chooser = page.waitForEvent('filechooser')
  await editor(page)
    .getByRole('button', { name: /Choose file/ })
    .click()
  await (
    await chooser
  ).setFiles({ name: 'picture.png', mimeType: 'image/png', buffer: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 255, 254]) })
  await expect(editor(page)).toContainText('7 B, as chosen here on')

  // A value that is made secret.
  await page.getByRole('combobox', { name: 'Environment' }).selectOption({ label: 'Local' })
  await page.keyboard.press('Control+e')
  const environments = page.getByRole('dialog', { name: 'Environments' })
  await environments.getByRole('group', { name: 'pin' }).getByRole('switch', { name: 'Secret' }).check()
  await expect(environments.getByRole('group', { name: 'pin' }).getByLabel('Value')).toHaveAttribute('type', 'password')
  await environments.getByRole('button', { name: 'Done' }).click()

  // Runs that pass and fail.
  await inTree(page, 'All of them').click()
  await runButton(page).click()
  await expect(verdict(page)).toContainText('Passed: 6 passed')
  await inTree(page, 'Fails').click()
  await runButton(page).click()
  await expect(verdict(page)).toContainText('1 failed')
  await inTree(page, 'Uploads').click()
  await runButton(page).click()
  await expect(verdict(page)).toContainText('Passed: 1 passed')

  // Three edits, two of them taken back.
  await inTree(page, 'All of them').click()
  const steps = page.getByRole('listbox', { name: 'Steps of All of them' })
  await unfoldSteps(page)
  for (const [number, name] of [
    [6, 'Rest'],
    [4, 'Keep id'],
    [3, 'Was understood'],
  ] as const) {
    await steps.getByRole('option', { name: new RegExp(`^${number} `) }).click()
    await stepName.fill(name)
    await stepName.press('Enter')
    await expect(steps.getByRole('option', { name: new RegExp(`^${number} ${name}`) })).toBeVisible()
    await page.waitForTimeout(1_500)
  }
  await steps.focus()
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+z')
  await expect(steps.getByRole('option', { name: /^4 Keep order/ })).toBeVisible()
  await expect(status).toContainText(saved)

  // Passphrase.
  await page.keyboard.press('Control+k')
  await page.keyboard.type('passphrase')
  await page.keyboard.press('Enter')
  const vault = page.getByRole('dialog', { name: 'Secrets and passphrase' })
  await vault.getByLabel('Passphrase', { exact: true }).fill('a long passphrase')
  await vault.getByLabel('Repeat passphrase').fill('a long passphrase')
  await vault.getByRole('button', { name: 'Set passphrase' }).click()
  await expect(vault).toBeHidden()

  // A run that is interrupted.
  await inTree(page, 'Takes long').click()
  await runButton(page).click()
  await expect(page.getByRole('option', { name: /^1 Long wait running/ })).toBeVisible()
  await page.waitForTimeout(1_000)
  const reader = await context.newPage()
  await reader.goto(`${demo.app}/demo.json`)
  await page.close()

  const database = await readDatabase(reader)
  const names = {
    [demo.app]: 'http://app.invalid',
    [demo.provider]: 'http://provider.invalid',
    [demo.api]: 'http://api.invalid',
    [echo.url]: 'http://echo.invalid',
  }
  const named = (value: unknown) =>
    JSON.parse(Object.entries(names).reduce((all, [from, to]) => all.replaceAll(from, to), JSON.stringify(value))) as unknown
  // The digest of the file on disk is stored with it: its text stays as it is.
  const tables = database.tables.map((table) => (table.name === 'files' ? table : named(table)))
  const text = JSON.stringify({ version: database.version, tables }, undefined, 1)
  writeFileSync(join(import.meta.dirname, `version-${database.version}.json`), `${text}\n`)
  echo.close()
})
