import { phasesOf } from '#engine/ports/http/phases.ts'
import type { RunEvent } from './events.ts'
import { addCounts, emptyCounts, isWorse } from './outcomes.ts'
import { placeKey } from '../execute/place.ts'
import { finishedSteps, runningRows } from '../execute/progress.ts'
import { plannedIn, plannedStep } from './report-parts.ts'
import type { CaseReport, Report, RowReport, StepReport } from './report.ts'

/** The steps of a case or of a row by id. */
type StepsById = Map<string, StepReport>

/** Where the events of the cases that are running go; found without searching, so that folding stays linear. */
interface Index {
  suites: Map<string, Report['suites'][number]>
  /** Every case by id, because a case may start again. */
  cases: Map<string, CaseReport>
  /** Where in its suite each of them is. */
  places: Map<CaseReport, number>
  /** Steps of the running cases only. */
  steps: Map<CaseReport, StepsById>
  /** The running rows by their place, without the step. */
  rows: Map<string, { row: RowReport; steps: StepsById }>
}

/** Cookie jars that are kept in a report. */
const jarsListed = 200

const indexes = new WeakMap<Report, Index>()

const stepsById = (steps: readonly StepReport[]): StepsById => new Map(steps.map((step) => [step.id, step]))

function indexOf(report: Report): Index {
  let index = indexes.get(report)
  if (!index) {
    const cases = report.suites.flatMap((suite) => suite.cases)
    const running = cases.filter(({ outcome }) => outcome === undefined)
    index = {
      suites: new Map(report.suites.map((suite) => [suite.id, suite])),
      cases: new Map(cases.map((one) => [one.id, one])),
      places: new Map(report.suites.flatMap((suite) => suite.cases.map((one, at): [CaseReport, number] => [one, at]))),
      steps: new Map(running.map((one) => [one, stepsById(one.steps)])),
      rows: new Map(running.flatMap((one) => runningRows(one).map((row) => [rowKey(one.id, row.rows), withSteps(row)] as const))),
    }
    indexes.set(report, index)
  }
  return index
}

/**
 * Adds one event to a report: the only reducer, used by the live view, the reporters and the run itself. Events must be in the
 * order of `seq`. Changes and returns `report`, so that long runs stay linear.
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
      const one = cases.get(event.case)
      if (!one) return report
      steps.delete(one)
      addCounts(report.counts, event.counts)
      one.outcome = event.outcome
      one.duration = event.duration
      one.counts = { ...event.counts }
      return report
    }
    case 'run-cookies': {
      const { type: _type, seq: _seq, at: _at, ...jar } = event
      const jars = (report.jars ??= [])
      // A case that is run again has a new one.
      const known = jar.scope === 'case' ? jars.findIndex(({ id }) => id === jar.id) : -1
      if (known >= 0) jars[known] = jar
      else if (jars.length < jarsListed) jars.push(jar)
      return report
    }
    case 'run-finished': {
      const { type: _type, seq: _seq, at: _at, ...end } = event
      return Object.assign(report, end, { counts: { ...end.counts } })
    }
    case 'row-started': {
      const index = indexOf(report)
      const one = index.cases.get(event.case)
      if (one) startRow(index, one, event)
      return report
    }
    case 'row-finished': {
      const index = indexOf(report)
      const one = index.cases.get(event.case)
      if (one) finishRow(index, one, event)
      return report
    }
    default: {
      const index = indexOf(report)
      const one = index.cases.get(event.case)
      if (!one) return report
      if (event.rows !== undefined) foldInRow(index, one, event, event.rows)
      else {
        const step = index.steps.get(one)?.get(event.step)
        if (step) foldStep(step, event)
      }
      return report
    }
  }
}

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
    ...(event.attempt === undefined ? {} : { attempt: event.attempt }),
    ...(event.part ? { part: event.part } : {}),
    startedAt: event.at,
    counts: emptyCounts(),
    steps: event.steps.map(plannedStep),
  }
  const before = index.cases.get(begun.id)
  if (before) {
    if (before.outcome !== undefined) addCounts(report.counts, before.counts, -1)
    index.steps.delete(before)
    const at = index.places.get(before) ?? suite.cases.length
    index.places.delete(before)
    index.places.set(begun, at)
    suite.cases[at] = begun
  } else index.places.set(begun, suite.cases.push(begun) - 1)
  index.cases.set(begun.id, begun)
  index.steps.set(begun, stepsById(begun.steps))
}

type StepEvent = Exclude<RunEvent, { type: `run-${string}` | `case-${string}` | `row-${string}` }>

function foldStep(step: StepReport, event: StepEvent): void {
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
      if (event.diagnosis !== undefined) step.diagnosis = event.diagnosis
      if (event.summary !== undefined) step.summary = event.summary
      if (event.status !== undefined) step.status = event.status
      if (event.unchecked !== undefined) step.unchecked = event.unchecked
      if (event.lookedAt !== undefined) step.lookedAt = event.lookedAt
      break
    }
    case 'exchanged': {
      if (event.exchange.connecting === undefined) break
      const phases = phasesOf(event.exchange)
      step.phases = phases && { at: Math.max(0, event.exchange.at - (step.startedAt ?? 0)), ...phases }
      break
    }
    case 'queried':
    case 'variable-set':
    case 'action-required':
      break
  }
}

// Rows: every one that goes on holds its steps; of those that have ended the list has its bounds, so that a million take little
// room.

/** Rows of a case up to which those that passed are listed; further ones are only counted. */
const rowsListed = 10_000
/** The same of rows that have not passed: to run just those again. */
const badRowsListed = 100_000
/** So many of these keep their steps. */
const rowsWithSteps = 1_000

