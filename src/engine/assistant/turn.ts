import type { ChangeSet } from '#engine/case-builder/change-set/change-set.ts'
import type { Clock, LanguageModel, TokenCount } from '#engine/ports/index.ts'
import type { Project } from '#engine/project/format/schema.ts'
import type { DocPage, LastRunView } from '#engine/tools/tool-session.ts'
import type { Progress, Round } from './loop.ts'

/** A project that is loaded. It holds no values of secrets: those are in the vault. */
export interface LoadedProject {
  /** Tells it from the others: its id, or the path of its file. */
  key: string
  /** Changes whenever the project does; a proposal is made on one. */
  revision: string
  project: Project
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
  /** The last run, by the key of its project. */
  lastRun?: { project: string; view: LastRunView }
  /** A form to run, by its id, instead of a text to understand. */
  form?: { id: string; fields: Readonly<Record<string, string>> }
}

/** What became of one request. Plain JSON. */
export interface Turn {
  /** Without credentials. */
  said: string
  kind: 'proposal' | 'question' | 'answer' | 'refusal' | 'form'
  text: string
  /** Of a question: replies to choose from. */
  options?: string[]
  /** Of an answer: ids of cases and steps, names of operations, links of help sections (`docs/oauth2.md#endpoints`). */
  about?: string[]
  /** Of a proposal. */
  proposal?: ChangeSet
  /** Of a proposal: what was requested and isn't in it. */
  notDone?: string[]
  /** Of a form: which one, and what is filled in. Without `form` the list of forms is offered. */
  form?: string
  fields?: Record<string, unknown>
  /** `command`, `form`, the title of the model, or '' where none of them was asked. */
  understood: string
  /** Milliseconds. */
  took: number
  /** Each exchange with a model, byte by byte. */
  rounds: Round[]
  usage?: TokenCount
  /** Why a model couldn't be asked, or was stopped; `kind` is `refusal` then. */
  trouble?: { text: string; hint?: string }
  /** The message held credentials: `said` is the text without them, with `${variable}` in their places. */
  withheld?: { text: string; variables: string[] }
}

/** What a request came to, before it is a turn. */
export type Reply = Pick<Turn, 'kind' | 'text'> & Partial<Turn>

/** What the engine's host gives it. */
export interface ConversePorts {
  clock: Pick<Clock, 'monotonic' | 'sleep'>
  /** Of ids and designs: another one for each turn. */
  seed: number
  signal: AbortSignal
  model?: LanguageModel | undefined
  /** Values of secrets that are known: what leaves is searched for them. */
  secrets(): Promise<readonly string[]>
  /** The pages of the help. */
  docs?: (() => Promise<readonly DocPage[]>) | undefined
  onText?: ((piece: string) => void) | undefined
  onProgress?: ((progress: Progress) => void) | undefined
}
