import { indexes, keyPaths, type Database, type Key, type Rows, type TableName, type Tables } from './records.ts'
import { failureTexts, newerDatabase } from './texts.ts'
import { StorageError, type WriteFailure } from './types.ts'

/**
 * IndexedDB's number for the schema of records.ts. A new schema gets a higher one and an upgrade in {@link create}; older
 * code refuses it (R23).
 */
export const schemaVersion = 10

/** Where the database is; the defaults are the browser's. */
export interface IndexedDatabaseOptions {
  indexedDB?: IDBFactory
  IDBKeyRange?: Pick<typeof IDBKeyRange, 'bound'>
}

const tableNames = Object.keys(keyPaths) as TableName[]

/** One name stands for itself, several are a compound key. */
const keyPath = (path: readonly string[]) => (path.length === 1 ? path.join() : [...path])
const indexName = (path: readonly string[]) => `[${path.join('+')}]`

/** Makes the tables of a database that is new. */
function create(db: IDBDatabase): void {
  for (const name of tableNames) {
    const store = db.createObjectStore(name, { keyPath: keyPath(keyPaths[name]) })
    for (const path of indexes[name] ?? []) store.createIndex(indexName(path), keyPath(path))
  }
}

const answer = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error))
  })

/** Arrays come after all numbers and texts in the order of keys: the end of everything that begins with a prefix. */
const afterAll: IDBValidKey = []

const plain = (key: Key): IDBValidKey => (typeof key === 'string' ? key : [...key])

function rowsOf(store: IDBObjectStore, range: Pick<typeof IDBKeyRange, 'bound'>): Rows<unknown> {
  const beginningWith = (prefix: readonly (string | number)[]) => range.bound([...prefix], [...prefix, afterAll])
  return {
    get: (key) => answer<unknown>(store.get(plain(key))),
    all: () => answer<unknown[]>(store.getAll()),
    keys: async () => (await answer(store.getAllKeys())).map((key) => String(Array.isArray(key) ? key[0] : key)),
    under: (prefix, limit) => answer<unknown[]>(store.getAll(beginningWith(prefix), limit)),
    matching: (fields) => {
      const values = Object.values(fields as Record<string, IDBValidKey>)
      return answer<unknown[]>(store.index(indexName(Object.keys(fields as object))).getAll(values))
    },
    put: async (values) => {
      await Promise.all(values.map(async (value) => answer(store.put(value))))
    },
    delete: (key) => answer(store.delete(plain(key))),
    deleteUnder: (prefix) => answer(store.delete(beginningWith(prefix))),
  }
}

/** All of what `work` writes or nothing. Its first request must be made at once, else the browser ends the transaction. */
async function carryOut<T>(
  transaction: IDBTransaction,
  range: Pick<typeof IDBKeyRange, 'bound'>,
  work: (tables: Tables) => Promise<T>,
): Promise<T> {
  let over = false
  const ended = new Promise<void>((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve())
    transaction.addEventListener('abort', () => reject(transaction.error))
  }).finally(() => {
    over = true
  })
  // Who awaits it may not be there yet when it rejects.
  ended.catch(() => undefined)
  const names = [...transaction.objectStoreNames]
  const tables = Object.fromEntries(
    names.map((name) => [name, rowsOf(transaction.objectStore(name), range)]),
  ) as unknown as Tables
  try {
    const result = await work(tables)
    await ended
    return result
  } catch (thrown) {
    if (!over && transaction.error === null) transaction.abort()
    await ended.catch(() => undefined)
    // The browser's reason comes first: the requests after the refused one only say that they were aborted.
    throw transaction.error ?? thrown
  }
}

const nameOf = (error: unknown): string => (error instanceof Object ? String(Reflect.get(error, 'name')) : '')

/** Says in Assay's words why a transaction failed; an error that the work itself threw on purpose goes through. */
function storageError(error: unknown): unknown {
  if (error instanceof StorageError) return error
  const name = nameOf(error)
  const closed = ['InvalidStateError', 'NotFoundError', 'AbortError'].includes(name)
  const failure: WriteFailure = name === 'QuotaExceededError' ? 'quota' : closed ? 'closed' : 'unavailable'
  return new StorageError(failure, failureTexts[failure], error)
}

/**
 * Opens the database in IndexedDB; a connection that the browser closed is opened again by the next transaction. Rejects
 * with StorageError `closed` if a newer Assay has upgraded it (R23).
 */
export async function openIndexedDatabase(name: string, options: IndexedDatabaseOptions = {}): Promise<Database> {
  const { indexedDB: factory = globalThis.indexedDB, IDBKeyRange: range = globalThis.IDBKeyRange } = options
  let connection: Promise<IDBDatabase> | undefined
  let newer = false

  const open = async (): Promise<IDBDatabase> => {
    const request = factory.open(name, schemaVersion)
    request.addEventListener('upgradeneeded', () => create(request.result))
    try {
      const db = await answer(request)
      db.addEventListener('close', forget)
      db.addEventListener('versionchange', ({ newVersion }) => {
        newer = newVersion !== null
        db.close()
        forget()
      })
      return db
    } catch (error) {
      newer = nameOf(error) === 'VersionError'
      throw error
    }
  }
  const forget = () => {
    connection = undefined
  }
  const connect = (): Promise<IDBDatabase> => {
    connection ??= open()
    connection.catch(forget)
    return connection
  }

  /** Undefined if the connection turns out to be closed: the next one is opened anew. */
  const begin = (db: IDBDatabase, tables: TableName[], mode: IDBTransactionMode): IDBTransaction | undefined => {
    try {
      return db.transaction(tables, mode)
    } catch (error) {
      if (nameOf(error) !== 'InvalidStateError') throw error
      forget()
      return undefined
    }
  }
  const refusal = (error: unknown) => (newer ? new StorageError('closed', newerDatabase, error) : storageError(error))
  const transact = async <T>(mode: IDBTransactionMode, tables: TableName[], work: (tables: Tables) => Promise<T>): Promise<T> => {
    try {
      if (newer) throw new StorageError('closed', newerDatabase)
      const transaction = begin(await connect(), tables, mode) ?? begin(await connect(), tables, mode)
      if (!transaction) throw new StorageError('closed', failureTexts.closed)
      return await carryOut(transaction, range, work)
    } catch (error) {
      throw refusal(error)
    }
  }

  await connect().catch((error: unknown) => {
    throw refusal(error)
  })
  return {
    lasting: true,
    read: (tables, work) => transact('readonly', tables, work),
    write: (tables, work) => transact('readwrite', tables, work),
    close: () => {
      void connection?.then((db) => db.close())
      forget()
    },
  }
}
