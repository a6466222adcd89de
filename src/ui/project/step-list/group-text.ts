import { counted } from '#engine/base/counted.ts'
import type { Step } from '#engine/project/schema.ts'
import type { StepReport } from '#engine/runner/report.ts'
import { isAssertionStep } from '#engine/steps/assertion/facts.ts'
import { isDataTransferStep } from '#engine/steps/data-transfer/facts.ts'
import { texts } from '../texts.ts'

/** What is nested under a step, in a few words: `3 checks · 1 variable`; with how many failed in the last run. */
export function groupText(nested: readonly Step[], resultOf: (step: Step) => StepReport | undefined): string {
  const enabled = nested.filter(({ disabled }) => !disabled)
  const shown = enabled.length > 0 ? enabled : nested
  const rowsOf = (step: Step) => (isAssertionStep(step) ? step.checks : [])
  const checks = shown.reduce((sum, step) => sum + rowsOf(step).length, 0)
  const variables = shown.reduce((sum, step) => sum + (isDataTransferStep(step) ? step.transfers.length : 0), 0)
  const failed = enabled.reduce((sum, step) => sum + (resultOf(step)?.checks?.filter(({ passed }) => !passed).length ?? 0), 0)
  const parts = [
    failed > 0 ? texts.checksFailed(failed, Math.max(checks, failed)) : checks > 0 ? counted(checks, 'check') : '',
    variables > 0 ? counted(variables, 'variable') : '',
  ]
  return parts.filter(Boolean).join(' · ') || texts.noChecksYet
}
