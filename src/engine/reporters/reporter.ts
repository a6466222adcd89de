import type { RunEvent } from '#engine/runner/events.ts'

/** What a report shows beyond what the report of a run holds. A host makes and keeps only what some reporter wants. */
export interface Wants {
  /** The messages of steps, values that were set, the texts of checks that hold. */
  exchanges?: boolean
  /** The bodies that messages refer to. */
  bodies?: boolean
}

/** The bytes of a body that an event refers to by id, secrets masked; undefined if it was dropped, or nobody wanted bodies. */
export type ReadBody = (id: string) => Uint8Array | undefined

/** One format of reports: makes text of a run's events, as early as the format allows. */
export interface Reporter<Id extends string = string> {
  id: Id
  wants: Wants
  /** True if it can be read only when it is whole, as one JSON text; a host doesn't show what is half written. */
  isDocument?: boolean
  /** `write` gets the report in pieces, in order; the last piece comes with `run-finished`. `body` reads what `wants.bodies` has kept. */
  create(write: (chunk: string) => void, body: ReadBody): (event: RunEvent) => void
}
