import { readFileSync } from 'node:fs'
import { createRoot } from 'solid-js'
import { describe, expect, it } from 'vitest'
import { composeEdit } from '#engine/project/edit/compose.ts'
import { makeChangeSet } from '#engine/case-builder/change-set/make-change-set.ts'
import { builderTexts } from '#engine/case-builder/texts.ts'
import { Workbench } from '#engine/case-builder/workbench.ts'
import { readProject } from '#engine/project/format/read.ts'
import { createTestLocks } from '../../project/testing/locks.ts'
import { createMemoryStore } from '../../project/testing/memory-store.ts'
import { createWorkspace } from '../../project/workspace/workspace.ts'
import { applyProposal } from './apply-proposal.ts'

const sample = () => {
  const result = readProject(readFileSync('examples/orders.aprj', 'utf8'))
  if (!result.ok) throw new Error('the sample can not be read')
  return result.value.project
}

/** Adds a case with the steps of the first one. */
const addsCase = (bench: Workbench) => {
  const [first] = bench.project.suites
  const made = first && bench.add(first, 'Create again')
  made?.steps.push(...(first?.cases[0]?.steps ?? []).map((step) => ({ ...step, id: bench.newId() })))
}
const renames = (bench: Workbench) => {
  const [one] = bench.project.suites[0]?.cases ?? []
  const changed = one && bench.edit(one.id)
  if (changed) changed.name = 'Life cycle'
}

/** The sample, open in a workspace, and a proposal on it. */
async function proposed(change: (bench: Workbench) => void = addsCase) {
  const store = createMemoryStore()
  const locks = createTestLocks()
  const { localId } = await store.import(sample())
  const workspace = createRoot(() => createWorkspace({ store, locks, composer: () => composeEdit }))
  await workspace.refresh()
  await workspace.open(localId)
  let ids = 0
  const bench = new Workbench(sample(), () => `n${++ids}`, builderTexts)
  change(bench)
  const changeSet = makeChangeSet(bench, 'Change', String(await store.revision(localId)), localId)
  if (!changeSet) throw new Error('nothing changed')
  const did: unknown[] = []
  const context = {
    workspace,
    services: { store },
    router: { go: (to: object) => void did.push(to) },
    panes: { showPage: () => undefined },
    files: { saveAs: async () => void did.push('save as') },
    run: (selection: unknown) => void did.push(selection),
  }
  const names = () => workspace.head()?.suites.flatMap((suite) => suite.cases.map(({ name }) => name))
  return { store, locks, workspace, localId, changeSet, context, did, names }
}

const nothing = new Set<string>()

describe('applying a proposal', () => {
  it('[A7] is one undoable edit, which is shown and run only if that is wanted', async () => {
    const { workspace, localId, changeSet, context, did, names } = await proposed()
    const before = names()
    expect(await applyProposal(context, changeSet, nothing, false)).toMatchObject({ rebased: false })
    expect(names()).toHaveLength((before?.length ?? 0) + 1)
    expect(did).toEqual([{ project: localId, case: changeSet.runs[0] }])
    await workspace.undo()
    expect(names()).toEqual(before)
    await applyProposal(context, changeSet, nothing, true)
    expect(did.at(-1)).toEqual({ cases: changeSet.runs })
  })

  it('leaves out what is not ticked', async () => {
    const { workspace, changeSet, context } = await proposed()
    const steps = changeSet.items.filter(({ of }) => of === 'step')
    const last = steps.at(-1)
    await applyProposal(context, changeSet, new Set(last && [last.id]), false)
    const made = changeSet.runs[0]
    expect(workspace.case(made)?.steps).toHaveLength(steps.length - 1)
    const all = new Set(changeSet.items.map(({ id }) => id))
    expect(await applyProposal(context, changeSet, all, false)).toHaveProperty('refused')
  })

  it('is carried over when something else of the project changed meanwhile', async () => {
    const { workspace, changeSet, context, names } = await proposed()
    workspace.edit('Rename', [], ({ head }) => void (head.name = 'Shop'))
    await workspace.flush()
    expect(await applyProposal(context, changeSet, nothing, false)).toMatchObject({ rebased: true })
    expect(workspace.head()?.name).toBe('Shop')
    expect(names()).toContain(workspace.case(changeSet.runs[0])?.name)
  })

  it('is refused when what it changes was changed or removed, another tab writes, or the project is gone', async () => {
    const clashing = await proposed(renames)
    const [id = ''] = clashing.workspace.head()?.suites[0]?.cases.map((one) => one.id) ?? []
    await clashing.workspace.load(id)
    clashing.workspace.edit('Rename', [id], ({ cases }) => void (cases[id] && (cases[id].name = 'Mine')))
    expect(await applyProposal(clashing.context, clashing.changeSet, nothing, false)).toHaveProperty('refused')
    expect(clashing.names()).toContain('Mine')

    const removed = await proposed(renames)
    await removed.workspace.load(id)
    const before = removed.names()
    removed.workspace.edit('Remove', [id], ({ head, cases }) => {
      delete cases[id]
      for (const suite of head.suites) suite.cases = suite.cases.filter((one) => one.id !== id)
    })
    expect(await applyProposal(removed.context, removed.changeSet, nothing, false)).toHaveProperty('refused')
    expect(removed.names()).toEqual(before?.filter((name) => name !== 'Create then delete'))

    const elsewhere = await proposed()
    await elsewhere.locks.give(false)
    expect(await applyProposal(elsewhere.context, elsewhere.changeSet, nothing, false)).toMatchObject({
      refused: expect.stringContaining('another tab'),
    })

    const { context, changeSet } = await proposed()
    expect(await applyProposal(context, { ...changeSet, project: 'gone' }, nothing, false)).toMatchObject({
      refused: expect.stringContaining('no longer in this browser'),
    })
  })
})
