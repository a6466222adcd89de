import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findDoubleIds } from '../format/double-ids.ts'
import { emptyVariable } from '../empty.ts'
import { composeEdit, type EditDraft } from './compose.ts'
import { differences, type Difference } from './differences.ts'
import { applyEdit, overwriting, type Edit } from './edit.ts'
import { rebaseEdit, type Rebased } from './rebase.ts'
import { joinProject, stateOf, type ProjectState } from './state.ts'
import { addCase, copyCase, moveCase, moveSteps, removeCase, removeSuite } from './structure.ts'
import { acts, editOfActs, variedProject } from './testing/recipes.ts'
import { waitStep } from './testing/projects.ts'
import { fuzzRuns } from '../../../../e2e/fuzz-runs.ts'

const start = stateOf(variedProject([3, 2, 0], [2], [1]))
const all = [...start.cases.keys()]
const after = (state: ProjectState, edit: Edit | undefined) => (edit ? applyEdit(state, edit, 'forward') : state)
const whole = ({ head, cases }: ProjectState) => joinProject(head, ({ id }) => cases.get(id))

/** What a state holds, whatever the order of its lists: of two insertions at one place either may come first. */
const unordered = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map((one) => JSON.stringify(unordered(one))).toSorted()
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, one]) => [key, unordered(one)]),
  )
}

/** The items that come, or go. */
const keys = (found: readonly Difference[], what: Difference['what'] = 'inserted'): string[] =>
  found.flatMap((one) => (one.what === what ? JSON.stringify(one.path.at(-1)) : []))

/** What becomes of an edit after a concurrent one. */
function both(mine: (draft: EditDraft) => void, theirs: (draft: EditDraft) => void): Rebased & { state: ProjectState } {
  const [edit, other] = [composeEdit('Mine', start, all, mine), composeEdit('Theirs', start, all, theirs)]
  if (!edit || !other) throw new Error('nothing changed')
  const onto = applyEdit(start, other, 'forward')
  const rebased = rebaseEdit(edit, onto)
  return { ...rebased, state: after(onto, rebased.edit) }
}

