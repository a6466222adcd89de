import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { AssayError } from '#engine/base/errors.ts'
import type { Opened } from '#platform/sqlite/databases.ts'
import { createWasmDatabase, type Wasm } from '#platform/sqlite/wasm-database.ts'
import { sqliteFileTexts } from '../texts.ts'

/** The largest file that is read into memory, in bytes. */
const largest = 500_000_000

/** What a file was when it was read or written last; undefined: not there. */
const stateOf = (path: string): string | undefined => {
  const found = statSync(path, { throwIfNoEntry: false })
  return found && `${found.size} ${found.mtimeMs}`
}

const unusable = (text: string): AssayError => new AssayError('sql-unusable', text, { hint: sqliteFileTexts.newerNode })

/**
 * A file where Node has no SQLite of its own: it is read into memory, and written as a whole after each query that changed it and left no
 * transaction open. What another program has written meanwhile is never overwritten.
 */
export function openWasmFile(wasm: Wasm, path: string, file: string): Opened {
  const { capi } = wasm
  const db = new wasm.oo1.DB(':memory:')
  let state: string | undefined
  let journal: Uint8Array = new Uint8Array([1, 1])

  const read = (): void => {
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
