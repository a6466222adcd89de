import * as fc from 'fast-check'
import { beforeAll, expect, it, vi } from 'vitest'
import { concealing } from '#engine/project/edit/conceal.ts'
import type { Edit } from '#engine/project/edit/edit.ts'
import { splitProject } from '#engine/project/edit/state.ts'
import { emptyProject } from '#engine/project/empty.ts'
import type { Case, Project } from '#engine/project/format/schema.ts'
import { makeCase } from '../../../e2e/host/projects.ts'
import { fuzzRuns } from '../../../e2e/fuzz-runs.ts'
import { openDatabase } from '../open-database.ts'
import { createProjectStore } from '../project-store.ts'
import { createMemoryFolder, type MemoryFolder } from '../testing/memory-folder.ts'
import { fakeIndexedDatabase } from '../testing/fake-indexed-database.ts'
import { checkStorage } from './check-storage.ts'
import { readCopyLog } from './copy-log.ts'
import { createProjectCopier } from './copy-projects.ts'
import { createCopySlots } from './copy-slots.ts'
import { createLedger } from './ledger.ts'
import { readCopies } from './read-copies.ts'
import type { LedgerEntry, ProjectCopies } from './types.ts'

beforeAll(fakeIndexedDatabase)

/** A browser's storage: its IndexedDB can get lost, its ledger and its private files can be damaged. */
async function browserOf(folder: MemoryFolder = createMemoryFolder(), ledger = new Map<string, LedgerEntry>()) {
  const where = { name: crypto.randomUUID() }
  const db = await openDatabase(where)
  const slots = createCopySlots(folder)
  const copier = createProjectCopier(db, slots)
  let going: Promise<void> = Promise.resolve()
  const copies: ProjectCopies = {
    async written({ localId, name, revision, records, conceals = false }) {
      ledger.set(localId, { name, revision, at: revision })
      // One after the other, as the page has them copied.
      going = going.then(() => copier.copy(localId, { from: revision - 1, to: revision, records, conceals }))
      await going
    },
    async removing(localId) {
      await copier.remove(localId)
      ledger.delete(localId)
    },
    removed: () => undefined,
    newest: (localId) => ledger.get(localId)?.revision ?? 0,
  }
  const store = await createProjectStore(where, copies)
  /** The next start. */
  const check = async () => {
    const { recovery } = await checkStorage(db, createCopySlots(folder), createProjectCopier(db, createCopySlots(folder)), ledger)
    return recovery
  }
  return { store, db, folder, ledger, check, copier, losesDatabase: () => browserOf(folder, ledger) }
}

const waiting = (id: string, name = `Case ${id}`): Case => ({ ...makeCase(id, []), name })
const projectOf = (cases: Case[], rest: Partial<Project> = {}): Project => ({
  ...emptyProject('p', 'Orders API'),
  suites: [{ id: 's', name: 'Suite', description: '', variables: [], cases }],
  ...rest,
})
const renamed = (before: Case, name: string): Edit => ({
  label: 'Rename',
  changes: [{ record: 'case', id: before.id, before, after: { ...before, name } }],
})
const described = (project: Project, description: string): Edit => {
  const { head: before } = splitProject(project)
  return { label: 'Describe', changes: [{ record: 'head', before, after: { ...before, description } }] }
}
/** Copies are written after the write that they follow. */
const copied = (folder: MemoryFolder, text: string) =>
  expect.poll(() => [...folder.files.values()].some((bytes) => new TextDecoder().decode(bytes).includes(text))).toBe(true)

