import { oneLine, printable } from '#engine/base/printable.ts'
import { fold } from '#engine/runner/report/fold.ts'
import { emptyReport } from '#engine/runner/report/report-parts.ts'
import type { Report } from '#engine/runner/report/report.ts'
import type { Reporter } from '../reporter.ts'
import { testResults, type TestResult } from '../test-cases.ts'

/** Test Anything Protocol, version 14: a test point for each case and row, with why it did not pass. Written when the run has ended. */
export const tapReporter: Reporter<'tap'> = {
  id: 'tap',
  create(write) {
    const report = emptyReport()
    return (event) => {
      fold(report, event)
      if (event.type === 'run-finished') for (const line of linesOf(report)) write(`${line}\n`)
    }
  },
}

function* linesOf(report: Report): Generator<string> {
  const tests = testResults(report)
  yield 'TAP version 14'
  yield `1..${tests.length}`
  for (const [index, test] of tests.entries()) yield* pointOf(test, index + 1)
  // Otherwise nothing would say that the run did not end well.
  const isExplained = tests.some(({ outcome }) => outcome === 'failed' || outcome === 'broken')
  if (report.outcome === 'cancelled' || (report.outcome === 'broken' && !isExplained))
    yield `Bail out! ${oneLine(report.reason ?? '')}`.trimEnd()
}

/** `#` begins a directive, and `\\` takes the next character as it is. */
const escaped = (text: string): string => oneLine(text).replaceAll(/[\\#]/g, String.raw`\$&`)

function* pointOf(test: TestResult, number: number): Generator<string> {
  const { outcome, duration, message, trace } = test
  const isBad = outcome === 'failed' || outcome === 'broken'
  const skip = isBad || outcome === 'passed' ? '' : ` # SKIP ${oneLine(message ?? '')}`.trimEnd()
  yield `${isBad ? 'not ok' : 'ok'} ${number} - ${escaped(`${test.suite} > ${test.name}`)}${skip}`
  if (skip !== '') return
  yield '  ---'
  yield `  duration_ms: ${Math.round(duration * 100) / 100}`
  if (isBad) {
    yield `  severity: ${outcome === 'failed' ? 'fail' : 'error'}`
    yield `  message: ${JSON.stringify(oneLine(message ?? ''))}`
    yield '  trace: |-'
    for (const line of printable(trace ?? '').split('\n')) yield `    ${line}`.trimEnd()
  }
  yield '  ...'
}
