import { fold } from '#engine/runner/report/fold.ts'
import { emptyReport } from '#engine/runner/report/report-parts.ts'
import type { NotBegun, OutcomeName } from '#engine/runner/report/events.ts'
import { worse } from '#engine/runner/report/outcomes.ts'
import { finishedSteps } from '#engine/runner/execute/progress.ts'
import type { CaseReport, Report, RowReport, StepReport } from '#engine/runner/report/report.ts'
import { caseName, describeFailure, needsExplaining, ownSteps, stepPath } from '../describe-step.ts'
import type { Reporter } from '../reporter.ts'
import { reporterTexts as texts } from '../texts.ts'
import { xmlAttributes, xmlText } from './xml.ts'

/** Cases as they ended before they were run again, by their ids. */
type Earlier = Map<string, CaseReport[]>

/**
 * JUnit XML for CI: a `testsuite` for each suite, a `testcase` for each case and row. Written when the run has ended. What was run again has
 * its earlier attempts as Surefire has them: as `flakyFailure` and `flakyError` in what passed at last, else as `rerunFailure` and `rerunError`.
 */
export const junitReporter: Reporter<'junit'> = {
  id: 'junit',
  wants: {},
  isDocument: true,
  create(write) {
    const report = emptyReport()
    const earlier: Earlier = new Map()
    return (event) => {
      if (event.type === 'case-started' && event.attempt !== undefined) {
        const { id } = event.case
        const before = report.suites.find((suite) => suite.id === event.suite.id)?.cases.find((one) => one.id === id)
        if (before) earlier.set(id, [...(earlier.get(id) ?? []), before])
      }
      fold(report, event)
      if (event.type === 'run-finished') writeReport(report, earlier, write)
    }
  },
}

/** A suite with its cases that were started, and those that were not. */
type SuiteReport = Report['suites'][number] & { left: NotBegun['cases'] }

/** Every suite of the run: first those of which something was started. */
function suitesOf({ suites, notBegun = [] }: Report): SuiteReport[] {
  const left = new Map(notBegun.map(({ suite, cases }) => [suite.id, cases]))
  const begun = new Set(suites.map(({ id }) => id))
  const others = notBegun.filter(({ suite }) => !begun.has(suite.id)).map(({ suite }) => ({ ...suite, cases: [] }))
  return [...suites, ...others].map((suite) => ({ ...suite, left: left.get(suite.id) ?? [] }))
}

/** What is a `testcase`: a case without its rows, or one row without those inside it. */
interface TestCase {
  one: CaseReport
  row?: RowReport
  outcome: OutcomeName | undefined
  duration: number | undefined
  steps: StepReport[]
}

function testCasesOf(one: CaseReport): TestCase[] {
  const { outcome, duration, rows = [] } = one
  if (rows.length === 0) return [{ one, outcome, duration, steps: one.steps }]
  return [{ one, duration, ...ownEnd(one) }, ...rows.map((row) => ({ one, row, duration: row.duration, ...ownEnd(row) }))]
}

/** How a part ended without the rows inside it: a failure is reported once. */
function ownEnd(part: CaseReport | RowReport): Pick<TestCase, 'outcome' | 'steps'> {
  const steps = ownSteps(part)
  const { outcome } = part
  if (outcome === undefined || part.steps === undefined) return { outcome, steps }
  const own = steps.reduce<OutcomeName>((worst, step) => worse(worst, step.outcome ?? 'skipped'), 'skipped')
  return { outcome: outcome === 'cancelled' ? worse(own, outcome) : own, steps }
}

/** JUnit counts cases, and rows as such. */
function countsOf(suites: readonly SuiteReport[]): Record<'tests' | 'failures' | 'errors' | 'skipped', number> {
  const counts = { tests: 0, failures: 0, errors: 0, skipped: 0 }
  for (const { cases, left } of suites) {
    counts.tests += left.length
    counts.skipped += left.length
    for (const one of cases) {
      for (const { outcome } of testCasesOf(one)) {
        counts.tests++
        if (outcome === 'failed') counts.failures++
        else if (outcome === 'broken' || outcome === undefined) counts.errors++
        else if (outcome !== 'passed') counts.skipped++
      }
    }
  }
  return counts
}

const seconds = (ms: number | undefined): string => ((ms ?? 0) / 1_000).toFixed(3)

function writeReport(report: Report, earlier: Earlier, write: (chunk: string) => void): void {
  const suites = suitesOf(report)
  const counts = countsOf(suites)
  // Otherwise nothing in the report would say that the run did not end well.
  const endedBadly = report.outcome === 'broken' && counts.errors + counts.failures === 0
  if (endedBadly) {
    counts.tests++
    counts.errors++
  }
  // Readers that hold a report against its schema know no number of skipped cases here, only at each suite.
  const { skipped: _, ...told } = counts
  const totals = { name: report.project.name, ...told, time: seconds(report.duration) }
  write(`<?xml version="1.0" encoding="UTF-8"?>\n<testsuites${xmlAttributes(totals)}>\n`)
  for (const suite of suites) writeSuite(report, suite, earlier, write)
  if (endedBadly) {
    const error = `<error${xmlAttributes({ message: report.reason, type: 'broken' })}/>`
    write(`  <testsuite${xmlAttributes({ name: texts.program, tests: 1, failures: 0, errors: 1, skipped: 0 })}>\n`)
    write(`    <testcase${xmlAttributes({ name: texts.program, classname: texts.program })}>\n      ${error}\n    </testcase>\n`)
    write('  </testsuite>\n')
  }
  write('</testsuites>\n')
}

