import { Dexie, type DexieOptions, type Table } from 'dexie'
import { indexes, keyPaths, type Database, type Key, type Rows, type TableName, type Tables } from './records.ts'
import { failureTexts, newerDatabase } from './texts.ts'
import { StorageError, type WriteFailure } from './types.ts'

/** Version of the schema below. A new one gets an upgrade here; older code refuses it (R23). */
export const schemaVersion = 1

const indexText = (path: readonly string[]) => (path.length === 1 ? path[0] : `[${path.join('+')}]`)

const schema = Object.fromEntries(
  Object.entries(keyPaths).map(([name, path]) => [name, [path, ...(indexes[name as TableName] ?? [])].map(indexText).join(',')]),
)

const upperEnd: unknown[] = []

const plain = (key: Key) => (typeof key === 'string' ? key : [...key])

function dexieRows(table: Table<unknown, unknown>): Rows<unknown> {
  const keys = (prefix: readonly (string | number)[]) =>
    table.where(':id').between([...prefix], [...prefix, upperEnd], true, true)
  return {
    get: (key) => table.get(plain(key)),
    all: () => table.toArray(),
    keys: async () => (await table.toCollection().primaryKeys()).map((key) => String(Array.isArray(key) ? key[0] : key)),
    under: (prefix, limit) => (limit === undefined ? keys(prefix) : keys(prefix).limit(limit)).toArray(),
    matching: (fields) => table.where({ ...(fields as object) }).toArray(),
    put: async (values) => {
      await (values.length === 1 ? table.put(values[0]) : table.bulkPut(values))
    },
    delete: (key) => table.delete(plain(key)),
    deleteUnder: async (prefix) => {
      await keys(prefix).delete()
    },
  }
}

const namesOf = (error: unknown): string[] => {
  const names: string[] = []
  for (
    let at: unknown = error;
    at instanceof Object && names.length < 5;
    at = Reflect.get(at, 'inner') ?? Reflect.get(at, 'cause')
  ) {
    names.push(String(Reflect.get(at, 'name')))
  }
  return names
}

/** Says in Assay's words why a transaction failed; an error that the work itself threw on purpose goes through. */
function storageError(error: unknown): unknown {
  if (error instanceof StorageError) return error
  const names = namesOf(error)
  const failure: WriteFailure = names.includes('QuotaExceededError')
    ? 'quota'
    : names.some((name) => ['DatabaseClosedError', 'InvalidStateError', 'NotFoundError'].includes(name))
      ? 'closed'
      : 'unavailable'
  return new StorageError(failure, failureTexts[failure], error)
}

/** Opens the database in IndexedDB. Rejects with StorageError `closed` if a newer Assay has upgraded it (R23). */
export async function openDexieDatabase(name: string, options: DexieOptions = {}): Promise<Database> {
  const db = new Dexie(name, { ...options, cache: 'disabled' })
  db.version(schemaVersion).stores(schema)
  let newer = false
  const leave = () => {
    newer = true
    db.close()
  }
  db.on('versionchange', (event) => {
    if ((event.newVersion ?? 0) > 0) leave()
  })
  const openedIsNewer = () => Math.floor(db.backendDB().version / 10) > schemaVersion
  // Sticky: runs at every opening, also after the browser closed the connection, before anything is read or written.
  db.on(
    'ready',
    () => {
      if (!openedIsNewer()) return
      newer = true
      throw new StorageError('closed', newerDatabase)
    },
    true,
  )
  const refusal = (error: unknown) => (newer ? new StorageError('closed', newerDatabase, error) : storageError(error))
  try {
    await db.open()
  } catch (error) {
    db.close()
    throw refusal(error)
  }

  const rows = Object.fromEntries(
    (Object.keys(keyPaths) as TableName[]).map((table) => [table, dexieRows(db.table(table))]),
  ) as unknown as Tables
  const transaction = async <T>(mode: 'r' | 'rw', tables: TableName[], work: (tables: Tables) => Promise<T>): Promise<T> => {
    if (newer) throw new StorageError('closed', newerDatabase)
    try {
      return await db.transaction(mode, tables, async () => work(rows))
    } catch (error) {
      throw refusal(error)
    }
  }
  return {
    lasting: true,
    read: (tables, work) => transaction('r', tables, work),
    write: (tables, work) => transaction('rw', tables, work),
    close: () => db.close(),
  }
}
