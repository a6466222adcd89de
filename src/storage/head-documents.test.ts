import { beforeAll, expect, it } from 'vitest'
import type { Edit } from '#engine/project/edit/edit.ts'
import { splitProject } from '#engine/project/edit/state.ts'
import { emptyProject } from '#engine/project/empty.ts'
import { openDatabase } from './open-database.ts'
import { createProjectStore } from './project-store.ts'
import { loadProject } from './stored-project.ts'
import { earlierDatabase } from './testing/earlier-database.ts'
import { fakeIndexedDatabase } from './testing/fake-indexed-database.ts'

beforeAll(fakeIndexedDatabase)

const document = (title: string) => JSON.stringify({ openapi: '3.1.0', info: { title } })

it('stores a document once, however many undo steps hold it, and gives it back with every head', async () => {
  const name = crypto.randomUUID()
  const store = await createProjectStore({ name })
  const api = { id: 'a', name: 'Orders', description: '', document: document('one') }
  const { localId } = await store.import({ ...emptyProject('p', 'P'), apis: [api] })
  const { head } = splitProject({ ...emptyProject('p', 'P'), apis: [api] })
  const other = { ...head, apis: [{ ...api, document: document('two') }] }
  const edit = (before: typeof head, after: typeof head): Edit => ({ label: 'x', changes: [{ record: 'head', before, after }] })

  let revision = await store.apply(localId, edit(head, { ...head, description: 'a' }), 1)
  revision = await store.apply(localId, edit({ ...head, description: 'a' }, other), revision)
  expect(await store.head(localId)).toEqual(other)
  expect((await loadProject(localId, { name }))?.apis).toEqual(other.apis)

  const db = await openDatabase({ name })
  const texts = await db.read(['documents', 'heads', 'journal'], async (tables) => ({
    documents: (await tables.documents.all()).map(({ text }) => text),
    others: JSON.stringify([await tables.heads.all(), await tables.journal.all()]),
  }))
  expect(texts.documents.toSorted()).toEqual([document('one'), document('two')])
  expect(texts.others).not.toContain('openapi')

  const undone = await store.undo(localId, revision)
  expect(undone?.edit.changes[0]).toMatchObject({ before: { apis: [api], description: 'a' }, after: other })
  expect(await store.head(localId)).toEqual({ ...head, description: 'a' })
  await store.remove(localId)
  expect(await db.read(['documents'], (tables) => tables.documents.all())).toEqual([])
})

it('a database without the table gets it, and a head of a version without APIs and designs is read', async () => {
  const name = crypto.randomUUID()
  await earlierDatabase(name, 1.1)
  const store = await createProjectStore({ name })
  expect(await store.setting('kept')).toBe(1)
  const { apis: _, designs: _designs, ...older } = emptyProject('p', 'P')
  expect(store.lasting).toBe(true)
  const { localId } = await store.import(older as ReturnType<typeof emptyProject>)
  expect(await store.head(localId)).toMatchObject({ apis: [], designs: [] })
})

it('keeps documents apart that differ where their keys do not look', async () => {
  const store = await createProjectStore({ name: crypto.randomUUID() })
  const long = (last: string) => `{"a":"${'x'.repeat(200_000)}${last}xx"}`
  const apis = ['y', 'z'].map((last) => ({ id: last, name: last, description: '', document: long(last) }))
  const { localId } = await store.import({ ...emptyProject('p', 'P'), apis })
  expect((await store.head(localId))?.apis).toEqual(apis)
})

it('keeps a long document in pieces, and gives it back whole', async () => {
  const name = crypto.randomUUID()
  const store = await createProjectStore({ name })
  const text = JSON.stringify({ a: Array.from({ length: 500_000 }, (_, n) => n) })
  const head = splitProject({ ...emptyProject('p', 'P'), apis: [{ id: 'a', name: 'A', description: '', document: text }] }).head
  const { localId } = await store.import({ ...emptyProject('p', 'P'), apis: head.apis })
  expect((await loadProject(localId, { name }))?.apis[0]?.document).toBe(text)
  const change: Edit = { label: 'x', changes: [{ record: 'head', before: head, after: { ...head, name: 'Q' } }] }
  await store.apply(localId, change, 1)
  expect(await store.head(localId)).toEqual({ ...head, name: 'Q' })
  const db = await openDatabase({ name })
  const pieces = await db.read(['documents'], (tables) => tables.documents.all())
  expect(pieces).toHaveLength(Math.ceil(text.length / 1_000_000))
})
