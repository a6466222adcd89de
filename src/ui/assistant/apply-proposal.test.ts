import { readFileSync } from 'node:fs'
import { createRoot } from 'solid-js'
import { describe, expect, it } from 'vitest'
import { composeEdit } from '#engine/project/edit/compose.ts'
import { Conversation, projectOf } from '#engine/assistant/testing/conversation.ts'
import { createTestLocks } from '../project/testing/locks.ts'
import { createMemoryStore } from '../project/testing/memory-store.ts'
import { createWorkspace } from '../project/workspace/workspace.ts'
import { applyProposal } from './apply-proposal.ts'

const sample = () => projectOf(readFileSync('examples/orders.aprj', 'utf8'))

/** The sample, open in a workspace, and a proposal on it. */
async function proposed(text = 'Create an order, then delete it') {
  const store = createMemoryStore()
  const locks = createTestLocks()
  const { localId } = await store.import(sample())
  const workspace = createRoot(() => createWorkspace({ store, locks, composer: () => composeEdit }))
  await workspace.refresh()
  await workspace.open(localId)
  const turn = await new Conversation([sample()]).say(text)
  if (!turn.proposal) throw new Error(turn.text)
  const changeSet = { ...turn.proposal, project: localId, revision: String(await store.revision(localId)) }
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
    const rename = 'rename "Create then delete" to "Life cycle"'
    const clashing = await proposed(rename)
    const [id = ''] = clashing.workspace.head()?.suites[0]?.cases.map((one) => one.id) ?? []
    await clashing.workspace.load(id)
    clashing.workspace.edit('Rename', [id], ({ cases }) => void (cases[id] && (cases[id].name = 'Mine')))
    expect(await applyProposal(clashing.context, clashing.changeSet, nothing, false)).toHaveProperty('refused')
    expect(clashing.names()).toContain('Mine')

    const removed = await proposed(rename)
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
      refused: expect.stringContaining('not in this browser'),
    })
  })
})
