import type { Page } from '@playwright/test'
import { seal, unseal } from '#engine/project/format/sealed.ts'
import { findings } from './axe.ts'
import { openProject, runButton, typeSecrets, verdict } from './fixtures-build.ts'
import { expect, test } from './fixtures.ts'
import { choose } from './private-files.ts'

const passphrase = 'correct horse battery'

/** A project that needs two secrets, and passes with the values that the test types in. */
function project(): string {
  const variables = ['first/secret', 'second/secret'].map((secret, index) => ({ name: `v${index}`, value: { secret } }))
  const checks = variables.map(({ name }, index) => ({
    source: 'variable',
    name,
    is: 'equals',
    value: ['one one', 'two two'][index],
  }))
  const steps = [{ id: 'a', kind: 'assertion', name: 'Known', checks }]
  const suites = [{ id: 's', name: 'Suite', cases: [{ id: 'c', name: 'Uses secrets', steps }] }]
  return JSON.stringify({ format: 'aprj', version: 1, id: 'sealed', name: 'Sealed', variables, suites })
}

/** The text of the project as it is saved. */
async function saved(page: Page): Promise<string> {
  const download = page.waitForEvent('download')
  await choose(page, 'Save as .aprj…')
  const stream = await (await download).createReadStream()
  let text = ''
  for await (const chunk of stream) text += String(chunk)
  return text
}

test('[P4, X6] secrets are sealed into the file, opened in another profile, and taken one by one', async ({
  page,
  demo,
  browser,
}) => {
  await openProject(page, demo.app, project())
  await typeSecrets(page, { 'first/secret': 'one one', 'second/secret': 'two two' })
  await choose(page, 'Seal secrets…')
  const dialog = page.getByRole('dialog', { name: 'Seal secrets' })
  await expect(dialog.getByRole('checkbox')).toHaveCount(2)
  expect(await findings(page)).toEqual([])
  await dialog.getByLabel('Passphrase', { exact: true }).fill(passphrase)
  await dialog.getByLabel('Repeat passphrase').fill('something else')
  await dialog.getByRole('button', { name: 'Seal', exact: true }).click()
  await expect(dialog.getByRole('alert')).toHaveText("The passphrases don't match.")
  await dialog.getByLabel('Repeat passphrase').fill(passphrase)
  await dialog.getByRole('button', { name: 'Seal', exact: true }).click()
  await expect(dialog).toBeHidden({ timeout: 30_000 })
  const text = await saved(page)
  expect(text).toContain('-----BEGIN AGE ENCRYPTED FILE-----')
  // As `assay` opens what the page has sealed; from here on each attempt at the passphrase is quick.
  const sealed = (JSON.parse(text) as { sealed: { text: string[] } }).sealed
  const values = await unseal(sealed.text.join('\n'), { passphrase })
  expect(values).toEqual(
    new Map([
      ['first/secret', 'one one'],
      ['second/secret', 'two two'],
    ]),
  )
  const quick = (await seal(values, { passphrase, work: 10 })).split('\n')

  const profile = await browser.newContext()
  try {
    const other = await profile.newPage()
    await openProject(other, demo.app, JSON.stringify({ ...JSON.parse(text), sealed: { ...sealed, text: quick } }))
    const asked = other.getByRole('dialog', { name: 'Sealed secrets' })
    await asked.getByLabel('Passphrase or identity').fill('guess')
    await asked.getByRole('button', { name: 'Open', exact: true }).click()
    await expect(asked.getByRole('alert')).toContainText("The sealed secrets can't be decrypted", { timeout: 30_000 })
    await asked.getByLabel('Passphrase or identity').fill(passphrase)
    await asked.getByRole('button', { name: 'Open', exact: true }).click()
    const list = asked.getByRole('list', { name: 'Sealed secrets' })
    await expect(list.getByRole('listitem')).toHaveText(['first/secretnew', 'second/secretnew'], { timeout: 30_000 })
    expect(await findings(other)).toEqual([])
    await list.getByRole('checkbox', { name: 'second/secret' }).uncheck()
    await asked.getByRole('button', { name: 'Import 1 secret' }).click()
    // Secrets that weren't imported are requested as with any file.
    await typeSecrets(other, { 'second/secret': 'mine' })

    await choose(other, 'Seal secrets…')
    await other.getByRole('button', { name: 'Open sealed secrets…' }).click()
    await asked.getByLabel('Passphrase or identity').fill(passphrase)
    await asked.getByRole('button', { name: 'Open', exact: true }).click()
    await expect(list.getByRole('listitem')).toHaveText(['first/secretsame value here', 'second/secretdifferent value here'], {
      timeout: 30_000,
    })
    await expect(asked.getByRole('button', { name: 'Import none' })).toBeVisible()
    await list.getByRole('checkbox', { name: 'second/secret' }).check()
    await asked.getByRole('button', { name: 'Import 1 secret' }).click()
    await expect(asked).toBeHidden()
    await runButton(other).click()
    await expect(verdict(other)).toContainText('1 passed')
  } finally {
    await profile.close()
  }
})
