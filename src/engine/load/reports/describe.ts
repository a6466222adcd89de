import type { LoadPoint, LoadReport } from '../report.ts'

/** A number with its thousands apart. */
export const counted = (value: number): string =>
  value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 2 : value < 100 ? 1 : 0 })

/** Milliseconds, in as many digits as matter. */
export const inMs = (ms: number): string => (ms >= 100 ? String(Math.round(ms)) : ms >= 10 ? ms.toFixed(1) : ms.toFixed(2))

/** A share as a percentage. */
export const percent = (share: number): string => `${Number((share * 100).toFixed(share < 0.1 ? 2 : 1))} %`

/** What a metric is measured in. */
export const shownMetric = (metric: string, value: number): string => {
  if (metric.startsWith('duration.') || metric.startsWith('iteration.')) return `${Number(inMs(value))} ms`
  if (metric === 'failure.rate' || metric === 'checks.rate') return percent(value)
  return metric.endsWith('.rate') ? `${counted(value)}/s` : counted(value)
}

/** How a threshold compares, as a sign. */
const orderSigns: Readonly<Record<LoadReport['thresholds'][number]['is'], string>> = {
  'less-than': '<',
  'at-most': '≤',
  'greater-than': '>',
  'at-least': '≥',
}

/** `p95 of requests < 500 ms`. */
export const shownThreshold = ({ metric, is, value }: LoadReport['thresholds'][number]): string =>
  `${metric} ${orderSigns[is]} ${shownMetric(metric, value)}`

const outcomes = { passed: 'Passed', failed: 'Failed', broken: 'Error', cancelled: 'Stopped' }

/** How many connections were reset; empty where none was. */
export const resetsIn = ({ resets = 0 }: Pick<LoadReport['summary'], 'resets'>): string =>
  resets === 0 ? '' : `${counted(resets)} ${resets === 1 ? 'connection' : 'connections'} reset`

/** What a test came to in a line: of thresholds that were not kept first. */
export function resultLine(report: LoadReport): string {
  const { outcome, summary, duration, thresholds } = report
  const { iterations, requests, requestsPerSecond } = summary
  const reset = resetsIn(summary)
  const over = thresholds.filter(({ passed }) => !passed).length
  const why =
    over === 0 ? '' : `, ${over} of ${thresholds.length} ${thresholds.length === 1 ? 'threshold' : 'thresholds'} not met`
  return `${outcomes[outcome]}${why}: ${counted(iterations)} iterations (${percent(failedShare(report))} failed), ${counted(requests)} requests (${counted(requestsPerSecond)}/s${reset === '' ? '' : `, ${reset}`}) in ${counted(duration)} s`
}

/** How wide the curves are: as in "requests a second", whatever the width of a point. */
export const perSecond = (count: number, width: number): number => count / width

/** What is in the table of durations. */
export const spreadColumns = ['avg', 'p50', 'p90', 'p95', 'p99', 'max'] as const

/** One curve of a report. */
export interface Curve {
  title: string
  unit: string
  lines: { name: string; of: (point: LoadPoint, width: number) => number }[]
}

/** What is drawn over time: users, requests a second, durations, failures. */
export const curves: readonly Curve[] = [
  {
    title: 'Requests per second',
    unit: '/s',
    lines: [{ name: 'requests', of: ({ requests }, width) => perSecond(requests, width) }],
  },
  {
    title: 'Request duration',
    unit: 'ms',
    lines: [
      { name: 'p50', of: ({ p50 }) => p50 },
      { name: 'p95', of: ({ p95 }) => p95 },
      { name: 'p99', of: ({ p99 }) => p99 },
    ],
  },
  { title: 'Users', unit: '', lines: [{ name: 'users', of: ({ users }) => users }] },
  {
    title: 'Failed iterations per second',
    unit: '/s',
    lines: [{ name: 'failed', of: ({ failed }, width) => perSecond(failed, width) }],
  },
]

/** A line of a curve as the points of a polyline in a box: left to right by time, the largest at the top. */
export function polyline(
  points: readonly LoadPoint[],
  valueOf: (point: LoadPoint) => number,
  { width, height, most }: { width: number; height: number; most: number },
): string {
  const end = points.at(-1)?.at ?? 1
  return points
    .map(
      (point) =>
        `${((point.at / end) * width).toFixed(1)},${(height - (valueOf(point) / Math.max(most, 1e-9)) * height).toFixed(1)}`,
    )
    .join(' ')
}

/** How much a value is above or below an earlier one. */
const change = (now: number, before: number): string => {
  if (before === 0) return now === 0 ? '±0 %' : 'new'
  const by = Math.round((now / before - 1) * 100)
  return by === 0 ? '±0 %' : `${by > 0 ? '+' : '−'}${Math.abs(by)} %`
}

const failedShare = ({ summary: { failedIterations, iterations } }: LoadReport): number =>
  iterations === 0 ? 0 : failedIterations / iterations

const ms = (value: number): string => `${inMs(value)} ms`

/** What a report is compared by. */
const measured: readonly { name: string; of(report: LoadReport): number; shown(value: number): string }[] = [
  { name: 'requests per second', of: ({ summary }) => summary.requestsPerSecond, shown: counted },
  ...(['p50', 'p95', 'p99'] as const).map((of) => ({
    name: `duration ${of}`,
    of: ({ summary }: LoadReport) => summary.duration[of],
    shown: ms,
  })),
  { name: 'failed iterations', of: failedShare, shown: percent },
]

/** A report beside an earlier one: what was measured then and now, and how much it differs. */
export const compared = (report: LoadReport, earlier: LoadReport) =>
  measured.map(({ name, of, shown }) => ({
    name,
    before: shown(of(earlier)),
    now: shown(of(report)),
    change: change(of(report), of(earlier)),
  }))

/** What a test came to in a few words, for a list of them. */
export const briefly = ({ outcome, summary }: LoadReport): string =>
  `${outcomes[outcome]} · ${counted(summary.requestsPerSecond)}/s, p95 ${ms(summary.duration.p95)}`
