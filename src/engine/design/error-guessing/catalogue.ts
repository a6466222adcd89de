import { marks } from '../marks.ts'
import type { Value } from '../result.ts'
import { designTexts } from '../texts.ts'
import type { guessedTypes } from './schema.ts'

type GuessedType = (typeof guessedTypes)[number]

const texts = designTexts.guesses

/** What has gone wrong elsewhere, and may here. */
export interface Guess {
  id: string
  text: string
  value: Value
  /** Types of fields for which it makes sense; the reason where it doesn't is {@link notFor}. */
  types: readonly GuessedType[]
  /** It can't be sent as text on the wire. */
  jsonOnly?: boolean
  /** It is sent for required fields only. */
  requiredOnly?: boolean
}

const words: readonly GuessedType[] = ['text', 'date', 'date-time', 'any']
const numbers: readonly GuessedType[] = ['integer', 'number', 'any']
const all: readonly GuessedType[] = ['text', 'integer', 'number', 'boolean', 'date', 'date-time', 'list', 'object', 'any']

/** The guesses for one field. */
export const catalogue: readonly Guess[] = [
  { id: 'empty', text: texts.empty, value: '', types: words },
  { id: 'blanks', text: texts.blanks, value: '   ', types: words },
  { id: 'tabs', text: texts.tabs, value: '\t\r\n', types: ['text', 'any'], jsonOnly: true },
  { id: 'padded', text: texts.padded, value: ' text ', types: ['text', 'any'] },
  { id: 'null-text', text: texts.nullText, value: 'null', types: words },
  { id: 'null', text: texts.null, value: null, types: all, jsonOnly: true },
  { id: 'missing', text: texts.missing, value: marks.missing, types: all, requiredOnly: true },
  { id: 'zero', text: texts.zero, value: 0, types: numbers },
  { id: 'minus-zero', text: texts.minusZero, value: '-0', types: ['integer', 'number'] },
  { id: 'minus-one', text: texts.minusOne, value: -1, types: numbers },
  { id: 'too-precise', text: texts.tooPrecise, value: 9_007_199_254_740_992, types: numbers },
  { id: 'over-int32', text: texts.overInt32, value: 2_147_483_648, types: numbers },
  { id: 'huge', text: texts.huge, value: 1e308, types: numbers },
  { id: 'fraction', text: texts.fraction, value: 0.1, types: ['integer', 'number'] },
  { id: 'number-text', text: texts.numberText, value: '1', types: ['integer', 'number'], jsonOnly: true },
  { id: 'exponent', text: texts.exponent, value: '1e3', types: ['integer', 'number'] },
  { id: 'not-a-number', text: texts.notANumber, value: 'NaN', types: ['integer', 'number'] },
  { id: 'truth-text', text: texts.truthText, value: 'true', types: ['boolean'], jsonOnly: true },
  { id: 'truth-number', text: texts.truthNumber, value: 1, types: ['boolean'] },
  { id: 'astral', text: texts.astral, value: '\u{1F600}\u{1D11E}', types: ['text', 'any'] },
  { id: 'combining', text: texts.combining, value: 'e\u0301', types: ['text', 'any'] },
  { id: 'right-to-left', text: texts.rightToLeft, value: '\u202Eabc \u05E9\u05DC\u05D5\u05DD', types: ['text', 'any'] },
  { id: 'nul', text: texts.nul, value: 'a\u0000b', types: ['text', 'any'], jsonOnly: true },
  { id: 'zero-width', text: texts.zeroWidth, value: '\u200B\uFEFF', types: ['text', 'any'] },
  { id: 'very-long', text: texts.veryLong, value: 'x'.repeat(10_000), types: ['text', 'any'] },
  { id: 'sql', text: texts.sql, value: "' OR '1'='1'; --", types: words },
  { id: 'html', text: texts.html, value: '<script>alert(1)</script>', types: ['text', 'any'] },
  { id: 'template', text: texts.template, value: '{{7*7}}%{7*7}', types: ['text', 'any'] },
  { id: 'path', text: texts.path, value: '../../../../etc/passwd', types: ['text', 'any'] },
  { id: 'percent', text: texts.percent, value: '%00%2e%2e%2f', types: ['text', 'any'] },
  { id: 'no-day', text: texts.noDay, value: '2026-02-30', types: ['date'] },
  { id: 'leap-day', text: texts.leapDay, value: '2024-02-29', types: ['date'] },
  { id: 'year-0', text: texts.yearZero, value: '0000-01-01', types: ['date'] },
  { id: 'far-year', text: texts.farYear, value: '9999-12-31', types: ['date'] },
  { id: 'other-order', text: texts.otherOrder, value: '31.01.2026', types: ['date'] },
  { id: 'leap-second', text: texts.leapSecond, value: '2016-12-31T23:59:60Z', types: ['date-time'] },
  { id: 'no-zone', text: texts.noZone, value: '2026-01-31T12:00:00', types: ['date-time'] },
  { id: 'far-zone', text: texts.farZone, value: '2026-01-31T12:00:00+14:00', types: ['date-time'] },
  { id: 'no-items', text: texts.noItems, value: '(0 items)', types: ['list'] },
  { id: 'one-null', text: texts.oneNull, value: '[null]', types: ['list'], jsonOnly: true },
  { id: 'no-members', text: texts.noMembers, value: '{}', types: ['object'], jsonOnly: true },
  { id: 'list-for-object', text: texts.listForObject, value: '[]', types: ['object'], jsonOnly: true },
  { id: 'prototype', text: texts.prototype, value: '{"__proto__":{"polluted":true}}', types: ['object'], jsonOnly: true },
]

/** What can be wrong with a body as a whole: values of the parameter `request`. */
export const wholeGuesses = [
  { id: 'duplicate-key', text: texts.duplicateKey, value: '(duplicate key)' },
  { id: 'unknown-field', text: texts.unknownField, value: '(unknown field)' },
  { id: 'wrong-content-type', text: texts.wrongType, value: '(wrong content type)' },
  { id: 'broken-json', text: texts.brokenJson, value: '(broken JSON)' },
  { id: 'no-body', text: texts.noBody, value: '(no body)' },
  { id: 'deep', text: texts.deep, value: '(deep JSON)' },
] as const

/** The parameter whose value says what is wrong with the whole request; `(as it is)`: nothing. */
export const wholeParameter = { name: 'request', nothing: '(as it is)' } as const

/** Why a guess is not made for a field; undefined if it is. */
export function notFor(
  { types, jsonOnly, requiredOnly }: Guess,
  field: { type: GuessedType; wire: boolean; required: boolean },
): string | undefined {
  if (!types.includes(field.type)) return texts.otherType(field.type)
  if (jsonOnly === true && field.wire) return texts.onWire
  return requiredOnly === true && !field.required ? texts.optional : undefined
}
