import { spawn, spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { commandHelp } from '../help-texts.ts'
import { main } from '../main.ts'
import { contentSecurityPolicy } from '../serve/headers.ts'
import { createTestHost, type TestHost } from '../testing/test-host.ts'

const root = mkdtempSync(join(tmpdir(), 'assay-serve-'))
let port: number
let host: TestHost
let running: Promise<number>

async function isFree(one: number): Promise<boolean> {
  const server = createServer()
  const free = await new Promise<boolean>((resolve) => {
    server.on('error', () => resolve(false)).listen(one, '127.0.0.1', () => resolve(true))
  })
  await new Promise((resolve) => server.close(resolve))
  return free
}

/** The first of three ports in a row that are free now, below those that systems give out by themselves. */
async function freePorts(): Promise<number> {
  const first = 20_000 + Math.floor(Math.random() * 12_000)
  for (const one of [first, first + 1, first + 2]) if (!(await isFree(one))) return freePorts()
  return first
}

beforeAll(async () => {
  mkdirSync(join(root, 'dist/app/assets'), { recursive: true })
  mkdirSync(join(root, 'dist/app/oauth'), { recursive: true })
  mkdirSync(join(root, 'examples'))
  writeFileSync(join(root, 'package.json'), '{ "version": "1.2.3" }')
  writeFileSync(join(root, 'dist/app/index.html'), '<!doctype html><title>Assay</title>')
  writeFileSync(join(root, 'dist/app/oauth/callback.html'), '<!doctype html><title>Back</title>')
  writeFileSync(join(root, 'dist/app/assets/index-AbC_12-x.js'), `// ${'x'.repeat(5000)}`)
  writeFileSync(join(root, 'dist/app/demo.json'), '{}')
  writeFileSync(join(root, 'examples/orders.aprj'), '{}')
  writeFileSync(join(root, 'secret.txt'), 'outside')
  port = await freePorts()
  host = createTestHost({ root })
  running = main(['serve', '--port', String(port)], host)
  await vi.waitFor(() => expect(host.said).toContain('Press Ctrl+C to stop.'), { timeout: 20_000 })
})
afterAll(async () => {
  host.interrupt()
  expect(await running).toBe(0)
  rmSync(root, { recursive: true })
})

interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: string
}

/** Past fetch, which would tidy up paths and hosts. */
function ask(path: string, headers: Record<string, string> = {}, method = 'GET', to = port, sent = ''): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      { host: '127.0.0.1', port: to, path, method, headers: { connection: 'close', ...headers } },
      (response) => {
        let body = ''
        response.on('data', (chunk: Buffer) => (body += chunk.toString('latin1')))
        response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }))
      },
    )
    request.on('error', reject)
    request.end(sent)
  })
}

