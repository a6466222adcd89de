import { produce } from 'immer'
import type { Case } from '#engine/project/schema.ts'
import { concealing } from '#storage/concealed.ts'
import type { CaseHead, Change, Edit, ProjectHead } from '#storage/types.ts'
import { placeOf } from './places.ts'

/** What an edit can change: the head, and the cases that were named. Recipes change it in place. */
export interface EditDraft {
  head: ProjectHead
  /** Assign to add a case, `delete` to remove one. The head follows by itself only for cases that it holds already. */
  cases: Record<string, Case>
}

/** Head and cases before or after an edit; never changed in place. */
export interface Records {
  head: ProjectHead
  cases: ReadonlyMap<string, Case>
}

/**
 * Makes an {@link Edit} of a recipe: its changes, forward and backward. A changed case's name, tags and number of steps
 * are carried into the head. Undefined when the recipe changed nothing. One that makes a value secret stands by itself.
 */
export function composeEdit(
  label: string,
  records: Records,
  touched: readonly string[],
  recipe: (draft: EditDraft) => void,
  merge?: string,
): Edit | undefined {
  const base: EditDraft = { head: records.head, cases: {} }
  for (const id of touched) {
    const found = records.cases.get(id)
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

/** The records after an edit, or before it when it is taken back. */
export function applyEdit(records: Records, edit: Edit, direction: 'forward' | 'backward'): Records {
  let head = records.head
  const cases = new Map(records.cases)
  for (const change of edit.changes) {
    const value = direction === 'forward' ? change.after : change.before
    if (change.record === 'head') head = value as ProjectHead
    else if (value) cases.set(change.id, value as Case)
    else cases.delete(change.id)
  }
  return { head, cases }
}

/** One edit that does what both do, one after the other: for typing that was not written yet. */
export function joinEdits(first: Edit, second: Edit): Edit {
  const joined = new Map<string, Change>()
  for (const change of [...first.changes, ...second.changes]) {
    const key = change.record === 'head' ? 'head' : `case ${change.id}`
    const earlier = joined.get(key)
    joined.set(key, earlier ? ({ ...change, before: earlier.before } as Change) : change)
  }
  return { ...second, changes: [...joined.values()] }
}

function caseChanges(base: EditDraft, next: EditDraft): Change[] {
  const ids = new Set([...Object.keys(base.cases), ...Object.keys(next.cases)])
  return [...ids]
    .filter((id) => base.cases[id] !== next.cases[id])
    .map((id) => ({ record: 'case', id, before: base.cases[id], after: next.cases[id] }))
}

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

/** A case as the tree shows it. */
export const headOf = (one: Case): CaseHead => ({ id: one.id, name: one.name, tags: [...one.tags], steps: one.steps.length })

const sameHead = (a: CaseHead, b: CaseHead) =>
  a.name === b.name && a.steps === b.steps && a.tags.length === b.tags.length && a.tags.every((tag, at) => tag === b.tags[at])
