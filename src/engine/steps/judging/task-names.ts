import type { SentRequest } from '#engine/api/match.ts'
import type { Source } from '#engine/extractors/source.ts'
import type { TaskName } from '#engine/ports/index.ts'
import type { Check } from '../check-schema.ts'
import type { JudgedCheck } from './judge-found.ts'
import type { TakenValue } from './take-value.ts'

/** What a source reads besides the large parts that are held: `response` or `rows`, and `apis`. */
export interface ReadIn {
  request?: SentRequest | undefined
  /** The value of the variable that it reads. */
  variable?: unknown
}

/** A check whose expected value is resolved. */
export interface AskedCheck extends ReadIn {
  check: Check
  expected: unknown
}

/** A source, and the expression whose first group is taken. */
export interface AskedValue extends ReadIn {
  source: Source
  match?: string | undefined
}

/** Takes the value of a check and judges it. */
export const checkTask: TaskName<AskedCheck, JudgedCheck> = 'check'

/** Takes the value of a source. */
export const valueTask: TaskName<AskedValue, TakenValue> = 'value'
