import type { OutcomeName, RunEvent } from '#engine/runner/report/events.ts'
import { outcomes } from '#engine/runner/report/outcomes.ts'
import { placeKey } from '#engine/runner/execute/place.ts'
import type { CaseReport, Report, StepReport } from '#engine/runner/report/report.ts'

/** What a suite's cases came to when each was last run. */
export interface SuiteResult {
  outcome: OutcomeName | undefined
  running: boolean
  /** Cases, not steps. */
  passed: number
  failed: number
  broken: number
  /** Requests of passed cases that were refused, which nothing checks. */
  unchecked: readonly UncheckedStep[]
}

/** A request whose response has a status of 400 or above that nothing checks. */
export interface UncheckedStep {
  case: string
  step: string
  status: number | undefined
}

/** The last known results of a project's cases and steps, over its runs. */
export interface RunIndex {
  /** Takes the results of a whole run; later ones replace earlier ones case by case. */
  load(report: Report): void
  /** Follows one event that `report` has already folded, and adds the keys that it touched, see `placeKey`. */
  follow(report: Report, event: RunEvent, touched: Set<string>): void
  /** The run has ended or died: nothing is running any more. */
  settle(touched: Set<string>): void
  step(caseId: string, stepId: string): StepReport | undefined
  case(caseId: string): CaseReport | undefined
  suite(suiteId: string): SuiteResult | undefined
  /** The run that the result of a case, or of a step of it, is of. */
  runOf(caseId: string, stepId?: string): KnownRun | undefined
}

/** A run that results are of. */
export interface KnownRun {
  run: string
  /** ISO 8601. */
  startedAt: string
}

/** The key under which changes of a suite are reported; those of cases and steps are reported under `placeKey`. */
export const suiteKey = (suiteId: string): string => `suite\n${suiteId}`

interface CaseResult {
  run: KnownRun
  report: CaseReport
}

interface KnownCase {
  suite: string
  /** Of the last run in which all of its steps were to be gone through; a part of a case says nothing of the whole. */
  whole: CaseResult | undefined
  /** Of the last run that it was in. */
  last: CaseResult
  running: boolean
}

/** What listeners of a case receive: while a part of it runs, that part. */
const told = ({ whole, last, running }: KnownCase): CaseResult | undefined => (running ? last : whole)

/** Sums over the cases of a suite, kept up to date case by case: reading them costs nothing. */
interface SuiteTally {
  cases: Map<string, { outcome: OutcomeName | undefined; running: boolean }>
  outcomes: Map<OutcomeName, number>
  unchecked: Map<string, UncheckedStep[]>
  running: number
}

const runOfReport = ({ run, startedAt }: Report): KnownRun => ({ run, startedAt })

