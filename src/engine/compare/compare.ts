import type { OutcomeName } from '#engine/runner/report/events.ts'
import { placeKey, rowNumber } from '#engine/runner/execute/place.ts'
import { isOwn } from '#engine/runner/execute/progress.ts'
import type { Answer, Report, StepReport } from '#engine/runner/report/report.ts'
import { factsOfKind } from '#engine/steps/facts.ts'
import { createNoise } from './noise.ts'

/** Where something differs, by names; `row` with its values: `3: id=7`. */
export interface Where {
  suite: string
  case: string
  row?: string
  /** Absent of a row of which only the outcome is known. */
  step?: string
}

/** An outcome that differs; undefined: it was not run. */
export interface OutcomeChange extends Where {
  before: OutcomeName | undefined
  after: OutcomeName | undefined
  /** Why it did not pass, of the one that did not. */
  why?: string
}

/** A step that took longer, by more than such times differ between the two runs. In milliseconds. */
export interface Slower extends Where {
  before: number
  after: number
}

/** An answer that differs: what of it, before and after; undefined: it was not there. */
export interface AnswerChange extends Where {
  what: string
  before: string | undefined
  after: string | undefined
}

/** What is known about each of the two runs. */
export type ComparedRun = Pick<Report, 'run' | 'startedAt' | 'outcome' | 'counts' | 'duration' | 'environment' | 'seed'>

/** Two runs of a project, the earlier one first. Plain JSON. */
export interface Comparison {
  project: Report['project']
  before: ComparedRun
  after: ComparedRun
  /** Failed or broken now, and not before. */
  newFailures: OutcomeChange[]
  /** Failed or broken before, and passed now. */
  fixed: OutcomeChange[]
  /** Failed or broken both times. */
  stillFailing: OutcomeChange[]
  slower: Slower[]
  changed: AnswerChange[]
  /** Steps that only one of the two has. */
  added: number
  removed: number
  onlyInEarlier: Extent
  onlyInLater: Extent
}

/** What a run has, as readers count it: whole cases, and in other cases what is added to them. */
export interface Extent {
  cases: number
  requests: number
  /** Steps that check or keep values of a response. */
  checks: number
  /** Other steps, and rows of which only the outcome is known. */
  others: number
}

interface Part {
  caseId: string
  where: Where
  outcome: OutcomeName | undefined
  step?: StepReport
}

const isBad = (outcome: OutcomeName | undefined): boolean => outcome === 'failed' || outcome === 'broken'

/** Compares two reports, step by step and row by row as their ids say. */
export function compareRuns(before: Report, after: Report): Comparison {
  const [was, is] = [partsOf(before), partsOf(after)]
  const noise = createNoise([...is].map(([key, { step }]) => ({ before: timeOf(was.get(key)?.step), after: timeOf(step) })))
  const result: Comparison = {
    project: after.project,
    before: factsOf(before),
    after: factsOf(after),
    newFailures: [],
    fixed: [],
    stillFailing: [],
    slower: [],
    changed: [],
    added: [...is.keys()].filter((key) => !was.has(key)).length,
    removed: [...was.keys()].filter((key) => !is.has(key)).length,
    onlyInEarlier: extentBeyond(was, is),
    onlyInLater: extentBeyond(is, was),
  }
  for (const [key, now] of is) {
    const then = was.get(key)
    const change = { ...now.where, before: then?.outcome, after: now.outcome }
    if (isBad(now.outcome)) (isBad(then?.outcome) ? result.stillFailing : result.newFailures).push({ ...change, ...why(now) })
    else if (now.outcome === 'passed' && isBad(then?.outcome)) result.fixed.push({ ...change, ...why(then) })
    const times = { before: timeOf(then?.step), after: timeOf(now.step) }
    if (times.before !== undefined && times.after !== undefined && noise.isSlower(times.before, times.after))
      result.slower.push({ ...now.where, before: times.before, after: times.after })
    for (const difference of answerDifferences(then?.step?.answer, now.step?.answer))
      result.changed.push({ ...now.where, ...difference })
  }
  result.slower.sort((one, other) => other.after - other.before - (one.after - one.before))
  return result
}

/** What of `parts` is not in `others`. */
function extentBeyond(parts: ReadonlyMap<string, Part>, others: ReadonlyMap<string, Part>): Extent {
  const known = new Set([...others.values()].map(({ caseId }) => caseId))
  const cases = new Set<string>()
  const extent = { cases: 0, requests: 0, checks: 0, others: 0 }
  for (const [key, { caseId, step }] of parts) {
    if (others.has(key)) continue
    const facts = step && factsOfKind(step.kind)
    if (!known.has(caseId)) cases.add(caseId)
    else if (facts?.gives === 'http') extent.requests++
    else if (facts?.refers?.step !== undefined) extent.checks++
    else extent.others++
  }
  return { ...extent, cases: cases.size }
}

const factsOf = ({ run, startedAt, outcome, counts, duration, environment, seed }: Report): ComparedRun => ({
  run,
  startedAt,
  outcome,
  counts,
  duration,
  environment,
  seed,
})

/** The time of a step that passed: one that failed may have ended early. */
const timeOf = (step: StepReport | undefined): number | undefined => (step?.outcome === 'passed' ? step.duration : undefined)

function why(part: Part | undefined): { why?: string } {
  const step = part?.step
  const check = step?.checks?.find(({ passed }) => !passed)
  const text = check ? `${check.subject}: expected ${check.expected}, actual ${check.actual}` : step?.message
  return text === undefined ? {} : { why: text }
}

/** Every step that has its own result, and rows whose steps are not kept, by their path. */
function partsOf({ suites }: Report): Map<string, Part> {
  const parts = new Map<string, Part>()
  for (const suite of suites)
    for (const one of suite.cases) {
      for (const row of [undefined, ...(one.rows ?? [])]) {
        const values = Object.entries(row?.values ?? {}).map(([name, value]) => `${name}=${value}`)
        const where: Where = {
          suite: suite.name,
          case: one.name,
          ...(row && { row: [rowNumber(row.rows), values.join(', ')].filter(Boolean).join(': ') }),
        }
        // Loops are compared by their rows.
        if (row && !row.steps)
          parts.set(placeKey({ case: one.id, rows: row.rows, step: row.loop }), { caseId: one.id, where, outcome: row.outcome })
        for (const step of (row ?? one).steps ?? [])
          if (step.outcome !== undefined && isOwn(step))
            parts.set(placeKey({ case: one.id, rows: row?.rows, step: step.id }), {
              caseId: one.id,
              where: { ...where, step: step.name },
              outcome: step.outcome,
              step,
            })
      }
    }
  return parts
}

type Difference = Pick<AnswerChange, 'what' | 'before' | 'after'>

/** What differs between two answers; nothing where one is unknown. */
function answerDifferences(before: Answer | undefined, after: Answer | undefined): Difference[] {
  if (!before || !after) return []
  const differences: Difference[] = []
  const compare = (what: string, was: string | undefined, is: string | undefined): void => {
    if (was !== is) differences.push({ what, before: was, after: is })
  }
  compare('status', String(before.status), String(after.status))
  // An answer of another status is another answer: its parts say nothing more.
  if (before.status !== after.status) return differences
  const each = (what: string, was: readonly [string, string][], is: readonly [string, string][]): void => {
    const [old, now] = [new Map(was), new Map(is)]
    for (const name of new Set([...old.keys(), ...now.keys()])) compare(`${what} ${name}`, old.get(name), now.get(name))
  }
  each('header', before.headers, after.headers)
  if (before.shape && after.shape) each('body', before.shape, after.shape)
  return differences
}
