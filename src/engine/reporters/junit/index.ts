import { emptyReport, fold } from '#engine/runner/fold.ts'
import type { NotBegun } from '#engine/runner/events.ts'
import type { CaseReport, Report, StepReport } from '#engine/runner/report.ts'
import { caseName, describeFailure, needsExplaining, stepPath } from '../describe-step.ts'
import type { Reporter } from '../reporter.ts'
import { texts } from '../texts.ts'
import { xmlAttributes, xmlText } from './xml.ts'

/** JUnit XML for CI: a `testsuite` for each suite, a `testcase` for each case and row. Written when the run has ended. */
export const junitReporter: Reporter<'junit'> = {
  id: 'junit',
  wants: {},
  create(write) {
    const report = emptyReport()
    return (event) => {
      fold(report, event)
      if (event.type === 'run-finished') writeReport(report, write)
    }
  },
}

/** A suite with its cases that were begun, and those that were not. */
type SuiteReport = Report['suites'][number] & { left: NotBegun['cases'] }

/** Every suite of the run: first those of which something was begun. */
function suitesOf({ suites, notBegun = [] }: Report): SuiteReport[] {
  const left = new Map(notBegun.map(({ suite, cases }) => [suite.id, cases]))
  const begun = new Set(suites.map(({ id }) => id))
  const others = notBegun.filter(({ suite }) => !begun.has(suite.id)).map(({ suite }) => ({ ...suite, cases: [] }))
  return [...suites, ...others].map((suite) => ({ ...suite, left: left.get(suite.id) ?? [] }))
}

/** JUnit counts cases. */
function countsOf(suites: readonly SuiteReport[]): Record<'tests' | 'failures' | 'errors' | 'skipped', number> {
  const counts = { tests: 0, failures: 0, errors: 0, skipped: 0 }
  for (const { cases, left } of suites) {
    counts.tests += cases.length + left.length
    counts.failures += cases.filter(({ outcome }) => outcome === 'failed').length
    counts.errors += cases.filter(({ outcome }) => outcome === 'broken' || outcome === undefined).length
    counts.skipped += cases.filter(({ outcome }) => outcome === 'skipped' || outcome === 'cancelled').length + left.length
  }
  return counts
}

const seconds = (ms: number | undefined): string => ((ms ?? 0) / 1_000).toFixed(3)

function writeReport(report: Report, write: (chunk: string) => void): void {
  const suites = suitesOf(report)
  const totals = { name: report.project.name, ...countsOf(suites), time: seconds(report.duration) }
  write(`<?xml version="1.0" encoding="UTF-8"?>\n<testsuites${xmlAttributes(totals)}>\n`)
  for (const suite of suites) writeSuite(report, suite, write)
  write('</testsuites>\n')
}

function writeSuite(report: Report, suite: SuiteReport, write: (chunk: string) => void): void {
  const { name, cases, left } = suite
  const time = seconds(cases.reduce((sum, { duration }) => sum + (duration ?? 0), 0))
  const timestamp = beginOf(report, cases)
  write(`  <testsuite${xmlAttributes({ name, ...countsOf([suite]), time, timestamp })}>\n    <properties>\n`)
  const properties = { seed: report.seed, environment: report.environment?.name }
  for (const [key, value] of Object.entries(properties)) {
    if (value !== undefined) write(`      <property${xmlAttributes({ name: key, value })}/>\n`)
  }
  write('    </properties>\n')
  for (const one of cases) writeCase(suite, one, write)
  const skipped = `<skipped${xmlAttributes({ message: texts.notBegun(report.reason) })}/>`
  for (const one of left)
    write(
      `    <testcase${xmlAttributes({ name: one.name, classname: name, time: seconds(0) })}>\n      ${skipped}\n    </testcase>\n`,
    )
  write('  </testsuite>\n')
}

/** When the first case of a suite began, ISO 8601; undefined if none did. */
function beginOf({ startedAt }: Report, cases: readonly CaseReport[]): string | undefined {
  // Not spread into Math.min: a suite may hold more cases than a call takes arguments.
  const began = cases.reduce((first, one) => Math.min(first, one.startedAt), Infinity)
  return cases.length === 0 ? undefined : new Date(Date.parse(startedAt) + began).toISOString()
}

function writeCase(suite: Report['suites'][number], one: CaseReport, write: (chunk: string) => void): void {
  const attributes = xmlAttributes({ name: caseName(one), classname: suite.name, time: seconds(one.duration) })
  const content = contentOf(suite, one)
  write(
    content === undefined ? `    <testcase${attributes}/>\n` : `    <testcase${attributes}>\n      ${content}\n    </testcase>\n`,
  )
}

function contentOf(suite: Report['suites'][number], one: CaseReport): string | undefined {
  switch (one.outcome) {
    case 'passed':
      return undefined
    case 'skipped':
      return `<skipped${xmlAttributes({ message: one.steps.length === 0 ? texts.noSteps : whyEnded(one) })}/>`
    case 'cancelled':
      return `<skipped${xmlAttributes({ message: whyEnded(one) ?? texts.cancelled })}/>`
    case 'failed':
      return explained('failure', suite, one)
    case 'broken':
      return explained('error', suite, one)
    case undefined:
      return `<error${xmlAttributes({ message: texts.unfinished, type: 'broken' })}/>`
  }
}

/** Why the rest of a case was left out, as its first step that was says it. */
const whyEnded = ({ steps }: CaseReport): string | undefined => steps.find(({ outcome }) => outcome === 'skipped')?.message

/** All that did not pass in one element: many readers of JUnit show only the first. */
function explained(element: 'failure' | 'error', suite: { name: string }, one: CaseReport): string {
  const steps = one.steps.filter(needsExplaining)
  const worst = steps.find(({ outcome }) => outcome === one.outcome) ?? steps[0]
  const text = steps.map((step) => explainStep(suite, one, step)).join('\n\n')
  const message = worst ? `${worst.name}: ${worst.message ?? ''}` : ''
  const type = worst?.code ?? one.outcome
  return `<${element}${xmlAttributes({ message, type })}>${xmlText(text)}</${element}>`
}

const explainStep = (suite: { name: string }, one: CaseReport, step: StepReport): string =>
  [
    `${texts.marks[step.outcome ?? 'broken']} ${stepPath(suite, one, step)}`,
    ...describeFailure(step).map((line) => `  ${line}`),
  ].join('\n')
