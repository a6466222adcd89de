import type { Edit } from '#engine/project/edit/edit.ts'

/** A question that is open, with the half plan that its answer completes. */
export interface Pending {
  slot: string
  question: string
  options: string[]
  /** What the person said first; it is understood again, with the answers. */
  said: string
  /** Answers by slot, so far. */
  answers: Record<string, string>
  /** How many questions were asked for this request, at most three. */
  asked: number
}

/** A design that TestDesigner made, so that TestBuilder takes it by its id and discovers nothing again. */
export interface KnownDesign {
  /** `D1`: what is shown and said. */
  id: string
  project: string
  /** Id of the design in the project's `designs`, once it was applied or proposed. */
  design: Record<string, unknown>
  /** The operation of the API document, `POST /orders`. */
  operation?: string
  /** The key of its document in the project. */
  api?: string
  parameters: { name: string; values: number }[]
  tests: number
  /** Id of the data source or case that was made of it. */
  made?: string
}

/** Something that is known, and from where. */
export interface Fact {
  key: string
  value: string
  source: 'user' | 'document' | 'run'
}

/** What went wrong in the last run, in the run's own words. */
export interface RunFailure {
  suite: string
  case: string
  step: string
  stepId?: string
  caseId?: string
  /** What the check expected and what came, or the error. Masked. */
  text: string
  hint?: string
  /** Status of the answer that was looked at. */
  status?: number
  expected?: string
  actual?: string
  /** The check's source, `status` or `json $.id`. */
  check?: string
  request?: string
  /** The places that the answer has which was looked at. */
  paths?: string[]
  /** What the diagnosis of a refusal offers: the values that keys of the step get. */
  fixes?: { label: string; change: Record<string, unknown> }[]
}

/** Working memory of a workspace: plain JSON without secrets, which its host keeps, shows and clears. */
export interface Memory {
  version: 1
  /** The language of the last request. */
  language?: string
  focus?: { project: string; suite?: string; case?: string; step?: string; operation?: string }
  /** Short names that were handed out: `C1` to an id. */
  names: Record<string, string>
  pending?: Pending
  designs: KnownDesign[]
  facts: Fact[]
  /** The last change that was applied, for "undo that". */
  lastChange?: { project: string; label: string; edit: Edit }
  /** The last proposal, by its id, with what was said, so that an assumption of it can be changed. */
  lastProposal?: { id: string; said: string; answers: Record<string, string> }
  failures: RunFailure[]
}

/** Memory of a new workspace. */
export const emptyMemory = (): Memory => ({ version: 1, names: {}, designs: [], facts: [], failures: [] })
