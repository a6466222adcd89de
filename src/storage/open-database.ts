import { openIndexedDatabase } from './indexed-database.ts'
import type { Database } from './records.ts'
import { StorageError } from './types.ts'

/** Which database it is and how long opening it may take; the defaults are the app's. */
export interface DatabaseOptions {
  name?: string
  /** Milliseconds until an opening that hangs is given up (private modes). */
  patience?: number
}

/** Loaded only where it is needed: nearly every browser has IndexedDB. */
const inMemory = async () => (await import('./memory-database.ts')).createMemoryDatabase()

const opened = new Map<string, Promise<Database>>()

async function open(name: string, { patience = 5_000 }: DatabaseOptions): Promise<Database> {
  if (!globalThis.indexedDB) return inMemory()
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLong = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), patience)
  })
  const opening = openIndexedDatabase(name)
  try {
    const database = await Promise.race([opening, tooLong])
    if (database) return database
    opening.then(
      (late) => late.close(),
      () => undefined,
    )
    return inMemory()
  } catch (error) {
    // Don't continue beside a newer database: this page must be reloaded (R23).
    if (error instanceof StorageError && error.failure === 'closed') throw error
    return inMemory()
  } finally {
    clearTimeout(timer)
  }
}

/**
 * The database of this page or worker; the same one for the same name. Falls back to memory where IndexedDB is missing, fails
 * or hangs (R16). Rejects only with StorageError `closed`: the database belongs to a newer Assay (R23).
 */
export function openDatabase(options: DatabaseOptions = {}): Promise<Database> {
  const name = options.name ?? 'assay'
  const known = opened.get(name)
  if (known) return known
  const database = open(name, options)
  opened.set(name, database)
  database.catch(() => opened.delete(name))
  return database
}
