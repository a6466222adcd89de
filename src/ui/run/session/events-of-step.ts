import type { RunEvent } from '#engine/runner/report/events.ts'
import type { RunStore } from '#storage/types.ts'
import type { Recording } from './recording.ts'
import type { EarlierAttempt, StepPlace } from './run-session-type.ts'
import type { SessionState } from './state.ts'

/** Events of one step: from memory while it runs, else from the run store. */
export async function eventsOf(place: StepPlace, state: SessionState, recording: Recording, runs: RunStore): Promise<RunEvent[]> {
  const newest = state.report()?.run
  const run = place.run ?? state.shown()?.run
  const kept = run === newest ? recording.of(place) : undefined
  if (kept) return kept
  return run === undefined ? [] : runs.stepEvents(run, place)
}

/** The newest run of the project before the one that is shown in which this step sent something. */
export async function earlierAttempt(
  place: StepPlace,
  project: string,
  state: SessionState,
  runs: RunStore,
): Promise<EarlierAttempt | undefined> {
  const shown = place.run ?? state.shown()?.run
  const newestFirst = (await runs.runs(project)).toSorted((a, b) => b.startedAt.localeCompare(a.startedAt))
  const at = newestFirst.findIndex(({ run }) => run === shown)
  for (const { run, startedAt } of newestFirst.slice(at + 1)) {
    const found = await runs.stepEvents(run, place)
    if (found.some(({ type }) => type === 'exchanged')) return { startedAt, events: found }
  }
  return undefined
}
