import type { Threshold } from '#engine/project/load-test.ts'
import type { LoadReport } from './report.ts'

type Summary = LoadReport['summary']

const share = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole)

const single: Readonly<Record<string, (summary: Summary) => number>> = {
  'failure.rate': ({ failedIterations, iterations }) => share(failedIterations, iterations),
  // Nothing checked is nothing that failed.
  'checks.rate': ({ checks: { passed, failed } }) => (passed + failed === 0 ? 1 : share(passed, passed + failed)),
  'requests.rate': ({ requestsPerSecond }) => requestsPerSecond,
  'requests.count': ({ requests }) => requests,
  'iterations.rate': ({ iterationsPerSecond }) => iterationsPerSecond,
  'iterations.count': ({ iterations }) => iterations,
  'resets.count': ({ resets = 0 }) => resets,
  'late.count': ({ late, dropped }) => late + dropped,
}

/** The value of a metric (`loadMetrics`): milliseconds, a share from 0 to 1, a count, or so many a second; undefined if it is unknown. */
export function metricOf(summary: Summary, metric: string): number | undefined {
  const known = Object.hasOwn(single, metric) ? single[metric] : undefined
  if (known) return known(summary)
  const [of = '', which = ''] = metric.split('.')
  const spread = of === 'duration' ? summary.duration : of === 'iteration' ? summary.iteration : undefined
  return spread && Object.hasOwn(spread, which) ? spread[which as keyof typeof spread] : undefined
}

const holds: Readonly<Record<Threshold['is'], (actual: number, value: number) => boolean>> = {
  'less-than': (actual, value) => actual < value,
  'at-most': (actual, value) => actual <= value,
  'greater-than': (actual, value) => actual > value,
  'at-least': (actual, value) => actual >= value,
}

/** Each threshold with what was measured. One of an unknown metric has not been kept. */
export const judged = (thresholds: readonly Threshold[], summary: Summary): LoadReport['thresholds'] =>
  thresholds.map((threshold) => {
    const actual = metricOf(summary, threshold.metric)
    return {
      ...threshold,
      actual: Math.round((actual ?? 0) * 10_000) / 10_000,
      passed: actual !== undefined && holds[threshold.is](actual, threshold.value),
    }
  })
