import type { TableSource } from '#engine/data/table/schema.ts'
import type { DesignResult, DesignTest } from '#engine/design/result.ts'
import type { Design } from '#engine/design/schemas.ts'
import type { SendRequestStep } from '#engine/steps/send-request/schema.ts'
import type { NewId } from '#engine/project/empty.ts'
import type { Case, Step } from '#engine/project/format/schema.ts'
import type { BuiltRequest } from './parts.ts'

/** What tests are made of. */
export interface MakeTests {
  design: Design
  result: { tests: readonly Omit<DesignTest, 'covers'>[] } | DesignResult
  /** One data-driven case with a table, or a case for each test. Tests of events are always a case each. */
  as: 'data-driven' | 'cases'
  template: TestTemplate
  /** The request of each test where a description worked it out; without them values go where their names say. */
  built?: readonly BuiltRequest[] | undefined
  /** Requests by event; an event without one becomes a request to be filled in. */
  events?: Readonly<Record<string, EventSteps>> | undefined
  /** What is expected where a test doesn't say: `201`, `4XX`. */
  status?: { valid?: string | number | undefined; invalid?: string | number | undefined } | undefined
  /** Where the outcome of an MC/DC test is in the answer (a JSON path), and what is there when it is true and when it is false. */
  outcome?: { path?: string | undefined; true?: string | undefined; false?: string | undefined } | undefined
  /** Of the case and the table. */
  name: string
  newId: NewId
}

/** What runs for each test. */
export interface TestTemplate {
  /** Once, before all rows: a token, say. */
  before: readonly Step[]
  /** Carries the values of a test. */
  request: SendRequestStep
  /** Behind the check of what is expected. */
  after: readonly Step[]
  variables?: Case['variables']
}

/** What an event does. */
export interface EventSteps {
  request: SendRequestStep
  after?: readonly Step[] | undefined
}

/** What was made. */
export interface MadeTests {
  /** The table of a data-driven case; its `design` is the design's id. */
  source?: TableSource
  cases: Case[]
  /** What can't be as it should, and what is to be done by hand. */
  notes: string[]
}
