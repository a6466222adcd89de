import { jsonValue } from '#engine/base/encoding/json-value.ts'
import { fail, ok, type Result } from '#engine/base/result.ts'
import { valueTexts } from './value-texts.ts'
import type { ValueType, TypedValue } from './value-type.ts'

const numberLiteral = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/

/** A number as JSON writes it; whole numbers that a double can't hold become bigint. */
function readNumber(text: string): number | bigint | undefined {
  if (!numberLiteral.test(text)) return undefined
  const value = Number(text)
  if (/^-?\d+$/.test(text) && !Number.isSafeInteger(value)) return BigInt(text)
  return Number.isFinite(value) ? value : undefined
}

/** Takes a typed text for what it looks like: number, true, false, null, object, array, one reference; else a string. */
export function guessValue(text: string): TypedValue {
  const trimmed = text.trim()
  if (/^\$\{[^{}]+\}$/.test(trimmed)) return { type: 'reference', value: trimmed }
  if (trimmed === 'true' || trimmed === 'false') return { type: 'boolean', value: trimmed === 'true' }
  if (trimmed === 'null') return { type: 'null', value: null }
  const number = readNumber(trimmed)
  if (number !== undefined) return { type: 'number', value: number }
  if (/^[[{]/.test(trimmed)) {
    const json = jsonValue(trimmed)
    if (json !== undefined) return { type: 'json', value: json }
  }
  return { type: 'string', value: text }
}

/** Takes a typed text for a value of the chosen type; the error says what the text is not. */
export function readValue(text: string, type: ValueType): Result<unknown, string> {
  const trimmed = text.trim()
  switch (type) {
    case 'string':
      return ok(text)
    case 'reference':
      return /^\$\{[^{}]+\}$/.test(trimmed) ? ok(trimmed) : fail(valueTexts.notReference)
    case 'null':
      return trimmed === 'null' || trimmed === '' ? ok(null) : fail(valueTexts.notNull)
    case 'boolean':
      return trimmed === 'true' || trimmed === 'false' ? ok(trimmed === 'true') : fail(valueTexts.notBoolean)
    case 'number': {
      const number = readNumber(trimmed)
      return number === undefined ? fail(valueTexts.notNumber) : ok(number)
    }
    case 'json': {
      const json = jsonValue(trimmed)
      return json === undefined ? fail(valueTexts.notJson) : ok(json)
    }
  }
}

/** The type of a stored value. */
export function typeOfValue(value: unknown): ValueType {
  if (typeof value === 'string') return /^\$\{[^{}]+\}$/.test(value) ? 'reference' : 'string'
  if (typeof value === 'number' || typeof value === 'bigint') return 'number'
  if (typeof value === 'boolean') return 'boolean'
  return value === null ? 'null' : 'json'
}

/** A stored value as it is typed; `readValue(showValue(x), typeOfValue(x))` gives `x` back. */
export function showValue(value: unknown): string {
  if (value === undefined) return ''
  if (typeof value === 'string') return value
  if (typeof value === 'bigint') return value.toString()
  return JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'bigint' ? Number(inner) : inner))
}

/** A list for `one-of`: a JSON array, or values parted by commas, each taken for what it looks like. */
export function readValueList(text: string): unknown[] {
  if (text.trim().startsWith('[')) {
    const json = jsonValue(text)
    if (Array.isArray(json)) return json
  }
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => guessValue(part).value)
}

/** A list as it is typed: with commas where that reads back the same, else as JSON. */
export function showValueList(values: readonly unknown[]): string {
  const simple = values.map(showValue).join(', ')
  const back = readValueList(simple)
  const same = back.length === values.length && back.every((value, index) => value === values[index])
  return same ? simple : JSON.stringify(values, (_, inner: unknown) => (typeof inner === 'bigint' ? Number(inner) : inner))
}

/**
 * The value in a check result's `actual`: `string "pending"`, `number 5`, `array [1]`. Undefined when there is none, or when
 * it was cut or masked.
 */
export function readActual(actual: string): { value: unknown } | undefined {
  if (actual.includes('‹')) return undefined
  const match = /^(string|number|integer|boolean|null|object|array)\b\s*([\s\S]*)$/.exec(actual)
  if (!match) return undefined
  const [, type, literal] = match
  if (type === 'null') return { value: null }
  const number = type === 'number' || type === 'integer' ? readNumber((literal ?? '').trim()) : undefined
  if (number !== undefined) return { value: number }
  const value = jsonValue(literal ?? '')
  return value === undefined ? undefined : { value }
}
