import { openAsBlob } from 'node:fs'
import { open, realpath, stat, type FileHandle } from 'node:fs/promises'
import { isAbsolute, join, relative, sep } from 'node:path'
import { AssayError, textOf } from '#engine/base/errors.ts'
import type { ReferencedFiles } from '#engine/ports/index.ts'
import { nodeFileTexts } from './texts.ts'

const unreadable = (path: string, why: string, cause?: unknown) =>
  new AssayError('body-file-unreadable', nodeFileTexts.unreadable(path, why), { hint: nodeFileTexts.unreadableHint, cause })

/** Files in the folder of the project file and below it; a link that leads out of it is rejected. */
export function createNodeFiles(folder: string): ReferencedFiles {
  const real = async (path: string): Promise<string> => {
    const [root, found] = await Promise.all([realpath(folder), realpath(join(folder, path))])
    const way = relative(root, found)
    if (isAbsolute(way) || way.split(sep)[0] === '..') throw unreadable(path, nodeFileTexts.outside)
    return found
  }
  /** Passes the file to `use`; undefined if there is none. */
  const using = async <T>(path: string, use: (found: string) => Promise<T>): Promise<T | undefined> => {
    try {
      const found = await real(path)
      const about = await stat(found)
      if (!about.isFile()) throw unreadable(path, nodeFileTexts.noFile)
      return await use(found)
    } catch (thrown) {
      const code = (thrown as NodeJS.ErrnoException).code
      if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
      throw asUnreadable(path, thrown)
    }
  }
  return {
    missingHint: nodeFileTexts.missingHint(folder),
    blob: (path) =>
      using(path, async (found) => {
        // A Blob finds out when it is read, and does not say why.
        await (await open(found)).close()
        return openAsBlob(found)
      }),
    open: (path) => using(path, async (found) => partsOf(path, await open(found))),
  }
}

const asUnreadable = (path: string, thrown: unknown): AssayError =>
  thrown instanceof AssayError ? thrown : unreadable(path, textOf(thrown), thrown)

/** The bytes of an open file, which is closed at their end, or when no more are wanted. */
async function* partsOf(path: string, file: FileHandle): AsyncGenerator<Uint8Array> {
  try {
    for await (const part of file.createReadStream({ highWaterMark: 65_536 })) yield part as Uint8Array
  } catch (thrown) {
    throw asUnreadable(path, thrown)
  }
}
