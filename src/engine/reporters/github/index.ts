import { fold } from '#engine/runner/report/fold.ts'
import { emptyReport } from '#engine/runner/report/report-parts.ts'
import type { Report } from '#engine/runner/report/report.ts'
import { printable } from '#engine/base/printable.ts'
import type { Reporter, Surroundings } from '../reporter.ts'
import { keepEarlier, testResults, type Earlier, type TestResult } from '../test-cases.ts'
import { reporterTexts as texts } from '../texts.ts'
import { jobSummary } from './job-summary.ts'

/** Annotations of one kind that GitHub shows for a step of a job. */
const mostAnnotations = 10
/** Characters of an annotation; GitHub cuts longer ones. */
const longest = 4_000

/**
 * For GitHub Actions and what is compatible (Gitea, Forgejo): an annotation for each case and row that did not pass, at its step in the
 * project file, and a summary of the job. Written when the run has ended.
 */
export const githubReporter: Reporter<'github'> = {
  id: 'github',
  create(write, _body, surroundings = {}) {
    const report = emptyReport()
    const earlier: Earlier = new Map()
    return (event) => {
      keepEarlier(report, earlier, event)
      fold(report, event)
      if (event.type !== 'run-finished') return
      const tests = testResults(report, earlier)
      for (const line of annotationsOf(report, tests, surroundings)) write(`${line}\n`)
      surroundings.summary?.(jobSummary(report, tests))
    }
  },
}

function* annotationsOf(report: Report, tests: readonly TestResult[], { locate }: Surroundings): Generator<string> {
  const bad = tests.filter(({ outcome }) => outcome === 'failed' || outcome === 'broken')
  for (const { suite, name, trace, message, place } of bad.slice(0, mostAnnotations)) {
    const found = locate?.(place)
    yield commandOf('error', { file: found?.file, line: found?.line, title: `${suite} > ${name}` }, trace ?? message ?? '')
  }
  if (bad.length > mostAnnotations)
    yield commandOf('notice', { title: texts.program }, texts.moreFailures(bad.length - mostAnnotations))
  const isUnexplained = bad.length === 0 && (report.outcome === 'broken' || report.outcome === 'cancelled')
  if (isUnexplained) yield commandOf('error', { title: texts.program }, report.reason ?? texts.outcomes.broken)
  for (const { suite, name, attempts } of tests
    .filter((test) => test.outcome === 'passed' && test.attempts.length > 0)
    .slice(0, mostAnnotations))
    yield commandOf('warning', { title: `${suite} > ${name}` }, texts.passedOnRetry(attempts.length, attempts[0]?.message ?? ''))
}

/** A workflow command. A line end or a sign of the syntax in a text would end it, or begin another. */
function commandOf(
  kind: 'error' | 'warning' | 'notice',
  properties: Record<string, string | number | undefined>,
  text: string,
): string {
  const given = Object.entries(properties).filter(([, value]) => value !== undefined)
  const list = given
    .map(([key, value]) => `${key}=${escaped(String(value)).replaceAll(':', '%3A').replaceAll(',', '%2C')}`)
    .join(',')
  return `::${kind} ${list}::${escaped(text.length > longest ? `${text.slice(0, longest)}…` : text)}`
}

const escaped = (text: string): string => printable(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
