import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import type { SqlQuery } from '#engine/ports/sql.ts'
import { createAdmission } from '../admission.ts'
import { dateText } from './mssql.ts'
import { readDecimal } from './mssql-decimals.ts'
import { createServers } from './server-port.ts'

it('[T3] dates and times of SQL Server have the digits of their columns', () => {
  const at = Object.assign(new Date(Date.UTC(2024, 1, 29, 8, 5, 3, 40)), { nanosecondsDelta: 0.0000567 })
  const row: [type: string, digits: number | undefined, text: string][] = [
    ['Date', undefined, '2024-02-29'],
    ['Time', 7, '08:05:03.0400567'],
    ['DateTime2', 7, '2024-02-29 08:05:03.0400567'],
    ['DateTime2', 4, '2024-02-29 08:05:03.0400'],
    ['DateTime2', 0, '2024-02-29 08:05:03'],
    ['DateTimeN', undefined, '2024-02-29 08:05:03.040'],
    ['DateTimeOffset', 3, '2024-02-29 08:05:03.040 +00:00'],
  ]
  expect(row.map(([type, digits]) => [type, digits, dateText(at, type, digits)])).toEqual(row)
})

describe('[T3] decimals of SQL Server', () => {
  it.each([
    [5, 1, 110n, 2, '1.10'],
    [5, 0, 1n, 3, '-0.001'],
    [5, 0, 0n, 0, '0'],
    [9, 1, 9_007_199_254_740_993n, 0, '9007199254740993'],
    [17, 0, 99_999_999_999_999_999_999_999_999_999_999_999_999n, 10, '-9999999999999999999999999999.9999999999'],
  ])('keep all their digits: %i bytes, sign %i, %s units, scale %i', (length, sign, units, scale, text) => {
    const bytes = Buffer.alloc(20)
    bytes[1] = length
    bytes[2] = sign
    for (let at = 3, left = units; left > 0n; at += 1, left >>= 8n) bytes[at] = Number(left & 255n)
    expect(readDecimal(bytes, 1, scale)).toBe(text)
  })
})

/** A server that answers the first question with whether it has TLS, and all that comes after it with these bytes. */
async function tdsServer(
  tls: number,
  answer: Buffer | ((asked: Buffer) => Buffer),
  at: [port: number, host: string] = [0, '127.0.0.1'],
) {
  const packet = (data: Buffer): Buffer => {
    const head = Buffer.from([4, 1, 0, 0, 0, 0, 1, 0])
    head.writeUInt16BE(8 + data.length, 2)
    return Buffer.concat([head, data])
  }
  const greeting = packet(Buffer.from([0, 0, 11, 0, 6, 1, 0, 17, 0, 1, 255, 16, 0, 0, 0, 0, 0, tls]))
  const heard: number[] = []
  let hello = ''
  const server = createServer((socket) => {
    let isGreeted = false
    socket.on('error', () => undefined)
    socket.on('data', (data) => {
      heard.push(data[0] ?? 0)
      hello += data.toString('latin1')
      // Of TLS it has nothing but the promise.
      if (tls === 1 && isGreeted) return void socket.destroy()
      isGreeted = true
      socket.write(data[0] === 0x12 ? greeting : packet(typeof answer === 'function' ? answer(data) : answer))
    })
  })
  await once(server.listen(...at), 'listening')
  return { server, heard, hello: () => hello, port: (server.address() as AddressInfo).port }
}

