import type { RunEvent } from '#engine/runner/events.ts'

/** One format of reports: makes text of a run's events, as early as the format allows. */
export interface Reporter<Id extends string = string> {
  id: Id
  /** `write` gets the report in pieces, in order; the last piece comes with `run-finished`. */
  create(write: (chunk: string) => void): (event: RunEvent) => void
}