function writeSuite(report: Report, suite: SuiteReport, earlier: Earlier, write: (chunk: string) => void): void {
  const { name, cases, left } = suite
  const time = seconds(cases.reduce((sum, { duration }) => sum + (duration ?? 0), 0))
  const timestamp = beginOf(report, cases)
  write(`  <testsuite${xmlAttributes({ name, ...countsOf([suite]), time, timestamp })}>\n    <properties>\n`)
  const unlisted = cases.reduce((sum, one) => sum + rowsUnlisted(one), 0)
  const properties = {
    run: report.name,
    seed: report.seed,
    environment: report.environment?.name,
    'passed rows that are not listed': unlisted || undefined,
  }
  for (const [key, value] of Object.entries(properties)) {
    if (value !== undefined) write(`      <property${xmlAttributes({ name: key, value })}/>\n`)
  }
  write('    </properties>\n')
  for (const one of cases)
    for (const test of testCasesOf(one)) writeCase(suite, test, test.row ? [] : (earlier.get(one.id) ?? []), write)
  const skipped = `<skipped${xmlAttributes({ message: texts.notBegun(report.reason) })}/>`
  for (const one of left)
    write(
      `    <testcase${xmlAttributes({ name: one.name, classname: name, time: seconds(0) })}>\n      ${skipped}\n    </testcase>\n`,
    )
  write('  </testsuite>\n')
}

/** Rows that a report of so many only counts. */
const rowsUnlisted = ({ rows = [], rowCounts }: CaseReport): number =>
  rowCounts === undefined ? 0 : finishedSteps(rowCounts) - rows.filter(({ outcome }) => outcome !== undefined).length

/** When the first case of a suite started, ISO 8601; undefined if none did. */
function beginOf({ startedAt }: Report, cases: readonly CaseReport[]): string | undefined {
  // Not spread into Math.min: a suite may hold more cases than a call takes arguments.
  const began = cases.reduce((first, one) => Math.min(first, one.startedAt), Infinity)
  return cases.length === 0 ? undefined : new Date(Date.parse(startedAt) + began).toISOString()
}

function writeCase(
  suite: Report['suites'][number],
  test: TestCase,
  earlier: readonly CaseReport[],
  write: (chunk: string) => void,
): void {
  const attributes = xmlAttributes({ name: caseName(test.one, test.row), classname: suite.name, time: seconds(test.duration) })
  const attempts = earlier.map((one) => attemptOf(suite, one, test.one.outcome === 'passed' ? 'flaky' : 'rerun'))
  const content = [contentOf(suite, test), ...attempts].flatMap((one) => (one === undefined ? [] : [`      ${one}\n`])).join('')
  write(content === '' ? `    <testcase${attributes}/>\n` : `    <testcase${attributes}>\n${content}    </testcase>\n`)
}

/** An earlier attempt by the first part of it that did not pass. */
function attemptOf(suite: { name: string }, one: CaseReport, kind: 'flaky' | 'rerun'): string | undefined {
  const test = testCasesOf(one).find(({ outcome }) => outcome === 'failed' || outcome === 'broken')
  return test && explained(`${kind}${test.outcome === 'failed' ? 'Failure' : 'Error'}`, suite, test)
}

function contentOf(suite: Report['suites'][number], test: TestCase): string | undefined {
  switch (test.outcome) {
    case 'passed':
      return undefined
    case 'skipped':
      return `<skipped${xmlAttributes({ message: test.steps.length === 0 ? texts.noSteps : whyEnded(test) })}/>`
    case 'cancelled':
      return `<skipped${xmlAttributes({ message: whyEnded(test) ?? texts.cancelled })}/>`
    case 'failed':
      return explained('failure', suite, test)
    case 'broken':
      return explained('error', suite, test)
    case undefined:
      return `<error${xmlAttributes({ message: texts.unfinished, type: 'broken' })}/>`
  }
}

/** Why the rest of a case was skipped, from its first skipped step. */
const whyEnded = ({ steps }: TestCase): string | undefined => steps.find(({ outcome }) => outcome === 'skipped')?.message

/** All that did not pass in one element: many readers of JUnit show only the first. */
function explained(
  element: 'failure' | 'error' | `${'flaky' | 'rerun'}${'Failure' | 'Error'}`,
  suite: { name: string },
  test: TestCase,
): string {
  const steps = test.steps.filter(needsExplaining)
  const worst = steps.find(({ outcome }) => outcome === test.outcome) ?? steps[0]
  const text = steps.map((step) => explainStep(suite, test, step)).join('\n\n')
  const message = worst ? `${worst.name}: ${worst.message ?? ''}` : ''
  const type = worst?.code ?? test.outcome
  return `<${element}${xmlAttributes({ message, type })}>${xmlText(text)}</${element}>`
}

const explainStep = (suite: { name: string }, test: TestCase, step: StepReport): string =>
  [
    `${texts.marks[step.outcome ?? 'broken']} ${stepPath(suite, test.one, test.row, step)}`,
    ...describeFailure(step).map((line) => `  ${line}`),
  ].join('\n')
