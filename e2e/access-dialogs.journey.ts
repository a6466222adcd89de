import type { Page } from '@playwright/test'
import { findingsInBothThemes } from './axe.ts'
import { editor, giveUpLogin, inTree, openProject, runButton } from './fixtures-build.ts'
import { expect, test } from './fixtures.ts'
import { loginStep, makeCase, makeProject } from './host/projects.ts'
import { choose, onDisk, pickFromPrivateFiles, write } from './private-files.ts'

/** Changes what is stored past the page, as a writer that does not know of its lock would. */
const writeBeside = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('assay')
        opening.addEventListener('success', () => {
          const writing = opening.result.transaction(['projects'], 'readwrite')
          const all = writing.objectStore('projects').openCursor()
          all.addEventListener('success', () => {
            if (!all.result) return
            all.result.update({ ...all.result.value, revision: all.result.value.revision + 1 })
            all.result.continue()
          })
          writing.addEventListener('complete', () => {
            opening.result.close()
            resolve()
          })
          writing.addEventListener('error', () => reject(new Error('Not written', { cause: writing.error })))
        })
      }),
  )

test('[P8] axe has no serious finding in the dialogs, light and dark', async ({ page, demo }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await pickFromPrivateFiles(page)
  await page.goto(demo.app)
  await page.getByRole('option', { name: /^1 Get token/ }).click()

  await page.getByRole('button', { name: 'Project menu' }).click()
  await page.getByRole('menuitem', { name: 'Secrets and passphrase…' }).click()
  const vault = page.getByRole('dialog', { name: 'Secrets and passphrase' })
  await vault.getByRole('button', { name: 'Set passphrase' }).click()
  await expect(vault.getByRole('alert')).toBeVisible()
  expect(await findingsInBothThemes(page, 'dialog[open]'), 'vault').toEqual([])
  await page.keyboard.press('Escape')

  await editor(page).getByRole('button', { name: 'Add negative tests…' }).click()
  const negative = page.getByRole('dialog', { name: 'Add negative tests' })
  await negative.getByRole('checkbox', { name: 'Expired token' }).check()
  expect(await findingsInBothThemes(page, 'dialog[open]'), 'negative tests').toEqual([])
  await page.keyboard.press('Escape')

  await choose(page, 'Save as .aprj…')
  await expect.poll(() => onDisk(page).catch(() => '')).toContain('"format": "aprj"')
  // What is on the disk then is what the page knows of.
  await expect(page.getByRole('banner')).toContainText('orders.aprj')
  await write(page, 'somebody else')
  await editor(page).getByRole('textbox', { name: 'Scope' }).fill('orders:read')
  await page.keyboard.press('Control+s')
  const changed = page.getByRole('alertdialog', { name: 'The file changed on disk' })
  await expect(changed).toBeVisible()
  expect(await findingsInBothThemes(page, 'dialog[open]'), 'changed on disk').toEqual([])
  await changed.getByRole('button', { name: 'Cancel' }).click()

  await writeBeside(page)
  await editor(page).getByRole('textbox', { name: 'Scope' }).fill('orders:write')
  await page.getByRole('button', { name: 'Compare…' }).click()
  await expect(page.getByRole('alertdialog', { name: 'This project changed in another tab' })).toContainText('orders:write')
  expect(await findingsInBothThemes(page, 'dialog[open]'), 'stale').toEqual([])
})

test('[P8] axe has no serious finding in what asks for a person, and 400 px wide, light and dark', async ({ page, demo }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  const discovery = { discoveryEndpoint: `${demo.provider}/.well-known/openid-configuration` }
  const device = makeCase('Device', [loginStep('d1', { ...discovery, grantType: 'DeviceCode' })])
  const login = makeCase('Login', [loginStep('t1', discovery)])
  await openProject(page, demo.app, JSON.stringify(makeProject([device, login])))
  const card = page.getByRole('alertdialog', { name: 'Action Required' })
  await inTree(page, 'Case Device').click()
  await runButton(page).click()
  await expect(card.getByRole('img', { name: /^QR code/ })).toBeVisible()
  expect(await findingsInBothThemes(page), 'device code').toEqual([])
  await card.getByRole('button', { name: 'Cancel' }).click()

  await page.setViewportSize({ width: 400, height: 760 })
  const pages = page.getByRole('tablist', { name: 'Pages' })
  for (const name of ['Results', 'Steps', 'Step', 'Projects']) {
    await pages.getByRole('tab', { name, exact: true }).click()
    expect(await findingsInBothThemes(page), name).toEqual([])
  }
  await inTree(page, 'Case Login').click()
  const popup = page.waitForEvent('popup')
  await runButton(page).click()
  await giveUpLogin(await popup)
  await expect(card.getByRole('button', { name: 'Reopen' })).toBeVisible()
  expect(await findingsInBothThemes(page), 'login').toEqual([])
})
