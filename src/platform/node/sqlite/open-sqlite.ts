import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path'
import { AssayError } from '#engine/base/errors.ts'
import type { Opened, SqliteConnection } from '#platform/sqlite/databases.ts'
import { createWasmDatabase, loadWasm, type Wasm } from '#platform/sqlite/wasm-database.ts'
import { sqliteFileTexts } from '../texts.ts'
import { nodeSqlite, openNodeDatabase } from './node-database.ts'
import { openWasmFile } from './wasm-file.ts'

/** Beside the built program; from sources the package finds its own. */
const binary = join(import.meta.dirname, 'sqlite3.wasm')

let loading: Promise<Wasm> | undefined
const wasm = (): Promise<Wasm> => (loading ??= loadWasm(existsSync(binary) ? readFileSync(binary) : undefined))

/**
 * Opens SQLite's databases in this process, files below `folder`: by Node's own SQLite where it has one. Databases in memory are always
 * carried by WebAssembly, which can stop a query and go on.
 */
export const sqliteOpener =
  (folder: string) =>
  async ({ file, script, writes }: SqliteConnection): Promise<Opened> => {
    if (file === '' || script !== undefined) {
      const loaded = await wasm()
      return { database: createWasmDatabase(loaded, new loaded.oo1.DB(':memory:')) }
    }
    const path = pathOf(folder, file)
    const readOnly = writes === false
    if (readOnly && !existsSync(path))
      throw new AssayError('sql-unusable', sqliteFileTexts.missing(file), { hint: sqliteFileTexts.missingHint })
    const own = nodeSqlite()
    if (!own) return openWasmFile(await wasm(), path, file)
    const created = !existsSync(path)
    return { database: openNodeDatabase(own, path, readOnly), created }
  }

/** The place of a file that may not be there yet; AssayError if a link leads out of the folder. */
function pathOf(folder: string, file: string): string {
  const wanted = join(folder, file)
  const unusable = (text: string, hint: string): AssayError => new AssayError('sql-unusable', text, { hint })
  if (!existsSync(dirname(wanted))) throw unusable(sqliteFileTexts.noFolder(file), sqliteFileTexts.noFolderHint)
  const path = existsSync(wanted) ? realpathSync(wanted) : join(realpathSync(dirname(wanted)), basename(wanted))
  const way = relative(realpathSync(folder), path)
  if (isAbsolute(way) || way.split(sep)[0] === '..') throw unusable(sqliteFileTexts.outside(file), sqliteFileTexts.noFolderHint)
  if (existsSync(path) && !statSync(path).isFile()) throw unusable(sqliteFileTexts.noFile(file), sqliteFileTexts.noFolderHint)
  return path
}
