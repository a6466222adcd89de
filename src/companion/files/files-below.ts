import { readFile, realpath, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { largestFile, largestImport } from '#engine/importers/limits.ts'
import type { ImportSource } from '#engine/importers/source.ts'
import { refusalOf } from './read-file.ts'
import { programTexts as texts } from '../texts.ts'

/**
 * The files below a folder, for documents that refer to each other. Files outside it aren't read, not even through links. The
 * limits of imports apply.
 */
export function filesBelow(root: string): NonNullable<ImportSource['beside']> {
  let total = 0
  return async (path) => {
    try {
      const base = await realpath(root)
      const file = await realpath(join(base, path))
      if (file !== base && !file.startsWith(base.endsWith(sep) ? base : base + sep)) return texts.besideOutside(root)
      const about = await stat(file)
      if (!about.isFile()) return texts.besideNoFile
      total += about.size
      if (about.size > largestFile || total > largestImport) return texts.besideTooLarge
      return new Uint8Array(await readFile(file))
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      return code === 'ENOENT' || code === 'ENOTDIR' ? texts.besideMissing : refusalOf(error)
    }
  }
}
