import { compareNumbers, isNumeric } from './numbers.ts'
import { isObject } from './values.ts'

/**
 * Typed equality: `"22"` is not `22`; numbers by the value of their literals; lists in order; objects by their keys in
 * any order. Nothing (undefined) equals only nothing. Values are at most 512 levels deep, so that recursion is safe.
 */
export function equal(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (isNumeric(a)) return isNumeric(b) && compareNumbers(a, b) === 0
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((item, index) => equal(item, b[index]))
  if (!isObject(a) || !isObject(b)) return false
  const keys = Object.keys(a)
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && equal(a[key], b[key]))
}
