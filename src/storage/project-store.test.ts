import * as fc from 'fast-check'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Case, Project } from '#engine/project/format/schema.ts'
import { concealing } from '#engine/project/edit/conceal.ts'
import type { Edit } from '#engine/project/edit/edit.ts'
import { openIndexedDatabase } from './indexed-database.ts'
import { journalLength } from './journal.ts'
import { openDatabase } from './open-database.ts'
import { createProjectStore } from './project-store.ts'
import { createRunStore } from './run-store.ts'
import { createStaging } from './staging.ts'
import { fakeIndexedDatabase } from './testing/fake-indexed-database.ts'
import { splitProject } from '#engine/project/edit/state.ts'
import { StorageError, type ProjectStore } from './types.ts'
import { fuzzRuns } from '../../e2e/fuzz-runs.ts'

beforeAll(fakeIndexedDatabase)

let names = 0
const place = () => ({ name: `test-${(names += 1)}` })

const wait = (id: string, seconds: number) =>
  ({ id, kind: 'wait', name: `Wait ${id}`, description: '', disabled: false, seconds }) satisfies Case['steps'][number]

const makeCase = (id: string, name = `Case ${id}`): Case => ({
  id,
  name,
  description: '',
  tags: [],
  variables: [],
  onFailure: 'stop',
  steps: [wait(`${id}-w`, 1)],
})

const makeProject = (cases: Case[] = [makeCase('c1'), makeCase('c2')]): Project => ({
  format: 'aprj',
  version: 1,
  id: 'p1',
  name: 'Orders API',
  description: '',
  environments: [],
  variables: [{ name: 'big', value: 9, description: '' }],
  connections: [],
  dataSources: [],
  apis: [],
  suites: [{ id: 's1', name: 'Orders', description: '', variables: [], cases }],
  loadTests: [],
  designs: [],
})

/** What the page does to rename a case: two records, one edit. */
function rename(project: Project, id: string, name: string): { edit: Edit; project: Project } {
  const after: Project = {
    ...project,
    suites: project.suites.map((suite) => ({
      ...suite,
      cases: suite.cases.map((value) => (value.id === id ? { ...value, name } : value)),
    })),
  }
  const find = (whole: Project) => whole.suites[0]?.cases.find((value) => value.id === id)
  const changes: Edit['changes'] = [
    { record: 'head', before: splitProject(project).head, after: splitProject(after).head },
    { record: 'case', id, before: find(project), after: find(after) },
  ]
  return { edit: { label: `Rename to ${name}`, changes }, project: after }
}

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error: unknown) => (error instanceof StorageError ? error.failure : String(error)),
  )

afterEach(() => {
  vi.unstubAllGlobals()
})

/** The store of a page whose browser offers this as its IndexedDB. */
function storeOn(factory: object | undefined): Promise<ProjectStore> {
  vi.stubGlobal('indexedDB', factory)
  return createProjectStore({ ...place(), patience: 20 })
}

const stores: [string, () => Promise<ProjectStore>][] = [
  ['IndexedDB', () => createProjectStore(place())],
  ['memory', () => storeOn(undefined)],
]

