import type { Project } from '#engine/project/format/schema.ts'
import { applyEdit, peekStep, moveStep } from './journal.ts'
import { createFileStore, dropVersions, knownProject } from './file-records.ts'
import { readHead } from './head-documents.ts'
import { forgettingData } from './head-data.ts'
import { openDatabase, type DatabaseOptions } from './open-database.ts'
import { createProjectNotices } from './project-notices.ts'
import type { ProjectRecord, TableName, Tables } from './records.ts'
import { readStoredProject } from './stored-project.ts'
import type { Edit } from '#engine/project/edit/edit.ts'
import { splitProject } from '#engine/project/edit/state.ts'
import type { ProjectCopies, ProjectWrite } from './copies/types.ts'
import { rememberRemoved } from './removed-projects.ts'
import { createStaging } from './staging.ts'
import { failureTexts } from './texts.ts'
import { StorageError, type ProjectStore, type StoredProject } from './types.ts'

const contents: TableName[] = ['projects', 'heads', 'cases', 'journal', 'documents']

const listed = ({ localId, name, fileId, openedAt, fileName, unsaved }: ProjectRecord): StoredProject => ({
  localId,
  name,
  fileId,
  openedAt,
  ...(fileName === undefined ? {} : { fileName }),
  unsaved,
})

async function current(tables: Tables, localId: string, revision: number): Promise<ProjectRecord> {
  const record = await knownProject(tables, localId)
  if (record.revision !== revision) throw new StorageError('stale', failureTexts.stale)
  return record
}

/** The name may have changed back with an undo. */
const nameOf = async (tables: Tables, record: ProjectRecord): Promise<string> =>
  (await tables.heads.get(record.content))?.head.name ?? record.name

const hasConcealed = ({ changes }: Edit): boolean => changes.some(({ concealed }) => concealed !== undefined)

const writeOf = (localId: string, name: string, edit: Edit, revision: number): ProjectWrite => ({
  localId,
  name,
  revision,
  records: {
    head: edit.changes.some(({ record }) => record === 'head'),
    cases: edit.changes.flatMap((change) => (change.record === 'case' ? change.id : [])),
  },
  conceals: hasConcealed(edit),
})

/**
 * Opens the page's store of projects. `lasting` is false when it is only in memory (R16). Rejects only with StorageError
 * `closed` when a newer Assay has upgraded the database (R23): show its message and offer to reload. `copies` hears of what is written
 * where it lasts.
 */
