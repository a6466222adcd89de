import { LosslessNumber } from '#engine/checks/numbers.ts'
import { isObject } from '#engine/checks/values.ts'

/**
 * A value as it crosses to a thread and back: numbers that a double can't hold would lose their class, so each is a `String` object there,
 * which no JSON has. What holds none is the same value.
 */
export const packed = (value: unknown): unknown =>
  changed(value, (part) => (part instanceof LosslessNumber ? Object(part.value) : part))

/** The value that {@link packed} made ready. */
export const unpacked = (value: unknown): unknown =>
  changed(value, (part) => (isText(part) ? new LosslessNumber(String(part)) : part))

/** A `String` object, of whatever realm. */
const isText = (part: unknown): boolean => typeof part === 'object' && Object.prototype.toString.call(part) === '[object String]'

function changed(value: unknown, change: (part: unknown) => unknown): unknown {
  const next = change(value)
  if (next !== value) return next
  if (Array.isArray(value)) {
    const items = value.map((item) => changed(item, change))
    return items.some((item, index) => item !== value[index]) ? items : value
  }
  if (!isObject(value)) return value
  const entries = Object.entries(value).map(([key, item]) => [key, changed(item, change)] as const)
  return entries.some(([key, item]) => item !== value[key]) ? Object.fromEntries(entries) : value
}

/** Enough of a value to describe it, with secrets in it masked, and to accept it as a snapshot. */
const mostShown = 70_000

/**
 * The start of a value, so long that no one shows more of it; `size`: characters, items or keys of the whole, where that is
 * more.
 */
export function beginningOf(value: unknown): { value: unknown; size?: number } {
  let left = mostShown
  let isCut = false
  const begin = (part: unknown): unknown => {
    if (typeof part === 'string') {
      const shown = part.slice(0, Math.max(0, left))
      left -= part.length + 2
      isCut ||= shown.length < part.length
      return shown
    }
    left -= 4
    if (Array.isArray(part)) {
      const items: unknown[] = []
      for (const item of part) {
        if (left < 0) break
        items.push(begin(item))
      }
      isCut ||= items.length < part.length
      return items
    }
    if (!isObject(part)) return part
    const entries: [string, unknown][] = []
    for (const key in part) {
      if (!Object.hasOwn(part, key)) continue
      if (left < 0) {
        isCut = true
        break
      }
      left -= key.length + 4
      entries.push([key.slice(0, mostShown), begin(part[key])])
    }
    return Object.fromEntries(entries)
  }
  const shown = begin(value)
  return isCut ? { value: shown, size: sizeOf(value) } : { value }
}

const sizeOf = (value: unknown): number =>
  typeof value === 'string' || Array.isArray(value) ? value.length : Object.keys(value as object).length
