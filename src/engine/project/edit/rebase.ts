import { same } from '#engine/base/deep-equal.ts'
import type { Case } from '../format/schema.ts'
import { applyDifferences } from './apply-differences.ts'
import { areInConflict, followRenames, leavesSame, shareList } from './conflict.ts'
import { editOf } from './compose.ts'
import { concealersOf } from './conceal.ts'
import { differences, type Difference } from './differences.ts'
import { recordOf, type Change, type Edit } from './edit.ts'
import type { ProjectState } from './state.ts'

/** What an edit and a newer state changed both, each from the state that the edit was made on. Paths are those in the record. */
export interface Conflict {
  change: Change
  mine: Difference[]
  theirs: Difference[]
}

/** An edit that was made on one state, for a newer one. */
export interface Rebased {
  /** What it changes there, without what is in conflict; undefined when nothing is left to do. */
  edit: Edit | undefined
  conflicts: Conflict[]
}

/** A change of a case, and what it comes to on the newer state. */
interface CaseMerge {
  change: Change & { record: 'case' }
  there: Case | undefined
  merged: Merged<Case | undefined>
}

/**
 * Carries an edit over to a newer state: what it changed is changed there, all else stays, and what both changed is left as
 * it is there and named. A value that the edit made secret is secret there too, whatever it became. The newer state must
 * have at hand which of the edit's cases it holds.
 */
export function rebaseEdit(edit: Edit, onto: ProjectState): Rebased {
  const concealers = concealersOf(edit)
  const concealed = <T>(change: Change, there: T): T => concealers.get(recordOf(change))?.(there) ?? there
  const cases = edit.changes.flatMap((change): CaseMerge[] => {
    if (change.record !== 'case') return []
    const there = onto.cases.get(change.id)
    return [{ change, there, merged: merge(change.before, change.after, concealed(change, there)) }]
  })
  const headChange = edit.changes.find((change) => change.record === 'head')
  const headThere = headChange && concealed(headChange, onto.head)
  const { refused, head } = together(cases, (isRefused) =>
    headChange && headThere ? merge(headChange.before, headChange.after, headThere, isRefused) : undefined,
  )
  const changes = cases
    .filter(({ change, there, merged }) => !refused.has(change.id) && !same(there, merged.value))
    .map(({ change: { id }, there, merged }): Change => ({ record: 'case', id, before: there, after: merged.value }))
  const next = head && !same(head.value, onto.head) ? head.value : onto.head
  return {
    edit: editOf(edit.label, onto.head, next, changes, edit.merge),
    conflicts: [
      ...(headChange && head && head.mine.length > 0 ? [{ change: headChange, mine: head.mine, theirs: head.theirs }] : []),
      ...cases.flatMap(({ change, merged: { mine, theirs } }): Conflict[] => {
        if (mine.length === 0 && !refused.has(change.id)) return []
        return [{ change, mine: refused.has(change.id) ? differences(change.before, change.after) : mine, theirs }]
      }),
    ],
  }
}

/**
 * The cases whose changes are rejected as a whole, because they go with something that clashes: a case comes or goes in the
 * head and as a record, or neither way, and a step that goes to another case leaves the one and enters the other.
 */
function together<T>(cases: readonly CaseMerge[], headWithout: (refused: (one: Difference) => boolean) => Merged<T> | undefined) {
  const comesOrGoes = ({ change }: CaseMerge) => !change.before || !change.after
  const exchange = exchanging(cases)
  const broken = exchange.some(
    // What left here and is not there either went elsewhere.
    ({ change: { before, after }, there, merged }) =>
      merged.mine.length > 0 || stepsOnlyIn(before, after).some((id) => stepsOnlyIn(before, there).includes(id)),
  )
  const clashing = cases.filter((one) => comesOrGoes(one) && one.merged.mine.length > 0)
  const refused = new Set([...clashing, ...(broken ? exchange : [])].map(({ change }) => change.id))
  for (;;) {
    const before = refused.size
    const head = headWithout((one) => casesIn(one).some((id) => refused.has(id)))
    const stays = new Set(head?.mine.flatMap(casesIn))
    for (const one of cases) if (comesOrGoes(one) && stays.has(one.change.id)) refused.add(one.change.id)
    if (exchange.some(({ change }) => refused.has(change.id))) for (const { change } of exchange) refused.add(change.id)
    if (refused.size === before) return { refused, head }
  }
}

