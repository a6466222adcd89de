import { isNestedIn } from '#engine/steps/nested-reports.ts'
import { isWorse, worse } from '#engine/runner/report/outcomes.ts'
import type { OutcomeName } from '#engine/runner/report/events.ts'
import { placeKey, rowNumber } from '#engine/runner/execute/place.ts'
import { isOwn } from '#engine/runner/execute/progress.ts'
import type { CaseReport, Report, RowReport, StepReport } from '#engine/runner/report/report.ts'

/** Which steps of a report are shown, and in which order. */
export interface Filter {
  show: 'all' | 'bad' | 'skipped'
  query: string
  /** Keys of steps whose messages have the query. */
  found: ReadonlySet<string>
  failedFirst: boolean
}

/** What of a report is shown, and how many steps that are. */
export interface Filtered {
  report: Report
  steps: number
}

type SuiteReport = Report['suites'][number]

const shows: Record<Filter['show'], (outcome: OutcomeName | undefined) => boolean> = {
  all: () => true,
  bad: (outcome) => outcome === 'failed' || outcome === 'broken' || outcome === 'cancelled',
  skipped: (outcome) => outcome === 'skipped',
}

/** The part of a report that a filter lets through: parts of which all is shown are the same objects. */
export function filterReport(report: Report, filter: Filter): Filtered {
  let count = 0
  const query = filter.query.toLowerCase()
  const has = (...texts: (string | undefined)[]): boolean =>
    query === '' || texts.some((text) => text !== undefined && text.toLowerCase().includes(query))
  const isShown = shows[filter.show]

  const stepHas = (one: CaseReport, row: RowReport | undefined, step: StepReport): boolean =>
    has(step.name, step.summary, step.message, step.hint, step.cause, step.code, step.kind, ...(step.warnings ?? [])) ||
    (step.checks?.some((check) => has(check.subject, check.expected, check.actual)) ?? false) ||
    filter.found.has(placeKey({ case: one.id, rows: row?.rows, step: step.id }))

  /** The steps of a case or a row, with the loops that rows which are shown are in; `shown`: some are. */
  const stepsOf = (one: CaseReport, row: RowReport | undefined, loops: ReadonlySet<string>, whole: boolean) => {
    let shown = false
    const all = (row ?? one).steps ?? []
    const kept = new Set<StepReport>()
    let owner: StepReport | undefined
    for (const step of all) {
      // Steps of loops are in their rows; here they tell only what the loop is made of.
      if (step.loop !== row?.loop && !isOwn(step)) {
        kept.add(step)
        continue
      }
      const isHere = isShown(step.outcome) && (whole || stepHas(one, row, step))
      if (isHere) count++
      if (isHere || loops.has(step.id)) kept.add(step)
      shown ||= kept.has(step)
      if (!owner || !isNestedIn(step, owner)) owner = step
      else if (isHere) kept.add(owner)
    }
    return { steps: all.filter((step) => kept.has(step)), shown }
  }

  const caseOf = (suite: SuiteReport, one: CaseReport): CaseReport | undefined => {
    const whole = has(suite.name, one.name)
    const rows: RowReport[] = []
    /** The loops of rows that are shown, by the row that they are in. */
    const loopsIn = new Map<string, Set<string>>()
    const none: ReadonlySet<string> = new Set()
    // Rows inside others follow them: from the last one on, a row knows whether one in it is shown.
    for (const row of (one.rows ?? []).toReversed()) {
      const rowHas = whole || has(...Object.entries(row.values).flat())
      const { steps, shown } = stepsOf(one, row, loopsIn.get(rowNumber(row.rows)) ?? none, rowHas)
      const isPlain = row.steps === undefined && isShown(row.outcome) && rowHas
      if (!shown && !isPlain) continue
      const around = rowNumber(row.rows.slice(0, -1))
      loopsIn.set(around, (loopsIn.get(around) ?? new Set()).add(row.loop))
      rows.push(row.steps === undefined || steps.length === row.steps.length ? row : { ...row, steps })
    }
    rows.reverse()
    const loops = loopsIn.get('') ?? none
    const { steps, shown } = stepsOf(one, undefined, loops, whole)
    if (one.steps.length === 0) return whole && isShown(one.outcome) ? one : undefined
    if (steps.length === one.steps.length && rows.length === (one.rows?.length ?? 0)) return one
    // Rows that are not listed may be what no one looks for.
    const { rowCounts: _all, ...rest } = one
    return shown || rows.length > 0 ? { ...rest, steps, rows } : undefined
  }

  const suites = report.suites.flatMap((suite): SuiteReport[] => {
    const cases = suite.cases.flatMap((one) => caseOf(suite, one) ?? [])
    return cases.length === 0
      ? []
      : [{ ...suite, cases: filter.failedFirst ? worstFirst(cases, ({ outcome }) => outcome) : cases }]
  })
  const cases = suites.reduce((sum, suite) => sum + suite.cases.length, 0)
  return {
    report: {
      ...report,
      suites: filter.failedFirst ? worstFirst(suites, outcomeOf) : suites,
      total: { ...report.total, cases },
    },
    steps: count,
  }
}

/** The worst of a suite's cases. */
export const outcomeOf = ({ cases }: SuiteReport): OutcomeName =>
  cases.reduce<OutcomeName>((worst, { outcome }) => worse(worst, outcome ?? 'cancelled'), 'skipped')

const worstFirst = <T>(parts: readonly T[], outcome: (part: T) => OutcomeName | undefined): T[] =>
  parts.toSorted((one, other) => {
    const [a, b] = [outcome(one) ?? 'cancelled', outcome(other) ?? 'cancelled']
    return isWorse(a, b) ? -1 : isWorse(b, a) ? 1 : 0
  })
