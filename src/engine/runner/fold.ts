import type { RunEvent } from './events.ts'
import { addCounts, emptyCounts } from './outcomes.ts'
import type { CaseReport, Report, StepReport } from './report.ts'

/** A report of a run of which nothing is known yet. */
export const emptyReport = (): Report => ({
  run: '',
  project: { id: '', name: '' },
  startedAt: '',
  seed: 0,
  total: { suites: 0, cases: 0, steps: 0 },
  counts: emptyCounts(),
  suites: [],
})

/** Where the events of the cases that are running go; found without searching, so that folding stays linear. */
interface Index {
  suites: Map<string, Report['suites'][number]>
  /** Every case by id and row, because a case may begin again. */
  cases: Map<string, CaseReport>
  /** Steps of the running cases only. */
  steps: Map<CaseReport, Map<string, StepReport>>
}

const indexes = new WeakMap<Report, Index>()

const caseKey = (id: string, row: number | undefined): string => (row === undefined ? id : `${id} ${row}`)

const stepsById = ({ steps }: CaseReport): Map<string, StepReport> => new Map(steps.map((step) => [step.id, step]))

function indexOf(report: Report): Index {
  let index = indexes.get(report)
  if (!index) {
    const cases = report.suites.flatMap((suite) => suite.cases)
    index = {
      suites: new Map(report.suites.map((suite) => [suite.id, suite])),
      cases: new Map(cases.map((one) => [caseKey(one.id, one.row), one])),
      steps: new Map(cases.filter(({ outcome }) => outcome === undefined).map((one) => [one, stepsById(one)])),
    }
    indexes.set(report, index)
  }
  return index
}

/**
 * Adds one event to a report: the one reducer that the live view, the reporters and the run itself use. Events must come
 * in the order of `seq`. Changes `report` and gives it back, so that long runs stay linear.
 */
export function fold(report: Report, event: RunEvent): Report {
  switch (event.type) {
    case 'run-started': {
      const { type: _type, seq: _seq, at: _at, ...head } = event
      return Object.assign(report, head)
    }
    case 'case-started':
      startCase(report, event)
      return report
    case 'case-finished': {
      const { cases, steps } = indexOf(report)
      const one = cases.get(caseKey(event.case, event.row))
      if (!one) return report
      steps.delete(one)
      addCounts(report.counts, event.counts)
      one.outcome = event.outcome
      one.duration = event.duration
      one.counts = { ...event.counts }
      return report
    }
    case 'run-finished': {
      const { type: _type, seq: _seq, at: _at, ...end } = event
      return Object.assign(report, end, { counts: { ...end.counts } })
    }
    default: {
      const { cases, steps } = indexOf(report)
      const one = cases.get(caseKey(event.case, event.row))
      const step = one && steps.get(one)?.get(event.step)
      if (step) foldStep(step, event)
      return report
    }
  }
}

/** A step that has not begun. All that most steps come to have is there from the start, so that objects keep their shape. */
const plannedStep = ({ id, kind, name }: { id: string; kind: string; name: string }): StepReport => ({
  id,
  kind,
  name,
  running: undefined,
  startedAt: undefined,
  checked: undefined,
  outcome: undefined,
  duration: undefined,
  summary: undefined,
  status: undefined,
})

function startCase(report: Report, event: Extract<RunEvent, { type: 'case-started' }>): void {
  const index = indexOf(report)
  let suite = index.suites.get(event.suite.id)
  if (!suite) {
    suite = { ...event.suite, cases: [] }
    index.suites.set(suite.id, suite)
    report.suites.push(suite)
  }
  const begun: CaseReport = {
    ...event.case,
    ...(event.row === undefined ? {} : { row: event.row }),
    ...(event.attempt === undefined ? {} : { attempt: event.attempt }),
    startedAt: event.at,
    counts: emptyCounts(),
    steps: event.steps.map(plannedStep),
  }
  const key = caseKey(event.case.id, event.row)
  const before = index.cases.get(key)
  if (before) {
    addCounts(report.counts, before.counts, -1)
    index.steps.delete(before)
    suite.cases[suite.cases.indexOf(before)] = begun
  } else suite.cases.push(begun)
  index.cases.set(key, begun)
  index.steps.set(begun, stepsById(begun))
}

function foldStep(step: StepReport, event: Exclude<RunEvent, { type: `run-${string}` | `case-${string}` }>): void {
  switch (event.type) {
    case 'step-started':
      step.running = true
      step.startedAt = event.at
      break
    case 'checked':
      step.checked = (step.checked ?? 0) + 1
      if (!event.check.passed) (step.checks ??= []).push({ ...event.check })
      break
    case 'noted':
      if (event.level === 'warning') (step.warnings ??= []).push(event.text)
      break
    case 'step-finished': {
      // Not deleted: that would turn the object into a slow one.
      step.running = undefined
      step.outcome = event.outcome
      step.duration = event.duration
      // One by one: a loop over names makes every store a slow one, and a run has tens of thousands.
      if (event.message !== undefined) step.message = event.message
      if (event.code !== undefined) step.code = event.code
      if (event.hint !== undefined) step.hint = event.hint
      if (event.cause !== undefined) step.cause = event.cause
      if (event.summary !== undefined) step.summary = event.summary
      if (event.status !== undefined) step.status = event.status
      if (event.lookedAt !== undefined) step.lookedAt = event.lookedAt
      break
    }
    case 'exchanged':
    case 'variable-set':
    case 'action-required':
      break
  }
}
