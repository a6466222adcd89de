import { openDB, type IDBPDatabase, type IDBPObjectStore, type IDBPTransaction } from 'idb'
import { indexes, keyPaths, type Database, type Key, type Rows, type TableName, type Tables } from './records.ts'
import { failureTexts, newerDatabase } from './texts.ts'
import { StorageError, type WriteFailure } from './types.ts'

/**
 * IndexedDB's number for the schema of records.ts. A new schema gets a higher one, and what it needs besides
 * new tables is done in {@link create}; older
 * code refuses it (R23).
 */
export const schemaVersion = 11

const tableNames = Object.keys(keyPaths) as TableName[]

/** One name stands for itself, several are a compound key. */
const keyPath = (path: readonly string[]) => (path.length === 1 ? path.join() : [...path])
const indexName = (path: readonly string[]) => `[${path.join('+')}]`

/** Makes the tables that a database has not yet. */
function create(db: IDBPDatabase): void {
  for (const name of tableNames) {
    if (db.objectStoreNames.contains(name)) continue
    const store = db.createObjectStore(name, { keyPath: keyPath(keyPaths[name]) })
    for (const path of indexes[name] ?? []) store.createIndex(indexName(path), keyPath(path))
  }
}

/** Arrays come after all numbers and texts in the order of keys: the end of everything that begins with a prefix. */
const afterAll: IDBValidKey = []

const plain = (key: Key): IDBValidKey => (typeof key === 'string' ? key : [...key])

/** In a transaction that may write, as far as the types know; IndexedDB refuses the writes of one that may not. */
type Store = IDBPObjectStore<unknown, TableName[], TableName, 'readwrite'>
type Transaction = IDBPTransaction<unknown, TableName[], 'readwrite'>

function rowsOf(store: Store): Rows<unknown> {
  const beginningWith = (prefix: readonly (string | number)[]) => IDBKeyRange.bound([...prefix], [...prefix, afterAll])
  return {
    get: (key) => store.get(plain(key)),
    all: () => store.getAll(),
    keys: async () => (await store.getAllKeys()).map((key) => String(Array.isArray(key) ? key[0] : key)),
    under: (prefix, limit) => store.getAll(beginningWith(prefix), limit),
    matching: (fields) => {
      const values = Object.values(fields as Record<string, IDBValidKey>)
      return store.index(indexName(Object.keys(fields as object))).getAll(values)
    },
    put: async (values) => {
      await Promise.all(values.map(async (value) => store.put(value)))
    },
    delete: (key) => store.delete(plain(key)),
    deleteUnder: (prefix) => store.delete(beginningWith(prefix)),
  }
}

/** All of what `work` writes or nothing. Its first request must be made at once, else the browser ends the transaction. */
async function carryOut<T>(transaction: Transaction, work: (tables: Tables) => Promise<T>): Promise<T> {
  // Who awaits it may not be there yet when it rejects.
  transaction.done.catch(() => undefined)
  const names = [...transaction.objectStoreNames]
  const tables = Object.fromEntries(names.map((name) => [name, rowsOf(transaction.objectStore(name))])) as unknown as Tables
  try {
    const result = await work(tables)
    await transaction.done
    return result
  } catch (thrown) {
    try {
      transaction.abort()
    } catch {
      // It is over already.
    }
    await transaction.done.catch(() => undefined)
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
 * with StorageError `closed` if a newer Assay has upgraded it (R23), and `unavailable` if it can't be opened.
 */
export async function openIndexedDatabase(name: string): Promise<Database> {
  let connection: Promise<IDBPDatabase> | undefined
  let newer = false

  const forget = () => {
    connection = undefined
  }
  const close = () => {
    connection?.then((db) => db.close()).catch(() => undefined)
    forget()
  }
  const connect = async (): Promise<IDBPDatabase> => {
    connection ??= openDB(name, schemaVersion, {
      upgrade: (db, _from, _to, { done }) => {
        // The opening fails with it, and says so.
        done.catch(() => undefined)
        create(db)
      },
      blocking: (_, version) => {
        newer = version !== null
        close()
      },
      terminated: forget,
    })
    connection.catch(forget)
    return connection
  }

  /** Undefined if the connection turns out to be closed: the next one is opened anew. */
  const begin = (db: IDBPDatabase, tables: TableName[], mode: IDBTransactionMode): Transaction | undefined => {
    try {
      return db.transaction(tables, mode) as Transaction
    } catch (error) {
      if (nameOf(error) !== 'InvalidStateError') throw error
      forget()
      return undefined
    }
  }
  const refusal = (error: unknown) => {
    newer ||= nameOf(error) === 'VersionError'
    return newer ? new StorageError('closed', newerDatabase, error) : storageError(error)
  }
  const transact = async <T>(mode: IDBTransactionMode, tables: TableName[], work: (tables: Tables) => Promise<T>): Promise<T> => {
    try {
      if (newer) throw new StorageError('closed', newerDatabase)
      const transaction = begin(await connect(), tables, mode) ?? begin(await connect(), tables, mode)
      if (!transaction) throw new StorageError('closed', failureTexts.closed)
      return await carryOut(transaction, work)
    } catch (error) {
      throw refusal(error)
    }
  }

  await connect().catch((error: unknown) => {
    const refused = refusal(error)
    // Whatever else the browser says, nothing was open yet that could have been closed.
    throw newer ? refused : new StorageError('unavailable', failureTexts.unavailable, error)
  })
  return {
    lasting: true,
    read: (tables, work) => transact('readonly', tables, work),
    write: (tables, work) => transact('readwrite', tables, work),
    close,
  }
}