describe('[R45] a SQL Server that is not what it should be', () => {
  const query: SqlQuery = { text: 'select 1', parameters: new Map(), script: false, rollback: false, timeout: 5_000 }
  const { signal } = new AbortController()
  const login = {
    id: 'c',
    name: 'Odd',
    driver: 'mssql',
    host: '127.0.0.1',
    database: 'x',
    user: 'u',
    password: 'p',
    writes: false,
  } as const

  it.each(['require', 'verify'] as const)('sends no password to a server without TLS if TLS is required: %s', async (tls) => {
    const { server, heard, port } = await tdsServer(2, Buffer.from([0xfd]))
    const sql = createServers()
    await expect(sql.query({ ...login, port, tls }, query, signal)).rejects.toMatchObject({
      code: 'sql-unusable',
      message: `Can't open a secure connection to SQL Server at 127.0.0.1:${port}: The server doesn't support TLS.`,
    })
    expect(heard).toEqual([0x12])
    await sql.close()
    server.close()
  })

  it('reports a server that requires TLS if TLS is off, and never sends an IP address as its name otherwise', async () => {
    const { server, hello, port } = await tdsServer(1, Buffer.alloc(0))
    const sql = createServers()
    await expect(sql.query({ ...login, port, tls: 'off' }, query, signal)).rejects.toMatchObject({
      message: `Can't open a secure connection to SQL Server at 127.0.0.1:${port}: The server requires TLS, but the connection has it turned off.`,
    })
    await expect(sql.query({ ...login, port, tls: 'require' }, query, signal)).rejects.toMatchObject({ code: 'sql-unusable' })
    // TLS's first message is there (RFC 8446 section 4.1.2), without the name of a server.
    expect(hello()).toContain('\x16\x03')
    expect(hello()).not.toContain('127.0.0.1')
    await sql.close()
    server.close()
  })

  it('[T3] money keeps the four digits after its point, as large as it may be', async () => {
    const name = Buffer.from('\x01m\0')
    const column = (...type: number[]): Buffer => Buffer.concat([Buffer.from([0, 0, 0, 0, 9, 0, ...type]), name])
    const money = (high: number, low: number): Buffer => {
      const bytes = Buffer.alloc(8)
      bytes.writeInt32LE(high)
      bytes.writeUInt32LE(low, 4)
      return bytes
    }
    const done = Buffer.concat([Buffer.from([0xfd, 0x10, 0, 0xc1, 0, 1]), Buffer.alloc(7)])
    const signedIn = Buffer.from([0xad, 12, 0, 1, 0x74, 0, 0, 4, 1, 0x73, 0, 0, 0, 0, 0])
    const rows = Buffer.concat([
      Buffer.from([0x81, 5, 0]),
      column(0x3c),
      column(0x7a),
      column(0x6e, 8),
      column(0x6e, 4),
      column(0x6e, 8),
      Buffer.from([0xd1]),
      money(0x7fffffff, 0xffffffff),
      Buffer.from([0xff, 0xff, 0xff, 0xff]),
      Buffer.from([8]),
      money(-1, 0xffffffff - 12_345),
      Buffer.from([4, 0x10, 0x27, 0, 0]),
      Buffer.from([0]),
    ])
    const isSelect = (asked: Buffer): boolean => asked.includes(Buffer.from('select 1', 'utf16le'))
    const { server, port } = await tdsServer(2, (asked) => {
      if (asked[0] === 0x10) return Buffer.concat([signedIn, done])
      return isSelect(asked) ? Buffer.concat([rows, done]) : done
    })
    const sql = createServers()
    const { rows: read } = await sql.query({ ...login, port, tls: 'off', writes: true }, query, signal)
    expect(read).toEqual([
      [{ decimal: '922337203685477.5807' }, { decimal: '-0.0001' }, { decimal: '-1.2346' }, { decimal: '1.0000' }, null],
    ])
    await sql.close()
    server.close()
  })

  it.each([
    ['no token', Buffer.from([0x22, 0, 0])],
    ['a row where nobody asked for one', Buffer.from([0x81, 0, 0])],
  ])('%s in its answer ends the connection, not the program', async (_what, answer) => {
    const { server, port } = await tdsServer(2, answer)
    const sql = createServers()
    await expect(sql.query({ ...login, port, tls: 'off' }, query, signal)).rejects.toMatchObject({
      code: 'sql-unusable',
      message: `Can't connect to SQL Server at 127.0.0.1:${port}.`,
    })
    await sql.close()
    server.close()
  })
})

describe('[R48] a SQL Server that routes a sign-in', () => {
  const query: SqlQuery = { text: 'select 1', parameters: new Map(), script: false, rollback: false, timeout: 5_000 }
  const { signal } = new AbortController()
  const login = {
    id: 'c',
    name: 'DB',
    driver: 'mssql',
    database: 'x',
    user: 'u',
    password: 'p',
    tls: 'off',
    writes: true,
  } as const
  const done = Buffer.concat([Buffer.from([0xfd, 0, 0, 0, 0]), Buffer.alloc(8)])
  const signedIn = Buffer.from([0xad, 12, 0, 1, 0x74, 0, 0, 4, 1, 0x73, 0, 0, 0, 0, 0])
  /** ENVCHANGE of type 20 (MS-TDS section 2.2.7.9). */
  const routedTo = (host: string, port: number): Buffer => {
    const name = Buffer.from(host, 'utf16le')
    const data = Buffer.alloc(11)
    data.writeUInt8(0xe3, 0)
    data.writeUInt16LE(10 + name.length, 1)
    data.writeUInt8(20, 3)
    data.writeUInt16LE(5 + name.length, 4)
    data.writeUInt16LE(port, 7)
    data.writeUInt16LE(host.length, 9)
    return Buffer.concat([data, name, Buffer.from([0, 0])])
  }
  const routing = (host: string, port: () => number) =>
    tdsServer(2, (asked) => (asked[0] === 0x10 ? Buffer.concat([signedIn, routedTo(host, port()), done]) : done))

  it.each(['127.0.0.2', '::1', '::ffff:127.0.0.2'])('does not lead to %s, which the session may not reach', async (host) => {
    const other = await tdsServer(2, Buffer.concat([signedIn, done]), [0, host])
    const first = await routing(host, () => other.port)
    const sql = createServers({ admission: createAdmission({ hosts: new Set(['127.0.0.1']) }) })
    const asked = sql.query({ ...login, host: '127.0.0.1', port: first.port }, query, signal)
    await expect(asked).rejects.toMatchObject({
      code: 'http-blocked',
      message: expect.stringContaining('through the companion. It is on this machine or a private network.'),
    })
    expect(first.heard).toEqual([0x12, 0x10])
    expect(other.heard).toEqual([])
    await sql.close()
    for (const { server } of [first, other]) server.close()
  })

  it('leads a run to a host that the project names, and to no other', async () => {
    const other = await tdsServer(2, (asked) => (asked[0] === 0x10 ? Buffer.concat([signedIn, done]) : done), [0, '127.0.0.2'])
    const first = await routing('127.0.0.2', () => other.port)
    const ask = async (...named: string[]) => {
      const sql = createServers({ namedHosts: () => new Set(named) })
      await sql.query({ ...login, host: '127.0.0.1', port: first.port }, query, signal).finally(() => sql.close())
    }
    await expect(ask('127.0.0.1')).rejects.toMatchObject({
      code: 'http-blocked',
      message: "Nothing was sent: 127.0.0.1 redirects the connection to 127.0.0.2, which isn't in the project.",
    })
    expect(other.heard).toEqual([])
    await ask('127.0.0.2')
    expect(other.heard.slice(0, 3)).toEqual([0x12, 0x10, 1])
    for (const { server } of [first, other]) server.close()
  })

  it('in a circle is given up', async () => {
    const first = await routing('127.0.0.1', () => first.port)
    const sql = createServers()
    const asked = sql.query({ ...login, host: 'localhost', port: first.port }, query, signal)
    await expect(asked).rejects.toMatchObject({ code: 'sql-unusable' })
    expect(first.heard.length).toBeLessThan(20)
    await sql.close()
    first.server.close()
  })
})

