import type { Scopes } from '#engine/templates/scopes.ts'
import type { RunContext } from '#engine/steps/step-kind.ts'
import type { CaseResults } from './case-results.ts'
import type { Counts, OutcomeName } from '../report/events.ts'
import type { PlannedCase, PlannedSuite } from '../plan/plan.ts'
import type { RunState } from './run-state.ts'

/** A running case. */
export interface RunningCase {
  planned: PlannedCase
  suite: PlannedSuite['suite']
  state: RunState
  attempt: number
  /** The jar of the case; absent: no cookies are kept. */
  cookies?: RunContext['cookies']
}

/** One pass through blocks: those of a case, or of a loop's body for one row. */
export interface BlockPass {
  /** See `Place`. */
  rows: readonly number[] | undefined
  results: CaseResults
  variables: Scopes
  counts: Counts
  /** The worst so far. */
  outcome: OutcomeName
  /** The run ended before it was through. */
  isCut: boolean
  /** Why the rest is skipped. */
  skipping: string | undefined
  /** Variables that a step with an error has not set, by that step's name. */
  lost: Map<string, string>
}

/** Where a step's events belong. */
export interface EventPlace {
  case: string
  step: string
  rows?: number[]
}
