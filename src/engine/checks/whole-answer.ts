import type { Verdict } from './predicate.ts'

/** What a check says of the API that an answer is to conform to: its id and its operation, both or none. */
export interface WantedOperation {
  api?: string | undefined
  operation?: string | undefined
}

/** An answer together with its request, for predicates that judge both as a whole: what they ask is answered by who knows. */
export class WholeAnswer {
  /** Whether it is what its API says. Rejects with AssayError if there is no such API or operation. */
  readonly conformity: (wanted: WantedOperation) => Promise<Verdict>

  constructor(conformity: WholeAnswer['conformity']) {
    this.conformity = conformity
  }
}
