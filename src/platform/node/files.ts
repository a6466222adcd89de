import { readFile, realpath, stat } from 'node:fs/promises'
import { isAbsolute, join, relative, sep } from 'node:path'
import { AssayError, textOf } from '#engine/base/errors.ts'
import { largestBodyFile, tooLargeToSend } from '#engine/ports/body-files.ts'
import type { BodyFiles } from '#engine/ports/index.ts'
import { fileTexts } from './texts.ts'

const unreadable = (path: string, why: string, cause?: unknown) =>
  new AssayError('body-file-unreadable', fileTexts.unreadable(path, why), { hint: fileTexts.unreadableHint, cause })

/** Files in the folder of the project file and below it; a link that leads out of it is refused. */
export function createNodeFiles(folder: string): BodyFiles {
  const real = async (path: string): Promise<string> => {
    const [root, found] = await Promise.all([realpath(folder), realpath(join(folder, path))])
    const way = relative(root, found)
    if (isAbsolute(way) || way.split(sep)[0] === '..') throw unreadable(path, fileTexts.outside)
    return found
  }
  const bytesOf = async (path: string, found: string): Promise<Uint8Array> => {
    const about = await stat(found)
    if (!about.isFile()) throw unreadable(path, fileTexts.noFile)
    if (about.size > largestBodyFile) throw unreadable(path, tooLargeToSend(about.size))
    return readFile(found)
  }
  return {
    missingHint: fileTexts.missingHint(folder),
    async read(path) {
      try {
        return await bytesOf(path, await real(path))
      } catch (thrown) {
        if (thrown instanceof AssayError) throw thrown
        const code = (thrown as NodeJS.ErrnoException).code
        if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
        throw unreadable(path, textOf(thrown), thrown)
      }
    },
  }
}
