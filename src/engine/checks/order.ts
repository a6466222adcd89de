import { compareNumbers, isNumeric } from './numbers.ts'
import { badExpected, type Predicate } from './predicate.ts'

/** Number with number by value, text with text by code units (ISO dates sort so); everything else has no order. */
function compare(actual: unknown, expected: unknown): number | undefined {
  if (isNumeric(actual) && isNumeric(expected)) return compareNumbers(actual, expected)
  if (typeof actual === 'string' && typeof expected === 'string') return actual === expected ? 0 : actual < expected ? -1 : 1
  return undefined
}

const requireOrdered = (name: string, expected: unknown): void => {
  if (!isNumeric(expected) && typeof expected !== 'string') throw badExpected(name, 'a number or a string', expected)
}

const ordered =
  (name: string, holds: (order: number) => boolean): Predicate =>
  (actual, expected) => {
    requireOrdered(name, expected)
    const order = compare(actual, expected)
    return order !== undefined && holds(order)
  }

/** Strictly under the expected value. */
export const lessThan = ordered('less-than', (order) => order < 0)

/** Under the expected value, or equal to it. */
export const atMost = ordered('at-most', (order) => order <= 0)

/** Strictly over the expected value. */
export const greaterThan = ordered('greater-than', (order) => order > 0)

/** Over the expected value, or equal to it. */
export const atLeast = ordered('at-least', (order) => order >= 0)

/** From the first to the second expected value, both included. */
export const between: Predicate = (actual, expected) => {
  if (!Array.isArray(expected) || expected.length !== 2) throw badExpected('between', 'a list of two values', expected)
  for (const bound of expected) requireOrdered('between', bound)
  const [low, high] = [compare(actual, expected[0]), compare(actual, expected[1])]
  return low !== undefined && high !== undefined && low >= 0 && high <= 0
}
