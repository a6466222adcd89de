import type { LoadReport } from '#engine/load/report.ts'
import type { Edit } from '#engine/project/edit/edit.ts'
import type { RunMarks } from '#engine/project/problems/marks.ts'
import type { ProjectHead } from '#engine/project/edit/state.ts'
import type { Case, Project } from '#engine/project/format/schema.ts'
import type { RunEvent } from '#engine/runner/report/events.ts'
import type { Place, StepPlace } from '#engine/runner/execute/place.ts'
import type { Report } from '#engine/runner/report/report.ts'

/** A stored project in lists. `localId` is random, made at import, held by no file (P4). */
export interface StoredProject {
  localId: string
  name: string
  /** The id in the file; several stored projects can share it. */
  fileId: string
  /** Milliseconds since 1970. */
  openedAt: number
  /** Name of the file that it was opened from or saved to. */
  fileName?: string
  /** Edits since the last save to a file. */
  unsaved: boolean
}

/** Why a write was rejected. */
export type WriteFailure = 'quota' | 'stale' | 'closed' | 'unavailable'

/** A write into IndexedDB that did not happen; what was there is intact (R14, R22, R23). */
export class StorageError extends Error {
  override name = 'StorageError'
  readonly failure: WriteFailure
  constructor(failure: WriteFailure, message: string, cause?: unknown) {
    super(message, { cause })
    this.failure = failure
  }
}

/** Tells that a stored project was read for the first time, written, or removed. */
export interface ProjectNotice {
  localId: string
  what: 'opened' | 'written' | 'removed'
  /** In another tab. */
  elsewhere: boolean
}

/** The page's store of projects. In memory when there is no IndexedDB: `lasting` is false then (R16). */
export interface ProjectStore {
  lasting: boolean
  list(): Promise<StoredProject[]>
  /** Writes all records under a staging id, then flips the pointer: all or nothing (R21). */
  import(project: Project, file?: { name: string }): Promise<StoredProject>
  replace(localId: string, project: Project, file?: { name: string }): Promise<StoredProject>
  remove(localId: string): Promise<void>
  head(localId: string): Promise<ProjectHead | undefined>
  case(localId: string, caseId: string): Promise<Case | undefined>
  /** The whole project, for saving and running. */
  project(localId: string): Promise<Project | undefined>
  /**
   * Applies an edit with its journal entry in one transaction. Values that it concealed leave all undo steps: they then give
   * the id of the secret, as does the edit itself when it is taken back. `revision` is what the caller last saw; another one
   * means that someone else wrote: StorageError `stale`. Gives the new revision.
   */
  apply(localId: string, edit: Edit, revision: number): Promise<number>
  revision(localId: string): Promise<number>
  /**
   * Stores a project again from memory after a write was rejected with `closed` (R17). Gives the new revision. Its undo steps,
   * its file handle and its secrets are gone.
   */
  restore(localId: string, project: Project): Promise<number>
  /**
   * Takes back the newest edit, or redoes the newest one taken back; undefined when there is none. `edit` is written
   * forward both times: after `undo` its `before` states are in force, after `redo` its `after` states.
   */
  undo(localId: string, revision: number): Promise<{ edit: Edit; revision: number } | undefined>
  redo(localId: string, revision: number): Promise<{ edit: Edit; revision: number } | undefined>
  /** The edit that `undo` would take back; its heads may have keys instead of documents. */
  nextUndo(localId: string): Promise<Edit | undefined>
  history(localId: string): Promise<{ undo?: string; redo?: string }>
  /** Remembers the file that holds the project as it was at `revision`; what was edited since is unsaved. */
  markSaved(
    localId: string,
    file: { name: string; handle?: FileSystemFileHandle; lastModified?: number; digest: string },
    revision: number,
  ): Promise<void>
  file(
    localId: string,
  ): Promise<{ name: string; handle?: FileSystemFileHandle; lastModified?: number; digest: string } | undefined>
  /**
   * Remembers a file that was just merged into the project; the project stays unsaved. `edited`: the newest undo step is the merge,
   * and while it is undone, the file counts as not merged. `base`: the digest of the version that the file was compared with.
   */
  markMerged(
    localId: string,
    file: { name: string; handle?: FileSystemFileHandle; lastModified?: number; digest: string },
    bytes: Uint8Array,
    merge: { edited: boolean; base?: string },
  ): Promise<void>
  /** Keeps a version of the project's file that was opened or saved, for later merges: the last five, together up to 10 MB. */
  keepVersion(localId: string, digest: string, bytes: Uint8Array): Promise<void>
  /** The kept versions, newest first. */
  fileVersions(localId: string): Promise<KeptVersion[]>
  /** Calls back when a project was opened or written, here or (`elsewhere`) in another tab. Gives the way to end it. */
  subscribe(listener: (change: ProjectNotice) => void): () => void
  /** Small settings of the page, by key. */
  setting<T>(key: string): Promise<T | undefined>
  putSetting(key: string, value: unknown): Promise<void>
}

/** A version of a project's file that is kept for merges. */
export interface KeptVersion {
  digest: string
  bytes: Uint8Array
  /** It was merged into the project, and that was undone. `base` is the digest of the version that it was compared with. */
  undone?: { base?: string }
}

/** A run that is kept. */
export interface StoredRun {
  run: string
  /** ISO 8601. */
  startedAt: string
  report?: Report
  /** It has no report and no one is running it any more (R20). */
  interrupted?: boolean
}

/** Results of runs: 20 runs and 20 of load tests are kept, events in rows, 100 per transaction. */
export interface RunStore {
  /** `marks`: what its cases are made of. */
  begin(run: string, localId: string, startedAt: string, marks?: RunMarks): Promise<void>
  append(run: string, events: RunEvent[]): Promise<void>
  finish(run: string, report: Report): Promise<void>
  /** Names a run that has ended; an empty name removes it. */
  rename(run: string, name: string): Promise<void>
  /** Newest first. */
  runs(localId: string): Promise<StoredRun[]>
  /** One run; undefined if it is no longer kept. */
  run(run: string): Promise<StoredRun | undefined>
  /** What the cases of a run were made of; undefined if that is unknown. */
  marks?(run: string): Promise<RunMarks | undefined>
  /** Events of a case outside its loops, in order; of a place in a loop those of its row and of some beside it. */
  partEvents?(run: string, place: Place): Promise<RunEvent[]>
  /** Events of one step of one run, in order; in a loop of the row that the place names. */
  stepEvents(run: string, place: StepPlace): Promise<RunEvent[]>
  /** Keeps what a load test came to. */
  keepLoad(localId: string, report: LoadReport): Promise<void>
  /** What a load test came to each time, newest first. */
  loads(localId: string, test: string): Promise<LoadReport[]>
  /** All events of one run, in order, for the log of a run that was restored; at most `limit` from the start. */
  events?(run: string, limit: number): Promise<RunEvent[]>
}
