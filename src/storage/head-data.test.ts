import { beforeAll, expect, it } from 'vitest'
import type { Edit } from '#engine/project/edit/edit.ts'
import { splitProject, type ProjectHead } from '#engine/project/edit/state.ts'
import { emptyProject } from '#engine/project/empty.ts'
import { openDatabase } from './open-database.ts'
import { createProjectStore } from './project-store.ts'
import { loadProject } from './stored-project.ts'
import { fakeIndexedDatabase } from './testing/fake-indexed-database.ts'

beforeAll(fakeIndexedDatabase)

const edit = (before: ProjectHead, after: ProjectHead): Edit => ({ label: 'x', changes: [{ record: 'head', before, after }] })

it('[T4] stores the rows of a large table some together: after an edit of a cell only those around it', async () => {
  const name = crypto.randomUUID()
  const store = await createProjectStore({ name })
  const rows = Array.from({ length: 2_000 }, (_, n) => [String(n), n])
  const table = { id: 'd', name: 'rows', description: '', kind: 'table' as const, columns: ['a', 'b'], rows }
  const text = { id: 't', name: 'text', description: '', kind: 'csv' as const, text: 'id\n'.repeat(5_000), file: '' }
  const project = { ...emptyProject('p', 'P'), dataSources: [table, text] }
  const { localId } = await store.import(project)
  const { head } = splitProject(project)
  const changed = rows.map((row, index) => (index === 700 ? ['x', 7] : row))
  const after = { ...head, dataSources: [{ ...table, rows: changed }, text] }
  const revision = await store.apply(localId, edit(head, after), 1)
  expect(await store.head(localId)).toEqual(after)
  expect((await loadProject(localId, { name }))?.dataSources).toEqual(after.dataSources)

  const db = await openDatabase({ name })
  const stored = await db.read(['documents', 'heads', 'journal'], async (tables) => ({
    documents: await tables.documents.all(),
    others: JSON.stringify([await tables.heads.all(), await tables.journal.all()]),
  }))
  // Four parts of the table, the one that changed, the text.
  expect(stored.documents).toHaveLength(6)
  expect(stored.others.length).toBeLessThan(5_000)

  const undone = await store.undo(localId, revision)
  expect(undone?.edit.changes[0]).toMatchObject({ before: { dataSources: [table, text] } })
  expect(await store.head(localId)).toEqual(head)
})

it('[T4] small data stays in the head', async () => {
  const name = crypto.randomUUID()
  const store = await createProjectStore({ name })
  const table = { id: 'd', name: 'rows', description: '', kind: 'table' as const, columns: ['a'], rows: [['1']] }
  const { localId } = await store.import({ ...emptyProject('p', 'P'), dataSources: [table] })
  expect((await store.head(localId))?.dataSources).toEqual([table])
  const db = await openDatabase({ name })
  expect(await db.read(['documents'], (tables) => tables.documents.all())).toEqual([])
})
