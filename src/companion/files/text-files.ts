import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

/** A file for appending text in buffered pieces. Throws errors of the file system. */
export interface TextFile {
  write(text: string): void
  close(): void
}

/** A file that appears only when it is complete. */
export interface DocumentFile extends TextFile {
  /** What is there until then. */
  precede(text: string): void
}

const pieceSize = 32 * 1024

/** Writes to an open file. */
function textOf(file: number): TextFile {
  let waiting = ''
  const flush = (): void => {
    for (let left = Buffer.from(waiting); left.length > 0;) left = left.subarray(writeSync(file, left))
    waiting = ''
  }
  return {
    write(text) {
      waiting += text
      if (waiting.length >= pieceSize) flush()
    },
    close() {
      try {
        flush()
      } finally {
        closeSync(file)
      }
    },
  }
}

/** Creates the folder that a file is to be in, if it is not there. */
export function makeFolderOf(path: string): void {
  const folder = dirname(path)
  if (existsSync(folder)) return
  makeFolderOf(folder)
  // Not Node's `recursive`: where the system answers that a folder can't be (below /proc), it tries forever.
  try {
    mkdirSync(folder)
  } catch (error) {
    // Two runs side by side make the same folder.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

const openNew = (path: string): number => {
  makeFolderOf(path)
  return openSync(path, 'w')
}

/** Creates a folder if it is not there; gives what writes a file in it. */
export function openFolder(path: string): (name: string, text: string) => void {
  makeFolderOf(join(path, 'file'))
  if (!statSync(path).isDirectory()) throw Object.assign(new Error(), { code: 'ENOTDIR' })
  accessSync(path, constants.W_OK)
  return (name, text) => writeFileSync(join(path, name), text)
}

/** Opens a file again, and its folder; what is written is there at once. */
export const openTextFile = (path: string): TextFile => textOf(openNew(path))

/**
 * Opens a file again, and its folder. Its text is written to a file beside it, which takes its place when it is closed. Where
 * that can't be (a device, a folder that takes no new file), it is written as any text.
 */
export function openDocument(path: string): DocumentFile {
  const opened = openNew(path)
  const about = fstatSync(opened)
  if (!about.isFile()) return { ...textOf(opened), precede: () => {} }
  closeSync(opened)
  // A link stays one.
  const real = realpathSync.native(path)
  const beside = `${real}.${process.pid}.part`
  let file: TextFile | undefined
  let isBeside = true
  const open = (): TextFile => {
    try {
      return textOf(openSync(beside, 'w', about.mode))
    } catch {
      isBeside = false
      return openTextFile(real)
    }
  }
  return {
    precede: (text) => writeFileSync(real, text),
    write(text) {
      file ??= open()
      file.write(text)
    },
    close() {
      if (file === undefined) return
      try {
        file.close()
        if (isBeside) renameSync(beside, real)
      } catch (error) {
        if (isBeside) rmSync(beside, { force: true })
        throw error
      }
    },
  }
}
