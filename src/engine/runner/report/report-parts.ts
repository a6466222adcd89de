import { emptyCounts } from './outcomes.ts'
import type { CaseReport, Report, RowReport, StepReport } from './report.ts'

/** The empty report of a run. */
export const emptyReport = (): Report => ({
  run: '',
  project: { id: '', name: '' },
  startedAt: '',
  seed: 0,
  total: { suites: 0, cases: 0, steps: 0 },
  counts: emptyCounts(),
  suites: [],
})

/** The steps of a loop, those of loops in it too. */
export function plannedIn(steps: readonly StepReport[], loop: string): StepReport[] {
  const loops = new Set([loop])
  return steps.filter((step) => {
    if (step.loop === undefined || !loops.has(step.loop)) return false
    // What is in a loop that starts here follows later.
    loops.add(step.id)
    return true
  })
}

/** The steps of a row. Of one in which all have passed they are not kept, but known. */
export function stepsOfRow(one: CaseReport, { loop, steps, outcome }: RowReport): readonly StepReport[] {
  if (steps) return steps
  const planned = plannedIn(one.steps, loop).map(plannedStep)
  return outcome === 'passed' ? planned.map((step) => ({ ...step, outcome })) : planned
}

/** A step that has not started. All that most steps come to have is there from the start, so that objects keep their shape. */
export function plannedStep({
  id,
  kind,
  name,
  loop,
}: {
  id: string
  kind: string
  name: string
  loop?: string | undefined
}): StepReport {
  const step: StepReport = {
    id,
    kind,
    name,
    running: undefined,
    startedAt: undefined,
    checked: undefined,
    outcome: undefined,
    duration: undefined,
    summary: undefined,
    status: undefined,
    phases: undefined,
  }
  if (loop !== undefined) step.loop = loop
  return step
}
