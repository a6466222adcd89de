import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fuzzRuns } from '../../../e2e/fuzz-runs.ts'
import { emptyCase, emptyVariable } from '#engine/project/empty.ts'
import { applyEdit } from '#engine/project/edit/edit.ts'
import { joinProject, stateOf } from '#engine/project/edit/state.ts'
import { acts, editOfActs, variedProject } from '#engine/project/edit/testing/recipes.ts'
import { waitStep } from '#engine/project/edit/testing/projects.ts'
import { readProject } from '#engine/project/format/read.ts'
import type { Case, Project, Step } from '#engine/project/format/schema.ts'
import { writeProject } from '#engine/project/format/write.ts'
import { problemsOf } from '#engine/project/problems/problems.ts'
import { mergeProjects } from './merge.ts'
import { resolveConflicts } from './resolve.ts'

const base = variedProject([4, 3, 2], [3, 4], [2, 2, 1])

/** A project whatever the order of its lists. */
const unordered = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map((one) => JSON.stringify(unordered(one))).toSorted()
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, one]) => [key, unordered(one)]),
  )
}

function expectValid(project: Project): void {
  const read = readProject(writeProject(project))
  expect(read).toEqual({ ok: true, value: { project } })
}

/** Anything that people do, also to the same places. */
const anyEdits = acts.map((doing) => (who: string) => {
  const state = stateOf(base)
  const edit = editOfActs(state, doing, who)
  const { head, cases } = edit ? applyEdit(state, edit, 'forward') : state
  return joinProject(head, ({ id }) => cases.get(id))
})

type Side = 0 | 1
interface Act {
  kind: keyof typeof ownActs
  one: number
  other: number
  text: string
}

const casesOf = ({ suites }: Project): Case[] => suites.flatMap(({ cases }) => cases)
/** Every third case is only edited by one side, the next by the other, and the third by both. */
const numberOf = ({ id }: { id: string }) => Number(/\d+/.exec(id)?.[0] ?? 0)
const own = (project: Project, side: Side) =>
  casesOf(project).filter((one) => !one.id.includes('-') && numberOf(one) % 3 === side)
const shared = (project: Project) => casesOf(project).filter((one) => !one.id.includes('-') && numberOf(one) % 3 === 2)
const pick = <T>(list: readonly T[], at: number): T | undefined => list[at % Math.max(list.length, 1)]

/** What each side does to fields, items and places that the other one leaves alone. */
const ownActs = {
  stepField: (project, side, { one, other, text }) => {
    const step = pick(pick(shared(project), one)?.steps ?? [], other)
    if (!step) return
    if (side === 0) Object.assign(step, { name: text }, 'url' in step ? { url: text } : {})
    else Object.assign(step, { description: text }, 'method' in step ? { method: text } : {})
  },
  caseField: (project, side, { one, text }) => {
    const found = pick(shared(project), one)
    if (found) Object.assign(found, side === 0 ? { name: text } : { description: text, onFailure: 'continue' })
  },
  tag: (project, side, { one, text }) => void pick(shared(project), one)?.tags.push(`${side}${text}`),
  header: (project, side, { one, text }) => {
    const step = pick(shared(project), one)?.steps.find((found: Step) => 'headers' in found)
    if (step && 'headers' in step)
      step.headers.push({ name: `${side}${text}${step.headers.length}`, value: text, disabled: false })
  },
  variable: (project, side, { one, text }) => {
    const found = project.variables[side]
    if (found) Object.assign(found, { value: text }, one % 2 ? { name: `renamed${side}` } : {})
  },
  addVariable: (project, side, { text }) => {
    const name = `${text}${side}${project.variables.length}`
    project.variables.push(emptyVariable(name))
  },
  addCase: (project, _side, { one, other, text }, fresh) => {
    const cases = pick(project.suites, one)?.cases
    cases?.splice(other % (cases.length + 1), 0, { ...emptyCase(fresh(), text), steps: [waitStep(fresh())] })
  },
  addStep: (project, side, { one, other, text }, fresh) => {
    const steps = pick([...own(project, side), ...shared(project)], one)?.steps
    steps?.splice(other % (steps.length + 1), 0, waitStep(fresh(), text))
  },
  removeCase: (project, side, { one }) => {
    const gone = pick(own(project, side), one)
    for (const suite of project.suites) suite.cases = suite.cases.filter((found) => found !== gone)
  },
  removeStep: (project, side, { one, other }) => void pick(own(project, side), one)?.steps.splice(other, 1),
  moveCase: (project, side, { one, other }) => {
    const moved = pick(own(project, side), one)
    const to = pick(project.suites, other)
    if (!moved || !to) return
    for (const suite of project.suites) suite.cases = suite.cases.filter((found) => found !== moved)
    to.cases.splice(one % (to.cases.length + 1), 0, moved)
  },
  moveStep: (project, side, { one, other }) => {
    const from = pick(own(project, side), one)
    const to = pick(own(project, side), other)
    const step = from?.steps.shift()
    if (step) to?.steps.splice(one % (to.steps.length + 1), 0, step)
  },
  suiteName: (project, side, { one, text }) => {
    const suite = pick(project.suites, one)
    if (suite) Object.assign(suite, side === 0 ? { name: text } : { description: text })
  },
} satisfies Record<string, (project: Project, side: Side, act: Act, fresh: () => string) => void>

