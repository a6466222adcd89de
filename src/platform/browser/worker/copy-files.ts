const folderName = 'assay-copies'

/** How often a file that another worker has open is tried again, and after how many milliseconds. */
const [attempts, pause] = [40, 25]

/** A file that can't be opened is not taken for one that isn't there. */
async function opened(file: FileSystemFileHandle): Promise<FileSystemSyncAccessHandle> {
  for (let left = attempts; ; left -= 1) {
    try {
      return await file.createSyncAccessHandle()
    } catch (thrown) {
      const taken = thrown instanceof DOMException && thrown.name === 'NoModificationAllowedError'
      if (!taken || left === 0) throw thrown
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
}

/**
 * The folder of the projects' second copies in the origin's private file system, for a worker; without one it is always empty
 * (`CopyFolder` in storage/copies). Files are written in place: no name changes while one is in use.
 */
export function createCopyFolder() {
  const folder = async () => {
    try {
      const root = await navigator.storage.getDirectory()
      return await root.getDirectoryHandle(folderName, { create: true })
    } catch {
      return undefined
    }
  }
  return {
    async names(): Promise<string[]> {
      const names: string[] = []
      for await (const name of (await folder())?.keys() ?? []) names.push(name)
      return names
    },
    async open(name: string, create: boolean): Promise<FileSystemSyncAccessHandle | undefined> {
      const directory = await folder()
      const file = await directory?.getFileHandle(name, { create }).catch((thrown: unknown) => {
        if (thrown instanceof DOMException && thrown.name === 'NotFoundError') return undefined
        throw thrown
      })
      return file && opened(file)
    },
    async remove(name: string): Promise<void> {
      await (await folder())?.removeEntry(name).catch(() => undefined)
    },
  }
}
