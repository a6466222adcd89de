import { composeEdit } from '#engine/project/edit/compose.ts'
import { createRoot } from 'solid-js'
import { describe, expect, it, vi } from 'vitest'
import { createTestLocks } from '../testing/locks.ts'
import { createMemoryStore } from '../testing/memory-store.ts'
import { projectOf, waitStep } from '#engine/project/edit/testing/projects.ts'
import { addSuite, moveCase, removeCase } from '#engine/project/edit/structure.ts'
import { createWorkspace, type Composer, type WorkspaceParts } from './workspace.ts'

async function opened(project = projectOf([2, 1], [1]), composer: WorkspaceParts['composer'] = () => composeEdit) {
  const store = createMemoryStore()
  const locks = createTestLocks()
  const { localId } = await store.import(project)
  const workspace = createRoot(() => createWorkspace({ store, locks, composer }))
  await workspace.open(localId)
  await workspace.load('c1')
  return { store, locks, workspace, localId }
}

describe('workspace', () => {
  it('[T2] an edit is on the screen at once and in the store after the flush', async () => {
    const { store, workspace, localId } = await opened()
    workspace.edit('Rename case', ['c1'], ({ cases }) => {
      if (cases['c1']) cases['c1'].name = 'Renamed'
    })
    expect(workspace.case('c1')?.name).toBe('Renamed')
    expect(workspace.head()?.suites[0]?.cases[0]?.name).toBe('Renamed')
    await workspace.flush()
    expect((await store.case(localId, 'c1'))?.name).toBe('Renamed')
    expect(workspace.saveState()).toEqual({ state: 'saved' })
  })

  it('[T2] edits before what makes them has been loaded follow in their order, on what is there by then', async () => {
    let load = (): void => undefined
    let composer: Composer | Promise<Composer> = new Promise((resolve) => (load = () => resolve((composer = composeEdit))))
    const { store, workspace, localId } = await opened(undefined, () => composer)
    const name = (more: string) =>
      workspace.edit('Rename', ['c1'], ({ cases }) => void (cases['c1'] && (cases['c1'].name += more)), 'c1/name')
    expect([name('a'), name('b')]).toEqual([true, true])
    expect(workspace.case('c1')?.name).toBe('Case c1')
    load()
    await vi.waitFor(() => expect(workspace.case('c1')?.name).toBe('Case c1ab'))
    await workspace.flush()
    expect((await store.case(localId, 'c1'))?.name).toBe('Case c1ab')
  })

  it("[T2] reports that an edit wasn't kept if the code for edits couldn't be loaded, and keeps the next one", async () => {
    let composer: Composer | Promise<Composer> = Promise.reject(new Error('The page is not reachable'))
    const { workspace } = await opened(undefined, () => composer)
    const name = (next: string) =>
      workspace.edit('Rename', ['c1'], ({ cases }) => void (cases['c1'] && (cases['c1'].name = next)))
    name('lost')
    await vi.waitFor(() =>
      expect(workspace.saveState()).toMatchObject({ state: 'not-saved', message: 'The page is not reachable' }),
    )
    composer = composeEdit
    name('kept')
    await workspace.flush()
    expect([workspace.case('c1')?.name, workspace.saveState().state]).toEqual(['kept', 'saved'])
  })

  it('[R19] typing is written 100 ms later, in one edit: 150 of the 250 ms that may be lost are for the writing', async () => {
    vi.useFakeTimers()
    try {
      const { store, workspace } = await opened()
      for (const name of ['a', 'ab', 'abc']) {
        workspace.edit('Rename', ['c1'], ({ cases }) => void (cases['c1'] && (cases['c1'].name = name)), 'c1/name')
        await vi.advanceTimersByTimeAsync(30)
      }
      expect(store.applied).toHaveLength(0)
      await vi.advanceTimersByTimeAsync(10)
      expect(store.applied).toHaveLength(1)
      expect(store.applied[0]?.changes.find((change) => change.record === 'case')?.before).toMatchObject({ name: 'Case c1' })
    } finally {
      vi.useRealTimers()
    }
  })

  it('[T2] a held key takes back one edit after the other, and none is rejected', async () => {
    const { workspace } = await opened()
    for (const id of ['s7', 's8', 's9']) workspace.edit(`Add ${id}`, [], (draft) => addSuite(draft, id, id))
    const suites = workspace.head()?.suites.length ?? 0
    const undone = await Promise.all([workspace.undo(), workspace.undo(), workspace.undo()])
    expect(undone.map((edit) => edit?.label)).toEqual(['Add s9', 'Add s8', 'Add s7'])
    expect(workspace.saveState()).toEqual({ state: 'saved' })
    await Promise.all([workspace.redo(), workspace.redo(), workspace.redo()])
    expect(workspace.head()?.suites).toHaveLength(suites)
  })

  it('[T2] an edit while an undo is being stored starts from what the undo gives, and is not refused', async () => {
    const { store, workspace, localId } = await opened()
    workspace.edit('Add suite', [], (draft) => addSuite(draft, 's9', 'New'))
    await workspace.flush()
    const undone = workspace.undo()
    expect(workspace.edit('Rename', [], ({ head }) => void (head.name = 'Renamed'))).toBe(true)
    await undone
    await vi.waitFor(() => expect(workspace.head()?.name).toBe('Renamed'), 20_000)
    await workspace.flush()
    expect(workspace.saveState()).toEqual({ state: 'saved' })
    const kept = await store.head(localId)
    expect([kept?.name, kept?.suites.some(({ id }) => id === 's9')]).toEqual(['Renamed', false])
  })

  it('[T2] undo and redo go through the store and name what they do', async () => {
    const { workspace } = await opened()
    workspace.edit('Add suite', [], (draft) => addSuite(draft, 's9', 'New'))
    workspace.edit('Delete case', ['c1'], (draft) => removeCase(draft, 'c1'))
    expect(workspace.history().undo).toBe('Delete case')
    expect((await workspace.undo())?.label).toBe('Delete case')
    expect(workspace.head()?.suites[0]?.cases.map((one) => one.id)).toEqual(['c1', 'c2'])
    expect(workspace.case('c1')?.steps).toHaveLength(2)
    expect(workspace.history()).toEqual({ undo: 'Add suite', redo: 'Delete case' })
    await workspace.redo()
    expect(workspace.case('c1')).toBeUndefined()
  })

  it('[R14] quota hit in an edit: the edit stays on the screen, "not saved", and is written when there is room', async () => {
    const { store, workspace, localId } = await opened()
    store.refuse('quota')
    workspace.edit('Add suite', [], (draft) => addSuite(draft, 's9', 'New'))
    await workspace.flush()
    expect(workspace.saveState()).toMatchObject({ state: 'not-saved', failure: 'quota' })
    expect(workspace.head()?.suites).toHaveLength(3)
    expect((await store.head(localId))?.suites).toHaveLength(2)
    await workspace.undo()
    expect(workspace.head()?.suites).toHaveLength(2)
    await workspace.redo()
    store.refuse(undefined)
    await workspace.flush()
    expect((await store.head(localId))?.suites).toHaveLength(3)
    expect(workspace.saveState()).toEqual({ state: 'saved' })
  })

  it('[P4] a value that was made secret before it could be stored does not come back with undo', async () => {
    const { store, workspace } = await opened()
    const set = (value: string | { secret: string }, merge?: string) =>
      workspace.edit('Change', [], ({ head }) => void (head.variables = [{ name: 'pw', value, description: '' }]), merge)
    store.refuse('quota')
    set('')
    set('hunter', 'pw')
    await workspace.flush()
    set('hunter2', 'pw')
    set({ secret: 'pw' })
    await workspace.flush()
    expect(JSON.stringify(workspace.unwritten())).not.toContain('hunter')
    const seen: unknown[] = []
    while (await workspace.undo()) seen.push(workspace.head()?.variables[0]?.value)
    expect(seen).toEqual([{ secret: 'pw' }, '', undefined])
  })

  it('[R17] storage cleared while open: noticed at the next write, written again from memory', async () => {
    const { store, workspace, localId } = await opened()
    await workspace.snapshot()
    await store.remove(localId)
    workspace.edit('Add suite', [], (draft) => addSuite(draft, 's9', 'New'))
    await workspace.flush()
    await vi.waitFor(() => expect(workspace.saveState()).toEqual({ state: 'saved' }), 20_000)
    expect((await store.project(localId))?.suites.map((suite) => suite.cases.length)).toEqual([2, 1, 0])
    expect(workspace.restored()).toEqual({ lost: [] })
  })

  it('[R17] of a project that is stored again, cases that were never read are named, and an edit made meanwhile is kept', async () => {
    const { store, workspace, localId } = await opened()
    await store.remove(localId)
    const { restore } = store
    store.restore = async (...given) => {
      workspace.edit('Rename', [], ({ head }) => void (head.name = 'Meanwhile'))
      return restore(...given)
    }
    workspace.edit('Add suite', [], (draft) => addSuite(draft, 's9', 'New'))
    await workspace.flush()
    await vi.waitFor(() => expect(workspace.restored()).toEqual({ lost: ['Case c2', 'Case c3'] }), 20_000)
    await vi.waitFor(async () => expect((await store.head(localId))?.name).toBe('Meanwhile'), 20_000)
    expect(workspace.saveState()).toEqual({ state: 'saved' })
    expect(workspace.head()?.suites.map((suite) => suite.cases.map(({ id }) => id))).toEqual([['c1'], [], []])
  })

  it('[T2] a project of which a case can not be read is not taken for the whole', async () => {
    const { store, workspace } = await opened()
    const { case: read } = store
    store.case = async (localId, id) => (id === 'c2' ? undefined : read(localId, id))
    await expect(workspace.snapshot()).rejects.toThrow('the case "Case c2" of')
  })

  it('[case 28] what is in memory is there at once, with what was not stored', async () => {
    const { workspace } = await opened()
    workspace.edit('Rename', ['c1'], ({ cases }) => void (cases['c1'] && (cases['c1'].name = 'Typed')), 'c1/name')
    expect(workspace.inMemory()?.suites.map(({ cases }) => cases.map(({ name }) => name))).toEqual([['Typed'], []])
    await workspace.snapshot()
    expect(workspace.inMemory()).toEqual(await workspace.snapshot())
  })

  it('[R22] a stale write is rejected; the person keeps their own or takes the stored one', async () => {
    for (const keep of ['mine', 'theirs'] as const) {
      const { store, workspace, localId } = await opened()
      const theirs = await store.case(localId, 'c1')
      if (!theirs) throw new Error('no case')
      const after = { ...theirs, name: 'Theirs' }
      store.writeElsewhere(localId, { label: 'Rename', changes: [{ record: 'case', id: 'c1', before: theirs, after }] })
      workspace.edit('Rename', ['c1'], ({ cases }) => void (cases['c1'] && (cases['c1'].name = 'Mine')))
      await workspace.flush()
      expect(workspace.saveState()).toMatchObject({ state: 'not-saved', failure: 'stale' })
      expect((await store.case(localId, 'c1'))?.name).toBe('Theirs')
      await workspace.settle(keep)
      expect(workspace.saveState()).toEqual({ state: 'saved' })
      expect((await store.case(localId, 'c1'))?.name).toBe(keep === 'mine' ? 'Mine' : 'Theirs')
      expect(workspace.case('c1')?.name).toBe(keep === 'mine' ? 'Mine' : 'Theirs')
    }
  })

  it('[R22] a second tab reads only; taking over reads what the first one wrote', async () => {
    const { store, locks, workspace, localId } = await opened()
    locks.give(false)
    expect(workspace.readOnly()).toBe(true)
    expect(workspace.edit('Add suite', [], (draft) => addSuite(draft, 's9', 'New'))).toBe(false)
    const before = await store.head(localId)
    if (!before) throw new Error('no head')
    store.writeElsewhere(localId, { label: 'Rename', changes: [{ record: 'head', before, after: { ...before, name: 'Other' } }] })
    workspace.takeOver()
    // An edit before the other tab's were read would be lost.
    expect(workspace.edit('Rename', [], ({ head }) => void (head.name = 'Too early'))).toBe(false)
    await vi.waitFor(() => expect(workspace.readOnly()).toBe(false), 20_000)
    expect(workspace.head()?.name).toBe('Other')
    expect(workspace.edit('Add suite', [], (draft) => addSuite(draft, 's9', 'New'))).toBe(true)
    await workspace.flush()
    expect(workspace.saveState()).toEqual({ state: 'saved' })
  })

  it('[H9, R22] a tab that loses the project has written what was typed, and taken back what was undone, before another may write', async () => {
    const { store, locks, workspace, localId } = await opened()
    workspace.edit('Add suite', [], (draft) => addSuite(draft, 's9', 'New'))
    await workspace.flush()
    void workspace.undo()
    await Promise.resolve()
    await locks.give(false)
    expect((await store.head(localId))?.suites).toHaveLength(2)
    await locks.give(true)
    workspace.edit('Rename', [], ({ head }) => void (head.name = 'Typed'), 'name')
    await locks.give(false)
    expect((await store.head(localId))?.name).toBe('Typed')
    expect(workspace.saveState()).toEqual({ state: 'saved' })
  })

  it('[R22] a reading tab tries again what it could not read', async () => {
    const { store, locks, workspace, localId } = await opened()
    locks.give(false)
    await vi.waitFor(() => expect(workspace.readOnly()).toBe(true), 20_000)
    const before = await store.head(localId)
    if (!before) throw new Error('no head')
    const failing = vi.spyOn(store, 'head').mockRejectedValueOnce(new Error('The read was aborted'))
    store.writeElsewhere(localId, { label: 'Rename', changes: [{ record: 'head', before, after: { ...before, name: 'Other' } }] })
    await vi.waitFor(() => expect(workspace.head()?.name).toBe('Other'), { timeout: 3_000 })
    expect(failing.mock.calls.length).toBeGreaterThan(1)
  })

  it('[R22] what a tab edits right after it was given the project is not thrown away by following late', async () => {
    const { store, locks, workspace, localId } = await opened()
    locks.give(false)
    const before = await store.head(localId)
    if (!before) throw new Error('no head')
    store.writeElsewhere(localId, { label: 'Rename', changes: [{ record: 'head', before, after: { ...before, name: 'Other' } }] })
    workspace.takeOver()
    await vi.waitFor(() => expect(workspace.readOnly()).toBe(false), 20_000)
    workspace.edit('Rename', [], ({ head }) => void (head.name = 'Typed'), 'name')
    await new Promise((resolve) => setTimeout(resolve, 180))
    expect(workspace.head()?.name).toBe('Typed')
    await workspace.flush()
    expect((await store.head(localId))?.name).toBe('Typed')
  })

  it('[T1] moving cases across suites and adding steps keeps head and cases in step', async () => {
    const { workspace } = await opened()
    workspace.edit('Move case', [], (draft) => moveCase(draft, 'c1', 's2', 1))
    workspace.edit('Add step', ['c1'], ({ cases }) => void cases['c1']?.steps.push(waitStep('new')))
    expect(workspace.head()?.suites.map((suite) => suite.cases.map((one) => [one.id, one.steps]))).toEqual([
      [['c2', 1]],
      [
        ['c3', 1],
        ['c1', 3],
      ],
    ])
    expect((await workspace.snapshot())?.suites[1]?.cases[1]?.steps.map((step) => step.id)).toEqual(['c1-1', 'c1-2', 'new'])
  })
})
