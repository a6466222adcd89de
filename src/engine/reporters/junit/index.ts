import { emptyReport, fold } from '#engine/runner/fold.ts'
import type { CaseReport, Report, StepReport } from '#engine/runner/report.ts'
import { caseName, describeFailure, needsExplaining, stepPath } from '../describe-step.ts'
import type { Reporter } from '../reporter.ts'
import { texts } from '../texts.ts'
import { xmlAttributes, xmlText } from './xml.ts'

/** JUnit XML for CI: a `testsuite` for each suite, a `testcase` for each case and row. Written when the run has ended. */
export const junitReporter: Reporter<'junit'> = {
  id: 'junit',
  create(write) {
    const report = emptyReport()
    return (event) => {
      fold(report, event)
      if (event.type === 'run-finished') writeReport(report, write)
    }
  },
}

/** JUnit counts cases. */
const countsOf = (cases: readonly CaseReport[]) => ({
  tests: cases.length,
  failures: cases.filter(({ outcome }) => outcome === 'failed').length,
  errors: cases.filter(({ outcome }) => outcome === 'broken' || outcome === undefined).length,
  skipped: cases.filter(({ outcome }) => outcome === 'skipped' || outcome === 'cancelled').length,
})

const seconds = (ms: number | undefined): string => ((ms ?? 0) / 1_000).toFixed(3)

function writeReport(report: Report, write: (chunk: string) => void): void {
  const cases = report.suites.flatMap((suite) => suite.cases)
  const totals = { name: report.project.name, ...countsOf(cases), time: seconds(report.duration) }
  write(`<?xml version="1.0" encoding="UTF-8"?>\n<testsuites${xmlAttributes(totals)}>\n`)
  for (const suite of report.suites) writeSuite(report, suite, write)
  write('</testsuites>\n')
}

function writeSuite(report: Report, suite: Report['suites'][number], write: (chunk: string) => void): void {
  const { name, cases } = suite
  const began = Math.min(...cases.map(({ startedAt }) => startedAt))
  const time = seconds(cases.reduce((sum, { duration }) => sum + (duration ?? 0), 0))
  const timestamp = new Date(Date.parse(report.startedAt) + began).toISOString()
  write(`  <testsuite${xmlAttributes({ name, ...countsOf(cases), time, timestamp })}>\n    <properties>\n`)
  const properties = { seed: report.seed, environment: report.environment?.name }
  for (const [key, value] of Object.entries(properties)) {
    if (value !== undefined) write(`      <property${xmlAttributes({ name: key, value })}/>\n`)
  }
  write('    </properties>\n')
  for (const one of cases) writeCase(suite, one, write)
  write('  </testsuite>\n')
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
      return one.steps.length === 0 ? `<skipped${xmlAttributes({ message: texts.noSteps })}/>` : '<skipped/>'
    case 'cancelled':
      return `<skipped${xmlAttributes({ message: texts.cancelled })}/>`
    case 'failed':
      return explained('failure', suite, one)
    case 'broken':
      return explained('error', suite, one)
    case undefined:
      return `<error${xmlAttributes({ message: texts.unfinished, type: 'broken' })}/>`
  }
}

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