/** The changes of cases between which steps go; none when they went there already. */
function exchanging(cases: readonly CaseMerge[]): CaseMerge[] {
  const left = new Set(cases.flatMap(({ change }) => stepsOnlyIn(change.before, change.after)))
  const came = new Set(cases.flatMap(({ change }) => stepsOnlyIn(change.after, change.before)))
  const found = cases.filter(
    ({ change: { before, after } }) =>
      stepsOnlyIn(before, after).some((id) => came.has(id)) || stepsOnlyIn(after, before).some((id) => left.has(id)),
  )
  return found.every(({ change, there }) => same(change.after, there)) ? [] : found
}

function stepsOnlyIn(one: Case | undefined, other: Case | undefined): string[] {
  const there = new Set(other?.steps.map(({ id }) => id))
  return (one?.steps ?? []).map(({ id }) => id).filter((id) => !there.has(id))
}

interface Merged<T> {
  value: T
  /** What could not be done, and what it clashes with. */
  mine: Difference[]
  theirs: Difference[]
}

/** Does what was done from `base` to `mine` on `theirs` too, except what clashes with what was done there, and what is rejected. */
function merge<T>(base: T, mine: T, theirs: T, refused: (one: Difference) => boolean = () => false): Merged<T> {
  const wanted = differences(base, mine).filter((one) => !followsCase(one))
  const done = differences(base, theirs).filter((one) => !followsCase(one))
  // What both removed, but the other took something out of before, is not done: that is still there.
  const open = wanted.filter(
    (one) => !done.some((other) => leavesSame(one, other)) || done.some((other) => movesOutOf(other, one)),
  )
  const clashing = new Set(open.filter((one) => refused(one) || done.some((other) => areInConflict(one, other))))
  for (;;) {
    const possible = open.filter((one) => !clashing.has(one)).map((one) => ({ one, there: followRenames(one, done) }))
    const { value, left } = applyDifferences(
      theirs,
      possible.map(({ there }) => there),
    )
    const undone = possible.filter(({ there }) => left.includes(there)).map(({ one }) => one)
    // What could not be moved out of something stays in it, so that stays too.
    const kept = possible.filter(
      ({ one }) => one.what === 'removed' && [...clashing, ...undone].some((other) => movesOutOf(other, one)),
    )
    for (const { one } of kept) clashing.add(one)
    if (kept.length === 0)
      return {
        value,
        mine: [...clashing, ...undone],
        theirs: done.filter(
          (other) => [...clashing].some((one) => areInConflict(one, other)) || undone.some((one) => shareList(one, other)),
        ),
      }
  }
}

const movesOutOf = (one: Difference, gone: Difference): boolean =>
  one.what === 'moved' && gone.path.length < one.from.length && gone.path.every((key, index) => same(key, one.from[index]))

/** What a head says of a case's contents follows from the case. */
const followsCase = ({ path }: Difference): boolean => path.length > 4 && path[0] === 'suites' && path[2] === 'cases'

/** The cases that come or go with a difference of heads. */
function casesIn(one: Difference): string[] {
  if (one.what !== 'inserted' && one.what !== 'removed') return []
  const [list, suite, inside] = one.path
  if (list !== 'suites' || suite === undefined) return []
  if (one.path.length === 2) return (one.value as { cases: Pick<Case, 'id'>[] }).cases.map(({ id }) => id)
  return inside === 'cases' && one.path.length === 4 ? [(one.value as Pick<Case, 'id'>).id] : []
}
