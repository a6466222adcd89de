import { equal } from './equal.ts'
import { limit, stepCounter } from '#engine/base/work-limit.ts'
import { badExpected, type Predicate } from './predicate.ts'
import { isObject } from './values.ts'

/** Characters of a string times those of a part, and values, that are compared in about 25 ms. */
const longestSearch = 100_000_000
const mostCompared = 1_000_000

/**
 * A string holds a part, a list holds an item, an object holds these keys with these values. A path that finds one number alone
 * gives no list: it is the item.
 */
export const contains: Predicate = (actual, expected) => {
  if (typeof actual === 'string') {
    if (typeof expected !== 'string') throw badExpected('contains', 'a text', expected)
    limit(actual.length * expected.length > longestSearch)
    return actual.includes(expected)
  }
  const spend = stepCounter(mostCompared)
  if (Array.isArray(actual)) return actual.some((item) => equal(item, expected, spend))
  if (!isObject(actual)) return equal(actual, expected, spend)
  if (!isObject(expected)) return false
  return Object.keys(expected).every((key) => Object.hasOwn(actual, key) && equal(actual[key], expected[key], spend))
}

const textOnly =
  (name: string, holds: (actual: string, expected: string) => boolean): Predicate =>
  (actual, expected) => {
    if (typeof expected !== 'string') throw badExpected(name, 'a text', expected)
    return typeof actual === 'string' && holds(actual, expected)
  }

/** A string starts with another. */
export const startsWith = textOnly('starts-with', (actual, expected) => actual.startsWith(expected))

/** A string ends with another. */
export const endsWith = textOnly('ends-with', (actual, expected) => actual.endsWith(expected))

/** Equals one of a list of values. */
export const oneOf: Predicate = (actual, expected) => {
  if (!Array.isArray(expected)) throw badExpected('one-of', 'a list of values', expected)
  const spend = stepCounter(mostCompared)
  return expected.some((item) => equal(actual, item, spend))
}
