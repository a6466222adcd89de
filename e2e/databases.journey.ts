import type { Page } from '@playwright/test'
import { readDatabase, type StoredDatabase } from './databases/database-file.ts'
import { startEchoServer, type EchoServer } from './databases/echo-server.ts'
import { everyStepIsThere, passphrase, restore, stepsOf, stored } from './databases/version-11.ts'
import { editor, inTree, runButton, unfoldSteps, verdict } from './fixtures-build.ts'
import { expect, test as base } from './fixtures.ts'
import { onDisk } from './private-files.ts'

const test = base.extend<{ echo: EchoServer }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from this pattern
  echo: async ({}, use) => {
    const echo = await startEchoServer()
    await use(echo)
    echo.close()
  },
})

async function unlock(page: Page): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.keyboard.type('passphrase')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Secrets and passphrase' })
  await dialog.getByLabel('Passphrase', { exact: true }).fill(passphrase)
  await dialog.getByRole('button', { name: 'Unlock', exact: true }).click()
  await expect(dialog).toBeHidden()
}

test('[T2, R19] a database of version 11 opens with its projects, environments, files, results, undo and redo', async ({
  page,
  demo,
  echo,
}) => {
  await restore(page, demo, stored(demo, echo))
  await page.goto(demo.app)
  await expect(inTree(page, 'Every kind')).toBeVisible()
  await expect(verdict(page)).toContainText('Interrupted')
  await expect(page.getByRole('combobox', { name: 'Environment' }).getByRole('option')).toContainText(['Local', 'Other'])
  await expect(page.getByRole('combobox', { name: 'Environment' })).toHaveValue('local')
  await everyStepIsThere(page)

  const steps = stepsOf(page, 'All of them')
  await steps.getByRole('option').first().click()
  for (const [key, name] of [
    ['Control+Shift+z', /^4 Keep id/],
    ['Control+Shift+z', /^3 Was understood/],
    ['Control+z', /^3 Was heard/],
    ['Control+z', /^4 Keep order/],
    ['Control+z', /^6 Pause/],
  ] as const) {
    await page.keyboard.press(key)
    await expect(steps.getByRole('option', { name })).toBeVisible()
  }
  await page.keyboard.press('Control+z')
  await expect(page.getByText('restore a secret as text')).toBeVisible()
  for (let again = 0; again < 2; again += 1) await page.keyboard.press('Control+Shift+z')
  await expect(steps.getByRole('option', { name: /^6 Rest/ })).toBeVisible()

  await inTree(page, 'For later').click()
  await expect(stepsOf(page, 'For later').getByRole('option')).toContainText(['For each row', 'Ask database', 'Next row'])
  await inTree(page, 'Uploads').click()
  await stepsOf(page, 'Uploads').getByRole('option').first().click()
  await editor(page).getByRole('tab', { name: 'Body' }).click()
  await expect(editor(page)).toContainText('7 B, chosen on')

  await page.getByRole('button', { name: 'Project menu' }).click()
  await page.getByRole('menuitem', { name: /^Orders API/ }).click()
  await inTree(page, 'Create then delete').click()
  await expect(verdict(page)).toContainText('Passed: 6 passed')
  const sample = stepsOf(page, 'Create then delete')
  await sample.getByRole('option', { name: /^2 Create order/ }).click()
  await expect(editor(page).getByRole('textbox', { name: 'URL' })).toHaveValue('${baseUrl}/orders?changed')
  await unfoldSteps(page)
  await sample.getByRole('option', { name: /^3 Created/ }).click()
  await page.keyboard.press('Control+Shift+z')
  await expect(sample.getByRole('option', { name: /^2 Create one order/ })).toBeVisible()
  await runButton(page).click()
  await expect(verdict(page)).toContainText('6 passed')
})

test('[P4, O14] its secrets are unlocked and sent, its cached token is used, and its file is saved again', async ({
  page,
  demo,
  echo,
}) => {
  await restore(page, demo, stored(demo, echo))
  await page.goto(demo.app)
  await everyStepIsThere(page)
  await unlock(page)
  await runButton(page).click()
  await expect(verdict(page)).toContainText('Passed: 6 passed')
  expect(echo.passwords).toEqual(['correct-horse-battery'])
  await inTree(page, 'Uploads').click()
  await runButton(page).click()
  await expect(verdict(page)).toContainText('Passed: 1 passed')
  await page.keyboard.press('Control+s')
  await expect.poll(() => onDisk(page)).toContain('"name": "Rest"')
})

test('[R23] a database of a newer version is left as it is, and the page says what to do', async ({ page, demo, echo }) => {
  const old = stored(demo, echo)
  // It has a table more, and one that this version knows is gone: what is missing must not be added.
  const newer: StoredDatabase = {
    version: old.version + 100,
    tables: [
      ...old.tables.filter(({ name }) => name !== 'tokens'),
      { name: 'whatever', keyPath: 'id', indexes: [], records: [{ id: 1 }] },
    ],
  }
  await restore(page, demo, newer)
  await page.goto(demo.app)
  await expect(page.getByText('A newer version of Assay uses the storage now')).toBeVisible()
  await page.goto(`${demo.app}/demo.json`)
  const now = await readDatabase(page)
  const names = (tables: StoredDatabase['tables']) => tables.map(({ name }) => name).toSorted()
  expect([now.version, names(now.tables)]).toEqual([newer.version, names(newer.tables)])
})
