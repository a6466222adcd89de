import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { followedRun } from './relay/testing/followed-run.ts'
import { pairedPage, type PairedTestPage } from './relay/testing/paired-page.ts'
import { relayServerTexts as texts } from './relay/texts.ts'
import { runInThread } from './command-threads.ts'
import { exitCodes } from './exit-codes.ts'
import { createTestHost } from './testing/test-host.ts'

/** The program as it is delivered: built, and run in a process of its own. */
const folder = mkdtempSync(join(tmpdir(), 'assay-program-'))
const program = join(folder, 'bin', 'assay.js')
const root = resolve(import.meta.dirname, '../..')

beforeAll(async () => {
  await build({
    root,
    configFile: join(root, 'config/vite.companion.config.ts'),
    build: { outDir: join(folder, 'dist/companion'), emptyOutDir: true },
    logLevel: 'error',
  })
  mkdirSync(join(folder, 'bin'))
  writeFileSync(program, readFileSync(join(root, 'bin/assay.js')))
  writeFileSync(join(folder, 'package.json'), readFileSync(join(root, 'package.json')))
})
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

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
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

    it("[T3] queries SQLite without showing Node's warning", async () => {
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

  describe('as companion', () => {
    let server: Server
    let companion: ChildProcess
    let origin: string
    let said = ''
    const pages: PairedTestPage[] = []
    /** Has the number of the process that got stuck last. */
    const stuckFile = join(folder, 'stuck')
    const stuckProcess = async (): Promise<number> => {
      const read = () => (existsSync(stuckFile) ? readFileSync(stuckFile, 'utf8') : '')
      // The file is there before its text is.
      await vi.waitFor(() => expect(read()).toMatch(/^\d+\n$/), 20_000)
      const pid = Number(read())
      rmSync(stuckFile)
      return pid
    }
    const isThere = (pid: number): boolean => {
      try {
        return process.kill(pid, 0)
      } catch {
        return false
      }
    }

    /** Work without an end, and without a turn for anything else, in the processes of runs. */
    const endless = `import { writeFileSync } from 'node:fs'
    if (process.argv[1]?.endsWith('run-process.js')) {
      const { includes } = String.prototype
      String.prototype.includes = function (text, ...rest) {
        if (text === 'never ends') {
          writeFileSync(${JSON.stringify(stuckFile)}, process.pid + '\\n')
          for (;;);
        }
        return Reflect.apply(includes, this, [text, ...rest])
      }
    }`
    const fileOf = (contains: string, loadTests: object[] = []): Uint8Array => {
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
      const checks = [{ source: 'body', is: 'contains', value: contains }]
      const steps = [
        { id: 'a', kind: 'send-request', name: 'Ask', url },
        { id: 'b', kind: 'assertion', name: 'Check', checks },
      ]
      const suites = [{ id: 's', name: 'S', cases: [{ id: 'c', name: 'C', steps }] }]
      return new TextEncoder().encode(JSON.stringify({ format: 'aprj', version: 1, id: 'p', name: 'P', suites, loadTests }))
    }
    const lastCode = async (after = ''): Promise<string> => {
      const code = () => [...said.matchAll(/#companion=([\w-]+)/g)].at(-1)?.[1] ?? after
      await vi.waitFor(() => expect(code()).not.toBe(after), 20_000)
      return code()
    }
    const home = async (): Promise<number> => (await fetch(origin)).status

    beforeAll(async () => {
      server = createServer((_, response) => response.end('some text'))
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
      const hook = join(folder, 'endless.mjs')
      writeFileSync(hook, endless)
      mkdirSync(join(folder, 'dist/app'), { recursive: true })
      writeFileSync(join(folder, 'dist/app/index.html'), '<!doctype html><title>Assay</title>')
      const port = await freePort()
      origin = `http://127.0.0.1:${port}`
      const env = { ...process.env, NODE_OPTIONS: `--import ${pathToFileURL(hook).href}` }
      companion = spawn(process.execPath, [program, 'serve', '--port', String(port)], {
        stdio: ['ignore', 'ignore', 'pipe'],
        env,
      })
      companion.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()))
      let code = await lastCode()
      pages.push(await pairedPage(origin, code))
      code = await lastCode(code)
      pages.push(await pairedPage(origin, code))
    })
    afterAll(() => {
      for (const one of pages) one.close()
      companion.kill('SIGKILL')
      server.close()
      server.closeAllConnections()
    })

    it('[R47] a step that never ends keeps neither the run of another page nor the app waiting, and hears Stop', async () => {
      const [one, other] = pages as [PairedTestPage, PairedTestPage]
      const stuck = followedRun(one, fileOf('never ends'))
      const pid = await stuckProcess()
      // The page knows by then which step it is.
      await stuck.started('b')
      expect(stuck.events.filter(({ type }) => type === 'step-finished')).toMatchObject([{ step: 'a', outcome: 'passed' }])
      const beside = followedRun(other, fileOf('some text'))
      expect([await home(), await beside.done]).toEqual([200, true])
      expect(beside.events.at(-1)).toMatchObject({ type: 'run-finished', outcome: 'passed' })
      stuck.stop()
      await expect(stuck.done).rejects.toMatchObject({ code: 'cancelled' })
      expect(isThere(pid)).toBe(false)
    })

    it('[R47] neither does a load test, and what ends the companion ends both', async () => {
      const [one, other] = pages as [PairedTestPage, PairedTestPage]
      const { signal } = new AbortController()
      const test = {
        id: 'l',
        name: 'L',
        target: 'c',
        thresholds: [],
        stages: [0, 60].map((duration) => ({ duration, users: 1 })),
      }
      const asked = { test: 'l', options: { seed: 1 }, secrets: [], tokens: [], redirectUri: '' }
      const load = (page: PairedTestPage) =>
        page.call('load.run', asked, { signal, bytes: fileOf('never ends', [test]) }).catch((thrown: unknown) => thrown)
      const stopped = load(one)
      const first = await stuckProcess()
      expect(await home()).toBe(200)
      await one.call('load.stop', null, { signal })
      expect(await stopped).toMatchObject({ code: 'run-interrupted', message: texts.load.deaf })
      const cut = load(other)
      const second = await stuckProcess()
      const end = once(companion, 'exit')
      companion.kill('SIGTERM')
      expect(await end).toEqual([0, null])
      expect(await cut).toMatchObject({ code: 'companion-gone' })
      await vi.waitFor(() => expect([first, second].filter((pid) => isThere(pid))).toEqual([]), 20_000)
    })
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

describe('[R47] an import that would take for ever', () => {
  // slimdom compares each attribute with all before it.
  const hostile = (): string => {
    const path = join(folder, 'hostile.xml')
    const attributes = Array.from({ length: 200_000 }, (_, at) => `a${at}="1"`).join(' ')
    writeFileSync(path, `<con:soapui-project xmlns:con="http://eviware.com/soapui/config" name="x" ${attributes}/>`)
    return path
  }
  const output = () => join(folder, 'hostile.aprj')

  it('is stopped at its deadline, writes nothing and says what to do: exit 2', async () => {
    const { code, err } = await ended(start('import', hostile(), '-o', output(), '--timeout', '1'))
    expect(code).toBe(2)
    expect(err).toBe(
      'The import was stopped after 1 s. Nothing was written.\nImport a smaller export, or allow more time: --timeout SECONDS\n',
    )
    expect(existsSync(output())).toBe(false)
  })

  it('hears Ctrl+C while it works: exit 130; and is stopped by its memory: exit 2', async () => {
    const limits = { what: 'The import', hint: 'Import less.', seconds: 60, megabytes: 2_000 }
    const args = ['import', hostile(), '-o', output()]
    const host = createTestHost({ root: folder })
    const interrupted = runInThread(args, limits, host)
    host.interrupt()
    expect([await interrupted, host.said]).toEqual([exitCodes.interrupted, ''])
    const other = createTestHost({ root: folder })
    expect(await runInThread(args, { ...limits, megabytes: 24 }, other)).toBe(exitCodes.unusable)
    expect(other.said).toBe('The import was stopped: it needed more than 24 MB of memory. Nothing was written.\nImport less.\n')
    expect(existsSync(output())).toBe(false)
  })

  it('rejects an invalid deadline', async () => {
    const { code, err } = await ended(start('import', hostile(), '-o', output(), '--timeout', 'soon'))
    expect([code, err]).toEqual([2, expect.stringContaining('--timeout soon: expected seconds, more than 0.')])
  })
})
