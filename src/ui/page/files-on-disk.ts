import { saveText } from './save-blob.ts'
import { AssayError } from '#engine/base/errors.ts'
import { largest } from '#engine/project/problems/limits.ts'
import type { FileAccess, OpenedFile, SaveResult } from './file-access.ts'
import { pickerTypes } from './picker-types.ts'

/** Why a file was not read (R3). */
const tooLargeText = (name: string, bytes: number): string =>
  `${name} is ${Math.ceil(bytes / 1_000_000)} MB. The limit is ${largest / 1_000_000} MB. ` +
  'Move pasted test data to separate files, and refer to them.'

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
const direct: Pick<FileAccess, 'saveAs'> = {
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
  saveAs(suggestedName, text) {
    saveText(suggestedName, text, 'application/json')
    return Promise.resolve<SaveResult>({ done: true, name: suggestedName })
  },
}

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

/** The file as it is now; undefined if someone deleted it, which a save may write again. */
async function currentFile(handle: FileSystemFileHandle): Promise<OpenedFile | undefined> {
  try {
    return await read(await handle.getFile(), handle)
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotFoundError') return undefined
    throw error
  }
}

const changed: FileAccess['changed'] = async (handle, known) => {
  if ((await handle.queryPermission({ mode: 'read' })) !== 'granted') return undefined
  const onDisk = await currentFile(handle)
  // A file that was written again with the same text has not changed.
  if (!onDisk || onDisk.lastModified === known.lastModified) return undefined
  return (await digest(onDisk.bytes)) === known.digest ? undefined : onDisk
}

/** Reads and writes files: by the File System Access API if the browser has it, else by upload and download. */
export const filesOnDisk = (canPick: boolean): Omit<FileAccess, 'direct' | 'open'> => ({
  ...(canPick ? direct : indirect),
  read,
  save,
  changed,
  digest,
})
