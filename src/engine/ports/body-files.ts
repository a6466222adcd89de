/** Reads the files that belong to one project: what requests send, and rows. A project names them by their path beside its own file. */
export interface BodyFiles {
  /**
   * All bytes of a file, undefined if there is none; `path` is relative, with `/` between folders, and leads to no other place.
   * Rejects with AssayError `body-file-unreadable` if it is there and can't be read, or is too large.
   */
  read(path: string): Promise<Uint8Array | undefined>
  /** The bytes of a file of any size, part by part; otherwise as {@link read}. */
  open(path: string): Promise<AsyncIterable<Uint8Array> | undefined>
  /** What to do here about a file that is not there. */
  missingHint: string
}

/** The largest file that a request sends, in bytes: it is in memory as a whole. */
export const largestBodyFile = 50_000_000

/** The largest file of rows that a browser keeps a copy of, in bytes: it is read part by part. */
export const largestRowsFile = 500_000_000

/** Why a file of so many bytes is not kept for its rows. */
export const tooLargeToKeep = (size: number): string =>
  `it has ${Math.ceil(size / 1_000_000)} MB, and a browser keeps files of rows of at most ${largestRowsFile / 1_000_000} MB. Write its path instead: assay run reads it beside the project file, whatever its size`

/** Why a file of so many bytes is not sent. */
export const tooLargeToSend = (size: number): string =>
  `it has ${Math.ceil(size / 1_000_000)} MB, and a request sends files of at most ${largestBodyFile / 1_000_000} MB`

/**
 * Whether a path leads from the project's folder to a file in it or below it: a project that somebody else wrote must not reach
 * other files of this machine. The same on every system, with `/` between folders.
 */
export function isPathBeside(path: string): boolean {
  const leadsOut = /^([/~]|[a-z]:)/i.test(path) || path.split('/').some((part) => part === '..')
  return !leadsOut && !path.includes('\\') && !path.includes('\0')
}