describe.each(stores)('[T2] the store of projects in %s', (_, open) => {
  it('[T2] gives back what was imported, and lists it', async () => {
    const store = await open()
    const { localId } = await store.import(makeProject(), { name: 'orders.aprj' })
    expect(await store.project(localId)).toEqual(makeProject())
    expect(await store.head(localId)).toEqual(splitProject(makeProject()).head)
    expect(await store.case(localId, 'c2')).toEqual(makeCase('c2'))
    expect(await store.list()).toMatchObject([
      { localId, name: 'Orders API', fileId: 'p1', fileName: 'orders.aprj', unsaved: false },
    ])
  })

  it('[T2] takes an edit, marks it unsaved, and takes it back and again', async () => {
    const store = await open()
    const { localId } = await store.import(makeProject(), { name: 'orders.aprj' })
    const { edit, project } = rename(makeProject(), 'c1', 'Other')
    const second = await store.apply(localId, edit, await store.revision(localId))
    expect(await store.project(localId)).toEqual(project)
    expect(await store.list()).toMatchObject([{ unsaved: true }])
    expect(await store.history(localId)).toEqual({ undo: 'Rename to Other' })
    const undone = await store.undo(localId, second)
    expect(undone?.edit).toEqual(edit)
    expect(await store.project(localId)).toEqual(makeProject())
    expect(await store.history(localId)).toEqual({ redo: 'Rename to Other' })
    const redone = await store.redo(localId, undone?.revision ?? 0)
    expect(redone?.edit).toEqual(edit)
    expect(await store.project(localId)).toEqual(project)
    expect(await store.redo(localId, redone?.revision ?? 0)).toBeUndefined()
  })

  it('[R22] refuses a write on an older revision and changes nothing', async () => {
    const store = await open()
    const { localId } = await store.import(makeProject())
    const revision = await store.revision(localId)
    const first = rename(makeProject(), 'c1', 'First')
    await store.apply(localId, first.edit, revision)
    expect(await failureOf(store.apply(localId, rename(makeProject(), 'c1', 'Second').edit, revision))).toBe('stale')
    expect(await failureOf(store.undo(localId, revision))).toBe('stale')
    expect(await store.project(localId)).toEqual(first.project)
  })

  it('[T2] merges typing into one undo step', async () => {
    const store = await open()
    const { localId } = await store.import(makeProject())
    let project = makeProject()
    let revision = await store.revision(localId)
    for (const name of ['A', 'Ab', 'Abc']) {
      const next = rename(project, 'c1', name)
      revision = await store.apply(localId, { ...next.edit, merge: 'name c1' }, revision)
      project = next.project
    }
    const undone = await store.undo(localId, revision)
    expect(await store.project(localId)).toEqual(makeProject())
    await store.redo(localId, undone?.revision ?? 0)
    expect(await store.project(localId)).toEqual(project)
  })

  it('[P4, R19] a value that was made secret leaves every undo step, through renaming, moving and other edits', async () => {
    const store = await open()
    const { localId } = await store.import(makeProject())
    let revision = await store.revision(localId)
    const variable = (name: string, value: string | number | { secret: string }) => ({ name, value, description: '' })
    type Variables = ReturnType<typeof variable>[]
    /** The project's variables and those of case c2 after each edit, and what undo gives back instead of what was in clear. */
    const states: [head: Variables, one: Variables, shownHead?: Variables | undefined, shownOne?: Variables][] = [
      [[variable('big', 9)], []],
      [[variable('big', 9), variable('variable', '')], []],
      [[variable('big', 9), variable('variable', 'hunter')], [], [variable('big', 9), variable('variable', { secret: 'pw' })]],
      [[variable('big', 9), variable('pw', 'hunter2')], [], [variable('big', 9), variable('pw', { secret: 'pw' })]],
      [[variable('pw', 'hunter2')], [], [variable('pw', { secret: 'pw' })]],
      [
        [variable('pw', 'hunter2')],
        [variable('pin', 4711)],
        [variable('pw', { secret: 'pw' })],
        [variable('pin', { secret: 'pin' })],
      ],
      [[variable('pw', { secret: 'pw' })], [variable('pin', 4711)], undefined, [variable('pin', { secret: 'pin' })]],
      [[variable('pw', { secret: 'pw' }), variable('more', 'hunter')], [variable('pin', { secret: 'pin' })]],
    ]
    const both = (project: Project | undefined) => [project?.variables, project?.suites[0]?.cases[1]?.variables]
    for (const [index, [variables, ofCase]] of states.slice(1).entries()) {
      const now = await store.project(localId)
      const before = now && splitProject(now)
      const one = before?.cases[1]
      if (!before || !one) throw new Error('gone')
      const changes: Edit['changes'] = [
        { record: 'head', before: before.head, after: { ...before.head, variables } },
        { record: 'case', id: 'c2', before: one, after: { ...one, variables: ofCase } },
      ]
      revision = await store.apply(localId, concealing({ label: `Edit ${index}`, changes }), revision)
    }
    for (const [variables, ofCase, shown = variables, shownOfCase = ofCase] of states.slice(0, -1).toReversed()) {
      revision = (await store.undo(localId, revision))?.revision ?? 0
      expect(both(await store.project(localId))).toEqual([shown, shownOfCase])
    }
    expect(await store.undo(localId, revision)).toBeUndefined()
    for (const [variables, ofCase, shown = variables, shownOfCase = ofCase] of states.slice(1)) {
      const redone = await store.redo(localId, revision)
      revision = redone?.revision ?? 0
      expect(both(await store.project(localId))).toEqual([shown, shownOfCase])
      expect(JSON.stringify(redone)).not.toMatch(/hunter2|4711/)
    }
  })

  it('[P4] references, other variables, and what was typed after a secret was given up keep their undo steps', async () => {
    const store = await open()
    const { localId } = await store.import(makeProject())
    let revision = await store.revision(localId)
    const values = ['${user}', 'one', { secret: 'a' }, '', 'two'] as const
    for (const value of values) {
      const before = await store.head(localId)
      if (!before) throw new Error('gone')
      const variables = [{ name: 'x', value, description: '' }, ...before.variables.slice(-1)]
      const edit = { label: 'Change', changes: [{ record: 'head' as const, before, after: { ...before, variables } }] }
      revision = await store.apply(localId, concealing(edit), revision)
    }
    const seen: unknown[] = []
    for (const _ of values) {
      revision = (await store.undo(localId, revision))?.revision ?? 0
      const variables = (await store.head(localId))?.variables
      seen.push(variables?.find(({ name }) => name === 'x')?.value)
      expect(variables?.at(-1)).toMatchObject({ name: 'big', value: 9 })
    }
    expect(seen).toEqual(['', { secret: 'a' }, { secret: 'a' }, '${user}', undefined])
  })

  it('[R17] tells that a project is gone, and stores it again from memory', async () => {
    const store = await open()
    const { localId } = await store.import(makeProject())
    const revision = await store.revision(localId)
    await store.remove(localId)
    const { edit, project } = rename(makeProject(), 'c1', 'Typed meanwhile')
    expect(await failureOf(store.apply(localId, edit, revision))).toBe('closed')
    const restored = await store.restore(localId, project)
    expect(await store.project(localId)).toEqual(project)
    expect(await store.apply(localId, rename(project, 'c2', 'Next').edit, restored)).toBe(restored + 1)
  })

  it('[T2] keeps the file of a project and settings of the page', async () => {
    const store = await open()
    const { localId } = await store.import(makeProject())
    await store.markSaved(localId, { name: 'a.aprj', lastModified: 5, digest: 'd' }, await store.revision(localId))
    expect(await store.file(localId)).toEqual({ name: 'a.aprj', lastModified: 5, digest: 'd' })
    expect(await store.list()).toMatchObject([{ fileName: 'a.aprj', unsaved: false }])
    await store.putSetting('theme', 'dark')
    expect(await store.setting('theme')).toBe('dark')
  })

  it('[X10] keeps the last five versions of the file, each once', async () => {
    const store = await open()
    const { localId } = await store.import(makeProject())
    await store.markSaved(localId, { name: 'a.aprj', digest: '0' }, 1)
    for (const n of [0, 1, 2, 3, 4, 5, 2]) await store.keepVersion(localId, String(n), Uint8Array.of(n))
    await store.markSaved(localId, { name: 'b.aprj', digest: '2' }, 1)
    expect((await store.fileVersions(localId)).map(({ bytes }) => bytes[0])).toEqual([2, 5, 4, 3, 1])
    expect(await store.file(localId)).toEqual({ name: 'b.aprj', digest: '2' })
    await store.keepVersion(localId, 'large', new Uint8Array(10_000_000))
    expect(await store.fileVersions(localId)).toHaveLength(1)
  })

  it('[X10] an undone merge no longer counts: neither as a version to compare with nor as the state of the file', async () => {
    const store = await open()
    const { localId } = await store.import(makeProject())
    const merge = async (digest: string, base: string) => {
      await store.apply(localId, rename(makeProject(), 'c1', digest).edit, await store.revision(localId))
      await store.markMerged(localId, { name: 'a.aprj', digest }, Uint8Array.of(1), { edited: true, base })
    }
    const undo = async () => store.undo(localId, await store.revision(localId))
    const known = async () => [
      (await store.file(localId))?.digest,
      (await store.fileVersions(localId)).map(({ digest, undone }) => (undone ? `${digest}, not ${undone.base}` : digest)),
    ]
    await store.markSaved(localId, { name: 'a.aprj', digest: 'saved' }, 1)
    await store.keepVersion(localId, 'saved', Uint8Array.of(0))
    await merge('theirs', 'saved')
    expect(await store.list()).toMatchObject([{ unsaved: true }])
    expect(await known()).toEqual(['theirs', ['theirs', 'saved']])
    await undo()
    expect(await known()).toEqual(['saved', ['theirs, not saved', 'saved']])
    await store.redo(localId, await store.revision(localId))
    expect(await known()).toEqual(['theirs', ['theirs', 'saved']])
    await merge('newer', 'theirs')
    await undo()
    await undo()
    expect(await known()).toEqual(['saved', ['newer, not theirs', 'theirs, not saved', 'saved']])
    // Another edit takes the place of the undo step.
    await store.apply(localId, rename(makeProject(), 'c1', 'Other').edit, await store.revision(localId))
    expect(await known()).toEqual(['saved', ['newer, not theirs', 'theirs, not saved', 'saved']])
    await store.markMerged(localId, { name: 'copy.aprj', digest: 'theirs' }, Uint8Array.of(1), { edited: false })
    expect(await known()).toEqual(['saved', ['theirs', 'newer, not theirs', 'saved']])
  })

  it('[P4] drops the kept versions of a file with an edit that makes a value secret', async () => {
    const store = await open()
    const { localId } = await store.import(makeProject())
    await store.markSaved(localId, { name: 'a.aprj', digest: '0' }, 1)
    await store.keepVersion(localId, '0', Uint8Array.of(0))
    const { edit } = rename(makeProject(), 'c1', 'Renamed')
    await store.apply(localId, edit, 1)
    expect(await store.fileVersions(localId)).toHaveLength(1)
    const secret = { ...edit, changes: edit.changes.map((change) => ({ ...change, concealed: [['name']] })) }
    await store.apply(localId, secret, 2)
    expect([await store.fileVersions(localId), (await store.file(localId))?.digest]).toEqual([[], '0'])
  })

  it('[T2] what is edited while the file is being written stays unsaved', async () => {
    const store = await open()
    const { localId } = await store.import(makeProject())
    const revision = await store.revision(localId)
    await store.apply(localId, rename(makeProject(), 'c1', 'Meanwhile').edit, revision)
    await store.markSaved(localId, { name: 'a.aprj', digest: 'd' }, revision)
    expect(await store.list()).toMatchObject([{ fileName: 'a.aprj', unsaved: true }])
  })

  it('[T2] undo ∘ apply is the identity, and replaying all of it gives the last state', async () => {
    const cases = ['c1', 'c2', 'c3']
    const action = fc.record({ id: fc.constantFrom(...cases), name: fc.string({ maxLength: 5 }), merge: fc.boolean() })
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 1, maxLength: 8 }), async (actions) => {
        const store = await open()
        const start = makeProject(cases.map((id) => makeCase(id)))
        const { localId } = await store.import(start)
        let project = start
        let revision = await store.revision(localId)
        for (const { id, name, merge } of actions) {
          const next = rename(project, id, name)
          revision = await store.apply(localId, { ...next.edit, ...(merge ? { merge: id } : {}) }, revision)
          project = next.project
        }
        for (let moved = await store.undo(localId, revision); moved; moved = await store.undo(localId, revision)) {
          revision = moved.revision
        }
        expect(await store.project(localId)).toEqual(start)
        for (let moved = await store.redo(localId, revision); moved; moved = await store.redo(localId, revision)) {
          revision = moved.revision
        }
        expect(await store.project(localId)).toEqual(project)
      }),
      { numRuns: fuzzRuns(300) },
    )
  })
})

