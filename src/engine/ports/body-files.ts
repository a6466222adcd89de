/** Reads the files that belong to one project: what requests send, and rows. A project names them by their path beside its own file. */
export interface BodyFiles {
  /**
   * A file whose bytes are not read yet, undefined if there is none; `path` is relative, with `/` between folders, and leads to no other place.
   * Rejects with AssayError `body-file-unreadable` if it is there and can't be read.
   */
  blob(path: string): Promise<Blob | undefined>
  /** The bytes of a file from its start to its end; otherwise as {@link blob}. */
  open(path: string): Promise<AsyncIterable<Uint8Array> | undefined>
  /** What to do here about a file that is not there. */
  missingHint: string
}

/** The largest file that a browser keeps a copy of, in bytes: what is sent and rows are read part by part. */
export const largestKeptFile = 500_000_000

/** Why a browser does not keep a file of so many bytes. */
export const tooLargeToKeep = (size: number): string =>
  `it is ${megabytes(size)}, but the browser stores files up to ${megabytes(largestKeptFile)}. Enter its path instead: assay run reads files of any size next to the project file`

/** The largest file of SQL that a database is made of, in bytes: it is in memory as a whole. */
export const largestScript = 50_000_000

/** Why no database is made of a file of so many bytes. */
export const tooLargeScript = (size: number): string =>
  `it is ${megabytes(size)}, but the limit for database files is ${megabytes(largestScript)}`

const megabytes = (size: number): string => `${Math.ceil(size / 1_000_000)} MB`

/**
 * Whether a path leads from the project's folder to a file in it or below it: a project that someone else wrote must not reach
 * other files of this machine. The same on every system, with `/` between folders.
 */
export function isPathBeside(path: string): boolean {
  const leadsOut = /^([/~]|[a-z]:)/i.test(path) || path.split('/').some((part) => part === '..')
  return !leadsOut && !path.includes('\\') && !path.includes('\0')
}
