import { fold } from '#engine/runner/report/fold.ts'
import { emptyReport } from '#engine/runner/report/report-parts.ts'
import type { Report } from '#engine/runner/report/report.ts'
import type { OutcomeName } from '#engine/runner/report/events.ts'
import type { Reporter, Surroundings } from '../reporter.ts'
import { keepEarlier, suitesOf, testResults, type Earlier, type TestResult } from '../test-cases.ts'

/** Common Test Report Format, JSON that actions and dashboards read (ctrf.io). Written when the run has ended. */
export const ctrfReporter: Reporter<'ctrf'> = {
  id: 'ctrf',
  create(write, _body, surroundings = {}) {
    const report = emptyReport()
    const earlier: Earlier = new Map()
    return (event) => {
      keepEarlier(report, earlier, event)
      fold(report, event)
      if (event.type === 'run-finished') write(`${JSON.stringify(ctrfOf(report, earlier, surroundings), null, 2)}\n`)
    }
  },
}

type Status = 'passed' | 'failed' | 'skipped' | 'other'

/** An error fails a build as a failed check does; what the run ended is neither. */
const statusOf = (outcome: OutcomeName | undefined): Status =>
  outcome === 'broken' ? 'failed' : outcome === 'cancelled' ? 'other' : (outcome ?? 'skipped')

function ctrfOf(report: Report, earlier: Earlier, surroundings: Surroundings): object {
  const begun = Date.parse(report.startedAt)
  const results = testResults(report, earlier)
  const tests = results.map((test) => testOf(test, begun, surroundings))
  const count = (status: Status): number => tests.filter((test) => test.status === status).length
  return {
    reportFormat: 'CTRF',
    specVersion: '0.0.0',
    runId: report.run,
    generatedBy: 'assay',
    results: {
      tool: { name: 'Assay' },
      summary: {
        tests: tests.length,
        passed: count('passed'),
        failed: count('failed'),
        pending: 0,
        skipped: count('skipped'),
        other: count('other'),
        flaky: tests.filter((test) => test.flaky).length,
        suites: suitesOf(report).length,
        start: begun,
        stop: begun + Math.round(report.duration ?? 0),
      },
      tests,
      environment: {
        reportName: report.project.name,
        ...(report.environment ? { testEnvironment: report.environment.name } : {}),
        extra: { seed: report.seed, ...(report.reason === undefined ? {} : { reason: report.reason }) },
      },
    },
  }
}

function testOf(test: TestResult, begun: number, { locate }: Surroundings) {
  const { outcome, attempts, values, place } = test
  const status = statusOf(outcome)
  const found = status === 'failed' ? locate?.(place) : undefined
  return {
    testId: test.id,
    name: test.name,
    suite: [test.suite],
    status,
    rawStatus: outcome ?? 'not started',
    ...timesOf(test, begun),
    ...textsOf(test),
    ...(found === undefined ? {} : { filePath: found.file }),
    ...(found?.line === undefined ? {} : { line: found.line }),
    ...(values === undefined ? {} : { parameters: values }),
    retries: attempts.length,
    flaky: outcome === 'passed' && attempts.length > 0,
    ...(attempts.length === 0
      ? {}
      : {
          retryAttempts: attempts.map((attempt, index) => ({
            attempt: index + 1,
            status: statusOf(attempt.outcome),
            ...timesOf(attempt, begun),
            ...textsOf(attempt),
          })),
        }),
    steps: test.steps.map((step) => ({ name: step.name, status: statusOf(step.outcome) })),
  }
}

function timesOf({ startedAt, duration }: Pick<TestResult, 'startedAt' | 'duration'>, begun: number) {
  const start = begun + Math.round(startedAt)
  return { start, stop: start + Math.round(duration), duration: Math.round(duration) }
}

const textsOf = ({ message, trace }: Pick<TestResult, 'message' | 'trace'>) => ({
  ...(message ? { message } : {}),
  ...(trace ? { trace } : {}),
})
