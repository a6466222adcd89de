import { describeDuration } from '#engine/base/duration.ts'
import { counted } from '#engine/base/counted.ts'
import type { Comparison, Extent } from './compare.ts'

const extent = ({ cases, requests, checks, others }: Extent): string[] => [
  ...(cases > 0 ? [counted(cases, 'case')] : []),
  ...(requests > 0 ? [counted(requests, 'request')] : []),
  ...(checks > 0 ? [counted(checks, 'check')] : []),
  ...(others > 0 ? [counted(others, 'other step')] : []),
]

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
  summary: ({ newFailures, fixed, stillFailing, slower, changed, onlyInLater, onlyInEarlier }: Comparison) =>
    [
      newFailures.length === 1 ? '1 new failure' : `${newFailures.length} new failures`,
      `${fixed.length} fixed`,
      `${stillFailing.length} still failing`,
      `${slower.length} slower`,
      changed.length === 1 ? '1 changed response' : `${changed.length} changed responses`,
      ...extent(onlyInLater).map((text) => `${text} only in the later run`),
      ...extent(onlyInEarlier).map((text) => `${text} only in the earlier run`),
    ].join(', '),
} as const
