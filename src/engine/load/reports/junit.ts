import { xmlAttributes, xmlText } from '#engine/reporters/junit/xml.ts'
import type { LoadReport } from '../report.ts'
import { resultLine, shownMetric, shownThreshold } from './describe.ts'

/** JUnit XML for CI: a `testcase` for each threshold; without thresholds one for the whole. */
export function junitReport(report: LoadReport): string {
  const { test, thresholds, outcome, duration, reason } = report
  const time = duration.toFixed(3)
  const cases = thresholds.map((threshold) => {
    const name = shownThreshold(threshold)
    if (threshold.passed) return `    <testcase${xmlAttributes({ classname: test.name, name, time })}/>\n`
    const message = `${threshold.metric} was ${shownMetric(threshold.metric, threshold.actual)}`
    return `    <testcase${xmlAttributes({ classname: test.name, name, time })}>\n      <failure${xmlAttributes({ message })}>${xmlText(resultLine(report))}</failure>\n    </testcase>\n`
  })
  const failures = thresholds.filter(({ passed }) => !passed).length
  const isWhole = cases.length === 0 || (outcome !== 'passed' && failures === 0)
  const kind = outcome === 'passed' ? undefined : outcome === 'failed' ? 'failure' : outcome === 'broken' ? 'error' : 'skipped'
  if (isWhole) {
    const message = reason ?? resultLine(report)
    const inside =
      kind === undefined ? '' : `\n      <${kind}${xmlAttributes({ message })}>${xmlText(errorsOf(report))}</${kind}>\n    `
    cases.push(`    <testcase${xmlAttributes({ classname: test.name, name: test.name, time })}>${inside}</testcase>\n`)
  }
  const counts = {
    tests: cases.length,
    failures: failures + Number(isWhole && kind === 'failure'),
    errors: Number(isWhole && kind === 'error'),
    skipped: Number(isWhole && kind === 'skipped'),
  }
  const name = report.project.name
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites${xmlAttributes({ name, ...counts, time })}>
  <testsuite${xmlAttributes({ name: test.name, ...counts, time, timestamp: report.startedAt })}>
${cases.join('')}    <system-out>${xmlText(resultLine(report))}</system-out>
  </testsuite>
</testsuites>
`
}

const errorsOf = ({ errors }: LoadReport): string =>
  errors.map(({ count, outcome, text }) => `${count} × ${outcome}: ${text}`).join('\n')
