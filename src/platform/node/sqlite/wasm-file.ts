import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { AssayError } from '#engine/base/errors.ts'
import type { Opened } from '#platform/sqlite/databases.ts'
import { createWasmDatabase, type Wasm } from '#platform/sqlite/wasm-database.ts'
import { sqliteDatabaseTexts as sqliteTexts } from '#platform/sqlite/texts.ts'
import { sqliteFileTexts } from '../texts.ts'
import { lockOf, type FileLock } from './file-locks.ts'

/** The largest file that is read into memory, in bytes. */
const largest = 500_000_000

/** What a file was when it was read or written last; undefined: not there. */
const stateOf = (path: string): string | undefined => {
  const found = statSync(path, { throwIfNoEntry: false })
  return found && `${found.size} ${found.mtimeMs}`
}

const unusable = (text: string): AssayError => new AssayError('sql-unusable', text, { hint: sqliteFileTexts.newerNode })

/** Milliseconds that a lock of another program is waited for, as where Node has SQLite. */
const usualPatience = 2_000

const sleep = (ms: number): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)

/**
 * A file where Node has no SQLite of its own: it is read into memory, and written as a whole after each query that changed it and left no
 * transaction open. What another program has written meanwhile is never overwritten, and nothing is read or replaced under a lock of one: what it
 * commits afterwards would go to a file that is no longer there.
 */
export function openWasmFile(wasm: Wasm, path: string, file: string, patience = usualPatience): Opened {
  const { capi } = wasm
  const db = new wasm.oo1.DB(':memory:')
  let state: string | undefined
  let journal: Uint8Array = new Uint8Array([1, 1])

  const awaitUnlocked = (bars: (lock: FileLock) => boolean): void => {
    for (const end = performance.now() + patience; bars(lockOf(path)); sleep(50))
      if (performance.now() > end)
        throw new AssayError('sql-unusable', sqliteFileTexts.locked(file), { hint: sqliteTexts.hintLocked })
  }
  const read = (): void => {
    awaitUnlocked((lock) => lock === 'exclusive')
    state = stateOf(path)
    if (state === undefined) return
    if (statSync(path).size > largest) throw unusable(sqliteFileTexts.tooLarge(file))
    if ((statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0) throw unusable(sqliteFileTexts.hasWal(file))
    const bytes = new Uint8Array(readFileSync(path))
    if (bytes.length === 0) return
    // In memory there is no write-ahead log: the file says so again when it is written.
    journal = bytes.slice(18, 20)
    bytes.set([1, 1], 18)
    const flags = capi.SQLITE_DESERIALIZE_FREEONCLOSE | capi.SQLITE_DESERIALIZE_RESIZEABLE
    const at = wasm.wasm.allocFromTypedArray(bytes)
    capi.sqlite3_deserialize(db, 'main', at, bytes.length, bytes.length, flags)
  }
  const write = (): void => {
    awaitUnlocked((lock) => lock !== 'none')
    if (stateOf(path) !== state) throw unusable(sqliteFileTexts.changedMeanwhile(file))
    const bytes = capi.sqlite3_js_db_export(db)
    if (bytes.length > 0) bytes.set(journal, 18)
    const mode = statSync(path, { throwIfNoEntry: false })?.mode
    const beside = `${path}.${process.pid}.part`
    writeFileSync(beside, bytes, mode === undefined ? {} : { mode })
    renameSync(beside, path)
    state = stateOf(path)
  }
  read()
  const created = state === undefined
  const database = createWasmDatabase(wasm, db)
  let unsaved = false
  return {
    database,
    created,
    before() {
      unsaved = database.wrote()
      if (!unsaved && stateOf(path) !== state) read()
    },
    after({ rollback }) {
      if (rollback && !unsaved) database.saved()
      if (!database.wrote() || database.inTransaction()) return
      write()
      database.saved()
    },
  }
}