describe('[T3] a SQL Server connection without "Allow writes"', () => {
  const { signal } = new AbortController()
  const asked = (text: string): SqlQuery => ({ text, parameters: new Map(), script: true, rollback: false, timeout: 5_000 })
  const login = { id: 'c', name: 'DB', driver: 'mssql', host: '127.0.0.1', database: 'x', user: 'u', password: 'p' } as const
  const done = Buffer.concat([Buffer.from([0xfd, 0x10, 0, 0xc1, 0, 1]), Buffer.alloc(7)])
  const signedIn = Buffer.from([0xad, 12, 0, 1, 0x74, 0, 0, 4, 1, 0x73, 0, 0, 0, 0, 0])
  /** One row with one int. */
  const number = (value: number): Buffer =>
    Buffer.concat([Buffer.from([0x81, 1, 0, 0, 0, 0, 0, 8, 0, 0x38, 1, 0x6e, 0, 0xd1, value, 0, 0, 0]), done])

  it.each([
    'insert into orders values (1)',
    'select 1 commit insert into orders values (1)',
    "select 1; exec('insert into orders values (1)')",
    "sp_executesql N'commit'",
    '{call p}',
    'select * into copied from orders',
    'with w as (select 1 as id) delete from orders',
    'with w as (select 1 as id) merge orders as o using w on 1 = 1 when matched then delete;',
    'select next value for counter',
    "select * from openrowset('MSOLEDBSQL', 'x'; 'y'; 'z', 'delete from orders')",
    "select * from openquery(other, 'delete from orders select 1')",
    'declare @x int',
    'set implicit_transactions off select 1',
    'begin tran',
    'if 1 = 1 drop table orders',
    'select 1 /* ; */ truncate table orders',
    'select [a]]b], 1 rollback',
    'use master',
    "waitfor delay '0:0:5'",
    'kill 52',
    'grant select on orders to public',
    'dbcc shrinkdatabase (x)',
  ])('does not send %s', async (text) => {
    const { server, heard, port } = await tdsServer(2, done)
    const sql = createServers()
    await expect(sql.query({ ...login, port, tls: 'off', writes: false }, asked(text), signal)).rejects.toMatchObject({
      code: 'sql-refused',
      message: expect.stringMatching(/^This connection is read-only, and .* on line 1 may change data\.$/),
      hint: 'Turn on "Allow writes" for the connection, or use a statement that only reads.',
    })
    expect(heard).toEqual([])
    await sql.close()
    server.close()
  })

  it.each([
    [1, 'takes back what it did'],
    [0, 'says that its transaction was ended'],
  ])('with %i transactions open after a query %s', async (open) => {
    const sent: string[] = []
    const { server, port } = await tdsServer(2, (data) => {
      if (data[0] === 0x10) return Buffer.concat([signedIn, done])
      const text = data.toString('utf16le')
      sent.push(/(begin transaction|select .*|if @@trancount.*)$/.exec(text)?.[0] ?? '')
      return text.includes('select') ? number(text.includes('@@trancount') ? open : 7) : done
    })
    const sql = createServers()
    const query = sql.query({ ...login, port, tls: 'off', writes: false }, asked("select 'commit', [update] from orders"), signal)
    if (open === 1) expect((await query).rows).toEqual([[7]])
    else
      await expect(query).rejects.toThrow(
        'The query ended its read-only transaction, so its changes may persist. The session was closed.',
      )
    expect(sent.filter(Boolean)).toEqual([
      'begin transaction',
      "select 'commit', [update] from orders",
      'select @@trancount',
      'if @@trancount > 0 rollback',
    ])
    await sql.close()
    server.close()
  })
})
