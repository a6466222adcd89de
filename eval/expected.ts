import type { MockRule } from './mock.ts'

/** What has to come of a request. */
export interface Expected {
  kind: 'proposal' | 'question' | 'answer' | 'refusal'
  /** New cases; default: one in a proposal, unless it names `changed` or `removed`. */
  added?: number
  /** Names of cases that differ afterwards, as they were called before; all others have to stay as they are. */
  changed?: string[]
  removed?: string[]
  /** In this order, others may stand between: `POST /orders 201`, `* 404` of the request before it, or of the one that was changed. */
  steps?: string[]
  /** Texts that the new or changed cases contain as JSON, without blanks. */
  contains?: string[]
  /** Texts of which one is in an answer or question; of each inner list one. */
  says?: string[][]
  /** Rows of the data of a new case, at least. */
  rows?: number
  /** What the server does beyond its definition. */
  mock?: MockRule[]
  /** Identifiers of what is there from the start, as the request says. */
  exists?: string[]
  /** Why the case can't be run on a mock. */
  unrun?: string
  /** Text that may stand nowhere. */
  secret?: string
}
