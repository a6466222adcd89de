import { limit } from '#engine/base/work-limit.ts'
import { equal } from './equal.ts'
import { expectedTypes } from './facts.ts'
import { isNumeric, isWhole } from './numbers.ts'
import { badExpected, type Predicate } from './predicate.ts'
import { isObject, typeName } from './values.ts'

/** Something was found; null is something. */
export const exists: Predicate = (actual) => actual !== undefined

/** Characters that are counted in about 25 ms. */
const longestText = 5_000_000

/** How many characters a string has, without a list of them. */
export function codePoints(text: string): number {
  let count = text.length
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code < 0xd800 || code > 0xdbff) continue
    const next = text.charCodeAt(index + 1)
    if (next < 0xdc00 || next > 0xdfff) continue
    count--
    index++
  }
  return count
}

/** Texts in characters (code points), lists in items, objects in keys; undefined for what has no length. */
function lengthOf(value: unknown): number | undefined {
  if (typeof value === 'string') {
    limit(value.length > longestText)
    return codePoints(value)
  }
  if (Array.isArray(value)) return value.length
  return isObject(value) ? Object.keys(value).length : undefined
}

/** A string, list or object without content. */
export const isEmpty: Predicate = (actual) => (typeof actual === 'string' ? actual === '' : lengthOf(actual) === 0)

/** Has a type of JSON; `integer` is a number without a fraction. */
export const isType: Predicate = (actual, expected) => {
  if (typeof expected !== 'string' || !expectedTypes.some((type) => type === expected))
    throw badExpected('is-type', `one of ${expectedTypes.join(', ')}`, expected)
  if (expected === 'integer') return isNumeric(actual) && isWhole(actual)
  return typeName(actual) === expected
}

/** Has so many characters, items or keys. */
export const hasLength: Predicate = (actual, expected) => {
  if (!isNumeric(expected)) throw badExpected('has-length', 'a number', expected)
  const length = lengthOf(actual)
  return length === undefined ? false : { holds: equal(length, expected), detail: `length ${length}` }
}
