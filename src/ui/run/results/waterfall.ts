import type { Report } from '#engine/runner/report/report.ts'

/** A bar of the waterfall, in percent of its scale; undefined while there is nothing to draw. */
export function bar(start: number | undefined, duration: number | undefined, length: number) {
  if (start === undefined || duration === undefined || length <= 0) return undefined
  const left = Math.min(99, Math.max(0, (start / length) * 100))
  return { left, width: Math.min(100 - left, Math.max(0.8, (duration / length) * 100)) }
}

/** Milliseconds from the start of a run to its end, or to the last that is known of it: the one scale of all its bars. */
export function runLength(report: Report): number {
  if (report.duration !== undefined) return report.duration
  const last = report.suites.at(-1)?.cases.at(-1)
  if (!last) return 0
  let end = last.startedAt + (last.duration ?? 0)
  for (const step of last.steps) end = Math.max(end, (step.startedAt ?? 0) + (step.duration ?? 0))
  const row = last.rows?.at(-1)
  return row ? Math.max(end, row.startedAt + (row.duration ?? 0)) : end
}
