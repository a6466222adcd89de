import type { SqlAnswer, SqlDriver } from '#engine/ports/index.ts'

/** A column of a table. */
export interface ColumnInfo {
  name: string
  /** As it was declared; may be empty. */
  type: string
  key: boolean
  required: boolean
}

/** A table or a view of a database. */
export interface TableInfo {
  name: string
  kind: 'table' | 'view'
  columns: ColumnInfo[]
}

/** What gives the tables of a database: a row for each column, `table, kind, column, type, key, required`. */
export const tablesQuery = {
  sqlite: `select m.name, m.type, c.name, c.type, c.pk > 0, c."notnull" from sqlite_schema m, pragma_table_xinfo(m.name) c
where m.type in ('table', 'view') and m.name not like 'sqlite\\_%' escape '\\' and c.hidden <> 1 order by m.name, c.cid`,
} satisfies Partial<Record<SqlDriver, string>>

/** The tables that the rows of {@link tablesQuery} tell of. */
export function tablesOf({ rows }: Pick<SqlAnswer, 'rows'>): TableInfo[] {
  const tables = new Map<string, TableInfo>()
  for (const [table, kind, name, type, key, required] of rows) {
    const found: TableInfo = tables.get(String(table)) ?? {
      name: String(table),
      kind: kind === 'view' ? 'view' : 'table',
      columns: [],
    }
    tables.set(found.name, found)
    found.columns.push({ name: String(name), type: String(type), key: Boolean(key), required: Boolean(required) })
  }
  return [...tables.values()]
}
