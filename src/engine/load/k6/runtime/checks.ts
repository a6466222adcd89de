import type { RuntimeFunction } from './function.ts'

/** Checks and their predicates. */
export const checkFunctions = {
  judge: {
    needs: ['Unreadable'],
    text: String.raw`/** Evaluates all checks, even after a failed one. A check that can't be evaluated has no result. */
function judge(answer, checks) {
  const results = []
  let error
  for (const [name, holds] of Object.entries(checks)) {
    try {
      results.push({ name, holds: holds(answer) })
    } catch (thrown) {
      if (thrown instanceof Unreadable) results.push({ name, holds: false })
      else error ??= answer === undefined ? new Error('there is no response to read') : thrown
    }
  }
  return { results, error }
}`,
  },
  report: {
    needs: ['run', 'NotPassed'],
    imports: ['check'],
    text: String.raw`/** Reports the results of checks to k6. Throws if one failed or couldn't be evaluated. */
function report(answer, { results, error }) {
  const tags = { step: run.step }
  for (const { name, holds } of results) check(answer, { [run.step + ': ' + name]: () => holds }, tags)
  const failed = results.filter(({ holds }) => !holds).map(({ name }) => name)
  if (error === undefined && failed.length === 0) return
  throw Object.assign(error ?? new NotPassed(failed.join(', ')), { answer })
}`,
  },
  expect: {
    needs: ['judge', 'report'],
    text: String.raw`/** The checks of a step. */
const expect = (answer, checks) => report(answer, judge(answer, checks))`,
  },
  equal: {
    needs: ['isObject'],
    text: String.raw`/** Typed equality: "22" is not 22, lists in order, keys in any order. */
function equal(a, b) {
  if (a === b) return true
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((item, index) => equal(item, b[index]))
  if (!isObject(a) || !isObject(b)) return false
  const keys = Object.keys(a)
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && equal(a[key], b[key]))
}`,
  },
  likeNumber: {
    text: String.raw`/** A variable that spells a number, compared with a number, is that number. */
const likeNumber = (expected, actual) =>
  typeof actual === 'number' && typeof expected === 'string' && /^-?\d{1,15}(\.\d{1,15})?$/.test(expected.trim())
    ? Number(expected)
    : expected`,
  },
  contains: {
    needs: ['equal', 'isObject'],
    text: String.raw`/** A string contains a part, a list an item, an object these keys with these values. */
function contains(actual, expected) {
  if (typeof actual === 'string') {
    if (typeof expected !== 'string') throw new Error('a text can only hold a text')
    return actual.includes(expected)
  }
  if (Array.isArray(actual)) return actual.some((item) => equal(item, expected))
  if (!isObject(actual) || !isObject(expected)) return false
  return Object.keys(expected).every((key) => Object.hasOwn(actual, key) && equal(actual[key], expected[key]))
}`,
  },
  startsWith: {
    text: String.raw`const startsWith = (actual, expected) => typeof actual === 'string' && actual.startsWith(expected)`,
  },
  endsWith: { text: String.raw`const endsWith = (actual, expected) => typeof actual === 'string' && actual.endsWith(expected)` },
  oneOf: {
    needs: ['equal'],
    text: String.raw`const oneOf = (actual, expected) => expected.some((item) => equal(actual, item))`,
  },
  matches: {
    text: String.raw`/** A pattern is found in a text, or in a number as it is written. */
const matches = (actual, pattern) =>
  (typeof actual === 'string' || typeof actual === 'number') && pattern.test(String(actual))`,
  },
  compare: {
    text: String.raw`/** Compares numbers with numbers and strings with strings. NaN: no order. */
function compare(actual, expected) {
  if (typeof actual !== typeof expected || !/^(number|string)$/.test(typeof actual)) return NaN
  return actual === expected ? 0 : actual < expected ? -1 : 1
}`,
  },
  typeOf: {
    text: String.raw`/** The JSON type. */
function typeOf(value) {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}`,
  },
  lengthOf: {
    needs: ['isObject'],
    text: String.raw`/** The length: characters of a string, items of a list, keys of an object. Otherwise undefined. */
function lengthOf(value) {
  if (typeof value === 'string') return [...value].length
  if (Array.isArray(value)) return value.length
  return isObject(value) ? Object.keys(value).length : undefined
}`,
  },
  isJson: {
    text: String.raw`function isJson(text) {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}`,
  },
  isIsoDate: {
    text: String.raw`/** A date of the calendar, alone or with time and offset (RFC 3339). */
function isIsoDate(value) {
  const pattern = /^(\d{4})-(\d{2})-(\d{2})(?:[Tt](\d{2}):(\d{2}):(\d{2})(?:\.\d{1,9})?(?:[Zz]|[+-](\d{2}):(\d{2})))?$/
  const match = typeof value === 'string' ? pattern.exec(value) : null
  if (!match) return false
  const [year, month, day, hour, minute, second, offsetHour, offsetMinute] = match.slice(1).map((part) => Number(part ?? 0))
  if (month < 1 || month > 12 || day < 1 || day > new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate()) return false
  return hour <= 23 && minute <= 59 && second <= 60 && offsetHour <= 23 && offsetMinute <= 59
}`,
  },
  isUuid: {
    text: String.raw`const isUuid = (value) =>
  typeof value === 'string' && /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(value)`,
  },
} as const satisfies Record<string, RuntimeFunction>
