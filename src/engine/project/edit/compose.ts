import { produce } from 'immer'
import { same } from '#engine/base/deep-equal.ts'
import type { Case } from '../format/schema.ts'
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
 * Creates an {@link Edit} of a recipe: its changes, forward and backward. A changed case's name, tags and number of steps are
 * carried into the head. Undefined when the recipe changed nothing. One that makes a value secret stands by itself.
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
  return editOf(label, base.head, next.head, caseChanges(casesOf(base), casesOf(next)), merge)
}

/** The {@link Edit} that makes one state of a project into another, undefined when they say the same. A case that is merely not at hand is not removed. */
export function editBetween(label: string, before: ProjectState, after: ProjectState): Edit | undefined {
  const cases = caseChanges(before.cases, after.cases).filter(
    (change) =>
      change.record === 'case' && !same(change.before, change.after) && (change.after || !placeOf(after.head, change.id)),
  )
  return editOf(label, before.head, same(before.head, after.head) ? before.head : after.head, cases)
}

/** An {@link Edit} of these changes of cases and of the head, which follows the cases; undefined when nothing changes. */
export function editOf(
  label: string,
  before: ProjectHead,
  next: ProjectHead,
  cases: readonly Change[],
  merge?: string,
): Edit | undefined {
  const after = followCases(next, cases)
  const changes: Change[] = before === after ? [...cases] : [{ record: 'head', before, after }, ...cases]
  if (changes.length === 0) return undefined
  const edit = concealing({ label, changes })
  return merge === undefined || edit.changes.some(({ concealed }) => concealed) ? edit : { ...edit, merge }
}

type Cases = ReadonlyMap<string, Case>

const casesOf = (draft: EditDraft): Cases => new Map(Object.entries(draft.cases))

function caseChanges(before: Cases, after: Cases): Change[] {
  const ids = new Set([...before.keys(), ...after.keys()])
  return [...ids]
    .filter((id) => before.get(id) !== after.get(id))
    .map((id) => ({ record: 'case', id, before: before.get(id), after: after.get(id) }))
}

/** The head with the names, tags and numbers of steps of the cases that change. */
function followCases(head: ProjectHead, changes: readonly Change[]): ProjectHead {
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
