import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { composeEdit, editBetween } from './compose.ts'
import { applyEdit, invert, joinEdits, type Edit } from './edit.ts'
import { joinProject, stateOf, type ProjectState } from './state.ts'
import { acts, editOfActs, variedProject, recipeOf } from './testing/recipes.ts'

const start = stateOf(variedProject([3, 2, 0], [2], [1]))
const after = (state: ProjectState, edit: Edit | undefined) => (edit ? applyEdit(state, edit, 'forward') : state)
const whole = ({ head, cases }: ProjectState) => joinProject(head, ({ id }) => cases.get(id))

describe('edits', () => {
  it('[T2] an edit leaves what its recipe leaves, and the head says of the cases what they are', () =>
    fc.assert(
      fc.property(acts, (doing) => {
        const draft = structuredClone({ head: start.head, cases: Object.fromEntries(start.cases) })
        recipeOf(doing, 'a')(draft)
        const state = after(start, editOfActs(start, doing, 'a'))
        expect(Object.fromEntries(state.cases)).toEqual(draft.cases)
        const shapes = (head: ProjectState['head']) => head.suites.map(({ name, cases }) => [name, cases.map(({ id }) => id)])
        expect(shapes(state.head)).toEqual(shapes(draft.head))
        expect(stateOf(whole(state))).toEqual(state)
      }),
    ))

  it('[T2] taking an edit back gives what was there, as does its inverse; the inverse of that is the edit', () =>
    fc.assert(
      fc.property(acts, (doing) => {
        const edit = editOfActs(start, doing, 'a')
        if (!edit) return
        const state = applyEdit(start, edit, 'forward')
        expect(applyEdit(state, edit, 'backward')).toEqual(start)
        expect(applyEdit(state, invert(edit), 'forward')).toEqual(start)
        expect(after(start, invert(invert(edit)))).toEqual(state)
      }),
    ))

  it('[R19] two edits joined do what both do, and are taken back at once', () =>
    fc.assert(
      fc.property(acts, acts, (one, other) => {
        const first = editOfActs(start, one, 'a')
        const between = after(start, first)
        const second = editOfActs(between, other, 'b')
        if (!first || !second) return
        const joined = joinEdits(first, second)
        const state = applyEdit(between, second, 'forward')
        expect(applyEdit(start, joined, 'forward')).toEqual(state)
        expect(applyEdit(state, joined, 'backward')).toEqual(start)
      }),
    ))

  it('[T2] the edit between two states turns one into the other; equal states give none', () =>
    fc.assert(
      fc.property(acts, (doing) => {
        const state = after(start, editOfActs(start, doing, 'a'))
        expect(after(start, editBetween('Take', start, structuredClone(state)))).toEqual(state)
        expect(editBetween('Take', state, structuredClone(state))).toBeUndefined()
      }),
    ))

  it('[T2] a case that is not at hand is not removed by an edit between two states', () => {
    const cases = new Map([...start.cases].filter(([id]) => id !== 'c1'))
    expect(editBetween('Take', start, { head: start.head, cases })).toBeUndefined()
  })

  it('[P4] an edit that makes a value secret keeps no value in clear, also taken back', () => {
    const clear = stateOf({ ...variedProject([1]), variables: [{ name: 'pw', value: 'hunter2', description: '' }] })
    const edit = composeEdit('Make secret', clear, [], ({ head }) => {
      for (const one of head.variables) one.value = { secret: 'pw' }
    })
    if (!edit) throw new Error('nothing changed')
    expect(JSON.stringify([edit, invert(edit)])).not.toContain('hunter2')
  })
})
