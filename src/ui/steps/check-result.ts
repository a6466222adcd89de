import type { StepReport } from '#engine/runner/report/report.ts'

/** What a run found of one check. */
export type CheckResult = NonNullable<StepReport['checks']>[number]

/**
 * What the last run of a step found of the check at `index`. A report keeps the checks that did not hold, and how many there were: the
 * others held, unless one could not be judged.
 */
export function checkResult(last: StepReport | undefined, index: number): CheckResult | undefined {
  const kept = last?.checks?.find((check) => check.index === index)
  if (kept || !last || index >= (last.checked ?? 0)) return kept
  const isJudged = last.outcome === 'passed' || last.outcome === 'failed'
  return isJudged ? { index, passed: true, subject: '', expected: '', actual: '' } : undefined
}
