import { produce } from 'immer'
import type { Case } from '../schema.ts'
import { concealing } from './conceal.ts'
import type { Change, Edit } from './edit.ts'
import { placeOf } from './places.ts'
import { headOf, sameHead, type ProjectHead, type ProjectState } from './state.ts'

/** What an edit can change: the head, and the cases that were named. Recipes change it in place. */
export interface EditDraft {
  head: ProjectHead
  /** Assign to add a case, `delete` to remove one. The head follows by itself only for cases that it holds already. */
  cases: Record<string, Case>
}

/**
 * Makes an {@link Edit} of a recipe: its changes, forward and backward. A changed case's name, tags and number of steps
 * are carried into the head. Undefined when the recipe changed nothing. One that makes a value secret stands by itself.
 */
export function composeEdit(
  label: string,
  state: ProjectState,
  touched: readonly string[],
  recipe: (draft: EditDraft) => void,
  merge?: string,
): Edit | undefined {
  const base: EditDraft = { head: state.head, cases: {} }
  for (const id of touched) {
    const found = state.cases.get(id)
    if (found) base.cases[id] = found
  }
  const next = produce(base, recipe)
  const changes = caseChanges(base, next)
  const head = followCases(next.head, changes)
  if (head !== base.head) changes.unshift({ record: 'head', before: base.head, after: head })
  if (changes.length === 0) return undefined
  const edit = concealing({ label, changes })
  return merge === undefined || edit.changes.some(({ concealed }) => concealed) ? edit : { ...edit, merge }
}

function caseChanges(base: EditDraft, next: EditDraft): Change[] {
  const ids = new Set([...Object.keys(base.cases), ...Object.keys(next.cases)])
  return [...ids]
    .filter((id) => base.cases[id] !== next.cases[id])
    .map((id) => ({ record: 'case', id, before: base.cases[id], after: next.cases[id] }))
}

/** The head with the names, tags and numbers of steps of the cases that change. */
export function followCases(head: ProjectHead, changes: readonly Change[]): ProjectHead {
  const changed = changes.flatMap((change) => (change.record === 'case' && change.after ? [change.after] : []))
  const stale = changed.filter((one) => {
    const place = placeOf(head, one.id)
    return place !== undefined && !sameHead(place.head, headOf(one))
  })
  if (stale.length === 0) return head
  return produce(head, (draft) => {
    for (const one of stale) {
      const place = placeOf(head, one.id)
      const suite = place && draft.suites[place.suiteIndex]
      if (suite) suite.cases[place.index] = headOf(one)
    }
  })
}
