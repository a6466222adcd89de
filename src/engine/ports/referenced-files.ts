/** Reads the files that one project refers to: request bodies, rows, SQL scripts. Paths are relative to the project file. */
export interface ReferencedFiles {
  /**
   * A file, not read yet, or undefined if it doesn't exist. `path` is relative with `/` between folders, and stays below the
   * project's folder. Rejects with AssayError `body-file-unreadable` if it can't be read.
   */
  blob(path: string): Promise<Blob | undefined>
  /** The bytes of a file from its start to its end; otherwise as {@link blob}. */
  open(path: string): Promise<AsyncIterable<Uint8Array> | undefined>
  /** The hint of this host for a missing file. */
  missingHint: string
}

/** The largest file that a browser stores, in bytes. Bodies and rows are read part by part. */
export const largestKeptFile = 500_000_000

/** Why a browser doesn't store a file of this size. */
export const tooLargeToKeep = (size: number): string =>
  `it is ${megabytes(size)}, but the browser stores files up to ${megabytes(largestKeptFile)}. Enter its path instead: assay run reads files of any size next to the project file`

/** The largest SQL file for a database, in bytes. It is completely in memory. */
export const largestScript = 50_000_000

/** Why a file of this size can't become a database. */
export const tooLargeScript = (size: number): string =>
  `it is ${megabytes(size)}, but the limit for database files is ${megabytes(largestScript)}`

const megabytes = (size: number): string => `${Math.ceil(size / 1_000_000)} MB`

/**
 * Whether a path stays in or below the project's folder: a foreign project must not reach other files of this machine. The same
 * on every system, with `/` between folders.
 */
export function isPathBeside(path: string): boolean {
  const leadsOut = /^([/~]|[a-z]:)/i.test(path) || path.split('/').some((part) => part === '..')
  return !leadsOut && !path.includes('\\') && !path.includes('\0')
}
