import type { PlanOperation } from '../plan.ts'
import type { Memory } from '../memory.ts'
import type { ProjectIndex } from '#engine/case-builder/project-index.ts'
import type { Attachment } from '../turn.ts'
import type { Named } from './names.ts'
import type { Reading } from './reading.ts'

/** What a recogniser is given. */
export interface Asked {
  reading: Reading
  index: ProjectIndex
  memory: Memory
  named: readonly Named[]
  /** Labels of what is selected, or was last worked on. */
  focus: { case?: string; suite?: string; step?: string; operation?: string }
  attachments: readonly Attachment[]
  /** Ids of the API documents that came with the request, and that the project does not hold yet. */
  newApis?: readonly string[]
  /** Answers to questions, and assumptions that were changed, by slot. */
  answers: Readonly<Record<string, string>>
}

/** Something that only the person can say. */
export interface Missing {
  slot: string
  options: string[]
  /** For the words of the question. */
  about?: string
}

/** What the assistant does that changes nothing. */
export type Spoken = {
  say:
    | 'help'
    | 'undo'
    | 'why'
    | 'explain'
    | 'no-run'
    | 'no-secret'
    | 'no-leave'
    | 'cancelled'
    | 'empty'
    | 'untested'
    | 'bounds'
    | 'covering'
    | 'statuses'
  about?: string
  /** The status that the tests are asked about expect. */
  status?: number
}

/** One reading of a request. */
export interface Candidate {
  /** 0 to 1: how much of the request it accounts for. */
  confidence: number
  operations: PlanOperation[]
  missing?: Missing
  /** What the person said shall be left out, in words of the request. */
  leftOut?: string
  /** Operations that are left out since cases ask for them already. */
  tested?: readonly string[]
  spoken?: Spoken
  /** A new project: its name. */
  creates?: { name: string }
}

/** Looks for one kind of request. */
export type Recogniser = (asked: Asked) => Candidate | undefined
