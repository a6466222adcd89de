import type { ChangeSet } from '#engine/case-builder/change-set/change-set.ts'
import type { Model } from '#engine/design/schemas.ts'
import type { DerivedTest } from '#engine/case-builder/designs.ts'
import type { BuiltRequest } from '#engine/design/models/index.ts'
import { emptyProject } from '#engine/project/empty.ts'
import type { Project } from '#engine/project/format/schema.ts'

/** JSON Schema, draft-07. */
export type JsonSchema = Record<string, unknown>

/** A project without its sealed secrets; variables and steps name secrets by id, never by value. */
export type SecretlessProject = Omit<Project, 'sealed'> & { sealed?: undefined }

/** A project that is open. `id` tells it from the others: its id, or the path of its file. */
export interface KnownProject {
  id: string
  project: SecretlessProject
  /** The revision that a proposal is made on; absent: ''. */
  revision?: string
}

/** Stands where no project is open. */
export const emptyKnownProject: KnownProject = { id: '', project: emptyProject('', '') as SecretlessProject }

/** Ids of what the user looks at. */
export interface Focus {
  project: string
  suite?: string
  case?: string
  step?: string
}

/** A file that came with the message. */
export interface AttachedFile {
  name: string
  text: string
}

/** A check of the last run that didn't hold. Texts are masked by the run's redactor. */
export interface FailedCheck {
  subject: string
  expected: string
  actual: string
}

/** What the last run left of a step. */
export interface RunStepView {
  /** Its id. */
  step: string
  name: string
  outcome: string
  status?: number
  message?: string
  /** The diagnosis, in the run's words. */
  hint?: string
  failed?: readonly FailedCheck[]
  /** Paths of a JSON response with their types: `$.items[].id`, `number or null`. */
  shape?: readonly (readonly [path: string, type: string])[]
}

/** The last run of a project. */
export interface LastRunView {
  environment?: string
  /** The user allows values of responses in this conversation; otherwise types alone are given. */
  valuesAllowed?: true
  cases: readonly { case: string; name: string; suite: string; outcome: string; steps: readonly RunStepView[] }[]
}

/** A design in working memory, with its tests: making cases of it needs no second derivation. */
export interface KnownDesign {
  /** `D1`: what a tool gave. */
  id: string
  /** Id of the project it was made for. */
  project: string
  /** As the project's `designs` have it, without its id. */
  model: Model
  /** `POST /orders`; absent where the model stands by itself. */
  operation?: string
  tests: readonly DerivedTest[]
  /** What each test sends, where a definition or a request gave it. */
  built?: readonly BuiltRequest[]
  /** What is expected where a test doesn't say: `201`, `4XX`. */
  status?: { valid?: string; invalid?: string }
  coverage: { exercised: number; feasible: number }
  /** Arguments and revision that a form made it of: the same aren't derived twice. */
  asked?: string
}

/** What a conversation has found out: plain JSON without secrets, which its host keeps, shows and clears. */
export interface WorkingMemory {
  version: 1
  designs: readonly KnownDesign[]
  /** What the user answered, by the question. */
  answers: Readonly<Record<string, string>>
  /** The last proposal that was accepted by the tools. */
  lastChange?: { project: string; summary: string; changeSet: string }
}

/** Memory of a new conversation. */
export const emptyWorkingMemory = (): WorkingMemory => ({ version: 1, designs: [], answers: {} })

/** A page of Assay's documentation: its file in docs/ without the ending, and its Markdown. */
export interface DocPage {
  name: string
  text: string
}

/** All that tools may see. */
export interface ToolSession {
  projects: readonly KnownProject[]
  focus?: Focus
  lastRun?(project: string): LastRunView | undefined
  memory: WorkingMemory
  /** Of ids and designs; another one for each turn. */
  seed: number
  files?: readonly AttachedFile[]
  /** The pages of the help; absent: there are none at hand. */
  docs?(): Promise<readonly DocPage[]>
  /** Hosts that the user's own words name; those of the project are known. */
  allowedHosts?: readonly string[]
  /** The user's own words; absent: an agent's request, whose summary counts. */
  words?: string
  /** The user asked for a removal: removals are ticked from the start. */
  asksRemoval?: boolean
}

/** What a call gives. */
export type ToolResult =
  | { kind: 'data'; text: string }
  | { kind: 'problems'; text: string }
  | {
      kind: 'proposal'
      changeSet: ChangeSet
      summary: string
      assumptions: string[]
      notDone: string[]
      warnings: string[]
    }
  | { kind: 'answer'; text: string; about?: string[] }
  | { kind: 'question'; text: string; options: string[] }
  | { kind: 'refusal'; text: string }
