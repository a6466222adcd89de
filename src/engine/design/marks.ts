import type { Value } from './result.ts'

/** Values of designs that stand for something else than themselves: omitted though allowed, omitted though required, there. */
export const marks = { absent: '(absent)', missing: '(missing)', present: '(present)' } as const

/** Whether a value says that its place is omitted. */
export const isLeftOut = (value: Value | undefined): boolean => value === marks.absent || value === marks.missing

/** A list of so many items, as a value of a design. */
export const listOf = (count: number): string => `(${count} ${count === 1 ? 'item' : 'items'})`

/** The size that {@link listOf} names; undefined for other values. */
export function sizeNamed(value: Value | undefined): number | undefined {
  const found = typeof value === 'string' ? /^\((\d{1,6}) items?\)$/.exec(value)?.[1] : undefined
  return found === undefined ? undefined : Number(found)
}

/** Whether nothing can stand inside a value: it is omitted, empty or null. */
export const isGone = (value: Value): boolean => value === marks.absent || value === listOf(0) || value === null
