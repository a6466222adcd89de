import type { Live } from '../measures.ts'
import type { LoadReport } from '../report.ts'
import { compared, counted, inMs, resetsIn, resultLine, shownMetric, shownThreshold, spreadColumns } from './describe.ts'

/** A line with the current state. */
export const liveLine = ({ at, users, requestsPerSecond, duration, iterations, failedIterations, resets }: Live): string =>
  `${String(at).padStart(5)} s  ${counted(users).padStart(5)} users  ${counted(requestsPerSecond).padStart(7)} requests/s  p95 ${inMs(duration.p95).padStart(6)} ms  ${counted(iterations)} iterations, ${counted(failedIterations)} failed${resets === 0 ? '' : `, ${resetsIn({ resets })}`}\n`

const table = (rows: readonly (readonly string[])[]): string => {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)))
  return rows
    .map(
      (row) =>
        `  ${row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0))).join('  ')}\n`,
    )
    .join('')
}

/** What a load test came to, as text; beside an earlier report by how much it differs. */
export function listReport(report: LoadReport, earlier?: LoadReport): string {
  const { summary, thresholds, steps, errors, notes, reason, executor } = report
  const parts = [`${resultLine(report)}\n`]
  if (reason !== undefined) parts.push(`  ${reason}\n`)
  parts.push(
    '\n',
    table([
      ['ms', ...spreadColumns],
      ['requests', ...spreadColumns.map((of) => inMs(summary.duration[of]))],
      ['iterations', ...spreadColumns.map((of) => inMs(summary.iteration[of]))],
    ]),
  )
  if (executor === 'rate' && summary.late + summary.dropped > 0)
    parts.push(`  ${counted(summary.late)} started late, ${counted(summary.dropped)} not at all: increase maxUsers.\n`)
  if (summary.cut > 0) parts.push(`  ${counted(summary.cut)} iterations were still running at the end and were cut off.\n`)
  if (thresholds.length > 0) {
    parts.push('\n')
    for (const threshold of thresholds)
      parts.push(
        `  ${threshold.passed ? '✓' : '✗'} ${shownThreshold(threshold)}: ${shownMetric(threshold.metric, threshold.actual)}\n`,
      )
  }
  if (steps.length > 0)
    parts.push(
      '\n',
      table([
        ['step', 'count', 'failed', ...spreadColumns],
        ...steps.map(({ case: one, step, count, failed, duration }) => [
          `${one.name} > ${step.name}`,
          counted(count),
          counted(failed),
          ...spreadColumns.map((of) => inMs(duration[of])),
        ]),
      ]),
    )
  if (errors.length > 0) {
    parts.push('\n')
    for (const { outcome, text, code, count } of errors.slice(0, 20))
      parts.push(`  ${counted(count)} × ${outcome}${code === undefined ? '' : ` (${code})`}: ${text}\n`)
  }
  if (earlier)
    parts.push(
      '\n',
      table([
        ['compared with the earlier run', 'earlier', 'now', ''],
        ...compared(report, earlier).map(({ name, before, now, change }) => [name, before, now, change]),
      ]),
    )
  for (const note of notes) parts.push(`\n  ${note}\n`)
  return parts.join('')
}
