import { counted } from '#engine/base/counted.ts'
import type { Step } from '#engine/project/format/schema.ts'
import type { StepReport } from '#engine/runner/report/report.ts'
import { countRows } from '../../steps/nested/count-rows.ts'
import { texts } from '../texts.ts'

/** What is nested under a step, in a few words: `3 checks · 1 variable`; with how many failed in the last run. */
export function groupText(nested: readonly Step[], resultOf: (step: Step) => StepReport | undefined): string {
  const { checks, variables } = countRows(nested)
  const results = nested.flatMap((step) => (step.disabled ? [] : (resultOf(step)?.checks ?? [])))
  const failed = results.filter(({ passed }) => !passed).length
  const parts = [
    failed > 0 ? texts.checksFailed(failed, Math.max(checks, failed)) : checks > 0 ? counted(checks, 'check') : '',
    variables > 0 ? counted(variables, 'variable') : '',
  ]
  return parts.filter(Boolean).join(' · ') || texts.noChecksYet
}
