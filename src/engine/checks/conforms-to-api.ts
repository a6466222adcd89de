import { AssayError } from '#engine/base/errors.ts'
import type { Predicate } from './predicate.ts'
import { checkTexts as texts } from './texts.ts'
import { WholeAnswer, type WantedOperation } from './whole-answer.ts'

/** Is what the description of its API says: status, headers and body. `expected` says which API and operation. */
export const conformsToApi: Predicate = (actual, expected) => {
  if (actual instanceof WholeAnswer) return actual.conformity((expected ?? {}) as WantedOperation)
  throw new AssayError('bad-expression', texts.needsResponse, { hint: texts.needsResponseHint })
}
