import { base64 } from '#engine/base/encoding/base64.ts'
import type { SqlAnswer, SqlQuery, SqlValue } from '#engine/ports/sql.ts'

/** A value of a database as JSON: what JSON has not is an object with one key. */
export type WireValue =
  | null
  | boolean
  | number
  | string
  | { integer: string }
  | { decimal: string }
  | { bytes: string }
  | { number: 'NaN' | 'Infinity' | '-Infinity' }

/** A query as JSON. */
export type WireQuery = Omit<SqlQuery, 'parameters'> & { parameters: [name: string, value: WireValue][] }

/** An answer as JSON. */
export type WireAnswer = Omit<SqlAnswer, 'rows'> & { rows: WireValue[][] }

/** A value, for the other end. */
export function toWire(value: SqlValue): WireValue {
  if (typeof value === 'bigint') return { integer: value.toString() }
  if (typeof value === 'number' && !Number.isFinite(value)) return { number: String(value) as 'NaN' }
  return value instanceof Uint8Array ? { bytes: base64(value) } : value
}

/** The value that the other end has made JSON of. */
export function fromWire(value: WireValue): SqlValue {
  if (typeof value !== 'object' || value === null) return value
  if ('integer' in value) return BigInt(value.integer)
  if ('bytes' in value) return Uint8Array.from(atob(value.bytes), (unit) => unit.charCodeAt(0))
  return 'number' in value ? Number(value.number) : value
}

/** A query, for the other end. */
export const queryToWire = ({ parameters, ...query }: SqlQuery): WireQuery => ({
  ...query,
  parameters: Array.from(parameters, ([name, value]) => [name, toWire(value)]),
})

/** The query that the other end has made JSON of. */
export const queryFromWire = ({ parameters, ...query }: WireQuery): SqlQuery => ({
  ...query,
  parameters: new Map(parameters.map(([name, value]) => [name, fromWire(value)])),
})