describe('assay serve', () => {
  it('[P1] serves the app with the headers of docs/hosting.md', async () => {
    expect(host.said).toMatch(/^Assay {9}http:\/\/127\.0\.0\.1:\d+\/#companion=[\w-]{22}\nPress Ctrl\+C to stop\.\n$/)
    const { status, headers, body } = await ask('/')
    expect([status, body]).toEqual([200, '<!doctype html><title>Assay</title>'])
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'content-security-policy': contentSecurityPolicy,
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    })
    expect(contentSecurityPolicy).toContain("script-src 'self' 'wasm-unsafe-eval';")
    expect((await ask('/oauth/callback.html?code=1&state=2')).status).toBe(200)
    expect((await ask('/examples/orders.aprj')).body).toBe('{}')
  })

  it('[P1] hashed files are kept for ever and compressed, others are asked about', async () => {
    const packed = await ask('/assets/index-AbC_12-x.js', { 'accept-encoding': 'gzip, br' })
    expect(packed.headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'Accept-Encoding',
    })
    expect(packed.body.length).toBeLessThan(200)
    expect((await ask('/assets/index-AbC_12-x.js')).headers['content-encoding']).toBeUndefined()
    const { headers } = await ask('/')
    const again = await ask('/', { 'if-none-match': headers.etag ?? '' })
    expect([again.status, again.body]).toEqual([304, ''])
    expect((await ask('/', {}, 'HEAD')).body).toBe('')
  })

  it('[R42] leaves its folder by no path', async () => {
    const paths = [
      '/../secret.txt',
      '/%2e%2e/secret.txt',
      '/assets/..%2f..%2f..%2fsecret.txt',
      '/..%5csecret.txt',
      '/examples/../../secret.txt',
    ]
    for (const path of [...paths, '/%00', '/%zz', '/assets', '/examples/../secret.txt']) {
      const { status, body } = await ask(path)
      expect([path, status, body]).toEqual([path, 404, 'Not found.\n'])
    }
  })

  it('[R42] answers 127.0.0.1 only: localhost is redirected, every other host refused', async () => {
    const redirected = await ask('/?a=1', { host: `localhost:${port}` })
    expect([redirected.status, redirected.headers.location]).toEqual([308, `http://127.0.0.1:${port}/?a=1`])
    for (const name of ['evil.example', `evil.example:${port}`, '127.0.0.1', `127.0.0.1:${port + 1}`]) {
      expect((await ask('/', { host: name })).status).toBe(421)
    }
    expect((await ask('/', {}, 'POST')).status).toBe(405)
  })

  it('[H11] no page of another origin can load what is served', async () => {
    for (const path of [
      '/',
      '/oauth/callback.html',
      '/assets/index-AbC_12-x.js',
      '/examples/orders.aprj',
      '/demo.json',
      '/no/such',
    ])
      expect((await ask(path)).headers['cross-origin-resource-policy']).toBe('same-origin')
  })

  it('[O11] an answer that the provider lets the browser post goes on to the callback page, behind the #', async () => {
    const post = (form: string, path = '/oauth/callback.html') =>
      ask(path, { 'content-length': String(form.length) }, 'POST', port, form)
    const { status, headers } = await post('code=a%2Bb c\r\nx: y&state=1')
    expect([status, headers.location]).toEqual([303, '/oauth/callback.html#code=a%2Bb+c%0D%0Ax%3A+y&state=1'])
    expect(headers).not.toHaveProperty('cross-origin-opener-policy')
    expect(headers['cache-control']).toBe('no-store')
    expect((await post('code=1', '/oauth/wait.html')).status).toBe(405)
    expect((await post('x'.repeat(200_001))).status).toBe(413)
  })

  it('a port that is taken is exit code 2 with advice, never another port', async () => {
    const second = createTestHost({ root })
    expect(await main(['serve', '--port', String(port)], second)).toBe(2)
    expect(second.said).toContain(
      `Port ${port} is in use, perhaps by Assay (http://127.0.0.1:${port}/). Stop the other program, or choose another port with --port; projects in the browser are tied to their port.`,
    )
    expect(second.said).toContain('--port')
  })

  it('mistakes are exit code 2 and say which', async () => {
    for (const [args, text] of [
      [['--port', '0'], ': expected a whole number from 1 to 65535.'],
      [['--port', 'x'], ': expected a whole number from 1 to 65535.'],
      [['--port', '65534', '--demo'], ': expected at most 65533, because --demo also uses the next two ports.'],
      [['--frobnicate'], 'Unknown option --frobnicate.'],
      [['here'], 'Unexpected argument "here".'],
    ] as const) {
      const mistaken = createTestHost({ root })
      expect(await main(['serve', ...args], mistaken)).toBe(2)
      expect(mistaken.said).toContain(text)
      expect(mistaken.said).toContain('See: assay serve --help')
    }
    const unbuilt = createTestHost({ root: join(root, 'nowhere') })
    expect(await main(['serve'], unbuilt)).toBe(2)
    expect(unbuilt.said).toContain('npm run build')
  })

  it('[P1] without a demo the page learns that there is none, not an error', async () => {
    const { status, headers, body } = await ask('/demo.json')
    expect([status, headers['cache-control'], body]).toEqual([200, 'no-cache', '{}'])
  })

  it('[P5] --demo starts provider and API on the next ports and tells the page', async () => {
    const demoPort = await freePorts()
    const demoHost = createTestHost({ root })
    const served = main(['serve', '--demo', '--port', String(demoPort)], demoHost)
    await vi.waitFor(() => expect(demoHost.said).toContain('Ctrl+C'), { timeout: 10_000 })
    const found = JSON.parse((await ask('/demo.json', {}, 'GET', demoPort)).body) as Record<string, string>
    expect(found).toEqual({ provider: `http://127.0.0.1:${demoPort + 1}`, api: `http://127.0.0.1:${demoPort + 2}` })
    expect(demoHost.said).toContain(`Demo API      http://127.0.0.1:${demoPort + 2}`)
    const discovery = await fetch(`${found['provider']}/.well-known/openid-configuration`)
    expect(((await discovery.json()) as { issuer: string }).issuer).toBe(found['provider'])
    demoHost.interrupt()
    expect(await served).toBe(0)
    await expect(fetch(`${found['api']}/health`)).rejects.toThrow()
  })
})

