/** A write to a stored project, for its second copy. */
export interface ProjectWrite {
  localId: string
  name: string
  /** After the write; the one before it had one less. */
  revision: number
  /** What it changed; absent: everything. */
  records?: { head: boolean; cases: string[] }
  /** Values became secret: no copy may hold them in plaintext any more. */
  conceals?: boolean
}

/** What keeps a second copy of stored projects outside IndexedDB, as the store of projects calls it. */
export interface ProjectCopies {
  /** Resolves when the copy is written, or can't be. */
  written(write: ProjectWrite): Promise<void>
  /** Resolves when no copy is left, before the project is removed: a killed browser must not bring it back. */
  removing(localId: string): Promise<void>
  /** It was, with its secrets: what was copied in between goes too. */
  removed(localId: string): void
  /** The newest revision that is known of a project, however it was lost; 0 for an unknown one. */
  newest(localId: string): number
}

/** What the ledger knows of a project. */
export interface LedgerEntry {
  name: string
  revision: number
  /** Milliseconds since 1970 of its last write. */
  at: number
}

/** A project of which something was missing at the start. */
export interface RecoveredProject {
  /** Where it is stored now, or was. */
  localId: string
  name: string
  /** Milliseconds since 1970: it is as it was then. Of one that is lost, the last time that it was written. */
  at: number
  /** Edits after `at` are known of, and gone. */
  behind?: boolean
  /** It was edited while it came back: the copy is stored beside it. */
  beside?: boolean
  /** What became of its secrets, if it uses any. */
  secrets?: 'locked' | 'gone'
}

/** What a check of the storage brought back, and what it could not. */
export interface Recovery {
  restored: RecoveredProject[]
  lost: RecoveredProject[]
}

/** A file that is written in place: `FileSystemSyncAccessHandle`, or a test's. */
export interface CopyFile {
  getSize(): number
  read(bytes: Uint8Array<ArrayBuffer>, options: { at: number }): number
  write(bytes: Uint8Array<ArrayBuffer>, options: { at: number }): number
  truncate(size: number): void
  flush(): void
  close(): void
}

/** The folder of the copies. */
export interface CopyFolder {
  names(): Promise<string[]>
  /** Undefined if there is none, or no private file system; rejects if it is there and can't be opened. */
  open(name: string, create: boolean): Promise<CopyFile | undefined>
  remove(name: string): Promise<void>
}
