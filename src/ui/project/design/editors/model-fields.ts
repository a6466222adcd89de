import type { MethodId } from '#engine/design/facts.ts'
import { designSchemas } from '#engine/design/schemas.ts'
import { designTexts } from '../texts.ts'
import { optionsOf, wordsOf, type SchemaPart } from '../options-of.ts'

/** A field of a row: what is typed into it. */
export type CellKind = 'text' | 'scalar' | 'number' | 'switch' | 'list' | { choices: readonly (string | number)[] }

/** A part of a model that is edited as a table, as the schema of its method says it. */
export type ModelField =
  | { key: string; label: string; kind: 'text' }
  | { key: string; label: string; kind: 'texts' }
  | {
      key: string
      label: string
      kind: 'rows'
      cells: readonly { key: string; label: string; kind: CellKind; required: boolean }[]
    }

const common = new Set(['id', 'name', 'method', 'seed', 'source'])

const unwrapped = (part: SchemaPart): SchemaPart => (part.type === 'optional' && part.wrapped ? unwrapped(part.wrapped) : part)

function cellKind(part: SchemaPart): CellKind | undefined {
  const inner = unwrapped(part)
  if (inner.type === 'string') return 'text'
  if (inner.type === 'number') return 'number'
  if (inner.type === 'boolean') return 'switch'
  if (inner.type === 'picklist') return { choices: (inner.options ?? []) as readonly (string | number)[] }
  if (inner.type === 'union' && !(inner.options as readonly SchemaPart[]).some(({ type }) => type === 'strict_object'))
    return 'scalar'
  return inner.type === 'array' && inner.item !== undefined && unwrapped(inner.item).type === 'string' ? 'list' : undefined
}

/** What a model consists of, in the order of the file, as far as a table can say it; its settings are not among it. */
export function fieldsOf(method: MethodId): ModelField[] {
  const { entries = {} } = designSchemas[method] as unknown as SchemaPart
  const settings = new Set(optionsOf(method).map(({ key }) => key))
  return Object.entries(entries).flatMap(([key, part]): ModelField[] => {
    if (common.has(key) || settings.has(key)) return []
    const inner = unwrapped(part)
    const label = designTexts.option[key] ?? wordsOf(key)
    if (inner.type === 'string') return [{ key, label, kind: 'text' }]
    if (inner.type !== 'array' || inner.item === undefined) return []
    const item = unwrapped(inner.item)
    if (item.type === 'string') return [{ key, label, kind: 'texts' }]
    // Of several forms of a row the first one is what a table shows.
    const row =
      item.type === 'union' ? (item.options as readonly SchemaPart[]).find(({ type }) => type === 'strict_object') : item
    const cells = Object.entries(row?.entries ?? {}).flatMap(([name, cell]) => {
      const kind = cellKind(cell)
      return kind === undefined
        ? []
        : [{ key: name, label: designTexts.cell[name] ?? wordsOf(name), kind, required: cell.type !== 'optional' }]
    })
    return cells.length === 0 ? [] : [{ key, label, kind: 'rows', cells }]
  })
}
