import { LosslessNumber } from 'lossless-json'

export { LosslessNumber }

/**
 * A number as Assay keeps it: where a double can't hold it, an integer of a project is a `bigint`, and a number of a response a
 * `LosslessNumber` with its literal, by which it is compared.
 */
export type Numeric = number | bigint | LosslessNumber

/** True for every kind of number that a value can be. */
export const isNumeric = (value: unknown): value is Numeric =>
  typeof value === 'number' || typeof value === 'bigint' || value instanceof LosslessNumber

/** The number as it was written, where that is known. */
export const literalOf = (number: Numeric): string => (number instanceof LosslessNumber ? number.value : String(number))

/** A decimal number taken apart: `digits` without leading and trailing zeros, times 10 to the power of `magnitude - digits.length`. */
interface Decimal {
  sign: -1 | 0 | 1
  digits: string
  magnitude: number
}

function decimalOf(literal: string): Decimal | undefined {
  const match = /^([-+]?)(\d+)(?:\.(\d*))?(?:[eE]([-+]?\d+))?$/.exec(literal)
  if (!match) return undefined
  const [, sign, whole = '', fraction = '', exponent = '0'] = match
  const all = whole + fraction
  const digits = withoutZeros(all, 'start')
  if (digits === '') return { sign: 0, digits: '', magnitude: 0 }
  const leadingZeros = all.length - digits.length
  return {
    sign: sign === '-' ? -1 : 1,
    digits: withoutZeros(digits, 'end'),
    magnitude: whole.length - leadingZeros + Number(exponent),
  }
}

/** Digits without the zeros at one end, in one pass: an expression would start again at every zero of a long number. */
export function withoutZeros(digits: string, at: 'start' | 'end'): string {
  let [start, end] = [0, digits.length]
  if (at === 'start') while (digits.charCodeAt(start) === 0x30) start++
  else while (end > 0 && digits.charCodeAt(end - 1) === 0x30) end--
  return digits.slice(start, end)
}

function compareMagnitudes(a: Decimal, b: Decimal): number {
  if (a.magnitude !== b.magnitude) return a.magnitude < b.magnitude ? -1 : 1
  return a.digits === b.digits ? 0 : a.digits < b.digits ? -1 : 1
}

/**
 * Compares by the value of the literals, exactly (R10): negative, zero or positive, or undefined if one is not a number
 * (NaN, Infinity).
 */
export function compareNumbers(a: Numeric, b: Numeric): number | undefined {
  if (typeof a === 'number' && typeof b === 'number') return a === b ? 0 : a < b ? -1 : a > b ? 1 : undefined
  const [left, right] = [decimalOf(literalOf(a)), decimalOf(literalOf(b))]
  if (!left || !right) return undefined
  if (left.sign !== right.sign) return left.sign - right.sign
  return left.sign * compareMagnitudes(left, right)
}

/** True for a number without a fraction: `2`, `2.0` and `1e400` are. */
export function isWhole(number: Numeric): boolean {
  if (typeof number === 'number') return Number.isInteger(number)
  if (typeof number === 'bigint') return true
  const decimal = decimalOf(number.value)
  return decimal !== undefined && decimal.digits.length <= decimal.magnitude
}
