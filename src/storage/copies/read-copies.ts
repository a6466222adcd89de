import type { ProjectHead } from '#engine/project/edit/state.ts'
import type { Case, Project } from '#engine/project/format/schema.ts'
import { createMemoryDatabase } from '../memory-database.ts'
import { createStaging } from '../staging.ts'
import { readStoredProject } from '../stored-project.ts'
import { recordsOf, type CopyLog } from './copy-log.ts'
import type { CopySlots } from './copy-slots.ts'
import { vaultName } from './vault-copy.ts'

/** What a copy holds of its project. */
export interface CopiedRecords {
  head: ProjectHead
  cases: Case[]
  documents: { key: string; text: string }[]
}

/** Reads the records of a copy. */
export function copiedRecords({ records }: CopyLog): CopiedRecords {
  const head = JSON.parse(records.get('head\t""') ?? '{}') as ProjectHead
  const values = new Map([...recordsOf(records, 'case')].map(([id, json]) => [id, JSON.parse(json) as Case]))
  const cases = head.suites.flatMap((suite) => suite.cases.flatMap(({ id }) => values.get(id) ?? []))
  const documents = [...recordsOf(records, 'document')].map(([key, json]) => ({ key, text: JSON.parse(json) as string }))
  return { head, cases, documents }
}

/** A project as its copy has it. */
export interface ReadCopy {
  localId: string
  openedAt: number
  revision: number
  /** Milliseconds since 1970 of the last edit in it. */
  at: number
  project: Project
}

/** Reads all copies, those of the projects that were opened last at the end. Nothing is written. */
export async function readCopies(slots: CopySlots): Promise<ReadCopy[]> {
  const found: ReadCopy[] = []
  for (const name of await slots.names()) {
    // One that can't be read keeps no other away.
    const slot = name === vaultName ? undefined : await slots.load(name).catch(() => undefined)
    if (!slot || slot === 'newer') continue
    const { localId, openedAt, revision, at } = slot.log.project
    const project = await projectOf(slot.log).catch(() => undefined)
    if (project) found.push({ localId, openedAt, revision, at, project })
  }
  return found.toSorted((one, other) => one.openedAt - other.openedAt)
}

/** Puts a project together as the database does, with its documents and tables. */
async function projectOf(log: CopyLog): Promise<Project | undefined> {
  const db = createMemoryDatabase()
  const { at: _at, ...state } = log.project
  await createStaging(db).write(copiedRecords(log), (content) =>
    db.write(['projects'], (tables) => tables.projects.put([{ ...state, content, cursor: 0 }])),
  )
  return readStoredProject(db, state.localId)
}
