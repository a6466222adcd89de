import { describeDuration } from '#engine/base/duration.ts'
import type { OutcomeName, RunEvent } from '#engine/runner/report/events.ts'
import { fold } from '#engine/runner/report/fold.ts'
import { emptyReport } from '#engine/runner/report/report-parts.ts'
import { finishedSteps } from '#engine/runner/execute/progress.ts'
import type { CaseReport, Report } from '#engine/runner/report/report.ts'
import { describeFailure, needsExplaining, ownSteps, resultLine, stepPath } from '../describe-step.ts'
import { oneLine, printable } from '#engine/base/printable.ts'
import type { Reporter, TextStyle } from '../reporter.ts'
import { reporterTexts as texts } from '../texts.ts'

/** For the terminal: a line for each case when it ends, under it every step that did not pass; then the counts. */
export const listReporter: Reporter<'list'> = {
  id: 'list',
  create(write, _body, { paint } = {}) {
    /** A report of each running case by itself; what has ended is forgotten. */
    const running = new Map<string, Report>()
    let head: Extract<RunEvent, { type: 'run-started' }> | undefined
    let flaky = 0
    const put: Put = (text, style) => (style && paint ? paint(text, style) : write(text))
    const line: Put = (text, style) => put(`${text}\n`, style)
    return (event) => {
      if (event.type === 'run-started') {
        head = event
        line(`${oneLine(texts.heading(event.project.name, event.environment?.name))}\n`)
      } else if (event.type === 'run-finished') {
        if (event.reason !== undefined) line(`\n${printable(event.reason)}`, 'warning')
        const left = event.notBegun?.reduce((sum, { cases }) => sum + cases.length, 0)
        if (left !== undefined) line(texts.casesNotBegun(left, head?.total.cases ?? left), 'warning')
        put(`\n${resultLine(event)}`, styles[event.outcome])
        line(` in ${describeDuration(event.duration)}`)
        if (flaky > 0) line(texts.flaky(flaky), 'warning')
        if (head) line(texts.seed(head.seed), 'dim')
      } else if (event.type !== 'run-cookies') {
        const key = event.type === 'case-started' ? event.case.id : event.case
        if (event.type === 'case-started') running.set(key, emptyReport())
        const report = running.get(key)
        if (!report) return
        fold(report, event)
        if (event.type !== 'case-finished') return
        running.delete(key)
        const { outcome, attempt } = report.suites[0]?.cases[0] ?? {}
        if (outcome === 'passed' && attempt !== undefined) flaky += 1
        writeCase(report, put)
      }
    }
  },
}

/** Writes a piece of the report, in a colour where there are any. */
type Put = (text: string, style?: TextStyle) => void

const styles: Record<OutcomeName, TextStyle> = {
  passed: 'good',
  failed: 'bad',
  broken: 'bad',
  skipped: 'dim',
  cancelled: 'warning',
}

function writeCase({ suites }: Report, put: Put): void {
  const line: Put = (text, style) => put(`${text}\n`, style)
  const [suite] = suites
  const one = suite?.cases[0]
  if (!suite || !one) return
  const { rows = [] } = one
  const parts = [undefined, ...rows].map((row) => ({ row, steps: ownSteps(row ?? one) }))
  // The steps that did not pass say which case it was.
  if (!parts.some(({ steps }) => steps.some(needsExplaining))) writeCaseLine(suite, one, put)
  const attempt = one.attempt === undefined ? '' : ` (${texts.attempt(one.attempt)})`
  for (const { row, steps } of parts) {
    for (const step of steps) {
      if (needsExplaining(step)) {
        line(`${texts.marks[step.outcome ?? 'broken']} ${stepPath(suite, one, row, step)}${attempt}`, 'bad')
        for (const text of describeFailure(step)) line(`  ${text}`)
      }
      for (const warning of step.warnings ?? []) line(`  ${printable(texts.warning(`"${step.name}"`, warning))}`, 'warning')
    }
  }
  const unexplained =
    badRows(one) - rows.filter(({ steps, outcome }) => steps && outcome !== 'passed' && outcome !== 'skipped').length
  if (unexplained > 0) line(`  ${texts.moreRows(unexplained)}`)
}

/** Rows that failed, broke or were cancelled. */
const badRows = ({ rowCounts }: CaseReport): number =>
  rowCounts === undefined ? 0 : rowCounts.failed + rowCounts.broken + rowCounts.cancelled

function writeCaseLine(suite: { name: string }, one: CaseReport, put: Put): void {
  const outcome = one.outcome ?? 'cancelled'
  const facts = [texts.steps(one.steps.length), describeDuration(one.duration ?? 0)]
  if (one.rowCounts !== undefined) facts.splice(1, 0, texts.rows(finishedSteps(one.rowCounts)))
  if (one.attempt !== undefined) facts.push(texts.attempt(one.attempt))
  const unchecked = outcome === 'passed' ? one.steps.find((step) => step.unchecked) : undefined
  if (unchecked) facts.push(texts.unchecked(unchecked.status))
  const ended = outcome === 'passed' ? '' : ` ${outcome}`
  if (unchecked) put(texts.uncheckedMark, 'warning')
  else put(texts.marks[outcome], styles[outcome])
  put(` ${oneLine(suite.name)} > ${oneLine(one.name)}${ended} `)
  put(`(${facts.join(', ')})`, 'dim')
  put('\n')
}
