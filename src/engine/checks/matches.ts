import { isNumeric, literalOf } from './numbers.ts'
import { badExpected, type Predicate } from './predicate.ts'
import { regexFor, type Regex } from './regex.ts'

/** A regular expression is found in a string; numbers are matched as they were written. See `regex.ts` for the syntax. */
export const matches: Predicate = (actual, expected) => {
  if (typeof expected !== 'string') throw badExpected('matches', 'a regular expression', expected)
  const text = isNumeric(actual) ? literalOf(actual) : actual
  const regex = regexFor(expected)
  const judge = (compiled: Regex): boolean => typeof text === 'string' && compiled.test(text)
  return regex instanceof Promise ? regex.then(judge) : judge(regex)
}
