import { execFileSync, spawn } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import type { SqlAnswer } from '#engine/ports/index.ts'
import { createDatabases, type Opened } from '#platform/sqlite/databases.ts'
import { loadWasm, type Wasm } from '#platform/sqlite/wasm-database.ts'
import { nodeSqlite, openNodeDatabase } from './node-database.ts'
import { sqliteOpener } from './open-sqlite.ts'
import { openWasmFile } from './wasm-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'assay-sqlite-'))
afterAll(() => rmSync(folder, { recursive: true }))
const open: { close(): void }[] = []
afterEach(() => {
  for (const one of open.splice(0)) one.close()
})

let wasm: Promise<Wasm> | undefined
const own = nodeSqlite()
/** Both ways in which a file is read: each host has one of them. */
const ways: Record<string, (path: string, file: string) => Promise<Opened>> = {
  WebAssembly: async (path, file) => openWasmFile(await (wasm ??= loadWasm()), path, file),
  ...(own && { 'node:sqlite': async (path: string) => ({ database: openNodeDatabase(own, path), created: !existsSync(path) }) }),
}

/** Has its own databases, as each run has. */
function asker(opened: (path: string, file: string) => Promise<Opened>) {
  const databases = createDatabases(({ file }) => opened(join(folder, file), file))
  open.push(databases)
  return (file: string, text: string): Promise<SqlAnswer> =>
    databases.answer(
      { id: file, name: 'DB', driver: 'sqlite', file },
      { text, parameters: new Map(), script: true, rollback: false, timeout: 5_000 },
    )
}

/** Ways to change a database, or the connection that reads it. */
const writing = [
  'insert into t values (2)',
  'replace into t values (2)',
  'update t set a = 2',
  'delete from t',
  'with w as (select 2 as a) insert into t select a from w',
  'insert into t values (2) returning a',
  'create table u (a)',
  'create table u as select 1',
  'create index i on t (a)',
  'create view v as select 1',
  'create trigger r after insert on t begin delete from t; end',
  'drop table t',
  'alter table t add column b',
  'alter table t rename to u',
  'pragma query_only = 0; insert into t values (2)',
  'pragma query_only(0); insert into t values (2)',
  'pragma main.query_only = off; insert into t values (2)',
  'PRAGMA/**/query_only=0; insert into t values (2)',
  'pragma "query_only" = 0; insert into t values (2)',
  'pragma "query_only"(table_info); insert into t values (2)',
  'explain select 1; pragma [query_only]=0; delete from t',
  'pragma writable_schema = 1; update sqlite_schema set sql = null',
  'pragma user_version = 7',
  'pragma application_id = 7',
  'pragma journal_mode = wal',
  'pragma journal_mode(delete)',
  'pragma wal_checkpoint',
  'pragma incremental_vacuum',
  'pragma optimize',
  'pragma auto_vacuum = 2',
  'pragma page_size = 512; vacuum',
  'vacuum',
  "vacuum into 'other.db'",
  "attach 'other.db' as o; create table o.u (a)",
  'analyze',
  'reindex',
  'begin immediate',
  'begin; insert into t values (2); commit',
  'savepoint s; delete from t; release s',
  "select load_extension('x')",
  'insert into sqlite_sequence values (1, 2)',
  'create virtual table f using fts5(a)',
]

const python = (code: string): string =>
  execFileSync('python3', ['-c', `import sqlite3\n${code}`], { cwd: folder, encoding: 'utf8' })
