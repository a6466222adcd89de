import type { SqlRecord } from '#engine/ports/sql/sql-record.ts'
import { parseJson } from '#engine/extractors/parse-json.ts'
import { jsonText } from '#engine/templates/insert.ts'
import type { ShownCell } from '../../components/grid/RowsGrid.tsx'

/** The rows of a query as they are kept. */
export interface KeptRows {
  columns: string[]
  rows: unknown[][]
}

/** Reads them; undefined if they are not kept. */
export async function readRows(
  { body }: SqlRecord,
  read: (id: string) => Promise<Uint8Array | undefined>,
): Promise<KeptRows | undefined> {
  const bytes = body && !body.dropped ? await read(body.id) : undefined
  if (!bytes) return undefined
  const found = parseJson(new TextDecoder().decode(bytes))
  return isKept(found) ? found : undefined
}

const isKept = (value: unknown): value is KeptRows =>
  typeof value === 'object' && value !== null && 'columns' in value && 'rows' in value && Array.isArray(value.rows)

/** A value of a database as the grid shows it. */
export function shownCell(value: unknown): ShownCell {
  if (value === null || value === undefined) return { text: 'NULL', as: 'special' }
  if (typeof value === 'string') return { text: value.replaceAll(/\r?\n/g, '⏎'), as: 'text' }
  if (typeof value === 'boolean') return { text: String(value), as: 'special' }
  if (typeof value === 'object' && 'base64' in value && typeof value.base64 === 'string')
    return { text: `${Math.floor((value.base64.replace(/=+$/, '').length * 3) / 4)} bytes: ${value.base64}`, as: 'special' }
  return { text: jsonText(value), as: 'number' }
}