/** An empty index. */
export function createRunIndex(): RunIndex {
  const cases = new Map<string, KnownCase>()
  const suites = new Map<string, SuiteTally>()
  /** Steps that a later, partial run of the case did not touch. */
  const steps = new Map<string, { run: KnownRun; report: StepReport }>()

  function enter(run: KnownRun, suite: string, report: CaseReport, running: boolean): void {
    const last = { run, report }
    cases.set(report.id, { suite, whole: report.part ? cases.get(report.id)?.whole : last, last, running })
    tally(report.id)
  }

  /** Brings the suite's counts up to date with one of its cases. */
  function tally(caseId: string): void {
    const known = cases.get(caseId)
    if (!known) return
    let sums = suites.get(known.suite)
    if (!sums) suites.set(known.suite, (sums = { cases: new Map(), outcomes: new Map(), unchecked: new Map(), running: 0 }))
    const before = sums.cases.get(caseId)
    if (before?.outcome) sums.outcomes.set(before.outcome, (sums.outcomes.get(before.outcome) ?? 0) - 1)
    if (before?.running) sums.running--
    const { report } = told(known) ?? {}
    const outcome = report?.outcome
    const unchecked = outcome === 'passed' ? (report?.steps.filter((step) => step.unchecked === true) ?? []) : []
    if (unchecked.length === 0) sums.unchecked.delete(caseId)
    else
      sums.unchecked.set(
        caseId,
        unchecked.map(({ id, status }) => ({ case: caseId, step: id, status })),
      )
    sums.cases.set(caseId, { outcome, running: known.running })
    if (outcome) sums.outcomes.set(outcome, (sums.outcomes.get(outcome) ?? 0) + 1)
    if (known.running) sums.running++
  }

  function load(report: Report): void {
    const run = runOfReport(report)
    for (const suite of report.suites) {
      for (const entry of suite.cases) {
        enter(run, suite.id, entry, false)
        for (const step of entry.steps)
          if (step.outcome) steps.set(placeKey({ case: entry.id, step: step.id }), { run, report: step })
      }
    }
  }

  function follow(report: Report, event: RunEvent, touched: Set<string>): void {
    if (event.type === 'case-started') {
      const suite = report.suites.find((candidate) => candidate.id === event.suite.id)
      const entry = suite?.cases.findLast((candidate) => candidate.id === event.case.id)
      if (entry) {
        const begins = cases.get(entry.id)?.last.run.run !== report.run
        enter(runOfReport(report), event.suite.id, entry, true)
        for (const { id } of entry.steps) {
          // What an earlier run came to says nothing about a step that is about to run.
          const key = placeKey({ case: entry.id, step: id })
          if (begins) steps.delete(key)
          touched.add(key)
        }
      }
      touched.add(placeKey({ case: event.case.id })).add(suiteKey(event.suite.id))
      return
    }
    if (!('case' in event)) return
    const known = cases.get(event.case)
    if (!known) return
    if (event.type === 'case-finished') {
      known.running = false
      tally(event.case)
      touched.add(placeKey({ case: event.case })).add(suiteKey(known.suite))
    } else if ('step' in event) {
      // Of a step in a loop the case has the worst row's result.
      const step = known.last.report.steps.find(({ id }) => id === event.step)
      const key = placeKey({ case: event.case, step: event.step })
      if (step && (step.outcome || step.running)) steps.set(key, { run: known.last.run, report: step })
      touched.add(key).add(placeKey({ case: event.case }))
    }
  }

  function settle(touched: Set<string>): void {
    for (const [id, known] of cases) {
      if (!known.running) continue
      known.running = false
      tally(id)
      touched.add(placeKey({ case: id })).add(suiteKey(known.suite))
      for (const { steps: ofPart = [] } of [known.last.report, ...(known.last.report.rows ?? [])]) {
        for (const step of ofPart) {
          if (!step.running) continue
          step.running = false
          touched.add(placeKey({ case: id, step: step.id }))
        }
      }
    }
  }

  function suite(suiteId: string): SuiteResult | undefined {
    const sums = suites.get(suiteId)
    if (!sums) return undefined
    return {
      outcome: outcomes.findLast((outcome) => (sums.outcomes.get(outcome) ?? 0) > 0),
      running: sums.running > 0,
      passed: sums.outcomes.get('passed') ?? 0,
      failed: sums.outcomes.get('failed') ?? 0,
      broken: sums.outcomes.get('broken') ?? 0,
      unchecked: [...sums.unchecked.values()].flat(),
    }
  }

  const resultOf = (caseId: string): CaseResult | undefined => {
    const known = cases.get(caseId)
    return known && told(known)
  }

  return {
    load,
    follow,
    settle,
    step: (caseId, stepId) => steps.get(placeKey({ case: caseId, step: stepId }))?.report,
    case: (caseId) => resultOf(caseId)?.report,
    suite,
    runOf: (caseId, stepId) =>
      stepId === undefined ? resultOf(caseId)?.run : steps.get(placeKey({ case: caseId, step: stepId }))?.run,
  }
}
