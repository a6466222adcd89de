import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { memoryBodies, memoryFiles, memorySecrets } from '#engine/ports/testing/index.ts'
import type { RunEvent } from '#engine/runner/report/events.ts'
import { runSteps } from '#engine/runner/testing/run-project.ts'
import { createNodeSql } from '#platform/node/sql.ts'

const folder = mkdtempSync(join(tmpdir(), 'assay-sql-step-'))
afterAll(() => rmSync(folder, { recursive: true }))

const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
})

type More = NonNullable<Parameters<typeof runSteps>[1]>

/** Runs steps against real SQLite, in memory unless `file` is given. */
async function run(steps: Record<string, unknown>[], { file = '', ...more }: More & { file?: string } = {}) {
  const sql = createNodeSql(folder)
  open.push(sql)
  const bodies = memoryBodies()
  const connections = [{ id: 'k', name: 'DB', driver: 'sqlite', file }]
  const result = await runSteps(
    steps.map((step) => ('query' in step ? { kind: 'sql', connection: 'k', ...step } : step)),
    { ...more, project: { connections, ...more.project }, ports: { sql, bodies, ...more.ports } },
  )
  const queried = result.events.flatMap((event: RunEvent) => (event.type === 'queried' ? [event.query] : []))
  const rowsOf = (index: number): unknown => {
    const bytes = bodies.all.get(queried[index]?.body?.id ?? '')
    return bytes && JSON.parse(new TextDecoder().decode(bytes))
  }
  return { ...result, queried, rowsOf }
}

const check = (...checks: object[]) => ({ kind: 'assertion', checks })

