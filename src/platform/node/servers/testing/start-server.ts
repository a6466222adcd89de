import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServers } from '../server-port.ts'
import type { ServerConnection } from '../server-session.ts'

/** A real server of databases that a test started for itself, on loopback. */
export interface TestServer {
  connection: ServerConnection
  process: ChildProcess
  stop(): Promise<void>
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** The folder of PostgreSQL's programs, the newest version; undefined where it is not installed. */
function postgresFolder(): string | undefined {
  const root = '/usr/lib/postgresql'
  const versions = existsSync(root) ? readdirSync(root).toSorted((one, other) => Number(other) - Number(one)) : []
  return versions.map((version) => join(root, version, 'bin')).find((folder) => existsSync(join(folder, 'initdb')))
}

/** Why the tests of a server are skipped, in their names; undefined: they run. */
export const missingServer = {
  postgres: postgresFolder() === undefined ? 'PostgreSQL is not installed (Debian: postgresql)' : undefined,
  mariadb: existsSync('/usr/sbin/mariadbd') ? undefined : 'MariaDB is not installed (Debian: mariadb-server)',
}

/** Servers refuse to start as root: the user that the package made for it. */
function userOf(name: string): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const id = (flag: string): number => Number(execFileSync('id', [flag, name], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

async function untilItAnswers(connection: ServerConnection, child: ChildProcess): Promise<void> {
  const servers = createServers()
  const query = { text: 'select 1', parameters: new Map(), script: false, rollback: false, timeout: 2_000 }
  for (;;) {
    try {
      await servers.query(connection, query, new AbortController().signal)
      return await servers.close()
    } catch (thrown) {
      if (child.exitCode !== null) throw new Error('The server ended by itself', { cause: thrown })
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}

async function stopped(child: ChildProcess, folder: string): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const exited = once(child, 'exit')
    child.kill('SIGQUIT')
    const timer = setTimeout(() => child.kill('SIGKILL'), 3_000)
    await exited
    clearTimeout(timer)
  }
  rmSync(folder, { recursive: true, force: true })
}

/** Starts PostgreSQL with the user `tester`, password `s3cret-pass`, and an empty database `orders`. */
export async function startPostgres(): Promise<TestServer> {
  const bin = postgresFolder() ?? ''
  const user = userOf('postgres')
  const folder = mkdtempSync(join(tmpdir(), 'assay-postgres-'))
  const password = `${folder}-password`
  writeFileSync(password, 's3cret-pass')
  for (const path of user ? [folder, password] : []) chownSync(path, user?.uid ?? 0, user?.gid ?? 0)
  const data = join(folder, 'data')
  const settings = [
    '-D',
    data,
    '-U',
    'tester',
    '-A',
    'scram-sha-256',
    `--pwfile=${password}`,
    '--no-sync',
    '-E',
    'UTF8',
    '--locale=C',
  ]
  execFileSync(join(bin, 'initdb'), settings, { stdio: 'ignore', ...user })
  rmSync(password)
  const port = await freePort()
  const options = ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', folder, '-c', 'fsync=off', '-c', 'max_connections=8']
  const child = spawn(join(bin, 'postgres'), options, { stdio: 'ignore', ...user })
  const connection: ServerConnection = {
    id: 'k1',
    name: 'Orders DB',
    driver: 'postgres',
    host: '127.0.0.1',
    port,
    database: 'postgres',
    user: 'tester',
    password: 's3cret-pass',
    tls: 'prefer',
    writes: true,
  }
  await untilItAnswers(connection, child)
  return { connection, process: child, stop: () => stopped(child, folder) }
}

/** Starts MariaDB with the user `tester`, password `s3cret-pass`, and an empty database `orders`. */
export async function startMariadb(): Promise<TestServer> {
  const user = userOf('mysql')
  const folder = mkdtempSync(join(tmpdir(), 'assay-mariadb-'))
  if (user) chownSync(folder, user.uid, user.gid)
  const data = join(folder, 'data')
  const made = ['--no-defaults', `--datadir=${data}`, '--auth-root-authentication-method=normal', '--skip-test-db']
  execFileSync('mariadb-install-db', made, { stdio: 'ignore', ...user })
  const start = join(folder, 'start.sql')
  writeFileSync(
    start,
    "create database orders;\ncreate user tester@'127.0.0.1' identified by 's3cret-pass';\ngrant all on *.* to tester@'127.0.0.1';\n",
  )
  if (user) chownSync(start, user.uid, user.gid)
  const port = await freePort()
  const options = [
    '--no-defaults',
    `--datadir=${data}`,
    `--socket=${join(folder, 's')}`,
    `--port=${port}`,
    '--bind-address=127.0.0.1',
    '--skip-name-resolve',
    // As many as it takes at least.
    '--max-connections=10',
    '--innodb-flush-method=nosync',
    '--innodb-buffer-pool-size=16M',
    `--init-file=${start}`,
  ]
  const child = spawn('/usr/sbin/mariadbd', options, { stdio: 'ignore', ...user })
  const connection: ServerConnection = {
    id: 'k2',
    name: 'Shop DB',
    driver: 'mysql',
    host: '127.0.0.1',
    port,
    database: 'orders',
    user: 'tester',
    password: 's3cret-pass',
    tls: 'prefer',
    writes: true,
  }
  await untilItAnswers(connection, child)
  return { connection, process: child, stop: () => stopped(child, folder) }
}
