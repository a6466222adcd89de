import { describeDuration } from '#engine/base/duration.ts'
import type { Comparison } from './compare.ts'

/** Words of a comparison. */
export const compareTexts = {
  titles: {
    newFailures: 'New failures',
    fixed: 'Fixed',
    stillFailing: 'Still failing',
    slower: 'Slower',
    changed: 'Changed responses',
  } satisfies Partial<Record<keyof Comparison, string>>,
  notRun: 'not run',
  nothing: 'nothing',
  present: 'present',
  slower: (before: number, after: number) => `${describeDuration(before)} -> ${describeDuration(after)}`,
  change: (before: string | undefined, after: string | undefined) =>
    `${before === undefined ? 'nothing' : before || 'present'} -> ${after === undefined ? 'nothing' : after || 'present'}`,
  summary: ({ newFailures, fixed, stillFailing, slower, changed, added, removed }: Comparison) =>
    [
      newFailures.length === 1 ? '1 new failure' : `${newFailures.length} new failures`,
      `${fixed.length} fixed`,
      `${stillFailing.length} still failing`,
      `${slower.length} slower`,
      changed.length === 1 ? '1 changed response' : `${changed.length} changed responses`,
      ...(added > 0 ? [added === 1 ? '1 step only in the later run' : `${added} steps only in the later run`] : []),
      ...(removed > 0 ? [removed === 1 ? '1 step only in the earlier run' : `${removed} steps only in the earlier run`] : []),
    ].join(', '),
} as const
