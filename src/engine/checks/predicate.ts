import { AssayError } from '#engine/base/errors.ts'
import { excerpt } from '#engine/base/excerpt.ts'
import { describeValue } from './describe.ts'
import { checkTexts as texts } from './texts.ts'

/** What a predicate found; `detail` explains it beside the actual value: `length 3`, the first violation of a schema. */
export interface Verdict {
  holds: boolean
  detail?: string
}

/**
 * One predicate: does the rule hold for what was found? `actual` is undefined if the source yielded nothing. Throws
 * AssayError `bad-expression` if the rule itself makes no sense, `deadline` if judging it would take too long.
 */
export type Predicate = (actual: unknown, expected: unknown) => boolean | Verdict | Promise<boolean | Verdict>

/** Nothing is cut before secrets are masked. */
const whole = (text: string): string => text
const longest = 1_900

/** The error of a rule whose expected value can't be used. */
export const badExpected = (predicate: string, wanted: string, expected: unknown): AssayError =>
  new AssayError('bad-expression', texts.needs(predicate, wanted, excerpt(describeValue(expected, whole), longest)), {
    hint: texts.needsHint,
  })
