import { AssayError } from '#engine/base/errors.ts'
import { isPathBeside } from '#engine/ports/body-files.ts'
import type { BodyFiles } from '#engine/ports/index.ts'
import { texts } from './texts.ts'

/** What is wrong with the path of a file that a request sends. */
export const filePathProblem = (path: string): string | undefined => (isPathBeside(path) ? undefined : texts.badFile(path))

/**
 * The bytes of a file that a request sends. AssayError `body-file-missing`, `http-invalid-request` for a path that is none, or one
 * of the host.
 */
export async function readBodyFile(path: string, files: BodyFiles): Promise<Uint8Array> {
  if (path.trim() === '') throw new AssayError('http-invalid-request', texts.noFile, { hint: texts.noFileHint })
  const problem = filePathProblem(path)
  if (problem !== undefined) throw new AssayError('http-invalid-request', problem, { hint: texts.badFileHint })
  const bytes = await files.read(path)
  if (!bytes) throw new AssayError('body-file-missing', texts.fileMissing(path), { hint: files.missingHint })
  return bytes
}

/** What no text holds: control characters but tab, line ends and the like. */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const control = /[\0-\x08\x0e-\x1f]/

/** The longest file that is shown as text in the record of a request, in bytes. */
const longestShown = 65_536

/** A file as people see it in the record of a request: its text, or how large it is. */
export function shownFile(bytes: Uint8Array): string {
  if (bytes.length <= longestShown) {
    try {
      const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
      if (!control.test(text)) return text
    } catch {
      // No text.
    }
  }
  return texts.file(bytes.length)
}