it('[T2] a project of a lost database comes back as it was after its last edit, with its documents and large tables', async () => {
  const before = await browserOf()
  const document = JSON.stringify({ openapi: '3.1.0', info: { title: 'x'.repeat(20_000) } })
  const rows = Array.from({ length: 1_200 }, (_, at) => [`row ${at}`, at])
  const project = projectOf([waiting('c1'), waiting('c2\t"\n')], {
    apis: [{ id: 'a', name: 'API', description: '', document }],
    dataSources: [{ id: 'd', name: 'Rows', description: '', kind: 'table', columns: ['a', 'b'], rows }],
  })
  const { localId, openedAt } = await before.store.import(project, { name: 'orders.aprj' })
  let revision = await before.store.apply(localId, renamed(waiting('c1'), 'Renamed\uD800'), 1)
  const moved = { ...project, dataSources: [{ ...project.dataSources[0], rows: [['new', 0], ...rows] }] } as Project
  const { head: after } = splitProject(moved)
  const edit: Edit = { label: 'Row', changes: [{ record: 'head', before: splitProject(project).head, after }] }
  revision = await before.store.apply(localId, edit, revision)
  await before.store.undo(localId, revision)
  await expect
    .poll(async () => (await createCopySlots(before.folder).load(localId)) as object)
    .toMatchObject({ log: { project: { revision: 4 } } })

  const next = await before.losesDatabase()
  const recovery = await next.check()
  expect(recovery).toMatchObject({ restored: [{ localId, name: 'Orders API' }], lost: [] })
  expect(recovery.restored[0]).not.toHaveProperty('behind')
  expect(await next.store.project(localId)).toEqual(await before.store.project(localId))
  expect(await next.store.list()).toMatchObject([{ localId, openedAt, fileName: 'orders.aprj', unsaved: true }])
  // The notice stays until it is read, and the restored project is edited and copied as before.
  expect(await next.check()).toEqual(recovery)
  revision = await next.store.apply(localId, renamed(waiting('c1'), 'Afterwards'), await next.store.revision(localId))
  await copied(next.folder, 'Afterwards')
  expect((await (await next.losesDatabase()).check()).restored).toMatchObject([{ localId }])
})

it('[R19] an edit of one case of a large project adds that case to the copy, and compacting drops what was overwritten', async () => {
  const { store, folder } = await browserOf()
  const cases = Array.from({ length: 500 }, (_, at) => waiting(`c${at}`, `Case ${at} ${'x'.repeat(1_000)}`))
  const { localId } = await store.import(projectOf(cases))
  const sizes = () => [0, 1].map((slot) => folder.files.get(`${localId}.${slot}`)?.length ?? 0)
  const [whole = 0] = sizes()
  let revision = 1
  await store.apply(localId, renamed(cases[0] as Case, 'short'), revision++)
  await copied(folder, 'short')
  expect((sizes()[0] ?? 0) - whole).toBeLessThan(1_000)
  for (let at = 0; at < 5; at += 1) {
    await store.apply(localId, renamed(cases[1] as Case, `${at}${'y'.repeat(500_000)}`), revision++)
    await copied(folder, `"${at}yyy`)
  }
  await expect.poll(() => sizes()[1]).toBeGreaterThan(500_000)
  expect(sizes()[1]).toBeLessThan(whole + 600_000)
})

it('[R19] wherever the copy is torn off or a byte of it is changed, a state comes back that was written', async () => {
  const before = await browserOf()
  const project = projectOf([waiting('c1')])
  const { localId } = await before.store.import(project)
  for (let at = 1; at <= 3; at += 1) await before.store.apply(localId, renamed(waiting('c1'), `Name ${at}`), at)
  await copied(before.folder, 'Name 3')
  const name = `${localId}.0`
  const bytes = before.folder.files.get(name) ?? new Uint8Array()
  const nameIn = async (damaged: Uint8Array<ArrayBuffer>) => {
    const json = (await readCopyLog(damaged))?.records.get('case\t"c1"')
    return json === undefined ? undefined : (JSON.parse(json) as Case).name
  }
  const states = ['Case c1', 'Name 1', 'Name 2', 'Name 3']
  await fc.assert(
    fc.asyncProperty(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), async (at, bit) => {
      const flipped = bytes.slice()
      flipped[at] = (flipped[at] ?? 0) ^ bit
      // The number of the generation, in the first line, is not what is restored.
      for (const damaged of [bytes.slice(0, at), flipped]) expect([undefined, ...states]).toContain(await nameIn(damaged))
    }),
    { numRuns: fuzzRuns(100) },
  )
  // Torn in the middle of a whole state that is written beside it: the one before still counts.
  await before.store.replace(localId, projectOf([waiting('c1', 'Name 3')]))
  const newer = before.folder.files.get(`${localId}.1`) ?? new Uint8Array()
  for (let size = 0; size < newer.length; size += 1 + Math.floor(newer.length / 20)) {
    before.folder.files.set(`${localId}.1`, newer.slice(0, size))
    const next = await before.losesDatabase()
    expect((await next.check()).restored).toMatchObject([{ localId }])
    expect((await next.store.case(localId, 'c1'))?.name).toBe('Name 3')
  }
})

