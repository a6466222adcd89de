import { fold } from '#engine/runner/report/fold.ts'
import { emptyReport } from '#engine/runner/report/report-parts.ts'
import type { CaseReport, Report } from '#engine/runner/report/report.ts'
import { caseName } from '../describe-step.ts'
import type { Reporter } from '../reporter.ts'
import {
  explainTest,
  keepEarlier,
  rowsUnlisted,
  suitesOf,
  testCasesOf,
  whyEnded,
  type Earlier,
  type SuiteReport,
  type TestCase,
} from '../test-cases.ts'
import { reporterTexts as texts } from '../texts.ts'
import { xmlAttributes, xmlText } from './xml.ts'

/**
 * JUnit XML for CI: a `testsuite` for each suite, a `testcase` for each case and row. Written when the run has ended. What was run again has
 * its earlier attempts as Surefire has them: as `flakyFailure` and `flakyError` in what passed at last, else as `rerunFailure` and `rerunError`.
 */
export const junitReporter: Reporter<'junit'> = {
  id: 'junit',
  create(write) {
    const report = emptyReport()
    const earlier: Earlier = new Map()
    return (event) => {
      keepEarlier(report, earlier, event)
      fold(report, event)
      if (event.type === 'run-finished') writeReport(report, earlier, write)
    }
  },
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

/** All that did not pass in one element: many readers of JUnit show only the first. */
function explained(
  element: 'failure' | 'error' | `${'flaky' | 'rerun'}${'Failure' | 'Error'}`,
  suite: { name: string },
  test: TestCase,
): string {
  const { message, text, type } = explainTest(suite, test)
  return `<${element}${xmlAttributes({ message, type })}>${xmlText(text)}</${element}>`
}
