import type { PlanOperation } from './plan.ts'
import type { NewId } from '#engine/project/empty.ts'
import type { LanguageModel } from '#engine/ports/language-model.ts'
import type { Project } from '#engine/project/schema.ts'
import type { ChangeSet } from '#engine/case-builder/change-set/change-set.ts'
import type { Memory } from './memory.ts'

/** A project that is loaded. It holds no values of secrets: those are in the vault. */
export interface LoadedProject {
  /** Tells it from the others: its id, or the path of its file. */
  key: string
  /** Changes whenever the project does; a proposal is made on one. */
  revision: string
  project: Project
  /** The project as it is kept, where `project` holds something that came with the request. */
  kept?: Project
}

/** A file that was dropped or pasted, or `--attach`ed. */
export interface Attachment {
  name: string
  text: string
}

/** What is asked. */
export interface Said {
  text: string
  projects: readonly LoadedProject[]
  /** The key of the one that is open. */
  active?: string
  /** Ids of what is selected in it. */
  focus?: { suite?: string; case?: string; step?: string; operation?: string }
  attachments?: readonly Attachment[]
  /** Assumptions that were changed, by slot: the request is understood again with them. */
  answers?: Record<string, string>
}

/** What a model was sent, byte by byte. */
export interface SentPrompt {
  to: string
  messages: { role: string; content: string }[]
}

/** A proposal with the plan that it was made of. */
export type PlannedChangeSet = ChangeSet & { plan: PlanOperation[] }

/** The answer to one request. Plain JSON. */
export interface Turn {
  said: string
  kind: 'proposal' | 'question' | 'answer' | 'refusal'
  /** In the language of the request. */
  text: string
  /** BCP 47: `en`, `de`, `es`, `fr`, `zh`. */
  language: string
  /** Of a question. */
  slot?: string
  options?: string[]
  /** Of a proposal. */
  proposal?: PlannedChangeSet
  /** Requests that would fit, to click. */
  suggestions?: string[]
  /** `rules`, or the title of the model. */
  understood: string
  /** Milliseconds. */
  took: number
  sent: SentPrompt[]
  /** Why a model that was asked was of no use, and the rules went on alone. */
  trouble?: string
  /** A secret stood in the text: it is not kept, and this is the text without it. */
  withheld?: { text: string; variable: string }
}

/** What the engine's host gives it. */
export interface ConversePorts {
  newId: NewId
  /** Milliseconds of a clock that never goes back. */
  now(): number
  model?: LanguageModel
  signal?: AbortSignal
  /** Values of secrets that are known: what is sent to a model is searched for them. */
  secrets?: () => Promise<readonly string[]>
  onText?: (part: string) => void
}

/** A turn, and the memory after it. */
export interface Conversed {
  memory: Memory
  turn: Turn
}
