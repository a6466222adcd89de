import { createSignal, untrack } from 'solid-js'
import type { RunEvent } from '#engine/runner/events.ts'
import type { Report } from '#engine/runner/report.ts'
import type { StepPlace } from './run-session-type.ts'
import type { SessionState } from './state.ts'

/** Which step's details are shown. */
export interface Choosing {
  selected(): StepPlace | undefined
  select(place: StepPlace | undefined): void
  /** Chooses something to look at while nobody has chosen: the first step, at the end the first one that failed. */
  follow(event: RunEvent): void
}

/** Nothing is chosen yet. */
export function createChoosing(state: SessionState): Choosing {
  const [selected, setSelected] = createSignal<StepPlace>()
  /** What is selected because nobody has chosen yet. */
  let preselected: StepPlace | undefined
  return {
    selected,
    // Of a step in a loop the row is shown whose result the step list has.
    select: (place) => setSelected(place && !place.rows ? { ...place, rows: state.index().stepAt(place)?.rows } : place),
    follow: (event) => {
      if (event.type !== 'step-started' && event.type !== 'run-finished') return
      const place = untrack(selected)
      if (place && place !== preselected) return
      if (event.type === 'step-started') {
        if (place) return
        const { case: caseId, step, rows } = event
        preselected = { case: caseId, step, rows }
      } else {
        const report = state.report()
        preselected = (report && firstBad(report)) ?? place
      }
      setSelected(preselected)
    },
  }
}

/** The first step that failed or broke. */
function firstBad(report: Report): StepPlace | undefined {
  for (const suite of report.suites)
    for (const entry of suite.cases)
      for (const step of entry.steps)
        if (step.outcome === 'failed' || step.outcome === 'broken') return { case: entry.id, step: step.id, rows: step.rows }
  return undefined
}
