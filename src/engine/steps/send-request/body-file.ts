import { AssayError } from '#engine/base/errors.ts'
import { bytesOf, sizeOf } from '#engine/base/encoding/blob-parts.ts'
import { isPathBeside } from '#engine/ports/referenced-files.ts'
import type { ReferencedFiles } from '#engine/ports/index.ts'
import { sendRequestTexts as texts } from './texts.ts'

/** What is wrong with the path of a file that a request sends. */
export const filePathProblem = (path: string): string | undefined => (isPathBeside(path) ? undefined : texts.badFile(path))

/**
 * What a request sends of a file: the bytes of a small one, which people are shown; a large one is read while it is sent. AssayError
 * `body-file-missing`, `http-invalid-request` for a path that is none, or one of the host.
 */
export async function readBodyFile(path: string, files: ReferencedFiles): Promise<Uint8Array | Blob> {
  if (path.trim() === '') throw new AssayError('http-invalid-request', texts.noFile, { hint: texts.noFileHint })
  const problem = filePathProblem(path)
  if (problem !== undefined) throw new AssayError('http-invalid-request', problem, { hint: texts.badFileHint })
  const blob = await files.blob(path)
  if (!blob) throw new AssayError('body-file-missing', texts.fileMissing(path), { hint: files.missingHint })
  return blob.size > longestShown ? blob : bytesOf(blob)
}

/** What no text holds: control characters but tab, line ends and the like. */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const control = /[\0-\x08\x0e-\x1f]/

/** The longest file that is shown as text in the record of a request, in bytes. */
const longestShown = 65_536

/** A file as people see it in the record of a request: its text, or how large it is. */
export function shownFile(content: Uint8Array | Blob): string {
  if (!(content instanceof Blob)) {
    try {
      const text = new TextDecoder('utf-8', { fatal: true }).decode(content)
      if (!control.test(text)) return text
    } catch {
      // No text.
    }
  }
  return texts.file(sizeOf(content))
}
