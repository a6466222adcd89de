import type { Page } from '@playwright/test'
import type { Dirent } from 'node:fs'
import { mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { damageStorage, removeStorage, storageFolders } from './damaged-profile.ts'
import { editor, inTree } from './fixtures-build.ts'
import { expect, test as base } from './fixtures.ts'
import { pageBrowser } from './launch-options.ts'
import { startKillable, type KillableBrowser } from './killed-browser.ts'
import { dropProject, readStorage, requestsProject } from './stored-projects.ts'

const test = base.extend<{ restart: (between?: (profile: string) => Promise<unknown>) => Promise<Page> }>({
  restart: async ({ demo }, use) => {
    const profile = await mkdtemp(join(tmpdir(), 'assay-copies-'))
    let browser: KillableBrowser | undefined
    await use(async (between) => {
      await browser?.kill()
      await between?.(profile)
      browser = await startKillable(profile, pageBrowser)
      await browser.page.goto(demo.app)
      return browser.page
    })
    await browser?.kill()
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  },
  // The browser that is killed is not the test's own, which need not even start.
  failOnErrors: async ({ demo: _demo }, use) => use(),
  withoutServiceWorker: async ({ demo: _demo }, use) => use(),
  withoutCodeEditor: async ({ demo: _demo }, use) => use(),
})

/** Clears parts of the storage without the app, as the browser's tools do, and starts the app again. */
async function startWithout(page: Page, app: string, ...parts: ('database' | 'copies' | 'ledger')[]): Promise<void> {
  await page.goto(new URL('aprj.schema.json', app).href)
  await page.evaluate(async (cleared) => {
    if (cleared.includes('ledger')) localStorage.clear()
    if (cleared.includes('copies'))
      await (await navigator.storage.getDirectory()).removeEntry('assay-copies', { recursive: true })
    if (!cleared.includes('database')) return
    await new Promise((resolve) => indexedDB.deleteDatabase('assay').addEventListener('success', resolve))
  }, parts)
  await page.goto(app)
}

const notices = (page: Page) => page.getByRole('region', { name: 'Notices' })
const lost = (page: Page) => notices(page).getByText(/The browser lost|Not restored/)

/** All that is in the copies. */
const copiesOf = (page: Page) =>
  page.evaluate(async () => {
    const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('assay-copies', { create: true })
    let text = ''
    for await (const file of folder.values()) if (file.kind === 'file') text += await (await file.getFile()).text()
    return text
  })

test('[T2, R17] projects that the browser loses come back with a notice, those that were removed do not, and the sample stands for none', async ({
  restart,
  demo,
}) => {
  let page = await restart()
  await inTree(page, 'Create then delete').click()
  await dropProject(page, requestsProject('Payments', 30))
  await expect(page).toHaveTitle('Payments · Assay')
  await inTree(page, 'Case 0').click()
  const steps = () => page.getByRole('listbox', { name: 'Steps of Case 0' }).getByRole('option')
  const name = editor(page).getByRole('textbox', { name: 'Step name' })
  await steps().first().click()
  await name.fill('Pay by card')
  await name.press('Enter')
  await expect.poll(() => copiesOf(page)).toContain('Pay by card')
  const before = (await readStorage(page)).projects.map(({ localId }) => localId).toSorted()

  await test.step('[T2, R17] with their edits, when the files of IndexedDB and of localStorage are gone', async () => {
    page = await restart(async (profile) => {
      await removeStorage(profile, 'IndexedDB')
      await removeStorage(profile, 'localStorage')
    })
    await expect(page).toHaveTitle('Payments · Assay')
    await expect(notices(page)).toContainText('The browser lost 2 projects.')
    await expect(notices(page).getByRole('listitem')).toHaveText([
      /^(Orders API|Payments), as of /,
      /^(Orders API|Payments), as of /,
    ])
    await inTree(page, 'Case 0').click()
    await expect(steps().first()).toContainText('Pay by card')
    expect((await readStorage(page)).projects.map(({ localId }) => localId).toSorted()).toEqual(before)
  })
  await test.step('[R17] the notice stays until it is closed', async () => {
    await page.reload()
    await page.mouse.move(100, 100)
    await expect(lost(page)).toBeVisible()
    await notices(page).getByRole('button', { name: 'Dismiss' }).click()
    await expect(lost(page)).toHaveCount(0)
    await expect.poll(async () => (await readStorage(page)).recovery).toBeUndefined()
  })
  await test.step('[T2, R17] when a file of IndexedDB is cut off', async () => {
    page = await restart((profile) => damageStorage(profile, 'IndexedDB', 'truncate', () => 0))
    await expect(page).toHaveTitle('Payments · Assay')
    await expect(lost(page)).toBeVisible()
    await notices(page).getByRole('button', { name: 'Dismiss' }).click()
    expect((await readStorage(page)).projects.map(({ localId }) => localId).toSorted()).toEqual(before)
  })
  await test.step('[R16, R17] in memory, from their copies, while the browser cannot open its database', async () => {
    let manifest = ''
    const kept = () => join(manifest, '..', '..', '..', 'kept-manifest')
    page = await restart(async (profile) => {
      const files = await readdir(join(profile, storageFolders.IndexedDB), { recursive: true, withFileTypes: true })
      const { parentPath, name: file } = files.find((one) => one.name.startsWith('MANIFEST-')) as Dirent
      manifest = join(parentPath, file)
      await rename(manifest, kept())
    })
    await page.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'))
    await page.reload()
    await expect(page).toHaveTitle('Payments · Assay')
    await expect(notices(page)).toContainText(
      "The browser can't open its database. This page shows the last copies of your 2 projects:",
    )
    await expect(notices(page).getByRole('listitem')).toHaveText([
      /^(Orders API|Payments), as of /,
      /^(Orders API|Payments), as of /,
    ])
    await inTree(page, 'Case 0').click()
    await expect(steps().first()).toContainText('Pay by card')
    const download = page.waitForEvent('download')
    await notices(page).getByRole('button', { name: 'Save the file' }).click()
    expect(await readFile(await (await download).path(), 'utf8')).toContain('Pay by card')
    page = await restart(() => rename(kept(), manifest))
    await expect(page).toHaveTitle('Payments · Assay')
    await page.mouse.move(100, 100)
    await expect(notices(page).getByText("can't open its database")).toHaveCount(0)
    expect((await readStorage(page)).projects.map(({ localId }) => localId).toSorted()).toEqual(before)
  })
  await test.step('[R17] nothing is said without the ledger and the copies, which are made again', async () => {
    await startWithout(page, demo.app, 'ledger', 'copies')
    await expect(page).toHaveTitle('Payments · Assay')
    await page.mouse.move(100, 100)
    await expect.poll(() => copiesOf(page)).toContain('Pay by card')
    await expect(lost(page)).toHaveCount(0)
  })
  await test.step('[R17] what was removed stays away', async () => {
    await page.getByRole('button', { name: 'Project menu' }).click()
    await page.getByRole('menuitem', { name: 'Remove project…' }).click()
    await page.getByRole('dialog').or(page.getByRole('alertdialog')).getByRole('button', { name: 'Remove' }).click()
    await expect.poll(async () => (await readStorage(page)).projects.length).toBe(1)
    expect(await copiesOf(page)).not.toContain('Payments')
    await startWithout(page, demo.app, 'database')
    await expect(page).toHaveTitle('Orders API · Assay')
    await expect(notices(page)).toContainText('The browser lost a project.')
    expect((await readStorage(page)).projects).toHaveLength(1)
  })
  await test.step('[R17] what cannot come back is named, and no sample stands for it', async () => {
    await startWithout(page, demo.app, 'database', 'copies')
    await expect(notices(page)).toContainText(/Not restored.*Orders API, last edited/s)
    await expect(page.getByRole('tree', { name: 'Project tree' })).toHaveCount(0)
  })
  await test.step('[R17] with all of it gone it is a first start', async () => {
    await startWithout(page, demo.app, 'database', 'copies', 'ledger')
    await expect(inTree(page, 'Create then delete')).toBeVisible()
    await expect(lost(page)).toHaveCount(0)
  })
})
