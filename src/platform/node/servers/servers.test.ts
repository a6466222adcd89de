import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tablesOf, tablesQuery } from '#engine/steps/sql/tables.ts'
import type { SqlQuery, SqlValue } from '#engine/ports/sql.ts'
import { plainStatement } from './bind-names.ts'
import { mysqlServer } from './mysql.ts'
import { postgres } from './postgres.ts'
import { unrestricted } from '../sockets.ts'
import { createServers, type Servers } from './server-port.ts'
import type { ServerConnection } from './server-session.ts'
import { missingServer, startMariadb, startPostgres, type TestServer } from './testing/start-server.ts'

const { signal } = new AbortController()

const asked = (text: string, parameters: Record<string, SqlValue> = {}, more: Partial<SqlQuery> = {}): SqlQuery => ({
  text,
  parameters: new Map(Object.entries(parameters)),
  script: false,
  rollback: false,
  timeout: 20_000,
  ...more,
})

const servers = [
  {
    name: 'PostgreSQL',
    missing: missingServer.postgres,
    start: startPostgres,
    types: `select 9007199254740993::bigint, 1.10::numeric, true, 'x'::text, '\\x00ff'::bytea, null, 1.5::float8, date '2024-02-29', '{"a":1}'::json`,
    typed: [9007199254740993n, { decimal: '1.10' }, true, 'x', new Uint8Array([0, 255]), null, 1.5, '2024-02-29', '{"a":1}'],
    // What is killed at once leaves its sessions behind.
    kill: 'SIGQUIT' as const,
    forever: 'select pg_sleep(60)',
    many: 'select n from generate_series(1, 20000) n',
    goingOn:
      "select count(*) from pg_stat_activity where state = 'active' and query like '%pg_sleep(60)%' and pid <> pg_backend_pid()",
    syntax: /PostgreSQL refuses the query on line 2, column 6: syntax error at or near "frm" \(42601\)/,
    absent: /relation "nowhere" does not exist \(42P01\)/,
    key: /duplicate key value violates unique constraint .* \(23505\)/,
    readOnly: /read-only transaction \(25006\)/,
    setup: `create sequence counter; create procedure ends() language plpgsql as $$ begin commit; insert into orders values (70, 'x', null); commit; end $$;
create function writes() returns int language plpgsql as $$ begin set transaction_read_only = off; insert into orders values (71, 'x', null); return 1; end $$`,
    state: `select (select string_agg(o::text, '|' order by id) from orders o), (select last_value from counter),
(select count(*) from pg_largeobject_metadata), (select count(*) from pg_locks where locktype = 'advisory'), (select count(*) from pg_class where relnamespace = 'public'::regnamespace)`,
    writing: [
      'set session characteristics as transaction read write; insert into orders values (60, 1, null)',
      'set transaction read write; insert into orders values (61, 1, null)',
      'commit; begin read write; insert into orders values (62, 1, null); commit',
      "select set_config('transaction_read_only', 'off', false); insert into orders values (63, 1, null)",
      'select writes()',
      'call ends()',
      'do $$ begin commit; set transaction read write; insert into orders values (64, 1, null); commit; end $$',
      "copy (select 1) to '/dev/null'",
      "copy orders from program 'echo 65,x,'",
      "select nextval('counter')",
      'select lo_create(777)',
      'select pg_advisory_lock(1)',
      'select "pg_try_advisory_lock"(1)',
      'select U&"pg_advisory\\005flock"(1)',
      'select pg_catalog . /* ( */ pg_advisory_lock /* ) */ (1)',
      'select * into copied from orders',
      "insert into orders values (66, 'x', null); prepare transaction 'x'",
      "alter system set work_mem = '5MB'",
    ],
    reading: [
      ['with recursive n (a) as (select 1 union all select a + 1 from n where a < 3) select sum(a)::int from n', [6]],
      ['select id, row_number() over (order by id)::int from orders limit 1', [1, 1]],
      ["values (1, 'insert into x')", [1, 'insert into x']],
      ['table orders limit 1', [1, 'open', 'a; b']],
      ['show transaction_read_only', ['on']],
      ['(select 1) union (select 1)', [1]],
      ["set local search_path to pg_catalog; select current_setting('search_path')", ['pg_catalog']],
      ["select current_setting('search_path')", ['"$user", public']],
      ['explain select 1', ['Result  (cost=0.00..0.01 rows=1 width=4)']],
    ] satisfies [string, SqlValue[]][],
    password: /password authentication failed for user "tester" \(28P01\)/,
    database: /database "elsewhere" does not exist \(3D000\)/,
    full: /too many clients already \(53300\)/,
  },
  {
    name: 'MariaDB',
    missing: missingServer.mariadb,
    start: startMariadb,
    types: `select cast(9007199254740993 as signed), cast(1.10 as decimal(5,2)), 1 = 1, 'x', x'00ff', null, 1.5e0, date '2024-02-29', '{"a":1}'`,
    typed: [9007199254740993n, { decimal: '1.10' }, 1, 'x', new Uint8Array([0, 255]), null, 1.5, '2024-02-29', '{"a":1}'],
    kill: 'SIGKILL' as const,
    forever: 'select sleep(60)',
    many: 'select seq from seq_1_to_20000',
    goingOn: "select count(*) from information_schema.processlist where info = 'select sleep(60)'",
    syntax: /MySQL refuses the query on line 2: You have an error in your SQL syntax.* \(1064 \(42000\)\)/,
    absent: /nowhere' doesn't exist \(1146 \(42S02\)\)/,
    key: /Duplicate entry '1' for key 'PRIMARY' \(1062 \(23000\)\)/,
    readOnly: /Cannot execute statement in a READ ONLY transaction \(1792 \(25006\)\)/,
    setup: `create sequence counter; create table plain (a int) engine = myisam;
create procedure ends() begin commit; start transaction read write; insert into orders values (70, 'x', null); commit; end;
create function writes() returns int begin insert into orders values (71, 'x', null); return 1; end`,
    state: `select (select group_concat(concat_ws(',', id, state) order by id) from orders), (select count(*) from plain), (select next_not_cached_value from counter),
is_used_lock('l'), @@global.max_connections`,
    writing: [
      "set session transaction read write; insert into orders values (60, 'x', null)",
      "commit; insert into orders values (61, 'x', null)",
      "start transaction read write; insert into orders values (62, 'x', null); commit",
      "/*!100000 commit */; insert into orders values (63, 'x', null)",
      "set statement max_statement_time = 1 for insert into orders values (64, 'x', null)",
      "execute immediate 'commit'",
      'call ends()',
      'select writes()',
      'insert into plain values (1)',
      "select 1 into outfile '/tmp/assay-never'",
      "select 5--1 into outfile '/tmp/assay-never'",
      "select '\\' into outfile '/tmp/assay-never' -- '",
      "select 1 /*M! into dumpfile '/tmp/assay-never' */",
      'select nextval(counter)',
      'select next value for counter',
      "select get_lock('l', 1)",
      'set global max_connections = 20',
      'lock tables orders write',
    ],
    reading: [
      ['with recursive n (a) as (select 1 union all select a + 1 from n where a < 3) select count(*) from n', [3n]],
      ['select id, row_number() over (order by id) from orders limit 1', [1, 1n]],
      ["select 'commit; insert into outfile' -- into outfile", ['commit; insert into outfile']],
      ['select @a := 7; select @a + 1', [8n]],
      ['(select 1) union (select 1)', [1]],
      ["show variables like 'tx_read_only'", ['tx_read_only', 'ON']],
      ['select 5--1', [6]],
    ] satisfies [string, SqlValue[]][],
    password: /Access denied for user 'tester'.* \(1045 \(28000\)\)/,
    database: /Unknown database 'elsewhere' \(1049 \(42000\)\)/,
    full: /Too many connections \(1040/,
  },
]

it.each(['postgres', 'mysql', 'mssql'] as const)(
  '[T3] %s: a server that never completes the connection is reported as such, even if the step ends first',
  async (driver) => {
    const held: Socket[] = []
    const mute = createServer((socket) => void held.push(socket)).listen(0, '127.0.0.1')
    await once(mute, 'listening')
    const { port } = mute.address() as AddressInfo
    const sql = createServers()
    const login = { database: 'x', user: 'u', password: 'p', tls: 'off', writes: false } as const
    const connection: ServerConnection = { id: 'c1', name: 'Mute', driver, host: '127.0.0.1', port, ...login }
    await expect(sql.query(connection, asked('select 1', {}, { timeout: 300 }), signal)).rejects.toMatchObject({
      code: 'sql-unusable',
      message: expect.stringMatching(/^(PostgreSQL|MySQL|SQL Server) at 127\.0\.0\.1:\d+ didn't respond within 0\.3 s\.$/),
    })
    for (const socket of held) socket.destroy()
    mute.close()
    await sql.close()
  },
)

it("[T3] a server that isn't PostgreSQL is reported as such, not as a certificate error", async () => {
  const other = createServer((socket) => void socket.end('220 mail.example ESMTP\r\n')).listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const sql = createServers()
  const login = { database: 'x', user: 'u', password: 'p', tls: 'prefer', writes: false } as const
  const connection: ServerConnection = { id: 'c1', name: 'Mail', driver: 'postgres', host: '127.0.0.1', port, ...login }
  await expect(sql.query(connection, asked('select 1'), signal)).rejects.toMatchObject({
    code: 'sql-unusable',
    message: `Can't connect to PostgreSQL at 127.0.0.1:${port}.`,
    hint: expect.stringContaining('Check that this is the right server'),
  })
  other.close()
  await sql.close()
})

/** What a query comes to at a server of an odd kind, and the port that it listened on. */
async function atOddServer(
  driver: 'postgres' | 'mysql',
  behave: (socket: Socket) => void,
): Promise<{ refused: unknown; port: number }> {
  const odd = createServer((socket) => behave(socket.on('error', () => undefined)))
  await once(odd.listen(0, '127.0.0.1'), 'listening')
  const { port } = odd.address() as AddressInfo
  const sql = createServers()
  const login = { database: 'x', user: 'u', password: 'p', tls: 'off', writes: false } as const
  const connection: ServerConnection = { id: 'c1', name: 'Odd', driver, host: '127.0.0.1', port, ...login }
  const refused: unknown = await sql.query(connection, asked('select 1'), signal).catch((thrown: unknown) => thrown)
  odd.close()
  await sql.close()
  return { refused, port }
}

it.each([
  ['asks for a sign-in that the driver does not know', Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 7])],
  ['says that a message has no length', Buffer.from([0x52, 0, 0, 0, 0])],
  ['sends an error without an end', Buffer.from([0x45, 0, 0, 0, 8, 0x53, 0x41, 0, 0x4d])],
  ['says that a notice is of 4 GB', Buffer.from([0x4e, 255, 255, 255, 255])],
  ['sends a row to nobody', Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x44, 0, 0, 0, 8, 0, 9, 0, 0])],
])('[R45] a server that %s ends its connection, not the program', async (_what, answer) => {
  const { refused, port } = await atOddServer('postgres', (socket) => void socket.once('data', () => socket.write(answer)))
  expect(refused).toMatchObject({
    code: 'sql-unusable',
    message: `Can't connect to PostgreSQL at 127.0.0.1:${port}.`,
  })
})

