import { AssayError } from '#engine/base/errors.ts'
import { readProject } from '#engine/project/format/read.ts'
import type { Project } from '#engine/project/format/schema.ts'

/** The project that came with a call as a file; AssayError as for a file that is opened. */
export function projectIn(bytes: Uint8Array | undefined): Project {
  const read = readProject(bytes ?? new Uint8Array())
  if (!read.ok) throw new AssayError(read.error.code, read.error.message, { hint: read.error.hint })
  return read.value.project
}
