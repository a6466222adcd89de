import type { CaseReport } from '#engine/runner/report.ts'

/** A bar of the waterfall, in percent of its scale; undefined while there is nothing to draw. */
export function bar(start: number | undefined, duration: number | undefined, from: number, length: number) {
  if (start === undefined || duration === undefined || length <= 0) return undefined
  const left = Math.min(99, Math.max(0, ((start - from) / length) * 100))
  return { left, width: Math.min(100 - left, Math.max(0.8, (duration / length) * 100)) }
}

/** From when to when a case's steps ran, the scale of their bars. */
export function caseScale(entry: CaseReport): { from: number; length: number } {
  let end = entry.startedAt + (entry.duration ?? 0)
  if (entry.duration === undefined)
    for (const step of entry.steps) end = Math.max(end, (step.startedAt ?? 0) + (step.duration ?? 0))
  return { from: entry.startedAt, length: end - entry.startedAt }
}
