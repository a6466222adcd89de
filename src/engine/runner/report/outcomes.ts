import { counted } from '#engine/base/counted.ts'
import type { Counts, OutcomeName } from './events.ts'

/** Outcomes from best to worst. The worst one counts, also for the exit code of `assay run`. */
export const outcomes: readonly OutcomeName[] = ['skipped', 'passed', 'cancelled', 'broken', 'failed']

/** Whether an outcome is worse than another. */
export const isWorse = (a: OutcomeName, b: OutcomeName): boolean => outcomes.indexOf(a) > outcomes.indexOf(b)

/** The worse of two outcomes; see `outcomeName` in events.ts. */
export const worse = (a: OutcomeName, b: OutcomeName): OutcomeName => (isWorse(a, b) ? a : b)

/** Empty counts. */
export const emptyCounts = (): Counts => ({ passed: 0, failed: 0, broken: 0, skipped: 0, cancelled: 0 })

/** Adds `counts` to `total`, or takes them away with `times` -1. */
export function addCounts(total: Counts, counts: Counts, times: 1 | -1 = 1): void {
  for (const name of outcomes) total[name] += times * counts[name]
}

/** Counts for users: `12 passed, 1 failed, 2 errors`. Zeros are omitted, unless all are zero. */
export function describeCounts({ passed, failed, broken, skipped, cancelled }: Counts): string {
  const parts = [
    passed > 0 ? `${passed} passed` : '',
    failed > 0 ? `${failed} failed` : '',
    broken > 0 ? counted(broken, 'error') : '',
    skipped > 0 ? `${skipped} skipped` : '',
    cancelled > 0 ? `${cancelled} cancelled` : '',
  ]
  return parts.filter(Boolean).join(', ') || '0 passed'
}
