import type { FileAccess } from './file-access.ts'
import { firstUse } from './first-use.ts'
import { pickerTypes } from './picker-types.ts'

/** A file that was picked, not read yet. */
interface Picked {
  file: File
  handle?: FileSystemFileHandle
}

async function pickDirectly(accept: string): Promise<Picked | undefined> {
  try {
    const [handle] = await window.showOpenFilePicker({ types: pickerTypes(accept), excludeAcceptAllOption: false })
    return handle && { file: await handle.getFile(), handle }
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return undefined
    throw error
  }
}

const pickToUpload = (accept: string): Promise<Picked | undefined> =>
  new Promise((resolve) => {
    const input = document.createElement('input')
    input.type = 'file'
    input.accept = accept
    input.addEventListener('cancel', () => resolve(undefined))
    input.addEventListener('change', () => {
      const file = input.files?.[0]
      resolve(file && { file })
    })
    input.click()
  })

/**
 * The browser's files, the better of the two ways that it has; what reads and writes them is loaded when someone starts to use
 * the page.
 */
export function createFileAccess(): FileAccess {
  const canPick = 'showOpenFilePicker' in window && 'showSaveFilePicker' in window
  const files = async () => (await import('./files-on-disk.ts')).filesOnDisk(canPick)
  // A load that fails now is retried at the click, which says so.
  firstUse.then(files).catch(() => undefined)
  return {
    direct: canPick,
    async open(accept) {
      // At once: a browser forgets a click after five seconds, and then shows no picker.
      const picked = await (canPick ? pickDirectly(accept) : pickToUpload(accept))
      return picked && (await files()).read(picked.file, picked.handle)
    },
    read: async (file, handle) => (await files()).read(file, handle),
    save: async (handle, text, digest, force) => (await files()).save(handle, text, digest, force),
    saveAs: async (suggestedName, text) => (await files()).saveAs(suggestedName, text),
    changed: async (handle, known) => (await files()).changed(handle, known),
    digest: async (text) => (await files()).digest(text),
  }
}