it.runIf(process.platform === 'linux')(
  '[P5] --open hands the pairing code over in a file of this account alone, which is removed; the browser gets no secret',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'assay-xdg-'))
    const program =
      '#!/bin/sh\nstat -c %a "${1#file://}" "$(dirname "${1#file://}")" > modes; cat "${1#file://}" > page; env > env; echo "$*" > args\n'
    writeFileSync(join(folder, 'xdg-open'), program.replace('\n', `\ncd '${folder}'\n`), { mode: 0o755 })
    const environment = {
      PATH: `${folder}:${process.env['PATH']}`,
      ASSAY_SECRET_API: 'c4nary',
      ASSAY_PASSPHRASE: 'c4nary',
      LANG: 'C',
    }
    const opening = createTestHost({ root, environment })
    const read = (name: string): string => readFileSync(join(folder, name), 'utf8')
    try {
      const served = main(['serve', '--open', '--port', String(await freePorts())], opening)
      const args = await vi.waitFor(() => (read('args').endsWith('\n') ? read('args') : Promise.reject(new Error())), 20_000)
      const [address = ''] = /http:\S+#companion=\S+/.exec(opening.said) ?? []
      const [file = ''] = /(?<=^file:\/\/)\/\S+\.html/.exec(args) ?? []
      expect(args).not.toContain(address.split('=')[1])
      expect(read('modes')).toBe('600\n700\n')
      expect(read('page')).toContain(`content="0;url=${address}"`)
      expect(read('env')).toContain('LANG=C')
      expect(read('env')).not.toContain('c4nary')
      expect(existsSync(file)).toBe(true)
      opening.interrupt()
      expect(await served).toBe(0)
      expect(existsSync(file)).toBe(false)
    } finally {
      rmSync(folder, { recursive: true })
    }
  },
)

it('[X1] npm start refuses what assay serve does not know before it builds, and takes all that it knows', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-start-'))
  try {
    mkdirSync(join(folder, 'bin'))
    copyFileSync('scripts/start.mjs', join(folder, 'start.mjs'))
    writeFileSync(join(folder, 'up-to-date.mjs'), 'export const upToDate = () => false')
    writeFileSync(join(folder, 'build.mjs'), "console.log('built')")
    writeFileSync(join(folder, 'bin/assay.js'), "console.log(process.argv.slice(2).join(' '))")
    const start = (...args: string[]) => {
      const { status, stdout, stderr } = spawnSync(process.execPath, ['start.mjs', ...args], { cwd: folder, encoding: 'utf8' })
      return [status, stdout + stderr]
    }
    expect(start('--prot', '80')).toEqual([
      2,
      expect.stringMatching(/^Unknown option '--prot'\.?\nnpm start -- takes .*--port, /),
    ])
    const known = [...commandHelp.serve.matchAll(/^ {2}(--\w+)( [A-Z]+)?/gm)].flatMap(([, name = '', value]) =>
      value === undefined ? [name] : [name, '1'],
    )
    expect(known.length).toBeGreaterThan(4)
    const [status, said] = start(...known)
    expect([status, said]).toEqual([0, expect.stringContaining(`serve --demo ${known.join(' ')}`)])
    expect(said).toContain('built')
  } finally {
    rmSync(folder, { recursive: true })
  }
})

it('[P1] npm start that is ended by its process id, npm’s or its own, leaves no server behind', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-start-'))
  const isAlive = (pid: number): boolean => {
    try {
      return process.kill(pid, 0)
    } catch {
      return false
    }
  }
  try {
    mkdirSync(join(folder, 'bin'))
    copyFileSync('scripts/start.mjs', join(folder, 'start.mjs'))
    writeFileSync(join(folder, 'package.json'), '{ "type": "module", "scripts": { "start": "node start.mjs" } }')
    writeFileSync(join(folder, 'up-to-date.mjs'), 'export const upToDate = () => true')
    const server = "import { writeFileSync } from 'node:fs'; writeFileSync('pids', `${process.ppid} ${process.pid}`)"
    writeFileSync(join(folder, 'bin/assay.js'), `${server}; setInterval(() => {}, 1000)`)
    const endedBy = async (command: string, args: string[]): Promise<number> => {
      rmSync(join(folder, 'pids'), { force: true })
      const started = spawn(command, args, { cwd: folder, stdio: 'ignore' })
      const pids = await vi.waitFor(() => readFileSync(join(folder, 'pids'), 'utf8').split(' ').map(Number), { timeout: 20_000 })
      started.kill('SIGTERM')
      await vi.waitFor(() => expect(pids.filter((pid) => pid !== process.pid && isAlive(pid))).toEqual([]), { timeout: 10_000 })
      return pids.length
    }
    expect(await endedBy('npm', ['start'])).toBe(2)
    expect(await endedBy(process.execPath, ['start.mjs'])).toBe(2)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
