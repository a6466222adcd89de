/** A file that is imported: its path below what was given, `/` between folders, and its bytes. */
export interface ImportFile {
  path: string
  bytes: Uint8Array
}

/** What someone gave to be imported: one file, a folder, or a pasted text with a name. */
export interface ImportSource {
  /** The name of the file or folder, for users. */
  name: string
  files: readonly ImportFile[]
  /**
   * A file beside the one that was given, by its path from the same folder, for what that refers to: its bytes, undefined if there is none, or
   * why it is not read.
   */
  beside?: (path: string) => Promise<Uint8Array | string | undefined>
}

/** Something that did not come over, and why. */
export interface LeftOut {
  /** Where it is in what was imported, by names; '' for all of it. */
  where: string
  what: string
  /** The id of the secret that it is about: its value has to be entered. */
  secret?: string
}
