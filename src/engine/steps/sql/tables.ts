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
  postgres: `select case when pg_table_is_visible(c.oid) then c.relname else n.nspname || '.' || c.relname end,
case when c.relkind in ('v', 'm') then 'view' else 'table' end, a.attname, format_type(a.atttypid, a.atttypmod),
coalesce(a.attnum = any (i.indkey), false), a.attnotnull
from pg_class c join pg_namespace n on n.oid = c.relnamespace
join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
left join pg_index i on i.indrelid = c.oid and i.indisprimary
where c.relkind in ('r', 'v', 'm', 'p', 'f') and n.nspname not in ('pg_catalog', 'information_schema') and n.nspname not like 'pg_toast%'
order by 1, a.attnum`,
  mysql: `select t.table_name, case when t.table_type like '%VIEW%' then 'view' else 'table' end, c.column_name, c.column_type,
case when c.column_key = 'PRI' then 1 else 0 end, case when c.is_nullable = 'NO' then 1 else 0 end
from information_schema.tables t join information_schema.columns c on c.table_schema = t.table_schema and c.table_name = t.table_name
where t.table_schema = database() order by t.table_name, c.ordinal_position`,
  mssql: `select case when schema_name(o.schema_id) = schema_name() then o.name else schema_name(o.schema_id) + '.' + o.name end,
case when o.type = 'V ' then 'view' else 'table' end, c.name, type_name(c.user_type_id),
cast(case when exists (select 1 from sys.index_columns x join sys.indexes i on i.object_id = x.object_id and i.index_id = x.index_id
where i.is_primary_key = 1 and x.object_id = o.object_id and x.column_id = c.column_id) then 1 else 0 end as bit),
cast(case when c.is_nullable = 1 then 0 else 1 end as bit)
from sys.objects o join sys.columns c on c.object_id = o.object_id where o.type in ('U ', 'V ') order by 1, c.column_id`,
} satisfies Record<SqlDriver, string>

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
