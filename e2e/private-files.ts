import type { Page } from '@playwright/test'

/** The browser's pickers can't be driven by a test; files of the origin's private file system stand in for the disk's. */
export const pickFromPrivateFiles = (page: Page) =>
  page.addInitScript(() => {
    const handle = async () => (await navigator.storage.getDirectory()).getFileHandle('orders.aprj', { create: true })
    window.showSaveFilePicker = handle
    window.showOpenFilePicker = async () => [await handle()]
  })

/** The text of the file. */
export const onDisk = (page: Page) =>
  page.evaluate(async () => {
    const folder = await navigator.storage.getDirectory()
    return (await (await folder.getFileHandle('orders.aprj')).getFile()).text()
  })

const change = (page: Page, part: { type: 'write'; data: string } | { type: 'truncate'; size: number }) =>
  page.evaluate(async (chunk) => {
    const folder = await navigator.storage.getDirectory()
    const stream = await (await folder.getFileHandle('orders.aprj', { create: true })).createWritable()
    await stream.write(chunk)
    await stream.close()
  }, part)

/** Writes the file, as another program does. */
export const write = (page: Page, text: string) => change(page, { type: 'write', data: text })

/** Gives the file a size, as another program does; it contains NULs. */
export const enlarge = (page: Page, bytes: number) => change(page, { type: 'truncate', size: bytes })

/** Chooses an item of the project menu. */
export async function choose(page: Page, item: string) {
  await page.getByRole('button', { name: 'Project menu' }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}