it('[P4] a value that becomes secret leaves the copies', async () => {
  const { store, folder } = await browserOf()
  const variable = { name: 'password', value: 'correct-horse', description: '' }
  const project = projectOf([], { variables: [variable] })
  const { localId } = await store.import(project)
  await store.apply(localId, described(project, 'Edited'), 1)
  await copied(folder, 'Edited')
  const { head: before } = splitProject({ ...project, description: 'Edited' })
  const after = { ...before, variables: [{ ...variable, value: { secret: 'password' } }] } as typeof before
  await store.apply(localId, concealing({ label: 'Conceal', changes: [{ record: 'head', before, after }] }), 2)
  await copied(folder, '{"secret":"password"}')
  const clear = () => [...folder.files.values()].filter((bytes) => new TextDecoder().decode(bytes).includes('correct-horse'))
  await expect.poll(clear).toEqual([])
})

it('[P4] a value that became secret leaves the copies at the next start if the browser was killed before it was copied', async () => {
  const { store, db, folder, check } = await browserOf()
  const variable = { name: 'password', value: 'correct-horse', description: '' }
  const { localId } = await store.import(projectOf([], { variables: [variable] }))
  await db.write(['projects', 'heads'], async (tables) => {
    const record = await tables.projects.get(localId)
    const found = record && (await tables.heads.get(record.content))
    if (!found) return
    const variables = [{ ...variable, value: { secret: 'password' } }]
    await tables.heads.put([{ ...found, head: { ...found.head, variables } }])
    await tables.projects.put([{ ...record, revision: 2 }])
  })
  await check()
  const texts = [...folder.files.values()].map((bytes) => new TextDecoder().decode(bytes)).join('')
  expect(texts).toContain('{"secret":"password"}')
  expect(texts).not.toContain('correct-horse')
})

it('[R22] a project that is edited, or read again from its file, while it is checked is neither restored nor doubled', async () => {
  const { store, folder, check } = await browserOf()
  const { localId } = await store.import(projectOf([waiting('c1')]))
  const { open } = folder
  const meanwhile = (work: () => Promise<unknown>) => {
    folder.open = async (name, create) => {
      if (!name.startsWith(localId)) return open(name, create)
      folder.open = open
      await work()
      return open(name, create)
    }
  }
  meanwhile(async () => {
    await store.apply(localId, renamed(waiting('c1'), 'Meanwhile'), 1)
    await copied(folder, 'Meanwhile')
  })
  expect(await check()).toEqual({ restored: [], lost: [] })
  meanwhile(() => store.replace(localId, projectOf([waiting('c2')])))
  expect(await check()).toEqual({ restored: [], lost: [] })
  expect(await store.list()).toMatchObject([{ localId }])
})

it('[R17] a copy of the vault that cannot be read keeps no project from coming back, and is kept', async () => {
  const before = await browserOf()
  const { localId } = await before.store.import(projectOf([waiting('c1')]))
  before.folder.files.set('vault.0', new Uint8Array([1]))
  const next = await before.losesDatabase()
  const { open } = next.folder
  next.folder.open = async (name, create) => {
    if (name.startsWith('vault')) throw new DOMException('taken', 'NoModificationAllowedError')
    return open(name, create)
  }
  expect((await next.check()).restored).toMatchObject([{ localId }])
  expect(next.folder.files.has('vault.0')).toBe(true)
})

it('[R17] a project that was removed is not restored, and not missed, even if the ledger still has it', async () => {
  const before = await browserOf()
  const { localId } = await before.store.import(projectOf([]))
  const entry = before.ledger.get(localId)
  await before.store.remove(localId)
  expect(before.folder.files.size).toBe(0)
  if (entry) before.ledger.set(localId, entry)
  expect(await before.check()).toEqual({ restored: [], lost: [] })
  expect(await before.store.list()).toEqual([])
})