const hasPython = (() => {
  try {
    execFileSync('python3', ['-c', 'import sqlite3'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()

describe.each(Object.entries(ways))('a file of SQLite, by %s', (way, opened) => {
  it('what a run has written the next one finds, and other programs', async () => {
    const file = `${way.slice(0, 4)}-written.db`
    const ask = asker(opened)
    await ask(file, "create table t (a, b); insert into t values (1, x'00ff'), (9007199254740993, null)")
    const { rows } = await asker(opened)(file, 'select a, b from t')
    expect(rows).toEqual([
      [1, new Uint8Array([0, 255])],
      [9007199254740993n, null],
    ])
    expect(readFileSync(join(folder, file)).subarray(0, 15).toString()).toBe('SQLite format 3')
    if (hasPython)
      expect(python(`print(sqlite3.connect('${file}').execute('pragma integrity_check').fetchone()[0])`)).toBe('ok\n')
  })

  it('reading and rolling back leave the file as it is', async () => {
    const file = `${way.slice(0, 4)}-read.db`
    await asker(opened)(file, 'create table t (a)')
    const path = join(folder, file)
    utimesSync(path, 1, 1)
    const databases = createDatabases(({ file: named }) => opened(join(folder, named), named))
    open.push(databases)
    const connection = { id: 'k', name: 'DB', driver: 'sqlite', file } as const
    const query = { parameters: new Map(), script: false, timeout: 5_000 }
    await databases.answer(connection, { ...query, text: 'select * from t', rollback: false })
    if (way === 'WebAssembly') {
      await databases.answer(connection, { ...query, text: 'insert into t values (1)', rollback: true })
      expect(statSync(path).mtimeMs).toBe(1000)
    }
    const { rows } = await databases.answer(connection, { ...query, text: 'select * from t', rollback: false })
    expect(rows).toEqual([])
  })

  it('[T3] without "Allow writes" nothing changes a file, whatever its queries try', async () => {
    const file = `${way.slice(0, 4)}-only.db`
    const path = join(folder, file)
    await asker(opened)(file, 'create table t (a); insert into t values (1)')
    const before = readFileSync(path)
    const openIn = sqliteOpener(folder)
    for (const text of writing) {
      const databases = createDatabases(way === 'WebAssembly' ? ({ file: named }) => opened(join(folder, named), named) : openIn)
      open.push(databases)
      const connection = { id: 'k', name: 'DB', driver: 'sqlite', file, writes: false } as const
      const ask = (asked: string) =>
        databases.answer(connection, { text: asked, parameters: new Map(), script: true, rollback: false, timeout: 5_000 })
      const refused: unknown = await ask(text).catch((error: unknown) => error)
      expect([text, refused]).toEqual([text, expect.objectContaining({ code: 'sql-refused' })])
      expect([text, (await ask("select count(*), (select a from t) from pragma_table_info('t')")).rows]).toEqual([text, [[1, 1]]])
    }
    expect(readFileSync(path).equals(before)).toBe(true)
    expect(existsSync(join(folder, 'other.db'))).toBe(false)
  })

  it('[T3] without "Allow writes" a file can be read, and is not made', async () => {
    const file = `${way.slice(0, 4)}-reads.db`
    await asker(opened)(file, 'create table t (a); insert into t values (1)')
    const databases = createDatabases(sqliteOpener(folder))
    open.push(databases)
    const ask = (text: string, of = file, rollback = false) =>
      databases.answer(
        { id: of, name: 'DB', driver: 'sqlite', file: of, writes: false },
        { text, parameters: new Map(), script: true, rollback, timeout: 5_000 },
      )
    for (const text of ['select a from t', 'with w as (select * from t) select a from w', 'values (1)'])
      expect([text, (await ask(text)).rows]).toEqual([text, [[1]]])
    expect((await ask('select sum(a) over () from t', file, true)).rows).toEqual([[1]])
    expect((await ask('pragma table_info(t)')).rows.length).toBe(1)
    expect((await ask('explain query plan select * from t')).rows.length).toBe(1)
    await expect(ask('update t set a = 2')).rejects.toMatchObject({
      hint: 'Turn on "Allow writes" for the connection, or use a statement that only reads.',
    })
    await expect(ask('select 1', 'missing.db')).rejects.toMatchObject({
      code: 'sql-unusable',
      message: "The database missing.db doesn't exist, and its connection is read-only.",
    })
    expect(existsSync(join(folder, 'missing.db'))).toBe(false)
  })

  it('a transaction that is open at the end of the run did not happen', async () => {
    const file = `${way.slice(0, 4)}-open.db`
    const ask = asker(opened)
    await ask(file, 'create table t (a)')
    await ask(file, 'begin; insert into t values (1)')
    expect((await ask(file, 'select a from t')).rows).toEqual([[1]])
    for (const one of open.splice(0)) one.close()
    expect((await asker(opened)(file, 'select a from t')).rows).toEqual([])
  })

  it.skipIf(!hasPython)('what another program has written meanwhile is read', async () => {
    const file = `${way.slice(0, 4)}-meanwhile.db`
    const ask = asker(opened)
    await ask(file, 'create table t (a)')
    python(`c = sqlite3.connect('${file}'); c.execute("insert into t values ('other')"); c.commit()`)
    expect((await ask(file, 'select a from t')).rows).toEqual([['other']])
  })

  it.skipIf(!hasPython)('a damaged database says so, and stays as it is', async () => {
    const file = `${way.slice(0, 4)}-damaged.db`
    python(`c = sqlite3.connect('${file}'); c.execute('create table t (a)')
for i in range(2000): c.execute('insert into t values (?)', ('x' * 100,))
c.commit()`)
    const bytes = readFileSync(join(folder, file))
    bytes.fill(0x5a, 4096 + 10, 4096 * 30)
    writeFileSync(join(folder, file), bytes)
    await expect(asker(opened)(file, 'select count(*) from t where a > 1')).rejects.toMatchObject({
      code: 'sql-unusable',
      message: 'The "DB" database is damaged, or its file isn\'t a SQLite database.',
    })
    expect(readFileSync(join(folder, file)).equals(bytes)).toBe(true)
  })

  it('an empty file is an empty database', async () => {
    const file = `${way.slice(0, 4)}-empty.db`
    writeFileSync(join(folder, file), '')
    const { rows, created } = await asker(opened)(file, 'select count(*) from sqlite_schema')
    expect([rows, created]).toEqual([[[0]], undefined])
  })
})

describe('a file that is read into memory', () => {
  const opened = (path: string, file: string): Promise<Opened> => (ways['WebAssembly'] ?? (() => Promise.reject()))(path, file)

  it.skipIf(!hasPython)('never overwrites what another program has written in the meantime', async () => {
    const ask = asker(opened)
    await ask('both.db', 'create table t (a)')
    await ask('both.db', 'begin; insert into t values (1)')
    python(`c = sqlite3.connect('both.db'); c.execute("insert into t values ('other')"); c.commit()`)
    await expect(ask('both.db', 'commit')).rejects.toMatchObject({
      code: 'sql-unusable',
      message: 'Another program changed the database both.db while the run had unsaved changes to it.',
    })
    expect(python(`print(sqlite3.connect('both.db').execute('select a from t').fetchall())`)).toBe("[('other',)]\n")
  })

  it.skipIf(!hasPython || process.platform !== 'linux')(
    '[T3] is neither read nor replaced under a lock of another program',
    async () => {
      const hasty = (file: string, text: string) =>
        asker(async (path, name) => openWasmFile(await (wasm ??= loadWasm()), path, name, 10))(file, text)
      await hasty('held.db', 'create table t (a)')
      const locked = {
        code: 'sql-unusable',
        message: "The database held.db is locked by another program. It wasn't changed.",
      }
      for (const [begin, reads] of [
        ['begin exclusive', false],
        ['begin immediate', true],
        // With its journal on the disk: pages of it are in the file already.
        ['begin; pragma cache_size=1; insert into t select hex(zeroblob(9000)) from (values (1),(2),(3))', false],
      ] as const) {
        const code = `import sqlite3, sys; c = sqlite3.connect('held.db', isolation_level=None); [c.execute(one) for one in sys.argv[1].split(';')]; print('locked', flush=True); sys.stdin.read(); c.execute('commit')`
        const other = spawn('python3', ['-c', code, begin], { cwd: folder, stdio: ['pipe', 'pipe', 'inherit'] })
        await new Promise((done) => other.stdout.once('data', done))
        try {
          if (reads) expect((await hasty('held.db', 'select count(*) from t')).rows).toEqual([[0]])
          else await expect(hasty('held.db', 'select 1')).rejects.toMatchObject(locked)
          await expect(hasty('held.db', "insert into t values ('mine')")).rejects.toMatchObject(locked)
        } finally {
          other.stdin.end()
          await new Promise((done) => other.once('exit', done))
        }
      }
      // What the other program was promised is there.
      expect((await asker(opened)('held.db', 'select count(*) from t')).rows).toEqual([[3]])
    },
  )

  it.skipIf(!hasPython)('a write-ahead log beside it is not overlooked; without one the file keeps its mode', async () => {
    python(
      `c = sqlite3.connect('wal.db'); c.execute('pragma journal_mode=wal'); c.execute('create table t (a)'); c.commit(); c.close()`,
    )
    await asker(opened)('wal.db', 'insert into t values (1)')
    expect(python(`print(sqlite3.connect('wal.db').execute('pragma journal_mode').fetchone()[0])`)).toBe('wal\n')
    writeFileSync(join(folder, 'wal.db-wal'), 'x')
    await expect(asker(opened)('wal.db', 'select 1')).rejects.toMatchObject({
      code: 'sql-unusable',
      message: expect.stringContaining('write-ahead log') as string,
    })
  })
})

describe.skipIf(!own || !hasPython)('a file that Node itself has open', () => {
  it('waits for the lock of another program, then says so', async () => {
    const ask = asker(ways['node:sqlite'] ?? (() => Promise.reject()))
    await ask('locked.db', 'create table t (a)')
    const code = `import sqlite3, sys; c = sqlite3.connect('locked.db', isolation_level=None); c.execute('begin exclusive'); print('locked', flush=True); sys.stdin.read()`
    const other = spawn('python3', ['-c', code], { cwd: folder, stdio: ['pipe', 'pipe', 'inherit'] })
    await new Promise((done) => other.stdout.once('data', done))
    try {
      await expect(ask('locked.db', 'insert into t values (1)')).rejects.toMatchObject({
        code: 'sql-refused',
        message: expect.stringContaining('database is locked') as string,
        hint: "Run again later, or end the other program's transaction.",
      })
    } finally {
      other.stdin.end()
      await new Promise((done) => other.once('exit', done))
    }
    await ask('locked.db', 'insert into t values (1)')
  })
})

describe('where files are', () => {
  it('a link that leads out of the folder is rejected, also one of a folder', async () => {
    const inner = join(folder, 'project')
    mkdirSync(inner)
    writeFileSync(join(folder, 'secret.db'), '')
    symlinkSync(join(folder, 'secret.db'), join(inner, 'link.db'))
    symlinkSync(folder, join(inner, 'up'))
    const openIn = sqliteOpener(inner)
    for (const file of ['link.db', 'up/secret.db', 'up/new.db'])
      await expect(openIn({ id: 'k', name: 'DB', driver: 'sqlite', file })).rejects.toMatchObject({ code: 'sql-unusable' })
    await expect(openIn({ id: 'k', name: 'DB', driver: 'sqlite', file: '.' })).rejects.toMatchObject({ code: 'sql-unusable' })
  })
})