export async function createProjectStore(options: DatabaseOptions = {}, copies?: ProjectCopies): Promise<ProjectStore> {
  const db = forgettingData(await openDatabase(options))
  const copied = db.lasting ? copies : undefined
  const staging = createStaging(db)
  const notices = createProjectNotices(options.name ?? 'assay')
  const opened = new Set<string>()
  // What a sweep can't remove now, the next start removes.
  staging.sweep().catch(() => undefined)

  /** Writes the records of `project` beside what is there, then flips the pointer in one transaction (R21). */
  const store = async (
    localId: string,
    project: Project,
    file: { name: string } | undefined,
    lasting: (before: ProjectRecord | undefined) => Partial<ProjectRecord>,
  ): Promise<ProjectRecord> => {
    const flipped = await staging.write(splitProject(project), (content) =>
      db.write(['projects'], async (tables) => {
        const before = await tables.projects.get(localId)
        const record: ProjectRecord = {
          localId,
          content,
          name: project.name,
          fileId: project.id,
          openedAt: Date.now(),
          unsaved: file === undefined,
          revision: Math.max(before?.revision ?? 0, copied?.newest(localId) ?? 0) + 1,
          cursor: 0,
          ...(file === undefined ? {} : { fileName: file.name }),
          ...lasting(before),
        }
        await tables.projects.put([record])
        return { record, old: before?.content }
      }),
    )
    if (flipped.old !== undefined) await staging.drop(flipped.old)
    notices.tell(localId, 'written')
    // What is done with a project as a whole is said to be done when the copy is there too.
    await copied?.written({ localId, name: project.name, revision: flipped.record.revision })
    return flipped.record
  }

  const move = async (localId: string, revision: number, way: 'undo' | 'redo') => {
    const moved = await db.write(contents, async (tables) => {
      const record = await current(tables, localId, revision)
      const edit = await moveStep(tables, record.content, way === 'undo' ? record.cursor : record.cursor + 1, way)
      if (!edit) return undefined
      const cursor = record.cursor + (way === 'undo' ? -1 : 1)
      const name = await nameOf(tables, record)
      await tables.projects.put([{ ...record, cursor, unsaved: true, revision: revision + 1, name }])
      return { edit, revision: revision + 1, name }
    })
    if (!moved) return undefined
    notices.tell(localId, 'written')
    void copied?.written(writeOf(localId, moved.name, moved.edit, moved.revision))
    return { edit: moved.edit, revision: moved.revision }
  }

  return {
    lasting: db.lasting,
    list: async () => {
      const records = await db.read(['projects'], (tables) => tables.projects.all())
      return records.toSorted((a, b) => b.openedAt - a.openedAt).map(listed)
    },
    import: async (project, file) => listed(await store(crypto.randomUUID(), project, file, () => ({}))),
    replace: async (localId, project, file) => listed(await store(localId, project, file, () => ({}))),
    restore: async (localId, project) => {
      const record = await store(localId, project, undefined, (before) =>
        before?.fileName === undefined ? {} : { fileName: before.fileName },
      )
      return record.revision
    },
    remove: async (localId) => {
      await copied?.removing(localId)
      const record = await db.write(
        ['projects', 'files', 'bodyFiles', 'secrets', 'tokens', 'runs', 'runRows', 'settings'],
        async (tables) => {
          const found = await tables.projects.get(localId)
          await tables.projects.delete(localId)
          await rememberRemoved(tables, localId)
          await tables.files.delete(localId)
          await tables.bodyFiles.deleteUnder([localId])
          await tables.secrets.deleteUnder([localId])
          await tables.tokens.deleteUnder([localId])
          for (const { run, project } of await tables.runs.all()) {
            if (project !== localId) continue
            await tables.runs.delete(run)
            await tables.runRows.deleteUnder([run])
          }
          return found
        },
      )
      if (record) await staging.drop(record.content)
      notices.tell(localId, 'removed')
      copied?.removed(localId)
    },
    head: async (localId) => {
      const head = await db.read(['projects', 'heads', 'documents'], async (tables) => {
        const record = await tables.projects.get(localId)
        return record && readHead(tables, record.content)
      })
      if (head && !opened.has(localId)) {
        opened.add(localId)
        notices.tell(localId, 'opened')
      }
      return head
    },
    case: (localId, caseId) =>
      db.read(['projects', 'cases'], async (tables) => {
        const record = await tables.projects.get(localId)
        return record && (await tables.cases.get([record.content, caseId]))?.value
      }),
    project: (localId) => readStoredProject(db, localId),
    apply: async (localId, edit, revision) => {
      const next = revision + 1
      const conceals = hasConcealed(edit)
      const written = await db.write(conceals ? [...contents, 'files'] : contents, async (tables) => {
        const record = await current(tables, localId, revision)
        if (conceals) await dropVersions(tables, localId)
        const cursor = await applyEdit(tables, record, edit, Date.now())
        const name = edit.changes.findLast((change) => change.record === 'head')?.after.name ?? record.name
        await tables.projects.put([{ ...record, name, cursor, unsaved: true, revision: next }])
        return name
      })
      notices.tell(localId, 'written')
      void copied?.written(writeOf(localId, written, edit, next))
      return next
    },
    revision: (localId) => db.read(['projects'], async (tables) => (await knownProject(tables, localId)).revision),
    undo: (localId, revision) => move(localId, revision, 'undo'),
    redo: (localId, revision) => move(localId, revision, 'redo'),
    nextUndo: (localId) =>
      db.read(['projects', 'heads', 'cases', 'journal'], async (tables) => {
        const { content, cursor } = await knownProject(tables, localId)
        return peekStep(tables, content, cursor)
      }),
    history: (localId) =>
      db.read(['projects', 'journal'], async (tables) => {
        const { content, cursor } = await knownProject(tables, localId)
        const undo = await tables.journal.get([content, cursor])
        const redo = await tables.journal.get([content, cursor + 1])
        return { ...(undo ? { undo: undo.label } : {}), ...(redo ? { redo: redo.label } : {}) }
      }),
    ...createFileStore(db),
    subscribe: notices.subscribe,
    setting: async <T>(key: string) =>
      (await db.read(['settings'], (tables) => tables.settings.get(key)))?.value as T | undefined,
    putSetting: (key, value) => db.write(['settings'], (tables) => tables.settings.put([{ key, value }])),
  }
}
