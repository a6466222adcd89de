import { Dexie, type Table, type Transaction } from 'dexie'
import { versions, type Database, type Key, type Records, type Rows, type TableName, type Tables } from './records.ts'
import { failureTexts, newerDatabase } from './texts.ts'
import { StorageError, type WriteFailure } from './types.ts'

const byVersion = Object.entries(versions).map(([version, tables]) => ({ version: Number(version), tables }))

/** IndexedDB's number for the newest of {@link versions}. */
const schemaVersion = Math.round(Math.max(...byVersion.map(({ version }) => version)) * 10)

/**
 * IndexedDB, asked for our version every time: Dexie opens a newer database all the same, without naming a version, and adds to
 * it what it knows. IndexedDB then rejects it, before anything is touched (R23).
 */
const atOurVersion = {
  open: (name: string) => indexedDB.open(name, schemaVersion),
  databases: () => indexedDB.databases(),
}

type StoredKey = string | (string | number)[]
const plain = (key: Key): StoredKey => (typeof key === 'string' ? key : [...key])

function rowsOf<T>(table: Table<T, StoredKey>): Rows<T> {
  const beginningWith = (prefix: readonly (string | number)[]) =>
    table.where(':id').between([...prefix, Dexie.minKey], [...prefix, Dexie.maxKey])
  return {
    get: (key) => table.get(plain(key)),
    all: () => table.toArray(),
    keys: async () => (await table.toCollection().primaryKeys()).map((key) => String(Array.isArray(key) ? key[0] : key)),
    under: (prefix, limit) => (limit === undefined ? beginningWith(prefix) : beginningWith(prefix).limit(limit)).toArray(),
    keysUnder: async (prefix) =>
      (await beginningWith(prefix).primaryKeys()).map((key) => String(Array.isArray(key) ? key.at(-1) : key)),
    matching: (fields) => table.where(fields).toArray(),
    put: async (values) => void (await table.bulkPut(values)),
    delete: (key) => table.delete(plain(key)),
    deleteUnder: async (prefix) => void (await beginningWith(prefix).delete()),
  }
}

/** The tables through the transaction itself: what is asked of them belongs to it, whatever else is in progress. */
const tablesOf = (transaction: Transaction, names: TableName[]) =>
  Object.fromEntries(
    names.map((name) => [name, rowsOf(transaction.table<Records[TableName], StoredKey>(name))]),
  ) as unknown as Tables

/**
 * The names of an error and of what it came from. Dexie says what the browser said inside, or for each record that was
 * rejected.
 */
function namesOf(error: unknown): string[] {
  if (!(error instanceof Object)) return []
  const failures = Object.values((Reflect.get(error, 'failures') as object | undefined) ?? {})
  return [String(Reflect.get(error, 'name')), ...namesOf(Reflect.get(error, 'inner')), ...failures.flatMap(namesOf)]
}

const namesOfClosed = ['InvalidStateError', 'NotFoundError', 'AbortError', 'DatabaseClosedError']

/** Says in Assay's words why a transaction failed; an error that the work itself threw on purpose goes through. */
function storageError(error: unknown): unknown {
  if (error instanceof StorageError) return error
  const names = namesOf(error)
  const closed = names.some((name) => namesOfClosed.includes(name))
  const failure: WriteFailure = names.includes('QuotaExceededError') ? 'quota' : closed ? 'closed' : 'unavailable'
  return new StorageError(failure, failureTexts[failure], error)
}

/**
 * Opens the database in IndexedDB; a connection that the browser closed is opened again by the next transaction. Rejects
 * with StorageError `closed` if a newer Assay has upgraded it (R23), and `unavailable` if it can't be opened.
 */
export async function openIndexedDatabase(name: string): Promise<Database> {
  const db = new Dexie(name, { indexedDB: atOurVersion, cache: 'disabled' })
  // No one listens to queries: writes need not be reported to every tab.
  db.unuse({ stack: 'dbcore', name: 'Observability' })
  for (const { version, tables } of byVersion) db.version(version).stores(tables)
  let newer = false

  db.on('versionchange', ({ newVersion }) => {
    newer = newVersion !== null
    db.close({ disableAutoOpen: false })
    return false
  })
  const refusal = (error: unknown) => {
    newer ||= namesOf(error).includes('VersionError')
    return newer ? new StorageError('closed', newerDatabase, error) : storageError(error)
  }
  /** All of what `work` writes or nothing. */
  const transact = async <T>(mode: 'r!' | 'rw!', names: TableName[], work: (tables: Tables) => Promise<T>): Promise<T> => {
    try {
      if (newer) throw new StorageError('closed', newerDatabase)
      if (!db.isOpen()) await db.open()
      // Dexie knows an async function when it sees one, and keeps track of what is awaited in it.
      return await db.transaction(mode, names, async (transaction) => work(tablesOf(transaction, names)))
    } catch (error) {
      throw refusal(error)
    }
  }

  try {
    await db.open()
  } catch (error) {
    const refused = refusal(error)
    // Whatever else the browser says, nothing was open yet that could have been closed.
    throw newer ? refused : new StorageError('unavailable', failureTexts.unavailable, error)
  }
  return {
    lasting: true,
    read: (names, work) => transact('r!', names, work),
    write: (names, work) => transact('rw!', names, work),
    close: () => db.close({ disableAutoOpen: false }),
  }
}
