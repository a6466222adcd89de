import type { TableInfo } from '#engine/steps/sql/tables.ts'
import type { CodeCompletion } from '../../components/fields/code-editor-props.ts'

/** What a completion in a query knows. */
export interface SqlNames {
  tables: readonly TableInfo[]
  /** Names of the step's bound parameters. */
  parameters: readonly string[]
  /** What is around a name that is no plain word: MySQL's own, else that of the standard. */
  quote: '"' | '\x60'
}

/** A name, plain or quoted as the drivers do: `orders`, `"order lines"`, `[order lines]`, with backticks; also after a schema. */
const name = String.raw`(?:"[^"]*"|\[[^\]]*\]|\x60[^\x60]*\x60|[\p{L}_][\p{L}\p{N}_$]*)(?:\.[\p{L}_][\p{L}\p{N}_$]*)?`
const mentioned = new RegExp(
  String.raw`\b(?:from|join|into|update|table)\s+(${name})(?:\s+(?:as\s+)?([\p{L}_][\p{L}\p{N}_]*))?`,
  'giu',
)
const expectsTable = /\b(?:from|join|into|update|table|references)\s+$/i
const afterDot = new RegExp(String.raw`(${name})\.$`, 'u')
/** Words that can stand where an alias could. */
const noAlias = new Set(
  'where on using set values left right inner outer full cross natural join order group having limit union select'.split(' '),
)

const unquoted = (text: string): string => text.replace(/^["[\x60](.*)["\]\x60]$/u, '$1').toLowerCase()

/** What can stand at an offset of a query: tables behind FROM and the like, a table's columns behind its name or alias, parameters behind `:`. */
export function completeSql(query: string, offset: number, { tables, parameters, quote }: SqlNames): CodeCompletion[] {
  const before = query.slice(0, offset)
  const typed = /[\p{L}\p{N}_$]*$/u.exec(before)?.[0] ?? ''
  const from = offset - typed.length
  const lead = before.slice(0, from)
  const quoted = (part: string): string => (/^[\p{L}_][\p{L}\p{N}_$]*$/u.test(part) ? part : quote + part + quote)
  const offer = (kind: CodeCompletion['kind'], label: string): CodeCompletion => ({
    label,
    kind,
    insert: kind === 'value' ? label : label.split('.').map(quoted).join('.'),
    from,
  })
  if (lead.endsWith(':') && !lead.endsWith('::')) return parameters.filter(Boolean).map((label) => offer('value', label))
  const used = tablesIn(query, tables)
  const [, owner] = afterDot.exec(lead) ?? []
  if (owner !== undefined) {
    const table = used.get(unquoted(owner)) ?? tables.find((one) => one.name.toLowerCase() === unquoted(owner))
    if (table) return table.columns.map((column) => offer('name', column.name))
    // A schema, whose tables are named after it.
    const prefix = `${unquoted(owner)}.`
    const inside = tables.filter((one) => one.name.toLowerCase().startsWith(prefix))
    return inside.map((one) => offer('word', one.name.slice(prefix.length)))
  }
  const names = tables.map((table) => offer('word', table.name))
  if (expectsTable.test(lead)) return names
  const columns = new Set([...new Set(used.values())].flatMap((table) => table.columns.map((column) => column.name)))
  return [...[...columns].map((label) => offer('name', label)), ...names]
}

/** The tables that a query speaks of, by their names and aliases in lower case. */
function tablesIn(query: string, tables: readonly TableInfo[]): Map<string, TableInfo> {
  const found = new Map<string, TableInfo>()
  for (const [, mention = '', alias = ''] of query.matchAll(mentioned)) {
    const table = tables.find((one) => one.name.toLowerCase() === unquoted(mention))
    if (!table) continue
    found.set(table.name.toLowerCase(), table)
    if (alias !== '' && !noAlias.has(alias.toLowerCase())) found.set(alias.toLowerCase(), table)
  }
  return found
}
