import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { Demo } from '../demo/index.ts'
import type { ConnectionGuard } from '../relay/connection-guard.ts'
import { createFiles } from './files.ts'
import { securityHeaders } from './headers.ts'
import { text } from 'node:stream/consumers'

/** Bytes of a form that still fit into a header: Chromium takes 256 KB of headers. */
const longestForm = 200_000

/** The message about a longer form. */
const answerTooLong = "Request fewer scopes or claims: this sign-in's response is larger than 200,000 bytes."

/** True for the response of a sign-in that a provider lets the browser post (OAuth 2.0 Form Post Response Mode 1.0). */
const isPostedAnswer = ({ method }: IncomingMessage, path: string): boolean =>
  method === 'POST' && path === '/oauth/callback.html'

/**
 * Sends the browser on to the callback page with the form's parameters behind the #, where the page reads answers anyway and
 * takes them out of the URL at once; the service worker does the same (vite.config.ts, docs/decisions/0008). False if the form
 * is too long for that, and nothing was answered.
 */
async function sendOnAnswer(request: IncomingMessage, response: ServerResponse, path: string): Promise<boolean> {
  if (!(Number(request.headers['content-length']) <= longestForm)) return false
  const form = new URLSearchParams(await text(request))
  response.writeHead(303, { location: `${path}#${form.toString()}`, 'cache-control': 'no-store' }).end()
  return true
}

/** What the app's server needs to know. */
export interface AppServerOptions {
  port: number
  /** The folder with `dist/app` and `examples`. */
  root: string
  /** The running demo, if any; `/demo.json` tells the page where it is. As built, that file is empty. */
  demo(): Pick<Demo, 'provider' | 'api'> | undefined
  /** The way to the companion. */
  guard: ConnectionGuard
}

/**
 * Serves the built app, and nothing that is outside it. Only 127.0.0.1 is answered: `localhost` is redirected there, because
 * what the browser keeps belongs to an origin; every other Host is rejected (421), which ends DNS rebinding.
 */
export function createAppServer({ port, root, demo, guard }: AppServerOptions): Server {
  const app = createFiles(join(root, 'dist', 'app'))
  const examples = createFiles(join(root, 'examples'))

  async function answer(request: IncomingMessage, response: ServerResponse, url: URL): Promise<boolean> {
    const running = url.pathname === '/demo.json' ? demo() : undefined
    if (running) {
      response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' })
      response.end(JSON.stringify({ provider: running.provider, api: running.api }))
      return true
    }
    // The same file as in the repository, also if the build holds a copy.
    if (url.pathname.startsWith('/examples/') && (await examples(request, response, url.pathname.slice('/examples'.length)))) {
      return true
    }
    return app(request, response, url.pathname)
  }

  const server = createServer((request, response) => {
    const { host } = request.headers
    const url = URL.canParse(request.url ?? '', 'http://127.0.0.1') ? new URL(request.url ?? '', 'http://127.0.0.1') : undefined
    for (const [name, value] of Object.entries(securityHeaders(url?.pathname ?? '/'))) response.setHeader(name, value)
    if (url !== undefined && guard.answer(request, response, url.pathname)) return
    if (host === `localhost:${port}` && url !== undefined) {
      response.writeHead(308, { location: `http://127.0.0.1:${port}${url.pathname}${url.search}` }).end()
    } else if (host !== `127.0.0.1:${port}` || url === undefined) {
      plain(response, 421, 'Assay is only available at 127.0.0.1.')
    } else if (isPostedAnswer(request, url.pathname)) {
      sendOnAnswer(request, response, url.pathname)
        .then((sent) => sent || plain(response.setHeader('connection', 'close'), 413, answerTooLong))
        .catch(() => response.destroy())
    } else if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('allow', 'GET, HEAD')
      plain(response, 405, 'Use GET or HEAD.')
    } else {
      answer(request, response, url)
        .then((found) => found || plain(response, 404, 'Not found.'))
        .catch(() => (response.headersSent ? response.destroy() : plain(response, 500, "The file can't be read.")))
    }
  })
  server.on('upgrade', guard.upgrade)
  // Who connects and says nothing holds no socket for long.
  server.headersTimeout = 10_000
  // A large body comes as slowly as the server takes to which it goes on.
  server.requestTimeout = 3_600_000
  return server
}

function plain(response: ServerResponse, status: number, text: string): boolean {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' }).end(`${text}\n`)
  return true
}
