import { LosslessNumber } from 'lossless-json'
import { base64 } from '#engine/base/encoding/base64.ts'

/** In front of what JSON has no word for: no other list starts with such a text. */
const mark = '\0'

const isMarked = (value: unknown): value is [string, ...unknown[]] =>
  Array.isArray(value) && typeof value[0] === 'string' && value[0].startsWith(mark)

/** A value of a variable or of a row as plain JSON, whatever it is made of. */
export function toPlain(value: unknown): unknown {
  if (typeof value === 'bigint') return [`${mark}integer`, value.toString()]
  if (Object.is(value, -0)) return [`${mark}number`, '-0']
  if (typeof value === 'number') return Number.isFinite(value) ? value : [`${mark}number`, String(value)]
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof LosslessNumber) return [`${mark}literal`, value.value]
  if (value instanceof Uint8Array) return [`${mark}bytes`, base64(value)]
  if (Array.isArray(value)) return isMarked(value) ? [`${mark}list`, ...value.map(toPlain)] : value.map(toPlain)
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, toPlain(member)]))
}

/** The value of which the other end has made plain JSON. */
export function fromPlain(plain: unknown): unknown {
  if (typeof plain !== 'object' || plain === null) return plain
  if (isMarked(plain)) {
    const [kind, text] = plain
    if (kind === `${mark}integer`) return BigInt(String(text))
    if (kind === `${mark}literal`) return new LosslessNumber(String(text))
    if (kind === `${mark}number`) return Number(text)
    if (kind === `${mark}bytes`) return Uint8Array.from(atob(String(text)), (unit) => unit.charCodeAt(0))
    return plain.slice(1).map(fromPlain)
  }
  if (Array.isArray(plain)) return plain.map(fromPlain)
  return Object.fromEntries(Object.entries(plain).map(([key, member]) => [key, fromPlain(member)]))
}
