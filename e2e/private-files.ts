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

/** Writes the file, as somebody else. */
export const write = (page: Page, text: string) =>
  page.evaluate(async (content) => {
    const folder = await navigator.storage.getDirectory()
    const stream = await (await folder.getFileHandle('orders.aprj', { create: true })).createWritable()
    await stream.write(content)
    await stream.close()
  }, text)

/** Gives the file a size, as somebody else; it holds NULs. */
export const enlarge = (page: Page, bytes: number) =>
  page.evaluate(async (size) => {
    const folder = await navigator.storage.getDirectory()
    const stream = await (await folder.getFileHandle('orders.aprj', { create: true })).createWritable()
    await stream.truncate(size)
    await stream.close()
  }, bytes)

/** Chooses an item of the project menu. */
export async function choose(page: Page, item: string) {
  await page.getByRole('button', { name: 'Project menu' }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}
