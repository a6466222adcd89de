import { tooDeep } from '#engine/base/encoding/json-depth.ts'
import { jsonMistake } from '#engine/base/encoding/json-mistake.ts'
import { limit } from '#engine/base/work-limit.ts'
import type { Predicate } from './predicate.ts'

/** Characters that are parsed in about 25 ms. */
const longestText = 2_000_000

/** A string that is JSON (RFC 8259), at most 512 levels deep. */
export const isJson: Predicate = (actual) => {
  if (typeof actual !== 'string') return false
  limit(actual.length > longestText)
  if (tooDeep(actual)) return false
  try {
    JSON.parse(actual)
    return true
  } catch (error) {
    return { holds: false, detail: jsonMistake(error) }
  }
}

const datePattern = /^(\d{4})-(\d{2})-(\d{2})(?:[Tt](\d{2}):(\d{2}):(\d{2})(?:\.\d{1,9})?(?:[Zz]|[+-](\d{2}):(\d{2})))?$/

const daysOf = (year: number, month: number): number => new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate()

/** A date `2026-11-21`, or a date with time and offset as RFC 3339 5.6 writes it; one that the calendar has. */
export const isIsoDate: Predicate = (actual) => {
  const match = typeof actual === 'string' ? datePattern.exec(actual) : null
  if (!match) return false
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, offsetHour = 0, offsetMinute = 0] = match
    .slice(1)
    .map((part) => Number(part ?? 0))
  if (month < 1 || month > 12 || day < 1 || day > daysOf(year, month)) return false
  return hour <= 23 && minute <= 59 && second <= 60 && offsetHour <= 23 && offsetMinute <= 59
}

/** A UUID in the text form of RFC 9562 4, of any version, in either case. */
export const isUuid: Predicate = (actual) =>
  typeof actual === 'string' && /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(actual)
