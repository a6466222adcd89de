import { isNumeric, literalOf } from './numbers.ts'
import { isObject } from './values.ts'

/** What decides how long it takes to judge a value. */
export interface ValueSize {
  /** Values in it, at all levels. */
  nodes: number
  /** Items of its longest list, keys of its largest object, or a quarter of the characters of its longest text. */
  longest: number
  /** Characters of the longest name of a property. */
  longestName: number
}

/** Measures a value in one pass. */
export function measureValue(value: unknown): ValueSize {
  const size: ValueSize = { nodes: 0, longest: 0, longestName: 0 }
  measure(value, size)
  return size
}

function measure(value: unknown, size: ValueSize): void {
  size.nodes++
  if (typeof value === 'string') size.longest = Math.max(size.longest, value.length >> 2)
  else if (Array.isArray(value)) {
    size.longest = Math.max(size.longest, value.length)
    for (const item of value) measure(item, size)
  } else if (isObject(value)) {
    const keys = Object.keys(value)
    size.longest = Math.max(size.longest, keys.length)
    for (const key of keys) {
      size.longestName = Math.max(size.longestName, key.length)
      measure(value[key], size)
    }
  }
}

/**
 * How many items the longest list has of which two are equal, numbers as doubles; 0: every item of every list is unique. Each value gets a
 * number that equal ones share, from the inside out, so it takes one pass.
 */
export function longestWithDuplicates(value: unknown): number {
  const numbers = new Map<string, number>()
  let longest = 0
  const numberOf = (key: string): number => {
    const number = numbers.get(key) ?? numbers.size
    numbers.set(key, number)
    return number
  }
  const visit = (part: unknown): number => {
    if (Array.isArray(part)) {
      const items = part.map(visit)
      if (items.length > longest && new Set(items).size < items.length) longest = items.length
      return numberOf(`[${items.join()}`)
    }
    if (isObject(part)) {
      const members = Object.keys(part).toSorted()
      return numberOf(`{${members.map((key) => `${JSON.stringify(key)}:${visit(part[key])}`).join()}`)
    }
    if (isNumeric(part)) return numberOf(`n${Number(literalOf(part))}`)
    return numberOf(typeof part === 'string' ? `s${part}` : `${part as null | boolean | undefined}`)
  }
  visit(value)
  return longest
}
