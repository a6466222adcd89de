import { sqlLimits, type SqlValue } from '#engine/ports/sql.ts'
import type { RowKeeper } from './server-session.ts'

function sizeOf(value: SqlValue): number {
  if (typeof value === 'string') return value.length
  if (value instanceof Uint8Array) return value.length
  if (typeof value === 'object' && value !== null) return value.decimal.length
  return 8
}

/** Keeps rows up to the limits of the port, by their number and by what they hold. */
export function keepRows(): RowKeeper {
  let size = 0
  const keeper: RowKeeper = {
    rows: [],
    cut: undefined,
    add(row) {
      if (keeper.cut !== undefined) return false
      size += row.reduce<number>((sum, value) => sum + sizeOf(value), 0)
      if (keeper.rows.length >= sqlLimits.rows) keeper.cut = 'rows'
      else if (size > sqlLimits.bytes) keeper.cut = 'bytes'
      else keeper.rows.push(row)
      return keeper.cut === undefined
    },
  }
  return keeper
}
