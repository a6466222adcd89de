import { compareNumbers, isNumeric } from './numbers.ts'
import { isObject } from './values.ts'

/**
 * Typed equality: `"22"` is not `22`; numbers by the value of their literals; lists in order; objects by their keys in
 * any order. Nothing (undefined) equals only nothing. `spend` counts the values that are looked at. Values are at most 512 levels deep, so that recursion is safe.
 */
export function equal(a: unknown, b: unknown, spend?: (steps: number) => void): boolean {
  spend?.(1)
  if (a === b) return true
  if (isNumeric(a)) return isNumeric(b) && compareNumbers(a, b) === 0
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((item, index) => equal(item, b[index], spend))
  if (!isObject(a) || !isObject(b)) return false
  const keys = Object.keys(a)
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && equal(a[key], b[key], spend))
}
