import { equal } from './equal.ts'
import { badExpected, type Predicate } from './predicate.ts'
import { isObject } from './values.ts'

/** A text holds a part, a list holds an item, an object holds these keys with these values. */
export const contains: Predicate = (actual, expected) => {
  if (typeof actual === 'string') {
    if (typeof expected !== 'string') throw badExpected('contains', 'a text', expected)
    return actual.includes(expected)
  }
  if (Array.isArray(actual)) return actual.some((item) => equal(item, expected))
  if (!isObject(actual) || !isObject(expected)) return false
  return Object.keys(expected).every((key) => Object.hasOwn(actual, key) && equal(actual[key], expected[key]))
}

const textOnly =
  (name: string, holds: (actual: string, expected: string) => boolean): Predicate =>
  (actual, expected) => {
    if (typeof expected !== 'string') throw badExpected(name, 'a text', expected)
    return typeof actual === 'string' && holds(actual, expected)
  }

/** A text begins with another. */
export const startsWith = textOnly('starts-with', (actual, expected) => actual.startsWith(expected))

/** A text ends with another. */
export const endsWith = textOnly('ends-with', (actual, expected) => actual.endsWith(expected))

/** Equals one of a list of values. */
export const oneOf: Predicate = (actual, expected) => {
  if (!Array.isArray(expected)) throw badExpected('one-of', 'a list of values', expected)
  return expected.some((item) => equal(actual, item))
}
