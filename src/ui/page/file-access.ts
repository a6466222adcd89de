import { AssayError } from '#engine/base/errors.ts'
import { largest } from '#engine/project/limits.ts'

/** A file that was read: its bytes, and what is needed to write it again and to see that somebody else changed it. */
export interface OpenedFile {
  name: string
  bytes: Uint8Array
  /** Only with the File System Access API. */
  handle?: FileSystemFileHandle
  lastModified: number
}

/** How a save ended. `changed`: the file on disk is not the one that was read or written last; nothing was written. */
export type SaveResult =
  | { done: true; name: string; handle?: FileSystemFileHandle; lastModified?: number }
  | { done: false; why: 'cancelled' | 'changed' | 'denied' | 'failed'; message?: string; onDisk?: OpenedFile }

/** Files on the user's disk: File System Access where the browser has it, upload and download elsewhere (T2). */
export interface FileAccess {
  /** Whether saving can write to the same file again. */
  direct: boolean
  /** Undefined when the person cancelled. A file over 50 MB is refused by AssayError `file-too-large` before it is read (R3). */
  open(accept: string): Promise<OpenedFile | undefined>
  /** A dropped or handed-over file. */
  read(file: File, handle?: FileSystemFileHandle): Promise<OpenedFile>
  /** Writes to the handle unless the file's digest differs from `digest`, the one of the text last read or written. */
  save(handle: FileSystemFileHandle, text: string, digest: string, force?: boolean): Promise<SaveResult>
  saveAs(suggestedName: string, text: string): Promise<SaveResult>
  /** Hex SHA-256 of a text's UTF-8 bytes. */
  digest(text: string | Uint8Array): Promise<string>
}

/** Why a file was not read (R3). */
const tooLargeText = (name: string, bytes: number): string =>
  `${name} has ${Math.ceil(bytes / 1_000_000)} MB; Assay opens files up to ${largest / 1_000_000} MB. It was not read. ` +
  'A project of that size usually holds pasted test data: keep the data in files of its own and refer to them.'

const hex = (bytes: ArrayBuffer) => Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')

async function digest(text: string | Uint8Array): Promise<string> {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : new Uint8Array(text)
  return hex(await crypto.subtle.digest('SHA-256', bytes))
}

async function read(file: File, handle?: FileSystemFileHandle): Promise<OpenedFile> {
  if (file.size > largest) throw new AssayError('file-too-large', tooLargeText(file.name, file.size))
  const bytes = new Uint8Array(await file.arrayBuffer())
  return { name: file.name, bytes, lastModified: file.lastModified, ...(handle ? { handle } : {}) }
}

const isAbort = (error: unknown) => error instanceof DOMException && error.name === 'AbortError'

/** File System Access (Chromium): the handle is kept for the next save. */
const direct: Pick<FileAccess, 'open' | 'saveAs'> = {
  async open(accept) {
    try {
      const [handle] = await window.showOpenFilePicker({ types: pickerTypes(accept), excludeAcceptAllOption: false })
      return handle && (await read(await handle.getFile(), handle))
    } catch (error) {
      if (isAbort(error)) return undefined
      throw error
    }
  },
  async saveAs(suggestedName, text) {
    try {
      const handle = await window.showSaveFilePicker({ suggestedName, types: pickerTypes('.aprj') })
      return await write(handle, text)
    } catch (error) {
      return isAbort(error) ? { done: false, why: 'cancelled' } : failed(error)
    }
  },
}

/** Upload and download, where the File System Access API is missing. */
const indirect: typeof direct = {
  open: (accept) =>
    new Promise((resolve, reject) => {
      const input = document.createElement('input')
      input.type = 'file'
      input.accept = accept
      input.addEventListener('cancel', () => resolve(undefined))
      input.addEventListener('change', () => {
        const file = input.files?.[0]
        if (file) read(file).then(resolve, reject)
        else resolve(undefined)
      })
      input.click()
    }),
  saveAs(suggestedName, text) {
    const link = document.createElement('a')
    link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
    link.download = suggestedName
    link.click()
    // The download has its own reference as soon as the click is handled.
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
    return Promise.resolve<SaveResult>({ done: true, name: suggestedName })
  },
}

const pickerTypes = (accept: string) => [
  { description: accept, accept: { 'application/json': accept.split(',').map((part) => part.trim() as `.${string}`) } },
]

const failed = (error: unknown): SaveResult => {
  const denied = error instanceof DOMException && ['NotAllowedError', 'SecurityError'].includes(error.name)
  return { done: false, why: denied ? 'denied' : 'failed', message: error instanceof Error ? error.message : String(error) }
}

async function write(handle: FileSystemFileHandle, text: string): Promise<SaveResult> {
  try {
    const stream = await handle.createWritable()
    await stream.write(text)
    await stream.close()
    const { lastModified } = await handle.getFile()
    return { done: true, name: handle.name, handle, lastModified }
  } catch (error) {
    return failed(error)
  }
}

async function save(handle: FileSystemFileHandle, text: string, known: string, force = false): Promise<SaveResult> {
  try {
    if ((await handle.requestPermission({ mode: 'readwrite' })) !== 'granted') return { done: false, why: 'denied' }
    if (!force) {
      const onDisk = await currentFile(handle)
      if (onDisk && (await digest(onDisk.bytes)) !== known) return { done: false, why: 'changed', onDisk }
    }
    return await write(handle, text)
  } catch (error) {
    return isAbort(error) ? { done: false, why: 'cancelled' } : failed(error)
  }
}

/** The file as it is now; undefined if somebody deleted it, which a save may write anew. */
async function currentFile(handle: FileSystemFileHandle): Promise<OpenedFile | undefined> {
  try {
    return await read(await handle.getFile(), handle)
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotFoundError') return undefined
    throw error
  }
}

/** The browser's files: the better of the two ways that it has. */
export function createFileAccess(): FileAccess {
  const canPick = 'showOpenFilePicker' in window && 'showSaveFilePicker' in window
  return { direct: canPick, ...(canPick ? direct : indirect), read, save, digest }
}
