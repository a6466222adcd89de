import { AssayError, textOf } from '#engine/base/errors.ts'
import { createDatabases, type Databases, type Opened } from '#platform/sqlite/databases.ts'
import { createWasmDatabase, loadWasm, type Wasm, type WasmDatabase } from '#platform/sqlite/wasm-database.ts'
import { sqliteTexts } from '../texts.ts'
import { openPool, type SqlitePool } from './sqlite-pool.ts'

/** What is known of a stored database. */
export interface SqliteFileInfo {
  /** Bytes. */
  size: number
}

const unusable = (text: string, hint: string, cause?: unknown): AssayError =>
  new AssayError('sql-unusable', text, { hint, cause })

let loading: Promise<Wasm> | undefined
/** What could not be loaded once is tried again. */
const wasm = (): Promise<Wasm> =>
  (loading ??= loadWasm().catch((cause: unknown) => {
    loading = undefined
    throw unusable(sqliteTexts.notLoaded, sqliteTexts.notLoadedHint, textOf(cause))
  }))

const nameOf = (path: string): string => `/${path}`

/** The files of a project, for the time of some work. */
async function withPool<T>(project: string, work: (pool: SqlitePool, loaded: Wasm) => T | Promise<T>): Promise<T> {
  const loaded = await wasm()
  const pool = await poolOf(loaded, project)
  try {
    return await work(pool, loaded)
  } finally {
    pool.release()
  }
}

async function poolOf(loaded: Wasm, project: string): Promise<SqlitePool> {
  try {
    return await openPool(loaded, project)
  } catch (cause) {
    const isBusy =
      cause instanceof DOMException && ['TimeoutError', 'AbortError', 'NoModificationAllowedError'].includes(cause.name)
    throw isBusy
      ? unusable(sqliteTexts.otherTab, sqliteTexts.otherTabHint)
      : unusable(sqliteTexts.noPlace, sqliteTexts.noPlaceHint, textOf(cause))
  }
}

/** A file that is open, for all who ask it: two connections to it would not see each other's locks. */
interface Shared {
  opened: Promise<{ database: WasmDatabase; created: boolean; pool: SqlitePool }>
  users: number
}

const shared = new Map<string, Shared>()
const keyOf = (project: string, file: string): string => JSON.stringify([project, file])

async function openFile(project: string, file: string): Promise<Opened> {
  const key = keyOf(project, file)
  let own = shared.get(key)
  if (!own) {
    const begin = async () => {
      const loaded = await wasm()
      const pool = await poolOf(loaded, project)
      try {
        const created = !pool.util.getFileNames().includes(nameOf(file))
        return { database: createWasmDatabase(loaded, new pool.util.OpfsSAHPoolDb(nameOf(file))), created, pool }
      } catch (cause) {
        pool.release()
        throw unusable(sqliteTexts.cantOpen(file), sqliteTexts.cantOpenHint, textOf(cause))
      }
    }
    own = { opened: begin(), users: 0 }
    shared.set(key, own)
  }
  const mine = own
  mine.users++
  const leave = (): boolean => {
    if (--mine.users > 0) return false
    shared.delete(key)
    return true
  }
  try {
    const { database, created, pool } = await mine.opened
    const close = (): void => {
      // What a run has started and not ended did not happen, also if someone else goes on.
      if (database.inTransaction()) database.prepare('rollback', new Map()).next()
      if (!leave()) return
      database.close()
      pool.release()
    }
    return { database: { ...database, close }, created }
  } catch (error) {
    leave()
    throw error
  }
}

/** Databases for one run or question: those in files of a project, and those in memory that end with it. */
export const openSession = (project: string): Databases =>
  createDatabases(async ({ file, script }) => {
    if (file !== '' && script === undefined) return openFile(project, file)
    const loaded = await wasm()
    return { database: createWasmDatabase(loaded, new loaded.oo1.DB(':memory:')) }
  })

/** What is stored under a path; undefined if nothing is. */
export const fileInfo = (project: string, path: string): Promise<SqliteFileInfo | undefined> =>
  withPool(project, async ({ util }) => {
    if (!util.getFileNames().includes(nameOf(path))) return undefined
    return { size: (await util.exportFile(nameOf(path))).byteLength }
  })

/** The bytes of a stored database; undefined if there is none. */
export const readFile = (project: string, path: string): Promise<Uint8Array | undefined> =>
  withPool(project, async ({ util }) => {
    if (!util.getFileNames().includes(nameOf(path))) return undefined
    return util.exportFile(nameOf(path))
  })

/** Takes the place of what is stored there, only if it is a sound database; without bytes an empty one. */
export const putFile = (project: string, path: string, bytes: Uint8Array | undefined): Promise<void> =>
  withPool(project, async ({ util }, loaded) => {
    if (shared.has(keyOf(project, path))) throw unusable(sqliteTexts.inUse(path), sqliteTexts.inUseHint)
    if (bytes === undefined) {
      util.unlink(nameOf(path))
      new util.OpfsSAHPoolDb(nameOf(path)).exec('pragma user_version = 0').close()
      return
    }
    const tried = '/ tried'
    try {
      await util.importDb(tried, bytes)
      const database = createWasmDatabase(loaded, new util.OpfsSAHPoolDb(tried))
      try {
        const check = database.prepare('pragma quick_check(1)', new Map())
        const found = check.next()?.[0]
        check.close()
        if (found !== 'ok') throw new Error(String(found))
      } finally {
        database.close()
      }
      await util.importDb(nameOf(path), bytes)
    } catch (cause) {
      throw unusable(sqliteTexts.noDatabase(path), sqliteTexts.noDatabaseHint, textOf(cause))
    } finally {
      util.unlink(tried)
    }
  })
