import { LosslessNumber, parse, stringify } from 'lossless-json'
import { withoutZeros } from '#engine/checks/numbers.ts'

/**
 * A number in a place where JSON has values and that a double may not hold: 16 digits or more, an exponent, or -0.
 * Found inside a string it costs time and changes nothing.
 */
const unsafeNumber = /(?:^|[[:,\s])(?:-?\d[\d.]{15,}|-?\d[\d.]*[eE][-+\d]|-0(?![.\d])|-0\.0+(?!\d))/

/** The digits that matter: without sign, point, exponent, and zeros at both ends. */
const digitsOf = (literal: string): string => {
  const digits = literal.replace(/[eE].*$/, '').replace(/[-.]/g, '')
  return withoutZeros(withoutZeros(digits, 'start'), 'end')
}

const smallestNormal = 2.2250738585072014e-308

function isExact(literal: string, number: number): boolean {
  const digits = digitsOf(literal)
  if (digits === '') return !literal.startsWith('-')
  if (!Number.isFinite(number) || Math.abs(number) < smallestNormal) return false
  return digits.length <= 15 || digits === digitsOf(String(number))
}

function parseNumber(literal: string): number | LosslessNumber {
  const number = Number(literal)
  return isExact(literal, number) ? number : new LosslessNumber(literal)
}

/** Whether {@link parseJson} takes ten times as long for a string as the engine's own parser. */
export const isSlowJson = (text: string): boolean => unsafeNumber.test(text)

/**
 * Parses JSON (RFC 8259); numbers that a double can't hold become LosslessNumber (R10). Of keys given twice the last
 * one counts. Throws SyntaxError.
 */
export function parseJson(text: string): unknown {
  if (!unsafeNumber.test(text)) return JSON.parse(text)
  return parse(text, undefined, { parseNumber, onDuplicateKey: ({ newValue }) => newValue })
}

/** The JSON text of what {@link parseJson} gave, numbers by their literals; undefined for nothing. */
export const writeJson = (value: unknown): string | undefined => stringify(value)
