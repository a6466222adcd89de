import { base64 } from '#engine/base/encoding/base64.ts'
import { isNumeric, literalOf } from '#engine/checks/numbers.ts'
import { parseJson } from '#engine/extractors/parse-json.ts'
import type { RowSet } from '#engine/extractors/source.ts'
import type { SqlAnswer, SqlValue } from '#engine/ports/index.ts'
import { jsonText } from '#engine/templates/insert.ts'

/**
 * A value of a database in JSON: numbers keep all their digits, bytes are `{ "base64": "…" }`, and numbers that JSON has not
 * (`Infinity`) are texts.
 */
export function jsonOf(value: SqlValue): unknown {
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value)
  if (typeof value === 'bigint') return parseJson(value.toString())
  if (value instanceof Uint8Array) return { base64: base64(value) }
  if (typeof value === 'object' && value !== null)
    return /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?$/.test(value.decimal) ? parseJson(value.decimal) : value.decimal
  return value
}

/** A JSON value as a database binds it: the reverse of {@link jsonOf}; other lists and objects are bound as JSON text. */
export function sqlOf(value: unknown): SqlValue {
  if (value === undefined) return null
  if (isNumeric(value)) {
    if (typeof value !== 'object') return value
    const literal = literalOf(value)
    return /^-?\d+$/.test(literal) && literal !== '-0' ? BigInt(literal) : { decimal: literal }
  }
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  return bytesIn(value) ?? jsonText(value)
}

function bytesIn(value: unknown): Uint8Array | undefined {
  if (typeof value !== 'object' || value === null || !('base64' in value) || Object.keys(value).length !== 1) return undefined
  if (typeof value.base64 !== 'string') return undefined
  try {
    return Uint8Array.from(atob(value.base64), (unit) => unit.charCodeAt(0))
  } catch {
    // It only looks like bytes.
    return undefined
  }
}

/** Rows as checks and transfers read them; a column whose name is taken gets a number: `id`, `id 2`. */
export function rowSetOf({ columns, rows }: Pick<SqlAnswer, 'columns' | 'rows'>): RowSet {
  const taken = new Set<string>()
  const unique = columns.map((column) => {
    let name = column
    for (let number = 2; taken.has(name); number++) name = `${column} ${number}`
    taken.add(name)
    return name
  })
  return { columns: unique, rows: rows.map((row) => row.map(jsonOf)) }
}
