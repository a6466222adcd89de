import type { LoadReport } from '#engine/load/report.ts'
import type { Case } from '#engine/project/format/schema.ts'
import type { Report } from '#engine/runner/report/report.ts'
import type { RunEvent } from '#engine/runner/report/events.ts'
import type { RunMarks } from '#engine/project/problems/marks.ts'
import type { ProjectHead } from '#engine/project/edit/state.ts'

/** One stored project. `content` points to the records of its head, cases and journal: an import flips it (R21). */
export interface ProjectRecord {
  localId: string
  content: string
  name: string
  fileId: string
  openedAt: number
  fileName?: string
  unsaved: boolean
  /** Grows by one with every write; a writer that saw another one is rejected (R22). */
  revision: number
  /** Number of the newest edit that is in force; edits above it were taken back. */
  cursor: number
}

/** Everything about a project but its cases, its documents packed by `head-documents.ts`. */
export interface HeadRecord {
  content: string
  head: ProjectHead
}

/** One case: the unit of edit. */
export interface CaseRecord {
  content: string
  id: string
  value: Case
}

/** The other side of one record of an edit: the state before while the edit is in force, the state after once it was taken back. */
export type OtherSide = { record: 'head'; state: ProjectHead } | { record: 'case'; id: string; state: Case | undefined }

/** One undo step, from 1. */
export interface JournalRecord {
  content: string
  n: number
  label: string
  /** Milliseconds since 1970 of the last edit that was merged into it. */
  at: number
  merge?: string
  others: OtherSide[]
}

/** The file on disk that a project was read from or saved to. */
export interface FileRecord {
  localId: string
  name: string
  handle?: FileSystemFileHandle
  lastModified?: number
  digest: string
  /** The last versions of the file, newest first: what a merge can start from. */
  versions?: VersionRecord[]
  /** The file became known by a merge. If that is undone, the one before counts. */
  merged?: { step: UndoStepKey; before?: FileRecord }
}

/** A version of a project's file. */
export interface VersionRecord {
  digest: string
  bytes: Uint8Array
  /** The undo step that merged this version into the project, and the digest of the version that it was compared with. */
  merged?: { step: UndoStepKey; base?: string }
}

/** An undo step: `at` tells it from one that replaces it after an undo. */
export interface UndoStepKey {
  content: string
  n: number
  at: number
}

/** A file that a project refers to; `project` is the local id, `path` what the project calls it. */
export interface ReferencedFileRecord {
  project: string
  path: string
  file: Blob
  /** Milliseconds since 1970. */
  chosenAt: number
}

/** A piece of a document in a project's heads: an API definition. It stands here once, however many undo steps have it. */
export interface DocumentRecord {
  content: string
  /** Made of what the document says, and the number of the piece, see `head-documents.ts`. */
  key: string
  text: string
}

/** A setting of the page. */
export interface SettingRecord {
  key: string
  value: unknown
}

/** Ciphertext with the initialisation vector that it was made with. */
export interface Sealed {
  iv: Uint8Array<ArrayBuffer>
  data: ArrayBuffer
}

/** A secret, encrypted. `project` is the local id (P4). */
export interface SecretRecord extends Sealed {
  project: string
  id: string
}

/** A token set, encrypted. */
export interface TokenRecord extends Sealed {
  project: string
  environment: string
  step: string
}

/** The vault's data key: as a key that can't be exported, or wrapped under a passphrase. There is one record, `id` "vault". */
export interface VaultKeyRecord {
  id: 'vault'
  /** Grows when the key changes; what was encrypted before no longer matches. */
  generation: number
  key?: CryptoKey
  wrapped?: Sealed & { salt: Uint8Array<ArrayBuffer>; rounds: number }
}

/** One run. Without a report it is going on, or was interrupted (R20). */
export interface RunRecord {
  run: string
  project: string
  startedAt: string
  report?: Report
  /** What its cases were made of. */
  marks?: RunMarks
  /** Of a load test, what it came to: it has no events, and no other report. */
  load?: LoadReport
}

/** Some events of one case that came close together; those of the run itself have an empty id. */
export interface RunRow {
  run: string
  /** `seq` of the first event: unique in the run. */
  seq: number
  case: string
  events: RunEvent[]
}

/** All tables and their records. */
export interface Records {
  projects: ProjectRecord
  heads: HeadRecord
  cases: CaseRecord
  journal: JournalRecord
  files: FileRecord
  /** The name that existing databases have. */
  bodyFiles: ReferencedFileRecord
  documents: DocumentRecord
  settings: SettingRecord
  secrets: SecretRecord
  vaultKeys: VaultKeyRecord
  tokens: TokenRecord
  runs: RunRecord
  runRows: RunRow
}

/** A table's name. */
export type TableName = keyof Records

/** Primary keys: what {@link schema} says. Prefixes of them select ranges. */
export type Key = string | readonly (string | number)[]

/**
 * What each version of the database brought: primary keys, then indexes, as Dexie writes them. Dexie's numbers are a tenth
 * of IndexedDB's; the next one is 1.3. What is here never changes: it is what lies in people's browsers.
 */
export const versions = {
  1: {
    projects: 'localId',
    heads: 'content',
    cases: '[content+id]',
    journal: '[content+n]',
    files: 'localId',
    settings: 'key',
    secrets: '[project+id]',
    vaultKeys: 'id',
    tokens: '[project+environment+step]',
    runs: 'run',
    runRows: '[run+seq],[run+case]',
  },
  1.1: { bodyFiles: '[project+path]' },
  1.2: { documents: '[content+key]' },
} as const

/** All tables as they are now. */
export const schema = { ...versions[1], ...versions[1.1], ...versions[1.2] } satisfies Record<TableName, string>

/** The records of one table inside a transaction. `prefix` is the start of a compound key. */
export interface Rows<T> {
  get(key: Key): Promise<T | undefined>
  all(): Promise<T[]>
  /** The first member of every primary key. */
  keys(): Promise<string[]>
  under(prefix: readonly (string | number)[], limit?: number): Promise<T[]>
  /** The last member of the primary keys under it. */
  keysUnder(prefix: readonly (string | number)[]): Promise<string[]>
  /** Records with exactly these values; the fields are those of the primary key or of an index. */
  matching(fields: Partial<T>): Promise<T[]>
  put(values: T[]): Promise<void>
  delete(key: Key): Promise<void>
  deleteUnder(prefix: readonly (string | number)[]): Promise<void>
}

/** The tables of a transaction. */
export type Tables = { [Name in TableName]: Rows<Records[Name]> }

/**
 * A database with transactions: all writes of `work` happen or none. Rejects with StorageError. `work` may only await
 * what the tables give, else the transaction ends early.
 */
export interface Database {
  /** False: in memory, gone with the page (R16). */
  lasting: boolean
  read<T>(tables: TableName[], work: (tables: Tables) => Promise<T>): Promise<T>
  write<T>(tables: TableName[], work: (tables: Tables) => Promise<T>): Promise<T>
  close(): void
}