describe('[T3] SQL Query', () => {
  it('asks a database, and checks and transfers read its rows', async () => {
    const { steps, queried, rowsOf } = await run(
      [
        { query: 'create table orders (id integer primary key, state text)' },
        { query: 'insert into orders values (:id, :state)', parameters: [param('id', '${n}'), param('state', 'open')] },
        { id: 'q', query: 'select id, state from orders where id = :id', parameters: [param('id', '${n}')] },
        check(
          { source: 'json', path: '$[0].state', is: 'equals', value: 'open' },
          { source: 'row-count', is: 'equals', value: 1 },
          { source: 'cell', row: 0, column: 'STATE', is: 'equals', value: 'open' },
          { source: 'cell', row: 0, column: 0, is: 'equals', value: 7 },
          { source: 'cell', row: 1, column: 0, not: true, is: 'exists' },
          { source: 'body', is: 'matches-schema', value: { type: 'array', minItems: 1 } },
        ),
        { kind: 'data-transfer', step: 'q', transfers: [{ source: 'cell', row: 0, column: 'id', to: 'got', scope: 'TestCase' }] },
        check({ source: 'variable', name: 'got', is: 'equals', value: 7 }),
      ],
      { case: { variables: [{ name: 'n', value: 7 }] } },
    )
    expect(steps.map(({ outcome, message }) => message ?? outcome)).toEqual(Array(6).fill('passed'))
    expect(queried[1]).toMatchObject({ changes: 1, columns: [], connection: { name: 'DB', driver: 'sqlite' } })
    expect(queried[2]).toMatchObject({ columns: ['id', 'state'], rows: 1, parameters: [{ name: 'id', value: '7' }] })
    expect(rowsOf(2)).toEqual({ columns: ['id', 'state'], rows: [[7, 'open']] })
    expect(steps[2]?.summary).toMatch(/^select id, state from orders where id = :id -> 1 row in /)
    expect(steps[1]?.summary).toMatch(/ -> 1 row changed in /)
  })

  it('values keep what they are, in both directions', async () => {
    const values = { n: null, i: 3, r: 1.5, big: 9007199254740993n, t: '22', flag: true, blob: { base64: 'AAH/' }, list: [1, 2] }
    const names = Object.keys(values)
    const { steps } = await run([
      {
        query: `select ${names.flatMap((name) => [`:${name} as ${name}`, `typeof(:${name}) as type_${name}`]).join(', ')}, 9e999 as inf`,
        parameters: names.map((name) => param(name, values[name as keyof typeof values])),
      },
      check(
        ...Object.entries({ ...values, flag: 1, list: '[1,2]', inf: 'Infinity' }).map(([name, value]) => ({
          source: 'json',
          path: `$[0].${name}`,
          is: 'equals',
          value,
        })),
        ...Object.entries({ n: 'null', i: 'integer', r: 'real', big: 'integer', t: 'text', flag: 'integer', blob: 'blob' }).map(
          ([name, value]) => ({ source: 'cell', row: 0, column: `type_${name}`, is: 'equals', value }),
        ),
      ),
    ])
    expect(steps[1]?.checks ?? []).toEqual([])
    expect(steps[1]?.outcome).toBe('passed')
  })

  it('what would be code in a text is data as a parameter', async () => {
    const { steps } = await run([
      { query: 'create table t (a)' },
      { query: 'insert into t values (:a)', parameters: [param('a', "x'); drop table t; --")] },
      { query: 'select a from t' },
      check({ source: 'cell', row: 0, column: 'a', is: 'equals', value: "x'); drop table t; --" }),
    ])
    expect(steps[3]?.outcome).toBe('passed')
  })

  it.each([
    ['', 'The query has no SQL statement.'],
    ['select 1;\nselect 2', 'The query has 2 statements. The second starts on line 2.'],
    ["select 'a", "Line 1: a string isn't closed."],
    ['select\n ?', 'Line 2: the parameter (?) has no name.'],
    ['select :a + :b', 'Parameters have no value: :a, :b.'],
    ["attach 'x.db' as x", "Line 1: ATTACH isn't allowed. A project can only use the files of its connections."],
    ["vacuum main into 'x.db'", "Line 1: VACUUM INTO isn't allowed. A project can only use the files of its connections."],
    ['select *\nfrm t', 'SQLite rejected the query on line 2: near "frm": syntax error.'],
    ['select 1 +', 'SQLite rejected the query on line 1: incomplete input.'],
    ['select *\nfrom ordrs', 'SQLite rejected the query on line 2: no such table: ordrs.'],
    ['select 1,\n stat from orders', 'SQLite rejected the query on line 2: no such column: stat.'],
    ['insert into orders values (1, 2)', 'SQLite rejected the query on line 1: UNIQUE constraint failed: orders.id.'],
  ])('%j is rejected: %s', async (query, message) => {
    const { steps } = await run([
      { query: 'create table orders (id integer primary key, state); insert into orders values (1, 2)', script: true },
      { query },
    ])
    expect(steps[1]).toMatchObject({ outcome: 'broken', code: 'sql-refused', message })
  })

  it('guesses what a misspelled name was meant to be', async () => {
    const made = { query: 'create table orders (id, state)' }
    const { steps } = await run([made, { query: 'select * from ordrs' }, { query: 'select stat from orders' }], {
      case: { onFailure: 'continue' },
    })
    expect(steps.slice(1).map(({ hint }) => hint)).toEqual(['It has: orders.', 'Did you mean state?'])
  })

  it('sends no query for an unused value, a duplicate name or an invalid name', async () => {
    const given = (...parameters: object[]) => ({ query: 'select 1', parameters })
    const { steps } = await run([given(param('a', 1)), given(param('a b', 1)), given(param('', 1))], {
      case: { onFailure: 'continue' },
    })
    expect(steps.map(({ message }) => message)).toEqual([
      "The query doesn't use the parameter :a.",
      '"a b" isn\'t a parameter name. Use letters, digits and "_", and don\'t start with a digit.',
      'Parameter 1 has no name.',
    ])
  })

  it('a script gives the rows of its last statement that has any; one that is rejected says how far it came', async () => {
    const { steps, queried } = await run(
      [
        { script: true, query: 'create table t (a); insert into t values (1), (2); select a from t; delete from t where a = 1' },
        { script: true, query: 'insert into t values (3);\n\ninsert into u values (4)' },
      ],
      { case: { onFailure: 'continue' } },
    )
    expect(queried[0]).toMatchObject({ columns: ['a'], rows: 2, changes: 3 })
    expect(steps[1]?.message).toBe(
      'SQLite rejected the query in statement 2 of 2, line 3: no such table: u. The statement before it was executed.',
    )
  })

  it('what is rolled back did not happen, and one that makes its own transaction is rejected', async () => {
    const { steps, queried } = await run(
      [
        { query: 'create table t (a)' },
        { query: 'insert into t values (1)', rollback: true },
        { script: true, rollback: true, query: 'insert into t values (1); insert into u values (2)' },
        { query: 'select a from t' },
        { query: 'commit', rollback: true },
      ],
      { case: { onFailure: 'continue' } },
    )
    expect(queried[1]?.changes).toBe(1)
    expect(queried[3]?.rows).toBe(0)
    expect(steps[4]?.message).toContain("COMMIT isn't allowed")
  })

  it('a transaction lasts over steps', async () => {
    const { queried } = await run(
      ['create table t (a)', 'begin', 'insert into t values (1)', 'rollback', 'select a from t'].map((query) => ({ query })),
    )
    expect(queried[4]?.rows).toBe(0)
  })

  it('[R45] rows are limited by number and by size, and the limit is reported', async () => {
    const count = (limit: number, value: string) =>
      `with recursive c(x) as (select 1 union all select x + 1 from c limit ${limit}) select ${value} as v from c`
    const { steps, queried } = await run([
      { query: count(10_001, 'x') },
      check({ source: 'row-count', is: 'equals', value: 10_000 }),
      { query: count(30, `printf('%.1000000c', 'a')`) },
      { query: count(10_000, 'x') },
    ])
    expect(queried.map(({ rows, cut }) => [rows, cut])).toEqual([
      [10_000, 'rows'],
      [10, 'bytes'],
      [10_000, undefined],
    ])
    expect(steps[0]?.warnings).toEqual(['Only the first 10,000 rows are kept and checked.'])
    expect(steps[2]?.warnings?.[0]).toMatch(/^The rows exceed 10 MB\. Only the first 10 are kept and checked\./)
    expect(steps[3]?.warnings).toBeUndefined()
  })

  it('a query without an end is stopped at its timeout, and the database goes on', async () => {
    const { steps } = await run(
      [
        { query: 'create table t as select 1 as a' },
        { timeout: 1, query: 'with recursive c(x) as (select 1 union all select x + 1 from c) select count(*) from c' },
        { query: 'select a from t' },
        check({ source: 'cell', row: 0, column: 'a', is: 'equals', value: 1 }),
      ],
      { case: { onFailure: 'continue' } },
    )
    expect(steps[1]).toMatchObject({ code: 'deadline', message: 'The query was stopped after 1 s.' })
    expect(steps[3]?.outcome).toBe('passed')
  })

  it('columns of the same name are told apart', async () => {
    const { steps, rowsOf } = await run([{ query: 'select 1 as id, 2 as id, 3 as "__proto__"' }])
    expect(rowsOf(0)).toEqual({ columns: ['id', 'id 2', '__proto__'], rows: [[1, 2, 3]] })
    expect(steps[0]?.warnings?.[0]).toContain('"id 2"')
  })

  it('[R41] secrets are masked in the record, the rows and the error', async () => {
    const { events, rowsOf } = await run(
      [
        { query: 'select :p as p', parameters: [param('p', '${pass}')] },
        { query: "select 1 from 's3cret-value' 's3cret-value' s3cret-value", parameters: [] },
      ],
      {
        ports: { secrets: memorySecrets({ pw: 's3cret-value' }) },
        case: { onFailure: 'continue', variables: [{ name: 'pass', value: { secret: 'pw' } }] },
      },
    )
    expect(JSON.stringify(events)).not.toContain('s3cret-value')
    expect(rowsOf(0)).toEqual({ columns: ['p'], rows: [['‹pw›']] })
  })

  it('a SQL file becomes a new database for each run', async () => {
    const files = memoryFiles({ 'made.sql': new TextEncoder().encode('create table t (a);\ninsert into t values (1);') })
    const steps = [{ query: 'insert into t values (2)' }, { query: 'select a from t' }]
    for (const expected of [2, 2])
      expect((await run(steps, { file: 'made.sql', ports: { files } })).queried[1]?.rows).toBe(expected)
    const broken = memoryFiles({ 'made.sql': new TextEncoder().encode('create table t (a);\ninsert into u values (1);') })
    expect((await run(steps, { file: 'made.sql', ports: { files: broken } })).steps[0]).toMatchObject({
      code: 'sql-unusable',
      message: expect.stringContaining('statement 2 of 2, line 2: no such table: u') as string,
    })
    expect((await run(steps, { file: 'gone.sql' })).steps[0]).toMatchObject({
      code: 'sql-unusable',
      message: "The connection's file gone.sql doesn't exist.",
    })
  })

  it('creates a missing file, and says so', async () => {
    const first = await run([{ query: 'select * from t' }], { file: 'new.db' })
    expect(first.steps[0]?.message).toBe(
      "SQLite rejected the query on line 1: no such table: t. It is empty: the file didn't exist and was created.",
    )
    const second = await run([{ query: 'create table t (a)' }], { file: 'newer.db' })
    expect(second.steps[0]?.warnings).toEqual([
      'Created an empty database for the connection "DB", since its file didn\'t exist.',
    ])
    const third = await run([{ query: 'select * from t' }], { file: 'newer.db' })
    expect(third.steps[0]).toMatchObject({ outcome: 'passed' })
    expect(third.steps[0]?.warnings).toBeUndefined()
  })

  it("rejects a file that isn't a database and a path outside the folder", async () => {
    writeFileSync(join(folder, 'page.db'), '<!doctype html>'.repeat(100))
    const steps = [{ query: 'select 1 from t' }]
    expect((await run(steps, { file: 'page.db' })).steps[0]).toMatchObject({
      code: 'sql-unusable',
      message: 'The "DB" database is damaged, or its file isn\'t a SQLite database.',
    })
    for (const file of ['../x.db', '/etc/x.db', 'c:/x.db', 'a\\b.db'])
      expect((await run(steps, { file })).steps[0]?.code).toBe('sql-unusable')
    expect((await run(steps, { file: 'no-folder/x.db' })).steps[0]?.message).toBe(
      "The database no-folder/x.db can't be created: its folder doesn't exist.",
    )
  })

  it('a connection that is not there, or to a server, is named', async () => {
    const servers = [{ id: 'k', name: 'DB', driver: 'postgres', host: '127.0.0.1', port: 1 }]
    const { steps } = await run([{ query: 'select 1' }], { project: { connections: servers } })
    expect(steps[0]).toMatchObject({
      code: 'sql-unusable',
      message: 'PostgreSQL at 127.0.0.1:1: connection refused.',
    })
  })

  it('a source of responses says that it looks at rows, and the other way round', async () => {
    const { steps } = await run(
      [
        { query: 'select 1 as a' },
        check({ source: 'cell', row: 0, column: 'b', is: 'exists' }),
        check({ source: 'status', is: 'equals', value: 200 }),
        { kind: 'send-request', url: 'http://127.0.0.1/' },
        check({ source: 'row-count', is: 'equals', value: 0 }),
      ],
      { case: { onFailure: 'continue' } },
    )
    expect([1, 2, 4].map((index) => steps[index]?.checks?.[0]?.actual)).toEqual([
      'no column "b"; columns: a',
      'The step returned rows, not a response.',
      'the step returned a response, not rows',
    ])
  })
})

function param(name: string, value: unknown): { name: string; value: unknown } {
  return { name, value }
}
