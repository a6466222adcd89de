import { factsOfKind } from './facts.ts'

/** What of a report's step says whether it is nested under another one. */
export interface ReportedStep {
  id: string
  kind: string
}

/**
 * Whether a step of a report is nested under the one before it, or under what that is nested under: as `ownersOf` has it of the steps
 * of a case, by their kinds alone, since a report doesn't say what a check looked at.
 */
export const isNestedIn = (step: ReportedStep, owner: ReportedStep): boolean =>
  factsOfKind(step.kind)?.refers?.step !== undefined && factsOfKind(owner.kind)?.gives !== undefined
