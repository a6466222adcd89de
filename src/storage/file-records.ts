import type { Database, FileRecord, ProjectRecord, Tables, UndoStepKey, VersionRecord } from './records.ts'
import { StorageError, type ProjectStore } from './types.ts'
import { projectGone } from './texts.ts'

/** Versions of a project's file that are kept, and their bytes together. */
const [mostVersions, largestVersions] = [5, 10_000_000]

/** What the store remembers of the files that projects were opened from, saved to and merged with. */
export type FileStore = Pick<ProjectStore, 'markSaved' | 'markMerged' | 'file' | 'keepVersion' | 'fileVersions'>

/** The record of a project; rejects if it was removed. */
export async function knownProject(tables: Tables, localId: string): Promise<ProjectRecord> {
  const record = await tables.projects.get(localId)
  if (!record) throw new StorageError('closed', projectGone)
  return record
}

/** The kept versions of a file may hold the value in plaintext. Without them a later merge asks more. */
export async function dropVersions(tables: Tables, localId: string): Promise<void> {
  const record = await tables.files.get(localId)
  if (!record?.versions) return
  const { versions: _, ...kept } = record
  await tables.files.put([kept])
}

/** Whether a merge still counts. One that the journal no longer lists can't be undone. */
async function isInForce(tables: Tables, { content, cursor }: ProjectRecord, step: UndoStepKey): Promise<boolean> {
  if (step.content !== content) return true
  if (step.n > cursor) return false
  const found = await tables.journal.get([content, step.n])
  return found === undefined || found.at === step.at
}

/** What is known of the file without merges that were undone. */
async function fileInForce(tables: Tables, project: ProjectRecord, record: FileRecord): Promise<FileRecord | undefined> {
  let known: FileRecord | undefined = record
  while (known?.merged && !(await isInForce(tables, project, known.merged.step))) known = known.merged.before
  return known
}

function withVersion(versions: readonly VersionRecord[] = [], version: VersionRecord): VersionRecord[] {
  let size = 0
  return [version, ...versions.filter(({ digest }) => digest !== version.digest)].filter(
    ({ bytes }, at) => at < mostVersions && (size += bytes.length) <= largestVersions,
  )
}

/** Makes {@link FileStore}. */
export function createFileStore(db: Database): FileStore {
  return {
    markSaved: (localId, file, revision) =>
      db.write(['projects', 'files'], async (tables) => {
        const record = await knownProject(tables, localId)
        const versions = (await tables.files.get(localId))?.versions
        await tables.files.put([{ localId, ...file, ...(versions ? { versions } : {}) }])
        await tables.projects.put([{ ...record, fileName: file.name, unsaved: record.revision !== revision }])
      }),
    markMerged: (localId, file, bytes, { edited, base }) =>
      db.write(['projects', 'files', 'journal'], async (tables) => {
        const project = await knownProject(tables, localId)
        const before = await tables.files.get(localId)
        const newest = edited ? await tables.journal.get([project.content, project.cursor]) : undefined
        const step = newest && { content: newest.content, n: newest.n, at: newest.at }
        const earlier = before?.versions?.find(({ digest }) => digest === file.digest)?.merged
        // A merge that changed nothing leaves the one that counted.
        const counted = !step && earlier && (await isInForce(tables, project, earlier.step)) ? earlier : undefined
        const merged = step ? { step, ...(base === undefined ? {} : { base }) } : counted
        const versions = withVersion(before?.versions, { digest: file.digest, bytes, ...(merged ? { merged } : {}) })
        if (before && before.name !== file.name) return void (await tables.files.put([{ ...before, versions }]))
        const { versions: _, ...kept } = before ?? {}
        const handle = file.handle ?? before?.handle
        const own: FileRecord = { localId, ...file, ...(handle ? { handle } : {}), versions }
        if (step) own.merged = { step, ...(before ? { before: kept as FileRecord } : {}) }
        await tables.files.put([own])
        await tables.projects.put([{ ...project, fileName: file.name, unsaved: true }])
      }),
    file: (localId) =>
      db.read(['projects', 'files', 'journal'], async (tables) => {
        const [project, record] = [await tables.projects.get(localId), await tables.files.get(localId)]
        const known = project && record && (await fileInForce(tables, project, record))
        if (!known) return undefined
        const { localId: _, versions: __, merged: ___, ...file } = known
        return file
      }),
    keepVersion: (localId, digest, bytes) =>
      db.write(['files'], async (tables) => {
        const record = await tables.files.get(localId)
        // Without a file it was saved to or opened from, nothing is merged into it either.
        if (record) await tables.files.put([{ ...record, versions: withVersion(record.versions, { digest, bytes }) }])
      }),
    fileVersions: (localId) =>
      db.read(['projects', 'files', 'journal'], async (tables) => {
        const [project, record] = [await tables.projects.get(localId), await tables.files.get(localId)]
        if (!project) return []
        return Promise.all(
          (record?.versions ?? []).map(async ({ digest, bytes, merged }) => {
            if (!merged || (await isInForce(tables, project, merged.step))) return { digest, bytes }
            return { digest, bytes, undone: merged.base === undefined ? {} : { base: merged.base } }
          }),
        )
      }),
  }
}