describe('[T2] what lasts', () => {
  it('[R19] undo is there after a reload', async () => {
    const where = place()
    const first = await createProjectStore(where)
    const { localId } = await first.import(makeProject())
    await first.apply(localId, rename(makeProject(), 'c1', 'Other').edit, 1)
    const again = await createProjectStore({ ...where, name: where.name })
    expect(await again.history(localId)).toEqual({ undo: 'Rename to Other' })
    expect((await again.undo(localId, await again.revision(localId)))?.edit.label).toBe('Rename to Other')
    expect(await again.project(localId)).toEqual(makeProject())
  })

  it('[T2] the journal is pruned, and what it keeps can be undone', async () => {
    const store = await createProjectStore(place())
    const { localId } = await store.import(makeProject())
    let revision = await store.revision(localId)
    let value = makeCase('c1')
    for (let i = 0; i < journalLength + 20; i++) {
      const after = makeCase('c1', `Name ${i}`)
      revision = await store.apply(
        localId,
        { label: 'x', changes: [{ record: 'case', id: 'c1', before: value, after }] },
        revision,
      )
      value = after
    }
    let steps = 0
    for (let moved = await store.undo(localId, revision); moved; moved = await store.undo(localId, revision)) {
      revision = moved.revision
      steps++
    }
    expect(steps).toBe(journalLength)
    expect((await store.case(localId, 'c1'))?.name).toBe('Name 19')
  })

  it('[T2] the head of 10,000 steps comes from one record', async () => {
    const store = await createProjectStore(place())
    const cases = Array.from({ length: 1_000 }, (_, index) => ({
      ...makeCase(`c${index}`),
      steps: Array.from({ length: 10 }, (_, step) => wait(`c${index}-${step}`, 1)),
    }))
    const { localId } = await store.import(makeProject(cases))
    const head = await store.head(localId)
    expect(head?.suites[0]?.cases).toHaveLength(1_000)
    expect(head?.suites[0]?.cases[999]).toEqual({ id: 'c999', name: 'Case c999', tags: [], steps: 10, requests: 0 })
    expect(await store.project(localId)).toEqual(makeProject(cases))
  })

  it('[P4] a second import of the same file is a project of its own', async () => {
    const store = await createProjectStore(place())
    const [one, two] = [await store.import(makeProject()), await store.import(makeProject())]
    expect(one.localId).not.toBe(two.localId)
    expect((await store.list()).map((project) => project.fileId)).toEqual(['p1', 'p1'])
  })

  it('[R21] an import that was cut off leaves the old state, and is swept at the next start', async () => {
    const where = place()
    const store = await createProjectStore(where)
    const { localId } = await store.import(makeProject())
    const db = await openDatabase(where)
    await db.write(['heads', 'cases'], async (tables) => {
      await tables.heads.put([{ content: 'killed', head: splitProject(makeProject()).head }])
      await tables.cases.put([{ content: 'killed', id: 'c1', value: makeCase('c1') }])
    })
    await createStaging(db).sweep()
    expect(await db.read(['heads'], (tables) => tables.heads.get('killed'))).toBeUndefined()
    expect(await db.read(['cases'], (tables) => tables.cases.under(['killed']))).toEqual([])
    expect(await store.project(localId)).toEqual(makeProject())
  })

  it('[R21] a replace that fails on its way leaves the old project', async () => {
    const where = place()
    const store = await createProjectStore(where)
    const { localId } = await store.import(makeProject())
    const uncloneable = {
      ...makeProject(),
      suites: [{ ...makeProject().suites[0], cases: [makeCase('c8'), { ...makeCase('c9'), steps: [() => 1] }] }],
    }
    expect(await failureOf(store.replace(localId, uncloneable as unknown as Project))).toBe('unavailable')
    expect(await store.project(localId)).toEqual(makeProject())
    const db = await openDatabase(where)
    expect(await db.read(['heads'], (tables) => tables.heads.all())).toHaveLength(1)
  })
})

