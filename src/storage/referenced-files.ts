import { blobParts } from '#engine/base/encoding/blob-parts.ts'
import { openDatabase, type DatabaseOptions } from './open-database.ts'

/** What is known of a stored file. */
export interface ReferencedFileInfo {
  /** Bytes. */
  size: number
  /** Milliseconds since 1970. */
  chosenAt: number
}

/** The files that stored projects refer to, chosen by a user: by the project's local id and the path that it names. */
export interface ReferencedFileStore {
  blob(project: string, path: string): Promise<Blob | undefined>
  /** Its bytes, part by part. */
  open(project: string, path: string): Promise<AsyncIterable<Uint8Array> | undefined>
  info(project: string, path: string): Promise<ReferencedFileInfo | undefined>
  /** Takes the place of one under the same path. Rejects with StorageError. */
  put(project: string, path: string, file: Blob): Promise<void>
}

/** Opens the store; what it holds goes with its project (project-store.ts). */
export function createReferencedFiles(options: DatabaseOptions = {}): ReferencedFileStore {
  const found = async (project: string, path: string) =>
    (await openDatabase(options)).read(['bodyFiles'], (tables) => tables.bodyFiles.get([project, path]))
  return {
    blob: async (project, path) => (await found(project, path))?.file,
    async open(project, path) {
      const record = await found(project, path)
      return record && blobParts(record.file)
    },
    async info(project, path) {
      const record = await found(project, path)
      return record && { size: record.file.size, chosenAt: record.chosenAt }
    },
    async put(project, path, file) {
      // The bytes as they are now: a browser may keep a chosen file by its place on the disk only, where it changes.
      const parts: Blob[] = []
      for await (const part of blobParts(file)) parts.push(new Blob([part as Uint8Array<ArrayBuffer>]))
      const copy = new Blob(parts)
      const record = { project, path, file: copy, chosenAt: Date.now() }
      await (await openDatabase(options)).write(['bodyFiles'], (tables) => tables.bodyFiles.put([record]))
    },
  }
}