const ownEdits = fc
  .array(
    fc.record({
      kind: fc.constantFrom(...(Object.keys(ownActs) as (keyof typeof ownActs)[])),
      one: fc.nat(11),
      other: fc.nat(11),
      text: fc.constantFrom('a', 'b', 'c'),
    }),
    { maxLength: 8 },
  )
  .map((doing) => (side: Side) => {
    const project = structuredClone(base)
    let made = 0
    for (const act of doing) ownActs[act.kind](project, side, act, () => `${side}-${++made}`)
    return project
  })

describe('laws of merging', () => {
  it('[X10] edits of different fields merge without a question, the same in both directions', () => {
    fc.assert(
      fc.property(ownEdits, ownEdits, (mine, other) => {
        const [ours, theirs] = [mine(0), other(1)]
        const merged = mergeProjects({ base, ours, theirs })
        expect(merged.conflicts).toBeUndefined()
        expectValid(merged)
        expect(problemsOf(merged)).toEqual([])
        expect(unordered(mergeProjects({ base, ours: theirs, theirs: ours }))).toEqual(unordered(merged))
      }),
      { numRuns: fuzzRuns(2_000) },
    )
  })

  it('[X10] an unchanged side, and the same edits twice, leave the edits', () =>
    fc.assert(
      fc.property(anyEdits, (edits) => {
        const edited = edits('a')
        expect(mergeProjects({ base, ours: base, theirs: edited })).toEqual(edited)
        expect(mergeProjects({ base, ours: edited, theirs: base })).toEqual(edited)
        expect(mergeProjects({ base, ours: edited, theirs: edited })).toEqual(edited)
      }),
      { numRuns: fuzzRuns(1_000) },
    ))

  it('[X10] whatever both did, the result is a file, and each conflict can be resolved for either side', () => {
    let disputed = 0
    fc.assert(
      fc.property(anyEdits, anyEdits, (mine, other) => {
        const [ours, theirs] = [mine('a'), other('b')]
        const merged = mergeProjects({ base, ours, theirs })
        expectValid(merged)
        const swapped = mergeProjects({ base, ours: theirs, theirs: ours })
        expect(swapped.conflicts?.length).toBe(merged.conflicts?.length)
        if (merged.conflicts) disputed++
        const [forOurs, forTheirs] = [resolveConflicts(merged, () => 'ours'), resolveConflicts(merged, () => 'theirs')]
        for (const resolved of [forOurs, forTheirs]) {
          expect(resolved.conflicts).toBeUndefined()
          expectValid(resolved)
        }
        expect(unordered(resolveConflicts(swapped, () => 'ours'))).toEqual(unordered(forTheirs))
      }),
      { numRuns: fuzzRuns(2_000) },
    )
    expect(disputed).toBeGreaterThan(5)
  })
})