it('[P4] a project that is removed takes its runs with it, and no other ones', async () => {
  const at = place()
  const [store, runs] = [await createProjectStore(at), createRunStore(at)]
  const [gone, stays] = [await store.import(makeProject()), await store.import(makeProject())]
  await runs.begin('r1', gone.localId, '2026-01-01T00:00:00Z')
  await runs.append('r1', [{ type: 'step-started', seq: 1, at: 0, case: 'c1', step: 'w' }])
  await runs.begin('r2', stays.localId, '2026-01-02T00:00:00Z')
  await store.remove(gone.localId)
  expect(await runs.kept()).toEqual(['r2'])
  expect(await runs.events?.('r1', 10)).toEqual([])
})

describe('[R16] [R23] [R14] storage that does not play along', () => {
  it('[R16] works in memory when IndexedDB is missing, refuses or hangs', async () => {
    const refusing = {
      open: () => {
        throw new DOMException('no', 'SecurityError')
      },
    }
    const hanging = { open: () => new IDBOpenDBRequest() }
    for (const factory of [undefined, refusing, hanging]) {
      const store = await storeOn(factory)
      expect(store.lasting).toBe(false)
      const { localId } = await store.import(makeProject())
      expect(await store.project(localId)).toEqual(makeProject())
    }
  })

  it('[R23] a page never writes once a newer version wants the database', async () => {
    const where = place()
    const store = await createProjectStore(where)
    const { localId } = await store.import(makeProject())
    await new Promise<void>((resolve, reject) => {
      const opening = indexedDB.open(where.name, 20)
      opening.addEventListener('success', () => resolve())
      opening.addEventListener('error', () => reject(opening.error))
    })
    expect(await failureOf(store.apply(localId, rename(makeProject(), 'c1', 'Late').edit, 1))).toBe('closed')
    expect(await failureOf(openIndexedDatabase(where.name))).toBe('closed')
  })

  it('[R14] a new database that the browser breaks off is rejected, and made when it is opened again', async () => {
    const { name } = place()
    const real = indexedDB
    const breakingOff = {
      open: (...version: [string, number]) => {
        const request = real.open(...version)
        request.addEventListener('upgradeneeded', () => queueMicrotask(() => request.transaction?.abort()))
        return request
      },
    }
    vi.stubGlobal('indexedDB', breakingOff)
    expect(await failureOf(openIndexedDatabase(name))).toBe('unavailable')
    vi.unstubAllGlobals()
    const db = await openIndexedDatabase(name)
    expect(await db.read(['projects'], (tables) => tables.projects.all())).toEqual([])
  })

  it('[R17] a database that was deleted while the page was open is created again, and the project can be stored', async () => {
    const where = place()
    const store = await createProjectStore(where)
    const { localId } = await store.import(makeProject())
    await new Promise<void>((resolve, reject) => {
      const deleting = indexedDB.deleteDatabase(where.name)
      deleting.addEventListener('success', () => resolve())
      deleting.addEventListener('error', () => reject(deleting.error))
    })
    const { edit, project } = rename(makeProject(), 'c1', 'Typed meanwhile')
    expect(await failureOf(store.apply(localId, edit, 1))).toBe('closed')
    await store.restore(localId, project)
    expect(await store.project(localId)).toEqual(project)
  })

  it('[R14] a full disk refuses the edit by name and leaves the old data', async () => {
    const where = place()
    const store = await createProjectStore(where)
    const { localId } = await store.import(makeProject())
    const { edit } = rename(makeProject(), 'c1', 'Too much')
    const store2 = await createProjectStore(where)
    const db = await openDatabase(where)
    const failing = db.write(['projects'], async (tables) => {
      await tables.projects.delete(localId)
      throw new DOMException('full', 'QuotaExceededError')
    })
    expect(await failureOf(failing)).toBe('quota')
    expect(await store2.project(localId)).toEqual(makeProject())
    expect(await store.apply(localId, edit, await store.revision(localId))).toBe(2)
  })
})
