/** A file that was read: its bytes, and what is needed to write it again and to see that someone else changed it. */
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
  /** Undefined when the user cancelled. A file over 50 MB is rejected by AssayError `file-too-large` before it is read (R3). */
  open(accept: string): Promise<OpenedFile | undefined>
  /** A dropped or handed-over file. */
  read(file: File, handle?: FileSystemFileHandle): Promise<OpenedFile>
  /** Writes to the handle unless the file's digest differs from `digest`, the one of the text last read or written. */
  save(handle: FileSystemFileHandle, text: string, digest: string, force?: boolean): Promise<SaveResult>
  saveAs(suggestedName: string, text: string): Promise<SaveResult>
  /** The file as it is now if that is not what was read or written last; undefined too where it is gone, or may not be read without asking. */
  changed(handle: FileSystemFileHandle, known: { digest: string; lastModified?: number }): Promise<OpenedFile | undefined>
  /** Hex SHA-256 of a text's UTF-8 bytes. */
  digest(text: string | Uint8Array): Promise<string>
}
