import type { OutcomeName, RunEvent } from '#engine/runner/events.ts'
import { outcomes } from '#engine/runner/outcomes.ts'
import type { CaseReport, Report, StepReport } from '#engine/runner/report.ts'

/** Where an event belongs. */
export interface EventPlace {
  case: string
  step: string
  row?: number | undefined
}

/** What a suite's cases came to when each was last run. */
export interface SuiteResult {
  outcome: OutcomeName | undefined
  running: boolean
  /** Cases, not steps. */
  failed: number
  broken: number
}

/** The last known results of a project's cases and steps, over its runs. */
export interface RunIndex {
  /** Takes the results of a whole run; later ones replace earlier ones case by case. */
  load(report: Report): void
  /** Follows one event that `report` has already folded, and adds the keys that it touched, see {@link stepKey}. */
  follow(report: Report, event: RunEvent, touched: Set<string>): void
  /** The run has ended or died: nothing is running any more. */
  settle(touched: Set<string>): void
  step(caseId: string, stepId: string): StepReport | undefined
  case(caseId: string): CaseReport | undefined
  suite(suiteId: string): SuiteResult | undefined
  stepAt(place: EventPlace): StepReport | undefined
  caseAt(place: EventPlace): CaseReport | undefined
  runOf(caseId: string): string | undefined
}

/** Keys under which changes are told. */
export const stepKey = (caseId: string, stepId: string): string => `step\n${caseId}\n${stepId}`
/** See {@link stepKey}. */
export const caseKey = (caseId: string): string => `case\n${caseId}`
/** See {@link stepKey}. */
export const suiteKey = (suiteId: string): string => `suite\n${suiteId}`

/** What has no outcome yet hides what has passed, and nothing worse. */
const severityOf = (outcome: OutcomeName | undefined): number =>
  outcome === undefined ? outcomes.indexOf('passed') + 0.5 : outcomes.indexOf(outcome)

const worse = <T extends { outcome?: OutcomeName | undefined }>(a: T, b: T): T =>
  severityOf(b.outcome) > severityOf(a.outcome) ? b : a

interface KnownCase {
  run: string
  suite: string
  /** By row; one under `undefined` without rows. */
  reports: Map<number | undefined, CaseReport>
  running: boolean
}

/** Sums over the cases of a suite, kept up to date case by case: reading them costs nothing. */
interface SuiteTally {
  cases: Map<string, { outcome: OutcomeName | undefined; running: boolean }>
  outcomes: Map<OutcomeName, number>
  running: number
}

/** An empty index. */
export function createRunIndex(): RunIndex {
  const cases = new Map<string, KnownCase>()
  const suites = new Map<string, SuiteTally>()
  /** Steps that a later, partial run of the case did not touch. */
  const steps = new Map<string, StepReport>()

  function enter(run: string, suite: string, report: CaseReport, running: boolean): void {
    const known = cases.get(report.id)
    if (known && known.run === run) {
      known.reports.set(report.row, report)
      known.running = running
    } else {
      cases.set(report.id, { run, suite, reports: new Map([[report.row, report]]), running })
    }
    tally(report.id)
  }

  /** Brings the suite's counts up to date with one of its cases. */
  function tally(caseId: string): void {
    const known = cases.get(caseId)
    if (!known) return
    let sums = suites.get(known.suite)
    if (!sums) suites.set(known.suite, (sums = { cases: new Map(), outcomes: new Map(), running: 0 }))
    const before = sums.cases.get(caseId)
    if (before?.outcome) sums.outcomes.set(before.outcome, (sums.outcomes.get(before.outcome) ?? 0) - 1)
    if (before?.running) sums.running--
    const outcome = caseOf(caseId)?.outcome
    sums.cases.set(caseId, { outcome, running: known.running })
    if (outcome) sums.outcomes.set(outcome, (sums.outcomes.get(outcome) ?? 0) + 1)
    if (known.running) sums.running++
  }

  function keepStep(caseId: string, step: StepReport, several: boolean): void {
    const key = stepKey(caseId, step.id)
    const before = steps.get(key)
    steps.set(key, several && before && before !== step ? worse(step, before) : step)
  }

  function load(report: Report): void {
    for (const suite of report.suites) {
      for (const entry of suite.cases) {
        enter(report.run, suite.id, entry, false)
        const several = (cases.get(entry.id)?.reports.size ?? 0) > 1
        for (const step of entry.steps) if (step.outcome) keepStep(entry.id, step, several)
      }
    }
  }

  function follow(report: Report, event: RunEvent, touched: Set<string>): void {
    if (event.type === 'case-started') {
      const suite = report.suites.find((candidate) => candidate.id === event.suite.id)
      const entry = suite?.cases.findLast((candidate) => candidate.id === event.case.id && candidate.row === event.row)
      if (entry) {
        const begins = cases.get(entry.id)?.run !== report.run
        enter(report.run, event.suite.id, entry, true)
        for (const { id } of entry.steps) {
          // What an earlier run came to says nothing about a step that is about to run.
          if (begins) steps.delete(stepKey(entry.id, id))
          touched.add(stepKey(entry.id, id))
        }
      }
      touched.add(caseKey(event.case.id)).add(suiteKey(event.suite.id))
      return
    }
    if (!('case' in event)) return
    const known = cases.get(event.case)
    if (!known) return
    if (event.type === 'case-finished') {
      known.running = false
      tally(event.case)
      touched.add(caseKey(event.case)).add(suiteKey(known.suite))
    } else if ('step' in event) {
      const step = stepAt(event)
      if (step && (step.outcome || step.running)) keepStep(event.case, step, known.reports.size > 1)
      touched.add(stepKey(event.case, event.step)).add(caseKey(event.case))
    }
  }

  function settle(touched: Set<string>): void {
    for (const [id, known] of cases) {
      if (!known.running) continue
      known.running = false
      tally(id)
      touched.add(caseKey(id)).add(suiteKey(known.suite))
      for (const report of known.reports.values()) {
        for (const step of report.steps) {
          if (!step.running) continue
          step.running = false
          touched.add(stepKey(id, step.id))
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
      failed: sums.outcomes.get('failed') ?? 0,
      broken: sums.outcomes.get('broken') ?? 0,
    }
  }

  function caseOf(caseId: string): CaseReport | undefined {
    let worst: CaseReport | undefined
    for (const report of cases.get(caseId)?.reports.values() ?? []) worst = worst ? worse(worst, report) : report
    return worst
  }

  function caseAt(place: EventPlace): CaseReport | undefined {
    return cases.get(place.case)?.reports.get(place.row)
  }

  function stepAt(place: EventPlace): StepReport | undefined {
    return caseAt(place)?.steps.find((step) => step.id === place.step)
  }

  return {
    load,
    follow,
    settle,
    step: (caseId, stepId) => steps.get(stepKey(caseId, stepId)),
    case: caseOf,
    suite,
    stepAt,
    caseAt,
    runOf: (caseId) => cases.get(caseId)?.run,
  }
}
