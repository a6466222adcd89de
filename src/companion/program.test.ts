import { spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

/** The program as it is delivered: built, and run in a process of its own. */
const folder = mkdtempSync(join(tmpdir(), 'assay-program-'))
const program = join(folder, 'bin', 'assay.js')
const root = resolve(import.meta.dirname, '../..')

beforeAll(async () => {
  await build({
    root,
    configFile: join(root, 'vite.companion.config.ts'),
    build: { outDir: join(folder, 'dist/companion'), emptyOutDir: true },
    logLevel: 'error',
  })
  mkdirSync(join(folder, 'bin'))
  writeFileSync(program, readFileSync(join(root, 'bin/assay.js')))
  writeFileSync(join(folder, 'package.json'), readFileSync(join(root, 'package.json')))
}, 60_000)
afterAll(() => rmSync(folder, { recursive: true }))

function project(name: string, seconds: number, cases = 1): string {
  const path = join(folder, name)
  const suites = Array.from({ length: cases }, (_, index) => ({
    id: `s${index}`,
    name: `Suite ${index}`,
    cases: [{ id: `c${index}`, name: 'Waits', steps: [{ id: `w${index}`, kind: 'wait', name: 'Wait', seconds }] }],
  }))
  writeFileSync(path, JSON.stringify({ format: 'aprj', version: 1, id: 'p', name: 'P', suites }))
  return path
}

const start = (...args: string[]): ChildProcess =>
  spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })

interface Ended {
  code: number | null
  out: string
  err: string
}

function ended(child: ChildProcess): Promise<Ended> {
  let out = ''
  let err = ''
  child.stdout?.on('data', (chunk: Buffer) => (out += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (err += chunk.toString()))
  return new Promise((done) => child.on('close', (code) => done({ code, out, err })))
}

const firstOutput = (child: ChildProcess): Promise<void> => new Promise((done) => child.stdout?.once('data', () => done()))

describe('the built program', () => {
  it('runs a project: exit 0', async () => {
    const { code, out, err } = await ended(start('run', project('ok.aprj', 0)))
    expect([code, err]).toEqual([0, ''])
    expect(out).toContain('✓ Suite 0 > Waits')
  })

  it('[P4] removes the profile of a login browser whose program was killed', async () => {
    const { pid } = spawn(process.execPath, ['--version']).on('error', () => {})
    await vi.waitFor(() => expect(() => process.kill(pid ?? 0, 0)).toThrow())
    const below = mkdtempSync(join(folder, 'temp-'))
    mkdirSync(join(below, `assay-login-${pid}-a1`, 'profile'), { recursive: true })
    const env = { ...process.env, TMPDIR: below, TEMP: below, TMP: below }
    const child = spawn(process.execPath, [program, 'run', project('sweeps.aprj', 0)], { env })
    expect(await ended(child)).toMatchObject({ code: 0 })
    expect(readdirSync(below)).toEqual([])
  })

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    it(`[R44] ${signal}: the reports hold what was done, exit 130`, async () => {
      const report = join(folder, `${signal}.json`)
      const child = start('run', project('long.aprj', 60), '--reporter', 'events', '--reporter', `json=${report}`)
      const end = ended(child)
      await firstOutput(child)
      child.kill(signal)
      expect((await end).code).toBe(130)
      expect(JSON.parse(readFileSync(report, 'utf8'))).toMatchObject({ outcome: 'cancelled', project: { name: 'P' } })
    })
  }

  it('[R44] a reader that goes away ends nothing: the run goes on, its file report is whole', async () => {
    const report = join(folder, 'closed.json')
    const child = start('run', project('many.aprj', 0, 500), '--reporter', 'events', '--reporter', `json=${report}`)
    const end = ended(child)
    await firstOutput(child)
    child.stdout?.destroy()
    const { code, err } = await end
    expect([code, err]).toEqual([0, ''])
    expect(JSON.parse(readFileSync(report, 'utf8'))).toMatchObject({ outcome: 'passed', counts: { passed: 500 } })
  })

  it('[R44] standard output on a full disk: said, exit 2; nothing is lost there if nothing is printed', async () => {
    const path = project('full.aprj', 0)
    const onFullDisk = (option: string) =>
      ended(
        spawn('sh', ['-c', `"${process.execPath}" "${program}" run "${path}" ${option} > /dev/full`], {
          stdio: ['ignore', 'pipe', 'pipe'],
        }),
      )
    const { code, err } = await onFullDisk('')
    expect([code, err]).toEqual([2, expect.stringContaining('the disk is full')])
    expect(await onFullDisk('--quiet')).toMatchObject({ code: 0, err: '' })
  })

  describe('with a database', () => {
    const endless = 'with recursive c(x) as (select 1 union all select x + 1 from c) select count(*) from c'
    const asks = (name: string, query: string, file = ''): string => {
      const path = join(folder, name)
      const connections = [{ id: 'k', name: 'DB', driver: 'sqlite', file }]
      const steps = [{ id: 'w', kind: 'sql', name: 'Asks', connection: 'k', query, timeout: 60 }]
      const suites = [{ id: 's', name: 'S', cases: [{ id: 'c', name: 'C', steps }] }]
      writeFileSync(path, JSON.stringify({ format: 'aprj', version: 1, id: 'p', name: 'P', connections, suites }))
      return path
    }
    const stateOf = (pid: number): string | undefined => {
      try {
        return readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ')[2]
      } catch {
        return undefined
      }
    }
    const childrenOf = (pid: number): number[] =>
      readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)

    it('[T3] asks SQLite, and nobody reads a warning of Node', async () => {
      expect(await ended(start('run', asks('sql.aprj', 'select 1 as one', 'sql.db')))).toMatchObject({ code: 0, err: '' })
    })

    it.skipIf(process.platform !== 'linux').for([
      ['in memory', ''],
      ['in a file', 'endless.db'],
    ] as const)(
      '[R44] a query without an end, %s, keeps nothing: SIGTERM ends the run and the process that carries it',
      async ([, file]) => {
        const child = start('run', asks(`endless-${file}.aprj`, endless, file), '--reporter', 'events')
        const end = ended(child)
        await firstOutput(child)
        const pid = child.pid ?? 0
        while (childrenOf(pid).length === 0) await new Promise((done) => setTimeout(done, 20))
        const [carrier = 0] = childrenOf(pid)
        await new Promise((done) => setTimeout(done, 500))
        const began = performance.now()
        child.kill('SIGTERM')
        expect((await end).code).toBe(130)
        expect(performance.now() - began).toBeLessThan(10_000)
        // The system takes a moment to end what was killed.
        await vi.waitFor(() => expect(stateOf(carrier) ?? 'Z').toBe('Z'), 10_000)
      },
    )
  })

  it('that is not built says how to build it: exit 2', async () => {
    const elsewhere = join(folder, 'unbuilt/bin')
    mkdirSync(elsewhere, { recursive: true })
    writeFileSync(join(elsewhere, 'assay.js'), readFileSync(program))
    writeFileSync(join(folder, 'unbuilt/package.json'), '{"type":"module"}')
    const child = spawn(process.execPath, [join(elsewhere, 'assay.js'), 'run', 'x.aprj'], { stdio: ['ignore', 'pipe', 'pipe'] })
    expect(await ended(child)).toMatchObject({ code: 2, err: expect.stringContaining('npm run build') })
  })
})