it("[R45] zeros aren't accepted as the greeting of a MySQL server", async () => {
  const { refused, port } = await atOddServer('mysql', (socket) => {
    socket.write(Buffer.from([1, 0, 0, 0, 0, 1, 0, 0, 2, 0]))
    socket.on('data', () => socket.write(Buffer.from([1, 0, 0, 1, 0])))
  })
  expect(refused).toMatchObject({
    code: 'sql-unusable',
    message: expect.stringContaining(`Can't connect to MySQL at 127.0.0.1:${port}.`),
    cause: "The server doesn't use the MySQL protocol",
  })
})

it('[T3] an unreachable SQL Server is reported like the others', async () => {
  const sql = createServers()
  const connection: ServerConnection = {
    id: 'k',
    name: 'MS',
    driver: 'mssql',
    host: '127.0.0.1',
    port: 1,
    database: 'orders',
    user: 'sa',
    password: 's3cret-pass',
    tls: 'prefer',
    writes: false,
  }
  await expect(sql.query(connection, asked('select 1'), signal)).rejects.toMatchObject({
    code: 'sql-unusable',
    message: 'SQL Server at 127.0.0.1:1: connection refused.',
  })
  await sql.close()
})

for (const server of servers)
  describe.skipIf(server.missing)(`${server.name}${server.missing === undefined ? '' : `: ${server.missing}`}`, () => {
    let running: TestServer
    let connection: ServerConnection
    let sql: Servers
    const ask = (query: SqlQuery, to: Partial<ServerConnection> = {}) =>
      sql.query({ ...connection, ...to } as ServerConnection, query, signal)
    beforeAll(async () => {
      running = await server.start()
      connection = running.connection
      sql = createServers()
      const script = `create table orders (id integer primary key, state varchar(20) not null, note text);
insert into orders values (1, 'open', 'a; b'), (2, 'closed', null);
create view opened as select id from orders where state = 'open'`
      expect((await ask(asked(script, {}, { script: true }))).changes).toBe(2)
    })
    afterAll(async () => {
      await sql.close()
      await running.stop()
    })

    it('[T3] values keep their types, and parameters are bound by their names', async () => {
      const { rows } = await ask(asked(server.types))
      expect(rows).toEqual([server.typed])
      const found = await ask(
        asked("select id, state, ':id' as quoted -- :comment\nfrom orders where id = :id or state = :state order by id", {
          id: 1,
          state: "x' or 1=1 --",
        }),
      )
      expect(found).toEqual({ columns: ['id', 'state', 'quoted'], rows: [[1, 'open', ':id']], changes: 0 })
      const kept = await ask(
        asked('insert into orders (id, state, note) values (:id, :state, :note)', { id: 9n, state: 'new', note: null }),
      )
      expect([kept.changes, kept.columns]).toEqual([1, []])
      expect((await ask(asked('delete from orders where id = :id', { id: 9 }))).changes).toBe(1)
    })

    it('[T3] rolls back what a step does, and finds in one session what an earlier step left there', async () => {
      const undone = await ask(
        asked("insert into orders values (5, 'x', null); select count(*) from orders", {}, { script: true, rollback: true }),
      )
      expect(Number(undone.rows[0]?.[0])).toBe(3)
      await ask(asked('create temporary table mine (id integer)'))
      await ask(asked('insert into mine values (1)'))
      expect(Number((await ask(asked('select count(*) from mine'))).rows[0]?.[0])).toBe(1)
      expect(Number((await ask(asked('select count(*) from orders'))).rows[0]?.[0])).toBe(2)
    })

    it("[T3] errors have the server's code, the place in the query and what to do", async () => {
      const refused = async (query: SqlQuery, to: Partial<ServerConnection> = {}) => {
        const error = await ask(query, to).then(
          () => undefined,
          (thrown: unknown) => thrown as Error & { hint?: string; code: string },
        )
        expect(error?.message).not.toContain('s3cret-pass')
        return { message: error?.message, hint: error?.hint, code: error?.code }
      }
      const syntax = await refused(asked('select *\nfrm orders where id = :id', { id: 1 }))
      expect(syntax.code).toBe('sql-refused')
      expect((await refused(asked('select 1\n from frm frm frm'))).message).toMatch(/on line 2/)
      expect((await refused(asked('select 1,\n  2 as a\n  frm frm'))).code).toBe('sql-refused')
      expect((await refused(asked('select * from nowhere'))).message).toMatch(server.absent)
      expect((await refused(asked("insert into orders values (1, 'x', null)"))).message).toMatch(server.key)
      expect((await refused(asked('select :gone'))).message).toContain('no value: :gone')
      expect((await refused(asked('select 1', { extra: 1 }))).message).toContain("doesn't use the parameter :extra")
      expect((await refused(asked('select 1; select 2'))).message).toContain('2 statements')
      const password = await refused(asked('select 1'), { password: 'wrong' })
      expect([password.code, password.hint]).toEqual(['sql-unusable', expect.stringContaining('Check the user tester')])
      expect(password.message).toMatch(server.password)
      expect((await refused(asked('select 1'), { database: 'elsewhere' })).message).toMatch(server.database)
      expect((await refused(asked('select 1'), { port: 1 })).message).toContain('connection refused')
      expect((await refused(asked('select 1'), { host: 'no.such.host.invalid' })).message).toContain('DNS has no address for')
      expect((await refused(asked('select 1'), { tls: 'verify' })).code).toBe('sql-unusable')
    })

    it('[T3] a connection without "Allow writes" changes nothing, whatever its queries try', async () => {
      const own = createServers()
      const read = (text: string) => own.query({ ...connection, writes: false }, asked(text, {}, { script: true }), signal)
      await ask(asked(server.setup, {}, { script: true }))
      const before = await ask(asked(server.state))
      await expect(read("update orders set state = 'x'")).rejects.toMatchObject({
        message: expect.stringMatching(server.readOnly),
        hint: 'This connection is read-only. Turn on "Allow writes" for it, or use a statement that only reads.',
      })
      for (const text of server.writing) {
        const end = await read(text).then(
          () => 'done',
          ({ code }: { code: string }) => code,
        )
        // What a transaction takes back may be carried out.
        if (!text.includes('lo_create')) expect([text, end]).toEqual([text, 'sql-refused'])
        expect([text, await ask(asked(server.state))]).toEqual([text, before])
      }
      await expect(read('commit')).rejects.toMatchObject({
        message: 'This connection is read-only, and COMMIT on line 1 may change data.',
      })
      await own.close()
    })

    it('[T3] a connection without "Allow writes" reads all that can be read, with parameters, and as a script', async () => {
      const to = { writes: false }
      for (const [text, row] of server.reading)
        expect([text, (await ask(asked(text, {}, { script: true }), to)).rows.at(-1)]).toEqual([text, row])
      expect((await ask(asked('select state from orders where id = :id', { id: 1 }, { rollback: true }), to)).rows).toEqual([
        ['open'],
      ])
      expect(tablesOf(await ask(asked(tablesQuery[connection.driver]), to)).some(({ name }) => name === 'orders')).toBe(true)
      expect((await ask(asked(server.many), to)).cut).toBe('rows')
      expect((await ask(asked('select 1'), to)).rows.length).toBe(1)
    })

    it('[T3] a session whose read-only transaction was ended says so', async () => {
      const session = await (connection.driver === 'mysql' ? mysqlServer : postgres).open(
        { ...connection, writes: false, admission: unrestricted },
        10_000,
      )
      for (const [text, isIntact] of [
        ['select 1', true],
        ['commit', false],
        ['rollback', false],
        ['select 2', true],
      ] as const) {
        await session.beginReading()
        await session.run(plainStatement(text), new Map())
        expect([text, await session.endReading()]).toEqual([text, isIntact])
      }
      await session.close()
    })

    it('[T3] lists tables and views with their columns', async () => {
      const tables = tablesOf(await ask(asked(tablesQuery[connection.driver])))
      const orders = tables.find(({ name }) => name === 'orders')
      expect(orders?.columns.map(({ name, key, required }) => [name, key, required])).toEqual([
        ['id', true, true],
        ['state', false, true],
        ['note', false, false],
      ])
      expect(tables.find(({ name }) => name === 'opened')?.kind).toBe('view')
    })

    it('[R45] rows are kept up to the limit, and the server is let off the rest', async () => {
      const { rows, cut } = await ask(asked(server.many))
      expect([rows.length, cut]).toEqual([10_000, 'rows'])
      expect((await ask(asked('select 1'))).rows.length).toBe(1)
    })

    it('[T3] what runs for ever ends at its timeout or when it is cancelled, and nothing of it goes on', async () => {
      await expect(ask(asked(server.forever, {}, { timeout: 300 }))).rejects.toMatchObject({ code: 'deadline' })
      const abort = new AbortController()
      const running = sql.query(connection, asked(server.forever), abort.signal)
      setTimeout(() => abort.abort(), 100)
      await expect(running).rejects.toMatchObject({ code: 'cancelled' })
      // The server may still be told of it when the caller hears that it is cancelled.
      const goingOn = async () => Number((await ask(asked(server.goingOn))).rows[0]?.[0])
      await expect.poll(goingOn, { timeout: 10_000 }).toBe(0)
    })

    it('[R45] more queries at a time than sessions wait for one, and each is answered', async () => {
      const all = await Promise.all(Array.from({ length: 30 }, (_, id) => ask(asked('select :id + 0', { id }))))
      const numberOf = (value: SqlValue | undefined) =>
        Number(typeof value === 'object' && value !== null && 'decimal' in value ? value.decimal : value)
      expect(all.map(({ rows }) => numberOf(rows[0]?.[0]))).toEqual(Array.from({ length: 30 }, (_, id) => id))
    })

    it('[R45] reports a server without free connections, and queries it again once one is free', async () => {
      const runs = Array.from({ length: 3 }, () => createServers())
      const stop = new AbortController()
      const holding = runs.flatMap((one) =>
        Array.from({ length: 5 }, () =>
          one.query(connection, asked(server.forever), stop.signal).then(
            () => undefined,
            (thrown: Error & { code: string; hint?: string }) => thrown,
          ),
        ),
      )
      const refused = await Promise.race(holding)
      expect(refused).toMatchObject({
        code: 'sql-unusable',
        message: expect.stringMatching(server.full),
        hint: 'Close other connections, or run fewer suites in parallel: the server has none left.',
      })
      stop.abort()
      await Promise.all(holding)
      await Promise.all(runs.map((one) => one.close()))
      await expect.poll(async () => (await ask(asked('select 1'))).rows.length, { timeout: 10_000 }).toBe(1)
    })

    it('[R45] reports a server that disappears in the middle of a query', async () => {
      const own = await server.start()
      const mine = createServers()
      try {
        const exited = once(own.process, 'exit')
        const query = mine.query(own.connection, asked(server.forever), signal)
        const told = expect(query).rejects.toMatchObject({
          code: 'sql-unusable',
          message: expect.stringContaining('closed the connection'),
        })
        const goingOn = async () => Number((await mine.query(own.connection, asked(server.goingOn), signal)).rows[0]?.[0])
        await expect.poll(goingOn, { timeout: 10_000 }).toBeGreaterThan(0)
        own.process.kill(server.kill)
        await told
        await exited
        // The end of a session that was idle may be read a moment later than that of the process.
        const askedAgain = () =>
          mine.query(own.connection, asked('select 1'), signal).then(
            () => 'answered',
            (thrown: Error) => thrown.message,
          )
        await expect.poll(askedAgain).toContain('connection refused')
      } finally {
        await mine.close()
        await own.stop()
      }
    })
  })
