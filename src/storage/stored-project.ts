import type { Project } from '#engine/project/schema.ts'
import { openDatabase, type DatabaseOptions } from './open-database.ts'
import type { Database } from './records.ts'
import { joinProject } from '#engine/project/edit/state.ts'
import { caseGone } from './texts.ts'
import { StorageError } from './types.ts'

/** A whole project from its records; undefined if it is not stored. */
export function readStoredProject(db: Database, localId: string): Promise<Project | undefined> {
  return db.read(['projects', 'heads', 'cases'], async (tables) => {
    const record = await tables.projects.get(localId)
    const stored = record && (await tables.heads.get(record.content))
    if (!stored) return undefined
    const cases = await tables.cases.under([stored.content])
    const byId = new Map(cases.map(({ id, value }) => [id, value]))
    return joinProject(stored.head, ({ id, name }) => {
      const value = byId.get(id)
      if (!value) throw new StorageError('unavailable', caseGone(stored.head.name, name))
      return value
    })
  })
}

/** Reads a project in a worker, from the same database as the page's store. */
export const loadProject = async (localId: string, options: DatabaseOptions = {}): Promise<Project | undefined> =>
  readStoredProject(await openDatabase(options), localId)
