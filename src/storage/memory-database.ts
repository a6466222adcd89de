import { schema, type Database, type Key, type Rows, type TableName, type Tables } from './records.ts'

type Row = Record<string, unknown>
type Undo = () => void

const keyText = (key: Key | readonly (string | number)[]) => JSON.stringify(typeof key === 'string' ? [key] : key)
const prefixText = (prefix: readonly (string | number)[]) => JSON.stringify(prefix).slice(0, -1)

/** The fields of a primary key, which stands first: `[content+id],…`. */
const keyPath = (table: string): string[] => table.replace(/,.*/, '').replaceAll(/[[\]]/g, '').split('+')

/** Like IndexedDB: numbers come before strings, arrays are compared member by member. */
const compareKeys = (a: readonly (string | number)[], b: readonly (string | number)[]): number => {
  for (let i = 0; i < a.length; i++) {
    const [left, right] = [a[i], b[i]]
    if (left === right) continue
    if (left === undefined || right === undefined) return left === undefined ? -1 : 1
    if (typeof left !== typeof right) return typeof left === 'number' ? -1 : 1
    return left < right ? -1 : 1
  }
  return 0
}

/** One table as a map; what it changes can be taken back. Values are cloned on their way in and out, as IndexedDB does. */
function memoryRows(path: readonly string[], rows: Map<string, Row>, undo: Undo[]): Rows<Row> {
  const keyOf = (row: Row) => path.map((name) => row[name] as string | number)
  const sorted = (found: Row[]) => found.toSorted((a, b) => compareKeys(keyOf(a), keyOf(b))).map((row) => structuredClone(row))
  const set = (key: string, row: Row | undefined) => {
    const before = rows.get(key)
    undo.push(() => (before === undefined ? rows.delete(key) : rows.set(key, before)))
    if (row === undefined) rows.delete(key)
    else rows.set(key, row)
  }
  const under = (prefix: readonly (string | number)[]) => {
    const start = prefixText(prefix)
    return [...rows].filter(([key]) => key === `${start}]` || key.startsWith(`${start},`))
  }
  return {
    get: async (key) => structuredClone(rows.get(keyText(key))),
    all: async () => sorted([...rows.values()]),
    keys: async () => [...rows.values()].map((row) => String(row[path[0] ?? ''])),
    under: async (prefix, limit) => sorted(under(prefix).map(([, row]) => row)).slice(0, limit),
    keysUnder: async (prefix) => under(prefix).map(([, row]) => String(row[path.at(-1) ?? ''])),
    matching: async (fields) => {
      const wanted = Object.entries(fields)
      return sorted([...rows.values()].filter((row) => wanted.every(([name, value]) => row[name] === value)))
    },
    put: async (values) => {
      for (const value of values) set(keyText(keyOf(value)), structuredClone(value))
    },
    delete: async (key) => set(keyText(key), undefined),
    deleteUnder: async (prefix) => {
      for (const [key] of under(prefix)) set(key, undefined)
    },
  }
}

/** The database of a page without IndexedDB: it works until the page is closed (R16). */
export function createMemoryDatabase(): Database {
  const names = Object.keys(schema) as TableName[]
  const maps = new Map<TableName, Map<string, Row>>(names.map((name) => [name, new Map()]))
  let last: Promise<unknown> = Promise.resolve()

  const transaction = <T>(work: (tables: Tables) => Promise<T>): Promise<T> => {
    const run = async () => {
      const undo: Undo[] = []
      const tables = Object.fromEntries(
        names.map((name) => [name, memoryRows(keyPath(schema[name]), maps.get(name) ?? new Map(), undo)]),
      ) as unknown as Tables
      try {
        return await work(tables)
      } catch (error) {
        for (const step of undo.toReversed()) step()
        throw error
      }
    }
    const result = last.then(run, run)
    last = result.catch(() => undefined)
    return result
  }
  return {
    lasting: false,
    read: (_tables, work) => transaction(work),
    write: (_tables, work) => transaction(work),
    close: () => undefined,
  }
}