it('[R17] what has no copy is named with the time of its last edit, and said until it is read', async () => {
  const before = await browserOf()
  const { localId } = await before.store.import(projectOf([]))
  before.folder.files.clear()
  const next = await before.losesDatabase()
  const said = { restored: [], lost: [{ localId, name: 'Orders API', at: 1 }] }
  expect(await next.check()).toEqual(said)
  next.ledger.clear()
  expect(await next.check()).toEqual(said)
  // Another project of the same name leaves it in the notice.
  const { localId: other } = await next.store.import(projectOf([]))
  const { check } = await next.losesDatabase()
  expect(await check()).toMatchObject({ restored: [{ localId: other }], lost: [] })
  next.ledger.delete(other)
  next.folder.files.clear()
  await next.db.write(['projects'], (tables) => tables.projects.delete(other))
  next.ledger.set('third', { name: 'Orders API', revision: 1, at: 2 })
  expect((await next.check()).lost.map(({ localId: id }) => id)).toEqual([localId, 'third'])
})

/** Does `work` once, when a file of a project is opened. */
const onceOpened = (folder: MemoryFolder, localId: string, work: () => Promise<unknown>): void => {
  const { open } = folder
  folder.open = async (name, create) => {
    if (!name.startsWith(localId) || name.endsWith('.1')) return open(name, create)
    folder.open = open
    await work()
    return open(name, create)
  }
}

it('[R17] a database that is lost while it is compared comes back whole, and what was copied just before too', async () => {
  const { store, db, folder, check } = await browserOf()
  const copiedNow = await store.import(projectOf([waiting('c1')]))
  const copiedBefore = await store.import(projectOf([waiting('c2')]))
  const removed = await store.import(projectOf([]))
  for (const name of folder.files.keys()) if (!name.startsWith(copiedBefore.localId)) folder.files.delete(name)
  await store.remove(removed.localId)
  const clear = () =>
    db.write(['projects', 'cases', 'heads'], async (tables) => {
      for (const { localId, content } of await tables.projects.all()) {
        await tables.projects.delete(localId)
        await tables.heads.delete(content)
        await tables.cases.deleteUnder([content])
      }
    })
  // Once the first was copied; the end of a file is looked at before.
  onceOpened(folder, copiedBefore.localId, async () => onceOpened(folder, copiedBefore.localId, clear))
  expect((await check()).restored.map(({ localId }) => localId).toSorted()).toEqual(
    [copiedNow.localId, copiedBefore.localId].toSorted(),
  )
  expect(await store.project(copiedNow.localId)).toMatchObject({ suites: [{ cases: [{ id: 'c1' }] }] })
  expect(await store.list()).toHaveLength(2)
})

it('[R17] what a check has restored is reported although the browser is killed before its end', async () => {
  const before = await browserOf()
  const first = await before.store.import(projectOf([]))
  const second = await before.store.import(projectOf([]))
  const next = await before.losesDatabase()
  // Twice: the end of a file is looked at before.
  onceOpened(next.folder, second.localId, async () => onceOpened(next.folder, second.localId, () => new Promise(() => undefined)))
  const { open } = next.folder
  void next.check()
  await expect.poll(() => next.store.list()).toMatchObject([{ localId: first.localId }])
  await expect.poll(() => next.folder.open === open).toBe(false)
  const { restored } = await next.check()
  expect(restored.map(({ localId }) => localId)).toEqual([first.localId, second.localId])
})

it('[R17] a copy that was cut off is taken for none, by its end', async () => {
  const { store, folder } = await browserOf()
  const { localId } = await store.import(projectOf([waiting('c1')]))
  const other = await store.import(projectOf([]))
  const whole = folder.files.get(`${localId}.0`) ?? new Uint8Array()
  folder.files.set(`${localId}.0`, whole.slice(0, -10))
  const sound = await createCopySlots(folder).endingSoundly([localId, other.localId, 'none'])
  expect(sound).toEqual(new Set([other.localId]))
})

it('[R17] a project that could not be removed is copied again', async () => {
  const { store, copier, folder } = await browserOf()
  const { localId } = await store.import(projectOf([waiting('c1')]))
  await copier.remove(localId)
  await store.apply(localId, renamed(waiting('c1'), 'Still here'), 1)
  await copied(folder, 'Still here')
})

it('[R16] copies are read for a page without a database, the project that was opened last at the end', async () => {
  const { store, folder } = await browserOf()
  const apis = [{ id: 'a', name: 'API', description: '', document: JSON.stringify({ openapi: '3.1.0' }) }]
  const projects = [projectOf([waiting('c1')], { apis }), { ...projectOf([]), name: 'Other' }]
  for (const [at, one] of projects.entries()) {
    vi.setSystemTime(at)
    await store.import(one)
  }
  vi.useRealTimers()
  const files = new Map(folder.files)
  expect((await readCopies(createCopySlots(folder))).map(({ project }) => project)).toEqual(projects)
  expect(folder.files).toEqual(files)
})