describe('an edit on a newer state', () => {
  it('[T2, R22] is the same on the state that it was made on, and nothing where it was made already', () =>
    fc.assert(
      fc.property(acts, (doing) => {
        const edit = editOfActs(start, doing, 'a')
        if (!edit) return
        const [same, again] = [rebaseEdit(edit, start), rebaseEdit(edit, applyEdit(start, edit, 'forward'))]
        expect([same.conflicts, again.conflicts]).toEqual([[], []])
        expect(after(start, same.edit)).toEqual(after(start, edit))
        expect(again.edit).toBeUndefined()
      }),
    ))

  it('[T2, R22] without conflicts it does not matter who was quicker; with them nothing that is there is lost', () => {
    let [clean, disputed] = [0, 0]
    fc.assert(
      fc.property(acts, acts, (one, other) => {
        const [mine, theirs] = [editOfActs(start, one, 'a'), editOfActs(start, other, 'b')]
        if (!mine || !theirs) return
        const [left, right] = [applyEdit(start, mine, 'forward'), applyEdit(start, theirs, 'forward')]
        const [onRight, onLeft] = [rebaseEdit(mine, right), rebaseEdit(theirs, left)]
        const state = after(right, onRight.edit)
        expect(stateOf(whole(state))).toEqual(state)
        if (onRight.edit) expect(applyEdit(state, onRight.edit, 'backward')).toEqual(right)
        expect(findDoubleIds(whole(state))).toEqual([])
        if (onRight.conflicts.length + onLeft.conflicts.length === 0) {
          clean++
          expect(unordered(whole(state))).toEqual(unordered(whole(after(left, onLeft.edit))))
        } else {
          disputed++
          const theirsNew = keys(differences(whole(start), whole(right)))
          expect(keys(differences(whole(right), whole(state)), 'removed').filter((key) => theirsNew.includes(key))).toEqual([])
        }
      }),
      { numRuns: fuzzRuns(2_000) },
    )
    expect(Math.min(clean, disputed)).toBeGreaterThan(5)
  })

  it('[R22] a case moved to a suite that the other side removed stays, as does the suite that it left', () => {
    const { state, conflicts } = both(
      (draft) => {
        moveCase(draft, 'c1', 's2', 0)
        removeSuite(draft, 's1')
      },
      (draft) => removeSuite(draft, 's2'),
    )
    expect(conflicts).not.toEqual([])
    expect(state.head.suites[0]?.cases.map(({ id }) => id)).toContain('c1')
    expect(stateOf(whole(state))).toEqual(state)
  })

  it('[R22] a case moved out of a suite before both sides removed the suite stays, with its steps', () => {
    const { state, conflicts } = both(
      (draft) => removeSuite(draft, 's1'),
      (draft) => {
        moveCase(draft, 'c1', 's2', 0)
        removeSuite(draft, 's1')
      },
    )
    expect(conflicts).not.toEqual([])
    expect(state.cases.get('c1')?.steps).toHaveLength(3)
    expect(stateOf(whole(state))).toEqual(state)
  })

  it('[R22] steps inserted, moved and changed by two in one case meet', () => {
    const { state, conflicts } = both(
      ({ cases }) => {
        cases['c1']?.steps.splice(1, 0, waitStep('mine'))
        if (cases['c1']?.steps[0]) cases['c1'].steps[0].name = 'Mine'
      },
      ({ cases }) => {
        const one = cases['c1']
        if (!one) return
        one.name = 'Theirs'
        moveSteps(one, new Set(['c1-1']), 3)
        one.steps.push(waitStep('theirs'))
      },
    )
    expect(conflicts).toEqual([])
    expect(state.cases.get('c1')?.steps.map(({ id }) => id)).toEqual(['c1-2', 'c1-3', 'c1-1', 'mine', 'theirs'])
    expect(state.cases.get('c1')?.steps[2]?.name).toBe('Mine')
    expect(state.head.suites[0]?.cases[0]).toEqual({ id: 'c1', name: 'Theirs', tags: [], steps: 5, requests: 1 })
  })

  it('[R22] a variable that one side moves and the other renames is moved and renamed, in either order', () =>
    fc.assert(
      fc.property(fc.nat(3), fc.nat(3), fc.nat(3), (moved, to, renamed) => {
        const variables = ['a', 'b', 'c', 'd'].map((name) => emptyVariable(name))
        const base = { ...start, head: { ...start.head, variables } }
        const move = composeEdit('Move', base, [], ({ head }) => {
          const [one] = head.variables.splice(moved, 1)
          if (one) head.variables.splice(to, 0, one)
        })
        const rename = composeEdit('Rename', base, [], ({ head }) => {
          const one = head.variables[renamed]
          if (one) one.name = 'z'
        })
        if (!move || !rename) return
        const [onMoved, onRenamed] = [applyEdit(base, move, 'forward'), applyEdit(base, rename, 'forward')]
        const [movedLast, renamedLast] = [rebaseEdit(move, onRenamed), rebaseEdit(rename, onMoved)]
        expect([movedLast.conflicts, renamedLast.conflicts]).toEqual([[], []])
        const names = ({ head }: ProjectState) => head.variables.map(({ name }) => name)
        const wanted = names(onMoved).map((name) => (name === variables[renamed]?.name ? 'z' : name))
        expect(names(after(onRenamed, movedLast.edit))).toEqual(wanted)
        expect(names(after(onMoved, renamedLast.edit))).toEqual(wanted)
      }),
      { numRuns: fuzzRuns(400) },
    ))

  it('[R22] of a field that both changed theirs stays, both are named, and the rest is done', () => {
    const rename = (name: string) => (draft: EditDraft) => {
      const one = draft.cases['c1']
      if (one) one.name = name
    }
    const { state, conflicts } = both((draft) => {
      rename('Mine')(draft)
      addCase(
        draft,
        's2',
        copyCase(variedProject([1]).suites[0]!.cases[0]!, () => 'new', 'New'),
      )
    }, rename('Theirs'))
    expect(conflicts).toMatchObject([
      {
        change: { record: 'case', id: 'c1' },
        mine: [{ what: 'changed', path: ['name'], after: 'Mine' }],
        theirs: [{ what: 'changed', path: ['name'], after: 'Theirs' }],
      },
    ])
    expect(state.cases.get('c1')?.name).toBe('Theirs')
    expect(state.head.suites.map(({ cases }) => cases.map(({ name }) => name))).toEqual([
      ['Theirs', 'Case c2', 'Case c3'],
      ['Case c4', 'New'],
      ['Case c5'],
    ])
  })

  it('[R22] a suite is not removed while one of its cases was edited, and none of its cases goes', () => {
    const { state, edit, conflicts } = both(
      (draft) => removeSuite(draft, 's1'),
      ({ cases }) => void cases['c2']?.steps.pop(),
    )
    expect(edit).toBeUndefined()
    expect(conflicts.map(({ change }) => (change.record === 'case' ? change.id : 'head'))).toEqual(['head', 'c1', 'c2', 'c3'])
    expect(state.cases.size).toBe(5)
  })

  it('[R22] a case that was removed there can not be edited or moved any more', () => {
    const edits: ((draft: EditDraft) => void)[] = [
      ({ cases }) => void cases['c1']?.steps.pop(),
      (draft) => moveCase(draft, 'c1', 's2', 0),
    ]
    for (const mine of edits) {
      const { edit, conflicts } = both(mine, (draft) => removeCase(draft, 'c1'))
      expect([edit, conflicts.length]).toEqual([undefined, 1])
    }
  })

  it('[R22] a step goes to another case only if it was not edited there, and is never in two of them', () => {
    const { edit, conflicts } = both(
      ({ cases }) => {
        const step = cases['c1']?.steps.shift()
        if (step) cases['c2']?.steps.push(step)
      },
      ({ cases }) => {
        const step = cases['c1']?.steps[0]
        if (step) step.name = 'Theirs'
      },
    )
    expect(edit).toBeUndefined()
    expect(conflicts.map(({ change }) => change.record === 'case' && change.id)).toEqual(['c1', 'c2'])
  })

  it('[P4] a value that the edit made secret is secret there too, and in no part of the edit in clear', () => {
    const set = (draft: EditDraft, value: string | { secret: string }) => {
      draft.head.variables = [{ name: 'pw', value, description: '' }, ...draft.head.variables]
    }
    const clear = after(
      start,
      composeEdit('Set', start, [], (draft) => set(draft, 'hunter2')),
    )
    const edit = composeEdit('Hide', clear, [], ({ head }) => {
      for (const one of head.variables) if (one.name === 'pw') one.value = { secret: 'pw' }
    })
    const onto = after(
      clear,
      composeEdit('Name', clear, [], ({ head }) => void (head.name = 'Theirs')),
    )
    const rebased = rebaseEdit(edit!, onto)
    expect(rebased.conflicts).toEqual([])
    expect(JSON.stringify(rebased)).not.toContain('hunter2')
    expect(after(onto, rebased.edit).head).toMatchObject({ name: 'Theirs', variables: [{ value: { secret: 'pw' } }, {}, {}] })
  })

  it('[R22] written over whatever is there, it leaves what it left', () =>
    fc.assert(
      fc.property(acts, acts, (one, other) => {
        const [mine, theirs] = [editOfActs(start, one, 'a'), editOfActs(start, other, 'b')]
        if (!mine || !theirs) return
        const onto = applyEdit(start, theirs, 'forward')
        const edit = overwriting(mine, onto)
        const state = applyEdit(onto, edit, 'forward')
        for (const change of mine.changes) {
          expect(change.record === 'head' ? state.head : state.cases.get(change.id)).toEqual(change.after)
        }
        expect(applyEdit(state, edit, 'backward')).toEqual(onto)
      }),
    ))
})
