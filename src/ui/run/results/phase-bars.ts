import { phaseNames } from '#engine/ports/http/phases.ts'
import type { StepReport } from '#engine/runner/report/report.ts'

/** The phases of a step's last request, in percent of the step's own bar. */
export function phaseBars({ phases, duration }: Pick<StepReport, 'phases' | 'duration'>) {
  if (phases === undefined || !duration) return []
  let at = phases.at
  return phaseNames.flatMap((name) => {
    const length = phases[name]
    if (length === undefined) return []
    const left = Math.min(100, (at / duration) * 100)
    at += length
    return [{ name, duration: length, left, width: Math.min(100 - left, (length / duration) * 100) }]
  })
}
