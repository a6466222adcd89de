/** A number kept as its literal, as the readers of responses give it (package lossless-json). */
interface LiteralNumber {
  isLosslessNumber: true
  toString(): string
}

/** Told from an object of a response by its class. */
const isLiteralNumber = (value: object): value is LiteralNumber => {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype !== Object.prototype && prototype !== null && 'isLosslessNumber' in value
}

/** A value as JSON text; numbers that a double can't hold keep their literal. */
export function jsonText(value: unknown): string {
  if (typeof value === 'bigint') return value.toString()
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  if (Array.isArray(value)) return `[${value.map(jsonText).join(',')}]`
  if (isLiteralNumber(value)) return value.toString()
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${jsonText(member)}`).join(',')}}`
}

/** A value as a reference inserts it: strings unchanged, other types as JSON. */
export function textOfValue(value: unknown): string {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : jsonText(value)
}

/** A value as it is inserted into JSON: escaped inside quotes, as JSON outside them. */
export const insertIntoJson = (value: unknown, quoted: boolean): string =>
  quoted ? JSON.stringify(textOfValue(value)).slice(1, -1) : jsonText(value)