const rowKey = (id: string, rows: readonly number[]): string => placeKey({ case: id, rows })

const withSteps = (row: RowReport): { row: RowReport; steps: StepsById } => ({ row, steps: stepsById(row.steps ?? []) })

function startRow({ rows }: Index, one: CaseReport, event: Extract<RunEvent, { type: 'row-started' }>): void {
  const row: RowReport = {
    loop: event.step,
    rows: event.rows,
    values: event.values,
    outcome: undefined,
    startedAt: event.at,
    duration: undefined,
    counts: emptyCounts(),
    steps: plannedIn(one.steps, event.step).map(plannedStep),
  }
  ;(one.rows ??= []).push(row)
  rows.set(rowKey(one.id, row.rows), withSteps(row))
}

function finishRow({ rows }: Index, one: CaseReport, event: Extract<RunEvent, { type: 'row-finished' }>): void {
  const key = rowKey(one.id, event.rows)
  const row = rows.get(key)?.row
  if (!row) return
  rows.delete(key)
  row.outcome = event.outcome
  row.duration = event.duration
  row.counts = { ...event.counts }
  const around = event.rows.length > 1 ? rows.get(rowKey(one.id, event.rows.slice(0, -1)))?.row : one
  if (around) addCounts(around.counts, event.counts)
  const ended = (one.rowCounts ??= emptyCounts())
  ended[event.outcome]++
  const isGood = event.outcome === 'passed'
  // A loop in it without rows was skipped, which has to be said.
  const isPlain = isGood && event.counts.skipped === 0
  if (isPlain || finishedSteps(ended) - ended.passed > rowsWithSteps) row.steps = undefined
  const listed = one.rows ?? []
  if (listed.length > (isGood ? rowsListed : badRowsListed)) listed.splice(listed.lastIndexOf(row), 1)
}

/** In the row itself; where the loop is, in the case and in the rows around, a step is as bad as its worst row. */
function foldInRow(index: Index, one: CaseReport, event: StepEvent, rows: readonly number[]): void {
  const step = index.rows.get(rowKey(one.id, rows))?.steps.get(event.step)
  if (!step) return
  foldStep(step, event)
  if (event.type !== 'step-started' && event.type !== 'step-finished') return
  for (let depth = rows.length - 1; depth >= 0; depth--) {
    const steps = depth === 0 ? index.steps.get(one) : index.rows.get(rowKey(one.id, rows.slice(0, depth)))?.steps
    const outer = steps?.get(event.step)
    if (!outer) continue
    outer.running = event.type === 'step-started' ? true : undefined
    if (event.type === 'step-started') outer.startedAt ??= event.at
    else if (outer.outcome === undefined || isWorse(event.outcome, outer.outcome)) takeResult(outer, step, rows)
  }
}

function takeResult(outer: StepReport, step: StepReport, rows: readonly number[]): void {
  outer.rows = [...rows]
  outer.startedAt = step.startedAt
  outer.outcome = step.outcome
  outer.duration = step.duration
  outer.message = step.message
  outer.code = step.code
  outer.hint = step.hint
  outer.cause = step.cause
  outer.diagnosis = step.diagnosis
  outer.summary = step.summary
  outer.status = step.status
  outer.unchecked = step.unchecked
  outer.warnings = step.warnings
  outer.checks = step.checks
  outer.checked = step.checked
  outer.phases = step.phases
}