it('[R17] shows nothing when nothing is left, and recreates a lost ledger or lost copies', async () => {
  const fresh = await browserOf()
  expect(await fresh.check()).toEqual({ restored: [], lost: [] })
  const { localId } = await fresh.store.import(projectOf([waiting('c1')]))
  fresh.ledger.clear()
  fresh.folder.files.clear()
  expect(await fresh.check()).toEqual({ restored: [], lost: [] })
  expect((await (await fresh.losesDatabase()).check()).restored).toMatchObject([{ localId }])
})

it('[R17] an older or damaged project is replaced by its copy, and one that was edited meanwhile stays beside it', async () => {
  const { store, db, folder, ledger, check } = await browserOf()
  const { localId } = await store.import(projectOf([waiting('c1')]))
  await store.apply(localId, renamed(waiting('c1'), 'Edited'), 1)
  await copied(folder, 'Edited')
  const put = (revision: number) =>
    db.write(['projects'], async (tables) => {
      const record = await tables.projects.get(localId)
      if (record) await tables.projects.put([{ ...record, revision }])
    })

  await put(1)
  expect(await check()).toMatchObject({ restored: [{ localId }], lost: [] })
  await db.write(['cases'], async (tables) => {
    for (const { content, id } of await tables.cases.all()) await tables.cases.delete([content, id])
  })
  ledger.set(localId, { name: 'Orders API', revision: 99, at: 5 })
  expect(await check()).toMatchObject({ restored: [{ localId, behind: true }], lost: [] })
  expect((await store.case(localId, 'c1'))?.name).toBe('Edited')
  expect(await store.revision(localId)).toBe(100)
  await check()
  await put(1)
  const { get } = ledger
  // It is written to between the comparison and the restored state.
  ledger.get = (id) => {
    ledger.get = get
    void put(2)
    return ledger.get(id)
  }
  expect((await check()).restored.at(-1)).toMatchObject({ name: 'Orders API (restored copy)', beside: true })
  const names = (await store.list()).map(({ name }) => name)
  expect(names.toSorted()).toEqual(['Orders API', 'Orders API (restored copy)'])
})

it('[R14] a full disk keeps the copy that was there, and the edit goes on', async () => {
  const before = await browserOf()
  const { localId } = await before.store.import(projectOf([waiting('c1')]))
  before.folder.room = [...before.folder.files.values()].reduce((sum, { length }) => sum + length, 0) + 100
  const revision = await before.store.apply(localId, renamed(waiting('c1'), 'x'.repeat(1_000)), 1)
  await before.copier.copy(localId)
  expect((await (await before.losesDatabase()).check()).restored).toMatchObject([{ localId, behind: true }])
  before.folder.room = Infinity
  await before.store.apply(localId, renamed(waiting('c1'), 'Fits'), revision)
  await copied(before.folder, '"Fits"')
})

it('[R23] a copy of a later version is left alone', async () => {
  const { store, folder, check } = await browserOf()
  const { localId } = await store.import(projectOf([]))
  const later = new TextEncoder().encode('assay\t"2"\t1\nwhatever\n')
  folder.files.set(`${localId}.0`, later)
  await store.apply(localId, described(projectOf([]), 'Edited'), 1)
  expect(await check()).toEqual({ restored: [], lost: [] })
  expect(folder.files).toEqual(new Map([[`${localId}.0`, later]]))
})

it('[R16] without a private file system, or with a ledger that the browser refuses, everything else goes on', async () => {
  const nothing = { ...createMemoryFolder(), open: async () => undefined, names: async () => [] }
  const { store, check } = await browserOf(nothing)
  const { localId } = await store.import(projectOf([]))
  await store.apply(localId, described(projectOf([]), 'Edited'), 1)
  expect(await check()).toEqual({ restored: [], lost: [] })
  const ledger = createLedger(() => {
    throw new DOMException('refused', 'SecurityError')
  })
  ledger.put('a', { name: 'A', revision: 1, at: 1 })
  expect(ledger.entries()).toEqual(new Map([['a', { name: 'A', revision: 1, at: 1 }]]))
  ledger.remove('a')
  expect(ledger.entries().size).toBe(0)
})
