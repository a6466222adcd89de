import type { Project } from '#engine/project/format/schema.ts'
import { openDatabase, type DatabaseOptions } from './open-database.ts'
import { readHead } from './head-documents.ts'
import type { Database } from './records.ts'
import { joinProject } from '#engine/project/edit/state.ts'
import { caseGone } from './texts.ts'
import { StorageError } from './types.ts'

/** A whole project from its records; undefined if it is not stored. */
export function readStoredProject(db: Database, localId: string): Promise<Project | undefined> {
  return db.read(['projects', 'heads', 'cases', 'documents'], async (tables) => {
    const record = await tables.projects.get(localId)
    const head = record && (await readHead(tables, record.content))
    if (!head) return undefined
    const cases = await tables.cases.under([record.content])
    const byId = new Map(cases.map(({ id, value }) => [id, value]))
    return joinProject(head, ({ id, name }) => {
      const value = byId.get(id)
      if (!value) throw new StorageError('unavailable', caseGone(head.name, name))
      return value
    })
  })
}

/** Reads a project in a worker, from the same database as the page's store. */
export const loadProject = async (localId: string, options: DatabaseOptions = {}): Promise<Project | undefined> =>
  readStoredProject(await openDatabase(options), localId)
