import type { Step } from '#engine/project/format/schema.ts'
import { isAssertionStep } from '#engine/steps/assertion/facts.ts'
import { isScriptStep } from '#engine/steps/script/facts.ts'
import { isDataTransferStep } from '#engine/steps/data-transfer/facts.ts'

/** How many checks, kept variables and scripts steps have; of disabled ones only if all are. */
export function countRows(steps: readonly Step[]): { checks: number; variables: number; scripts: number } {
  const enabled = steps.filter(({ disabled }) => !disabled)
  const counts = { checks: 0, variables: 0, scripts: 0 }
  for (const step of enabled.length > 0 ? enabled : steps) {
    if (isAssertionStep(step)) counts.checks += step.checks.length
    else if (isDataTransferStep(step)) counts.variables += step.transfers.length
    else if (isScriptStep(step)) counts.scripts++
  }
  return counts
}
