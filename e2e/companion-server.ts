import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { createFiles } from '../src/companion/serve/files.ts'
import { securityHeaders } from '../src/companion/serve/headers.ts'
import { inShell } from './launch-options.ts'

/** A server on a free port of this machine. */
export interface Served {
  url: string
  close(): void
}

/** Answers on a free port. */
export async function listen(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<Served> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = (): void => {
    server.close()
    server.closeAllConnections()
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close }
}

/** The built page as a static host serves it: without a companion behind it. */
export function servePage(): Promise<Served> {
  const files = createFiles(new URL('../dist/app', import.meta.url).pathname)
  return listen((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1')
    for (const [name, value] of Object.entries(securityHeaders(pathname))) response.setHeader(name, value)
    void files(request, response, pathname).then((found) => found || response.writeHead(404).end())
  })
}

/** A companion, and what its terminal shows. */
export interface RunningCompanion {
  /** The origin of the page that it serves. */
  origin: string
  /** The last thing it printed that the pattern finds. */
  shows(pattern: RegExp): Promise<string>
  /** All that it has printed. */
  shown(): string
  process: ChildProcess
}

const freePort = async (): Promise<number> => {
  const { url, close } = await listen((_request, response) => void response.end())
  close()
  return Number(new URL(url).port)
}

/** Starts `assay serve` as it was built. */
export async function startCompanion(args: readonly string[] = [], port?: number): Promise<RunningCompanion> {
  const own = port ?? (await freePort())
  const child = spawn(process.execPath, ['bin/assay.js', 'serve', '--port', String(own), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: inShell,
  })
  let output = ''
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const shows = async (pattern: RegExp): Promise<string> => {
    for (;;) {
      const found = [...output.matchAll(new RegExp(pattern, 'g'))].at(-1)
      if (found) return found[1] ?? found[0]
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  await shows(/Press Ctrl\+C to stop/)
  return { origin: `http://127.0.0.1:${own}`, shows, shown: () => output, process: child }
}

/** Opens the text of an `.aprj` on the start screen of a page without a demo. */
export async function openFile(page: Page, app: string, text: string): Promise<void> {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showOpenFilePicker'))
  await page.goto(app)
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Open .aprj…' }).click()
  await (await chooser).setFiles({ name: 'test.aprj', mimeType: 'application/json', buffer: Buffer.from(text) })
}
