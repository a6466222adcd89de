import { expect, it } from 'vitest'
import { filesOnDisk } from './files-on-disk.ts'

const files = filesOnDisk(false)

/** A file as the browser returns it; another program may write it. */
function fileOnDisk(text: string, lastModified: number, permission: PermissionState = 'granted'): FileSystemFileHandle {
  const getFile = async () => new File([text], 'orders.aprj', { lastModified })
  return {
    kind: 'file',
    name: 'orders.aprj',
    getFile,
    queryPermission: async () => permission,
  } as unknown as FileSystemFileHandle
}

it('[T2] a file that another program changed is detected, one rewritten with the same text is not', async () => {
  const known = { digest: await files.digest('mine'), lastModified: 1 }
  const found = await files.changed(fileOnDisk('theirs', 2), known)
  expect(new TextDecoder().decode(found?.bytes)).toBe('theirs')
  expect(await files.changed(fileOnDisk('mine', 2), known)).toBeUndefined()
  expect(await files.changed(fileOnDisk('mine', 1), known)).toBeUndefined()
})

it("[T2] checking for changes never asks for permission, and a deleted file isn't offered", async () => {
  const known = { digest: await files.digest('mine'), lastModified: 1 }
  expect(await files.changed(fileOnDisk('theirs', 2, 'prompt'), known)).toBeUndefined()
  const gone = { ...fileOnDisk('theirs', 2), getFile: () => Promise.reject(new DOMException('gone', 'NotFoundError')) }
  expect(await files.changed(gone, known)).toBeUndefined()
})
