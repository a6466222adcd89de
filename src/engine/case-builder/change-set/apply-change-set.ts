import { editOf } from '#engine/project/edit/compose.ts'
import type { Change, Edit } from '#engine/project/edit/edit.ts'
import { rebaseEdit } from '#engine/project/edit/rebase.ts'
import { headOf, type ProjectHead, type ProjectState } from '#engine/project/edit/state.ts'
import { same } from '#engine/base/deep-equal.ts'
import type { Case } from '#engine/project/format/schema.ts'
import { itemLists, type ChangeItem, type ChangeSet } from './change-set.ts'

/** All items that fall with those that were unticked: what is in them and what can't be without them. */
export function followed(unticked: ReadonlySet<string>, items: readonly ChangeItem[]): Set<string> {
  const fallen = new Set(unticked)
  for (let before = -1; before !== fallen.size;) {
    before = fallen.size
    for (const { id, parent, needs } of items)
      if ((parent !== undefined && fallen.has(parent)) || needs.some((one) => fallen.has(one))) fallen.add(id)
  }
  return fallen
}

/**
 * Ids that are not ticked at first: what the tools leave to the user, what can't be without that, and what is new and would be
 * left empty.
 */
export function untickedAtFirst(items: readonly ChangeItem[]): Set<string> {
  const off = followed(new Set(items.flatMap(({ id, unticked }) => (unticked ? [id] : []))), items)
  // Children stand behind their parents.
  for (const { id, what } of items.toReversed()) {
    const inside = items.filter(({ parent }) => parent === id)
    if (what === 'added' && inside.length > 0 && inside.every((one) => off.has(one.id))) off.add(id)
  }
  return off
}

/** The edit of a proposal without what was unticked; undefined if nothing is left. */
export function editFor({ edit, items }: Pick<ChangeSet, 'edit' | 'items'>, unticked: ReadonlySet<string>): Edit | undefined {
  if (unticked.size === 0) return edit
  const off = followed(unticked, items)
  const cases: Change[] = edit.changes.flatMap((change): Change[] => {
    if (change.record !== 'case') return []
    const after = caseWithout(change.before, change.after, change.id, off)
    return same(change.before, after) ? [] : [{ record: 'case', id: change.id, before: change.before, after }]
  })
  const head = edit.changes.find((change) => change.record === 'head')
  // A case that comes or goes does so in the head and as a record, or neither way.
  const before = head?.before
  if (!head || !before) return cases.length === 0 ? undefined : { label: edit.label, changes: cases }
  const contents = new Map(
    cases.flatMap((change) => (change.record === 'case' && change.after ? [[change.id, change.after] as const] : [])),
  )
  const next = headWithout(before, head.after, off, contents)
  const changedHead = same(before, next) ? before : next
  return editOf(edit.label, before, changedHead, cases)
}

function caseWithout(before: Case | undefined, after: Case | undefined, id: string, off: ReadonlySet<string>): Case | undefined {
  if (off.has(`case ${id}`)) return before
  if (!after) return after
  if (!before) return { ...after, steps: after.steps.filter((step) => !off.has(`step ${step.id}`)) }
  const old = new Map(before.steps.map((step) => [step.id, step]))
  const steps = after.steps.flatMap((step) => {
    if (!off.has(`step ${step.id}`)) return [step]
    const known = old.get(step.id)
    return known ? [known] : []
  })
  // What was to be removed and stays goes behind what it stood behind.
  for (const [at, step] of before.steps.entries()) {
    if (!off.has(`step ${step.id}`) || steps.some(({ id: known }) => known === step.id)) continue
    const behind = before.steps.slice(0, at).findLast(({ id: known }) => steps.some((one) => one.id === known))
    steps.splice(behind ? steps.findIndex(({ id: known }) => known === behind.id) + 1 : 0, 0, step)
  }
  const isOrder = off.has(`order ${id}`)
  return { ...after, steps: isOrder ? inOrderOf(before.steps, steps) : steps }
}

function headWithout(
  before: ProjectHead,
  after: ProjectHead,
  off: ReadonlySet<string>,
  contents: ReadonlyMap<string, Case>,
): ProjectHead {
  const head: ProjectHead = off.has('project') ? { ...before, suites: after.suites } : { ...after }
  for (const [key, of] of itemLists) {
    const keyOf = (item: { name: string; id?: string }) => `${of} ${item.id ?? item.name}`
    const old = new Map((before[key] as { name: string; id?: string }[]).map((item) => [keyOf(item), item]))
    const kept = (after[key] as { name: string; id?: string }[]).flatMap((item) => {
      if (!off.has(keyOf(item))) return [item]
      const known = old.get(keyOf(item))
      return known ? [known] : []
    })
    const staying = new Set((after[key] as { name: string; id?: string }[]).map(keyOf))
    for (const [id, item] of old) if (off.has(id) && !staying.has(id)) kept.push(item)
    Object.assign(head, { [key]: kept })
  }
  const oldPlace = new Map(before.suites.flatMap((suite) => suite.cases.map((one) => [one.id, suite.id] as const)))
  const suites = after.suites
    .filter((suite) => !(off.has(`suite ${suite.id}`) && !before.suites.some(({ id }) => id === suite.id)))
    .map((suite) => {
      const known = before.suites.find(({ id }) => id === suite.id)
      const kept = off.has(`suite ${suite.id}`) && known
      const cases = suite.cases
        .filter(
          ({ id }) => !(off.has(`case ${id}`) && !oldPlace.has(id)) && !(off.has(`move ${id}`) && oldPlace.get(id) !== suite.id),
        )
        .map((one) => {
          const content = contents.get(one.id)
          if (content) return headOf(content)
          return before.suites.flatMap(({ cases: all }) => all).find(({ id }) => id === one.id) ?? one
        })
      return kept ? { ...kept, cases: inOrderOf(kept.cases, cases) } : { ...suite, cases }
    })
  // What was to be removed or moved and stays where it was.
  for (const [at, suite] of before.suites.entries()) {
    let here = suites.find(({ id }) => id === suite.id)
    const stays = suite.cases.filter(({ id }) => {
      const isElsewhere = suites.some(({ cases }) => cases.some((one) => one.id === id))
      return !isElsewhere && (off.has(`case ${id}`) || off.has(`move ${id}`))
    })
    if (!here && (off.has(`suite ${suite.id}`) || stays.length > 0)) {
      here = { ...suite, cases: [] }
      suites.splice(at, 0, here)
    }
    for (const one of stays) here?.cases.splice(suite.cases.indexOf(one), 0, one)
  }
  return { ...head, suites: off.has('project') ? inOrderOf(before.suites, suites) : suites }
}

/** What was there before in its old order, what is new behind it. */
function inOrderOf<T extends { id: string }>(old: readonly { id: string }[], now: readonly T[]): T[] {
  const places = new Map(old.map(({ id }, at) => [id, at]))
  return now.toSorted((a, b) => (places.get(a.id) ?? Infinity) - (places.get(b.id) ?? Infinity) || 0)
}

/** The edit of a proposal for the state that the project has now, or why that can't be done: something that it touches was changed. */
export function rebased(
  set: Pick<ChangeSet, 'edit' | 'items'>,
  unticked: ReadonlySet<string>,
  onto: ProjectState,
): { edit: Edit | undefined } | { refused: true } {
  const edit = editFor(set, unticked)
  if (!edit) return { edit: undefined }
  const { edit: carried, conflicts } = rebaseEdit(edit, onto)
  return conflicts.length > 0 ? { refused: true } : { edit: carried }
}
