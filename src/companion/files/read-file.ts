import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { textOf } from '#engine/base/errors.ts'
import { largest } from '#engine/project/problems/limits.ts'
import { readProject, type ReadProject, type FileError } from '#engine/project/format/read.ts'
import { fileTexts } from '#engine/project/format/file-texts.ts'
import type { Result } from '#engine/base/result.ts'
import { UsageError } from '../host.ts'
import { refusedText } from './refused-text.ts'
import { programTexts as texts } from '../texts.ts'

/** The single file argument of a command. UsageError for none or several. */
export function onlyFile(command: string, positionals: string[]): string {
  const [path, more] = positionals
  if (path === undefined) throw new UsageError(texts.noFile(command))
  if (more !== undefined) throw new UsageError(texts.oneFile(more))
  return path
}

/** Why the file system rejected a file, in words. */
export function refusalOf(error: unknown): string {
  const { code = '' } = error as NodeJS.ErrnoException
  return texts.refusals[code] ?? textOf(error)
}

const tooLarge = (size: number): string => `${fileTexts.tooLarge(size)} ${fileTexts.hints['file-too-large']}`

/**
 * The bytes of a file; a file over 50 MB is rejected by its size, before it is read (R3). What has no size, as a pipe, is read
 * no further than that.
 */
async function bytesOf(path: string): Promise<Uint8Array> {
  try {
    const { size } = await stat(path)
    if (size > largest) throw new UsageError(texts.refused(path, tooLarge(size)), null)
    const chunks: Buffer[] = []
    let read = 0
    for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 }) as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      read += chunk.length
      if (read > largest) throw new UsageError(texts.refused(path, tooLarge(read)), null)
    }
    return Buffer.concat(chunks)
  } catch (error) {
    if (error instanceof UsageError) throw error
    if ((error as NodeJS.ErrnoException).code === 'EISDIR') throw new UsageError(texts.isFolder(path), null)
    throw unreadable(path, error)
  }
}

/** The message about a file that is not there or can't be read. */
export const unreadable = (path: string, error: unknown): UsageError =>
  new UsageError(
    (error as NodeJS.ErrnoException).code === 'ENOENT' ? texts.missingFile(path) : texts.unreadableFile(path, refusalOf(error)),
    null,
  )

/** The declared format of a JSON document. */
export function formatOf(text: string): unknown {
  try {
    return (JSON.parse(text) as { format?: unknown } | null)?.format
  } catch {
    return undefined
  }
}

/** The text of a file that isn't a project; UsageError if it can't be read. */
export const readText = (path: string): Promise<string> =>
  readFile(path, 'utf8').catch((error: unknown) => {
    throw unreadable(path, error)
  })

/** A file with its project, or why it has none. `text` is for finding lines. */
export async function tryProjectFile(path: string): Promise<{ bytes: Uint8Array; read: Result<ReadProject, FileError> }> {
  const bytes = await bytesOf(path)
  return { bytes, read: readProject(bytes) }
}

/** The project of a file; UsageError with the first place that is wrong. */
export async function readProjectFile(path: string): Promise<ReadProject> {
  const { read } = await tryProjectFile(path)
  if (read.ok) return read.value
  throw new UsageError(refusedText(path, read.error), null)
}

/** The project of a file for a run; UsageError with its conflicts if a merge left some. */
export async function readMergedProject(path: string): Promise<ReadProject> {
  const file = await readProjectFile(path)
  if (!file.project.conflicts?.length) return file
  const { unresolvedConflicts } = await import('#engine/merge/describe.ts')
  throw new UsageError(unresolvedConflicts(file.project, path, texts.merge.resolveHint), null)
}
