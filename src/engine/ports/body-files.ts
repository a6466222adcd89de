/** Reads the files that requests of one project send. A project names them by their path beside its own file. */
export interface BodyFiles {
  /**
   * All bytes of a file, undefined if there is none; `path` is relative, with `/` between folders, and leads to no other place.
   * Rejects with AssayError `body-file-unreadable` if it is there and can't be read, or is too large.
   */
  read(path: string): Promise<Uint8Array | undefined>
  /** What to do here about a file that is not there. */
  missingHint: string
}

/** The largest file that a request sends, in bytes: it is in memory as a whole. */
export const largestBodyFile = 50_000_000

/** Why a file of so many bytes is not sent. */
export const tooLargeToSend = (size: number): string =>
  `it has ${Math.ceil(size / 1_000_000)} MB, and a request sends files of at most ${largestBodyFile / 1_000_000} MB`
