import { accessSync, constants, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { UsageError } from '../host.ts'
import { refusalOf } from './read-file.ts'
import { programTexts as texts } from '../texts.ts'

/** Writes a file that is there as a whole or stays as it was; `mode` is that of a new one. UsageError if it can't be written. */
export function writeDocument(path: string, text: string, mode?: number): void {
  try {
    const there = statSync(path, { throwIfNoEntry: false })
    // A device takes what it is given.
    if (there && !there.isFile()) return writeFileSync(path, text)
    if (there) accessSync(path, constants.W_OK)
    // A link stays one.
    putInPlace(there ? realpathSync.native(path) : path, text, there?.mode ?? mode)
  } catch (error) {
    throw new UsageError(texts.documentUnwritable(path, refusalOf(error)), null)
  }
}

/** Written to a file next to it first: the existing file is not touched until all of the new text is on the disk. */
function putInPlace(path: string, text: string, mode: number | undefined): void {
  const beside = `${path}.${process.pid}.part`
  try {
    writeFileSync(beside, text, mode === undefined ? {} : { mode })
    renameSync(beside, path)
  } catch (error) {
    rmSync(beside, { force: true })
    throw error
  }
}
