import { batch, createSignal, untrack } from 'solid-js'
import type { RunEvent } from '#engine/runner/report/events.ts'
import { firstBad, firstStep, isMarker, rowToLookAt, stepIn } from './report-places.ts'
import type { GroupPlace, StepPlace } from './run-session-type.ts'
import type { SessionState } from './state.ts'

/** Which step's details are shown. */
export interface Choosing {
  selected(): StepPlace | undefined
  select(place: StepPlace | undefined): void
  /** What is shown until the run has something more important, unless the user has chosen. */
  prefer(place: StepPlace): void
  /** What is selected in the results instead of a step. */
  group(): GroupPlace | undefined
  selectGroup(group: GroupPlace | undefined): void
  /**
   * Chooses something to look at while no one has chosen: the first step that does something, at the end the first one that
   * failed. A step that the run skipped gives way to it too: there is nothing of it to look at.
   */
  follow(event: RunEvent): void
  /** Another run is shown: what is selected stays if it is part of it, else what is first to be seen there is selected. */
  lookAt(): void
}

/** Nothing is chosen yet. */
export function createChoosing(state: SessionState): Choosing {
  const [selected, setSelected] = createSignal<StepPlace>()
  const [group, setGroup] = createSignal<GroupPlace>()
  /** What is selected because no one has chosen yet. */
  let preselected: StepPlace | undefined
  const inRow = (place: StepPlace): StepPlace =>
    place.rows ? place : { ...place, rows: rowToLookAt(untrack(state.shown), place) }
  const wasRun = (place: StepPlace): boolean => {
    const outcome = stepIn(state.report(), place)?.outcome
    return outcome !== undefined && outcome !== 'skipped'
  }
  return {
    selected,
    group,
    selectGroup: setGroup,
    select: (place) =>
      batch(() => {
        setGroup(undefined)
        setSelected(place && inRow(place))
      }),
    prefer: (place) => {
      if (untrack(selected) !== undefined) return
      preselected = place
      setSelected(place)
    },
    follow: (event) => {
      if (event.type !== 'step-started' && event.type !== 'run-finished') return
      if (untrack(state.opened)) return
      const place = untrack(selected)
      const isChosen = place !== undefined && place !== preselected
      if (isChosen && (event.type === 'step-started' || wasRun(place))) {
        // It was chosen before its case was put into a loop: its result is in a row now.
        if (event.type === 'run-finished' && inRow(place).rows !== place.rows) setSelected(inRow(place))
        return
      }
      if (event.type === 'step-started') {
        if (place && !(place === preselected && isMarker(stepIn(state.report(), place)))) return
        const { case: caseId, step, rows } = event
        preselected = { case: caseId, step, rows }
      } else {
        const report = state.report()
        const shown = (report && firstBad(report)) ?? place
        preselected = shown && inRow(shown)
      }
      setSelected(preselected)
    },
    lookAt: () => {
      setGroup(undefined)
      const report = untrack(state.shown)
      const place = untrack(selected)
      if (place && place.run === undefined && stepIn(report, place)) return void setSelected(inRow({ ...place, rows: undefined }))
      preselected = report && (firstBad(report) ?? firstStep(report))
      setSelected(preselected)
    },
  }
}
