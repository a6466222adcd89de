import { createHash } from 'node:crypto'
import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, resolve } from 'node:path'
import { scriptApi } from '../../scripts/script-api.mjs'

const root = resolve(import.meta.dirname, '../..')

/** Changes when anything changes that the page is built of. */
function stamp(): string {
  const hash = createHash('sha256')
  for (const folder of ['src', 'public', 'e2e/host']) {
    for (const name of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).toSorted()) {
      const { mtimeMs, size } = statSync(join(root, folder, name))
      if (!name.includes('.test.') && extname(name) !== '') hash.update(`${folder}/${name} ${mtimeMs} ${size}\n`)
    }
  }
  return hash.digest('hex').slice(0, 16)
}

/** Builds the page unless it is there already; several processes may do so at once. */
async function built(): Promise<string> {
  const folder = join(root, 'dist', `host-${stamp()}`)
  if (existsSync(folder)) return folder
  const own = `${folder}.${process.pid}`
  const { build } = await import('vite')
  await build({
    configFile: false,
    root: import.meta.dirname,
    base: './',
    publicDir: join(root, 'public'),
    plugins: [scriptApi()],
    worker: { format: 'es', plugins: () => [scriptApi()] },
    logLevel: 'error',
    build: { outDir: own, emptyOutDir: true, target: 'es2023', minify: false },
  })
  try {
    renameSync(own, folder)
  } catch {
    // Another process was faster.
    rmSync(own, { recursive: true, force: true })
  }
  return folder
}

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/** The app's policy (docs/hosting.md). */
const policy =
  "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; connect-src 'self' http: https: ws: wss:; img-src 'self' data: blob:; worker-src 'self'"

/** A served run host. */
export interface ServedHost {
  url: string
  close(): Promise<void>
}

/**
 * Builds the page of e2e/host and serves it on a free loopback port. The page itself gets `opener` as its
 * Cross-Origin-Opener-Policy; the pages of login windows get none, so that they stay within reach.
 */
export async function serveHost(opener = 'same-origin-allow-popups'): Promise<ServedHost> {
  const folder = await built()
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://host')
    const file = join(folder, pathname === '/' ? 'index.html' : pathname)
    const page = pathname === '/'
    try {
      if (!file.startsWith(folder)) throw new Error('outside')
      const body = await readFile(file)
      response.writeHead(200, {
        'content-type': types[extname(file)] ?? 'application/octet-stream',
        'cache-control': 'no-store',
        ...(page ? { 'content-security-policy': policy, 'cross-origin-opener-policy': opener } : {}),
      })
      response.end(body)
    } catch {
      response.writeHead(404).end()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
