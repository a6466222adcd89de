import type { Value } from '../result.ts'

const escaped = (text: string): string => text.replace(/["\\\]]/g, '\\$&')

/** A parameter as constraints name it. */
export const inBrackets = (name: string): string => `[${escaped(name)}]`

/** A string as constraints compare with it. */
export const inQuotes = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`

const isNumber = (value: Value): boolean =>
  typeof value === 'number' || (typeof value === 'string' && value.trim() !== '' && !Number.isNaN(Number(value)))

/** A value as it is compared with a parameter of these values: a number where all of them are numbers, also as texts; else in quotes. */
export function comparable(value: Value, values: readonly Value[]): string {
  if (values.length > 0 && values.every(isNumber) && isNumber(value)) return String(Number(value))
  return typeof value === 'boolean' && values.some((one) => typeof one === 'boolean') ? String(value) : inQuotes(String(value))
}

/** A name in brackets as it is without them. */
export const unescaped = (text: string): string => text.replace(/\\(["\\\]])/g, '$1')
