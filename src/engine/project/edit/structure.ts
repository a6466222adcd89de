import { copiedStep } from '#engine/steps/references.ts'
import { emptySuite, type NewId } from '../empty.ts'
import type { Case, Step } from '../format/schema.ts'
import type { EditDraft } from './compose.ts'
import { placeOf } from './places.ts'
import { headOf, type ProjectHead } from './state.ts'

/** Puts a new, empty suite at the end. */
export function addSuite(draft: EditDraft, id: string, name: string): void {
  draft.head.suites.push(emptySuite(id, name))
}

/** Puts a case into a suite, behind the case `after`, else at the end. */
export function addCase(draft: EditDraft, suiteId: string, one: Case, after?: string): void {
  const suite = draft.head.suites.find((found) => found.id === suiteId)
  if (!suite) return
  const at = suite.cases.findIndex((found) => found.id === after)
  suite.cases.splice(at < 0 ? suite.cases.length : at + 1, 0, headOf(one))
  draft.cases[one.id] = one
}

/** Removes a case. The case must be in the draft, so that it can come back. */
export function removeCase(draft: EditDraft, caseId: string): void {
  for (const suite of draft.head.suites) {
    const at = suite.cases.findIndex((found) => found.id === caseId)
    if (at >= 0) suite.cases.splice(at, 1)
  }
  delete draft.cases[caseId]
}

/** Removes a suite with its cases, which must all be in the draft. */
export function removeSuite(draft: EditDraft, suiteId: string): void {
  const at = draft.head.suites.findIndex((found) => found.id === suiteId)
  const [suite] = at < 0 ? [] : draft.head.suites.splice(at, 1)
  for (const one of suite?.cases ?? []) delete draft.cases[one.id]
}

/** Moves a case before place `index` of a suite; places are those before the move. */
export function moveCase(draft: EditDraft, caseId: string, suiteId: string, index: number): void {
  const from = draft.head.suites.find((suite) => suite.cases.some((found) => found.id === caseId))
  const to = draft.head.suites.find((suite) => suite.id === suiteId)
  if (!from || !to) return
  const at = from.cases.findIndex((found) => found.id === caseId)
  const [moved] = from.cases.splice(at, 1)
  const shift = from === to && at < index ? 1 : 0
  if (moved) to.cases.splice(index - shift, 0, moved)
}

/** Moves a suite before place `index`; places are those before the move. */
export function moveSuite(draft: EditDraft, suiteId: string, index: number): void {
  const at = draft.head.suites.findIndex((suite) => suite.id === suiteId)
  if (at < 0) return
  const [moved] = draft.head.suites.splice(at, 1)
  if (moved) draft.head.suites.splice(at < index ? index - 1 : index, 0, moved)
}

/** The place that Alt+Up or Alt+Down moves a case to: also over the border to the next suite. Undefined at the ends. */
export function neighbourPlace(head: ProjectHead, caseId: string, delta: -1 | 1): { suite: string; index: number } | undefined {
  const place = placeOf(head, caseId)
  if (!place) return undefined
  const next = place.index + delta
  if (next >= 0 && next < place.suite.cases.length) return { suite: place.suite.id, index: delta > 0 ? next + 1 : next }
  const suite = head.suites[place.suiteIndex + delta]
  return suite && { suite: suite.id, index: delta > 0 ? 0 : suite.cases.length }
}

/** A case with fresh ids; references between its own steps follow. */
export function copyCase(one: Case, newId: NewId, name: string): Case {
  const ids = new Map(one.steps.map((step) => [step.id, newId()]))
  return { ...structuredClone(one), id: newId(), name, steps: one.steps.map((step) => copyStep(step, ids, newId)) }
}

/** Steps with fresh ids; references among them follow, references to others stay. */
export function copySteps(steps: readonly Step[], newId: NewId): Step[] {
  const ids = new Map(steps.map((step) => [step.id, newId()]))
  return steps.map((step) => copyStep(step, ids, newId))
}

/** Moves the steps with these ids, in their order, before place `index` of the order before the move. */
export function moveSteps(one: Case, moved: ReadonlySet<string>, index: number): void {
  const before = one.steps.slice(0, index).filter((step) => !moved.has(step.id))
  const after = one.steps.slice(index).filter((step) => !moved.has(step.id))
  one.steps = [...before, ...one.steps.filter((step) => moved.has(step.id)), ...after]
}

/** `Orders` → `Orders 2`, `Orders 2` → `Orders 3`: the first name that is free. */
export function freeName(wanted: string, taken: Iterable<string>): string {
  const names = new Set(taken)
  if (!names.has(wanted)) return wanted
  const root = wanted.replace(/ \d+$/, '')
  for (let n = 2; ; n++) if (!names.has(`${root} ${n}`)) return `${root} ${n}`
}

const copyStep = (step: Step, ids: ReadonlyMap<string, string>, newId: NewId): Step =>
  copiedStep(step, ids.get(step.id) ?? newId(), ids)
