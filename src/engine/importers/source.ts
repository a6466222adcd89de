/** A file that is imported: its path below what was given, `/` between folders, and its bytes. */
export interface ImportFile {
  path: string
  bytes: Uint8Array
}

/** What somebody gave to be imported: one file, a folder, or a pasted text under a name of its own. */
export interface ImportSource {
  /** The name of the file or folder, for people. */
  name: string
  files: readonly ImportFile[]
}

/** Something that did not come over, and why. */
export interface LeftOut {
  /** Where it stands in what was imported, by names; '' for all of it. */
  where: string
  what: string
}
