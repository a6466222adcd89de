import type { JsonPath } from '../format/json-source.ts'
import type { Case } from '../format/schema.ts'
import type { ProjectHead, ProjectState } from './state.ts'

/**
 * One change of one record, forward and backward. `undefined` means: no such record. `concealed`: places in `after` where ids
 * of secrets replaced values in plaintext; no undo step keeps those values (P4).
 */
export type Change = { concealed?: readonly JsonPath[] } & (
  | { record: 'head'; before: ProjectHead; after: ProjectHead }
  | { record: 'case'; id: string; before: Case | undefined; after: Case | undefined }
)

/** One undoable edit: all its changes happen or none. */
export interface Edit {
  /** For the undo menu: "Rename case". */
  label: string
  changes: Change[]
  /** Edits in a row with the same key, under 1 s apart, are one undo step (typing). */
  merge?: string
}

/** Names a record among those of an edit. */
export const recordOf = (side: { record: 'head' } | { record: 'case'; id: string }): string =>
  side.record === 'head' ? '' : `case ${side.id}`

/** The state after an edit, or before it when it is taken back. */
export function applyEdit(state: ProjectState, edit: Edit, direction: 'forward' | 'backward'): ProjectState {
  let head = state.head
  const cases = new Map(state.cases)
  for (const change of edit.changes) {
    const value = direction === 'forward' ? change.after : change.before
    if (change.record === 'head') head = value as ProjectHead
    else if (value) cases.set(change.id, value as Case)
    else cases.delete(change.id)
  }
  return { head, cases }
}

/** The edit that takes this one back. Values that it made secret do not come back. */
export const invert = ({ label, changes }: Edit): Edit => ({
  label,
  changes: changes
    .toReversed()
    .map((change): Change =>
      change.record === 'head'
        ? { record: 'head', before: change.after, after: change.before }
        : { record: 'case', id: change.id, before: change.after, after: change.before },
    ),
})

/** One edit that does what both do, one after the other: for typing that was not written yet. */
export function joinEdits(first: Edit, second: Edit): Edit {
  const joined = new Map<string, Change>()
  for (const change of [...first.changes, ...second.changes]) {
    const key = recordOf(change)
    const earlier = joined.get(key)
    joined.set(key, earlier ? ({ ...change, before: earlier.before } as Change) : change)
  }
  return { ...second, changes: [...joined.values()] }
}

/** The edit with what it leaves, whatever someone else wrote there meanwhile. */
export const overwriting = (edit: Edit, onto: ProjectState): Edit => ({
  label: edit.label,
  changes: edit.changes.map((change) =>
    change.record === 'head' ? { ...change, before: onto.head } : { ...change, before: onto.cases.get(change.id) },
  ),
})
