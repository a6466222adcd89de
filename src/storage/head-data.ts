import type { ProjectHead } from '#engine/project/edit/state.ts'
import { putDocument, readDocument } from './documents.ts'
import type { Database, Tables } from './records.ts'

/**
 * Data sources may hold a hundred thousand rows, and heads are written at every edit and kept by every undo step. So long
 * texts, and the rows of large tables, some together, are in the table of documents, and a stored head has their keys: after an
 * edit of one cell only the rows around it are written again.
 */
const packedMark = '\uFDD0packed'

/** Characters of a text that stay in the head. */
const shortText = 10_000
/** Rows of a table that stay in the head. */
const fewRows = 500
/** Rows that are stored together. */
const together = 500

type DataSource = ProjectHead['dataSources'][number]
type Rows = Extract<DataSource, { kind: 'table' }>['rows']

/** The keys of rows that were written, for as long as they stay the same: no one changes them in place. */
let keys = new WeakMap<readonly unknown[], { rows: readonly unknown[][]; content: string; key: string }>()

/** A database of which a write that fails makes forgotten what was thought to be written. */
export const forgettingData = (database: Database): Database => ({
  ...database,
  write: (tables, work) =>
    database.write(tables, work).catch((thrown: unknown) => {
      keys = new WeakMap()
      throw thrown
    }),
})

const sameRows = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((row, at) => row === b[at])

async function packedRows(tables: Tables, content: string, rows: Rows): Promise<Rows> {
  const packed: string[] = [packedMark]
  for (let from = 0; from < rows.length; from += together) {
    const some = rows.slice(from, from + together)
    const [first] = some
    const known = first && keys.get(first)
    const key =
      known?.content === content && sameRows(known.rows, some)
        ? known.key
        : await putDocument(tables, content, JSON.stringify(some))
    if (first) keys.set(first, { rows: some, content, key })
    packed.push(key)
  }
  return [packed]
}

async function packedSource(tables: Tables, content: string, source: DataSource): Promise<DataSource> {
  if ('text' in source && source.text.length > shortText)
    return { ...source, text: `${packedMark}${await putDocument(tables, content, source.text)}` }
  if (source.kind === 'table' && source.rows.length > fewRows)
    return { ...source, rows: await packedRows(tables, content, source.rows) }
  return source
}

/** A head as it is stored, with keys instead of large data. */
export async function packedData(tables: Tables, content: string, head: ProjectHead): Promise<ProjectHead> {
  const dataSources: DataSource[] = []
  for (const source of head.dataSources) dataSources.push(await packedSource(tables, content, source))
  return dataSources.every((source, at) => source === head.dataSources[at]) ? head : { ...head, dataSources }
}

/** The keys of the documents that a stored source of data represents. */
export function dataKeysOf(source: DataSource): string[] {
  if ('text' in source && source.text.startsWith(packedMark)) return [source.text.slice(packedMark.length)]
  const marked = source.kind === 'table' ? source.rows[0] : undefined
  return marked?.[0] === packedMark ? marked.slice(1).map(String) : []
}

async function wholeSource(tables: Tables, content: string, source: DataSource): Promise<DataSource> {
  const find = (key: string): Promise<string | undefined> => readDocument(tables, content, key)
  if ('text' in source && source.text.startsWith(packedMark))
    return { ...source, text: (await find(source.text.slice(packedMark.length))) ?? '' }
  const marked = source.kind === 'table' ? source.rows[0] : undefined
  if (source.kind !== 'table' || marked?.[0] !== packedMark) return source
  const rows: Rows = []
  for (const key of marked.slice(1)) {
    const some = JSON.parse((await find(String(key))) ?? '[]') as Rows
    const [first] = some
    if (first) keys.set(first, { rows: some, content, key: String(key) })
    for (const row of some) rows.push(row)
  }
  return { ...source, rows }
}

/** A head with its data instead of the keys. */
export async function wholeData(tables: Tables, content: string, head: ProjectHead): Promise<ProjectHead> {
  const dataSources: DataSource[] = []
  for (const source of head.dataSources) dataSources.push(await wholeSource(tables, content, source))
  return { ...head, dataSources }
}
