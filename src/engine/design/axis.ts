import type { Value } from './result.ts'
import { listOf, sizeNamed } from './marks.ts'

/** What the classes of a parameter are ends of: numbers, days, seconds, lengths, sizes. */
export const classTypes = ['integer', 'number', 'date', 'date-time', 'text', 'list'] as const
/** See {@link classTypes}. */
export type ClassType = (typeof classTypes)[number]

/** An end of a class: a number, or a date as text. */
export type End = number | string

const day = 86_400_000
const second = 1000

/** Reads an end as a number on its axis: days and seconds since 1970, lengths in code points, sizes. NaN if it is none of the type. */
export function placeOf(type: ClassType, end: End): number {
  if (type === 'date') {
    if (typeof end !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(end)) return NaN
    const place = Date.parse(`${end}T00:00:00Z`) / day
    return writtenAs('date', place) === end ? place : NaN
  }
  if (type === 'date-time') {
    if (typeof end !== 'string' || !/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/i.test(end)) return NaN
    return Date.parse(end) / second
  }
  if (typeof end !== 'number') return NaN
  return (type === 'text' || type === 'list') && (end < 0 || !Number.isInteger(end)) ? NaN : end
}

/** The value that is at a place of an axis: a string of that length, a list of that size. */
export function writtenAs(type: ClassType, place: number): Value {
  if (type === 'date') return isoOf(place * day).slice(0, 10)
  if (type === 'date-time') return isoOf(place * second).replace('.000Z', 'Z')
  if (type === 'text') return 'text'.padEnd(place, 'x').slice(0, place)
  return type === 'list' ? listOf(place) : place
}

/** The place at which a value stands: the length of a string, the size of a list. NaN if it has none. */
export function placeHeld(type: ClassType, value: Value): number {
  if (type === 'text') return typeof value === 'string' ? [...value].length : NaN
  if (type !== 'list') return typeof value === 'number' || typeof value === 'string' ? placeOf(type, value) : NaN
  const size = sizeNamed(value)
  if (size !== undefined || typeof value !== 'string') return size ?? NaN
  try {
    const list: unknown = JSON.parse(value)
    return Array.isArray(list) ? list.length : NaN
  } catch {
    // No JSON: no list.
    return NaN
  }
}

/** How a place is called in texts: `length 8`, `3 items`. */
export function placeText(type: ClassType, place: number): string {
  return type === 'text' ? `length ${place}` : String(writtenAs(type, place))
}

/** The least place that there is: no text is shorter than none. */
export const leastOf = (type: ClassType): number => (type === 'text' || type === 'list' ? 0 : -Infinity)

/** The year 0 to 9999, beyond which there are no dates as text. */
function isoOf(milliseconds: number): string {
  const within = Math.min(Math.max(milliseconds, -62_167_219_200_000), 253_402_300_799_000)
  return new Date(within).toISOString()
}
