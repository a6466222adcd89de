import type { Verdict } from './predicate.ts'

/** What a check says of the API that an answer is to conform to: its id and its operation, both or none. */
export interface WantedOperation {
  api?: string | undefined
  operation?: string | undefined
}

/** The request of an answer, and the API definitions of the project. */
export interface AnswerParts {
  request: { method: string; url: string }
  apis: readonly { id: string; name: string; document: string }[]
}

/** An answer with its request, for predicates that judge both as a whole: what they ask is answered by who knows. */
export class WholeAnswer {
  /** Whether it is what its API says. Rejects with AssayError if there is no such API or operation. */
  readonly conformity: (wanted: WantedOperation) => Promise<Verdict>
  /** Plain data that it is judged by, besides the response. */
  readonly parts: AnswerParts

  constructor(conformity: WholeAnswer['conformity'], parts: AnswerParts) {
    this.conformity = conformity
    this.parts = parts
  }
}
