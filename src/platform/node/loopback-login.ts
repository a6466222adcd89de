import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { AssayError } from '#engine/base/errors.ts'
import { stateOfAnswer } from '#engine/ports/answer-state.ts'
import type { BrowserLogin } from '#engine/ports/index.ts'
import { cancelled } from '#engine/ports/http/http-texts.ts'
import { nobodySignsIn } from '#engine/ports/login/login-texts.ts'
import { isOwnHost, refuse } from './own-host.ts'
import { callbackPage, fragmentPage, loginTexts } from './texts.ts'

/** What a {@link createLoopbackLogin} needs. */
export interface LoopbackLoginOptions {
  /** False: no one is there to log in, and a login breaks its step at once. */
  interactive: boolean
  /** Tells the user which address to open. */
  show(text: string): void
  /** Where answers are taken, for providers that know one address only; a free port of 127.0.0.1 if absent. See {@link isLoopbackUri}. */
  redirectUri?: string | undefined
}

/** True for an address at which a login can end here: `http:` and loopback, its port named, no query (RFC 8252 7.3 and 8.3). */
export const isLoopbackUri = (text: string): boolean => {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, port, search, hash, username, password } = new URL(text)
  const isHere = ['127.0.0.1', 'localhost', '[::1]'].includes(hostname)
  return protocol === 'http:' && isHere && Number(port) > 0 && `${search}${hash}${username}${password}` === ''
}

/** Characters of a response that is posted: tokens may be long, but not endless. */
const longestAnswer = 262_144

/** Headers of a page on which a browser ends; `script` is what its policy allows besides. */
const pageHeaders = (script = '') => ({
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': `default-src 'none';${script} frame-ancestors 'none'`,
  'referrer-policy': 'no-referrer',
  connection: 'close',
})

/**
 * True for what a window sends that goes to an address, and false for what a page loads: fetch, pictures, frames (Fetch
 * metadata; where there is none, Origin tells of a page that asks). A form that a page posts is a navigation too.
 */
function isNavigation({ method, headers }: IncomingMessage, uri: URL): boolean {
  const { 'sec-fetch-mode': mode, 'sec-fetch-dest': destination, origin = uri.origin } = headers
  if (mode === undefined) return method === 'POST' || origin === uri.origin
  return mode === 'navigate' && destination === 'document'
}

/** True for what the page of a fragment passes: no other page may. */
const isOwnPage = ({ headers }: IncomingMessage, uri: URL): boolean =>
  headers.origin === uri.origin && (headers['sec-fetch-site'] ?? 'same-origin') === 'same-origin'

/** The page shown after a response, and the login that takes the response. */
interface Verdict {
  take?: (callbackUrl: string) => void
  status: 200 | 400
  page: { title: string; text: string }
}

/** A BrowserLogin whose listener has to be closed at the end of the run. */
export interface LoopbackLogin extends BrowserLogin {
  close(): void
}

/**
 * Logins from a terminal (RFC 8252 section 7.3): the address to open is shown, and a listener on a free loopback port takes the
 * response. One listener serves all logins of a run; `state` tells them apart, and a response that was taken before, or that no
 * one waits for, gets a friendly page and is forgotten (cases 22, 25). Any page of the web can send a browser here: what does
 * not hold the state of a login, not even an error, ends none.
 */
export function createLoopbackLogin({ interactive, show, redirectUri }: LoopbackLoginOptions): LoopbackLogin {
  const wanted = redirectUri === undefined ? undefined : new URL(redirectUri)
  const waiting = new Map<string, (callbackUrl: string) => void>()
  const answered = new Set<string>()
  /** Whether an unexpected response was reported since the last login started to wait. */
  let told = false
  let listening: Promise<{ server: Server; uri: URL }> | undefined

  /**
   * What becomes of a response. Only the login that requested it knows its state: others may come from anywhere, and the login goes on
   * waiting.
   */
  function judge(parameters: URLSearchParams): Verdict {
    const state = stateOfAnswer(parameters) ?? ''
    const take = waiting.get(state)
    if (take !== undefined) return { take, status: 200, page: loginTexts.received }
    if (parameters.size === 0 || answered.has(state)) return { status: 200, page: loginTexts.notWaiting }
    if (waiting.size > 0 && !told) {
      told = true
      show(loginTexts.ignored(parameters.get('error') ?? undefined))
    }
    return { status: 400, page: loginTexts.notWaiting }
  }

  function answer(request: IncomingMessage, response: ServerResponse, uri: URL): void {
    if (!isOwnHost(request)) return refuse(response, 421, loginTexts.nothingHere.text)
    const url = URL.canParse(request.url ?? '', uri) ? new URL(request.url ?? '', uri) : undefined
    const isCallback = url?.pathname === uri.pathname
    if (isCallback && request.method === 'POST') {
      void answerPosted(request, response, uri).catch(() => response.destroy())
      return
    }
    if (!isCallback || request.method !== 'GET') {
      response.writeHead(404, pageHeaders()).end(callbackPage(loginTexts.nothingHere))
      return
    }
    if (!isNavigation(request, uri)) return refuse(response, 400, loginTexts.nothingHere.text)
    const { take, status, page } = judge(url.searchParams)
    const nonce = url.search === '' ? Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64') : undefined
    const script = nonce === undefined ? '' : ` script-src 'nonce-${nonce}'; connect-src 'self';`
    response.writeHead(status, pageHeaders(script))
    response.end(nonce === undefined ? callbackPage(page) : fragmentPage(nonce))
    take?.(url.href)
  }

  /**
   * A form is the response of a provider that lets the browser post it (OAuth 2.0 Form Post Response Mode 1.0). Other text is
   * what the page of a fragment passes; only that page may.
   */
  async function answerPosted(request: IncomingMessage, response: ServerResponse, uri: URL): Promise<void> {
    const isForm = /^application\/x-www-form-urlencoded\b/i.test(request.headers['content-type'] ?? '')
    if (!(isForm ? isNavigation(request, uri) : isOwnPage(request, uri)))
      return refuse(response, 400, loginTexts.nothingHere.text)
    let answer = ''
    for await (const chunk of request) {
      answer += String(chunk)
      if (answer.length > longestAnswer) throw new Error('The response is too long.')
    }
    const { take, status, page } = judge(new URLSearchParams(answer))
    if (isForm) response.writeHead(status, pageHeaders()).end(callbackPage(page))
    else {
      response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store', connection: 'close' })
      response.end(JSON.stringify([page.title, page.text]))
    }
    take?.(`${uri.href}#${answer}`)
  }

  function listen(): Promise<{ server: Server; uri: URL }> {
    return new Promise((resolve, reject) => {
      const host = wanted?.hostname === '[::1]' ? '::1' : '127.0.0.1'
      const uriOf = () => wanted ?? new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`)
      const server = process.getBuiltinModule('node:http').createServer((request, response) => answer(request, response, uriOf()))
      server.on('error', (cause) => {
        const at = redirectUri ?? host
        reject(new AssayError('oauth-callback', loginTexts.cantListen(at), { hint: loginTexts.cantListenHint, cause }))
      })
      // The run's own end decides when the process ends, not an open listener.
      server.listen(Number(wanted?.port ?? 0), host, () => resolve({ server: server.unref(), uri: uriOf() }))
    })
  }

  const needSomebody = (): void => {
    if (!interactive) throw nobodySignsIn()
  }

  return {
    async canApprove() {
      needSomebody()
    },
    async approve({ verificationUri, userCode, verificationUriComplete }, signal) {
      show(
        verificationUri === ''
          ? loginTexts.approveOwn(userCode)
          : loginTexts.approve(verificationUri, userCode, verificationUriComplete),
      )
      return new Promise<never>((_resolve, reject) => {
        if (signal.aborted) reject(cancelled())
        else signal.addEventListener('abort', () => reject(cancelled()), { once: true })
      })
    },
    async redirectUri() {
      needSomebody()
      listening ??= listen()
      const { uri } = await listening
      // To the letter: a provider compares it so (RFC 6749 section 3.1.2.3).
      return redirectUri ?? uri.href
    },
    authorize({ url, state, timeout }, onState, signal) {
      return new Promise((resolve, reject) => {
        if (signal.aborted) {
          reject(cancelled())
          return
        }
        const end = (): void => {
          clearTimeout(timer)
          signal.removeEventListener('abort', stop)
          waiting.delete(state)
          answered.add(state)
        }
        const stop = (): void => {
          end()
          reject(cancelled())
        }
        const timer = setTimeout(() => {
          end()
          reject(new AssayError('oauth-login-timeout', loginTexts.timedOut(timeout), { hint: loginTexts.timedOutHint(url) }))
        }, timeout)
        signal.addEventListener('abort', stop, { once: true })
        waiting.set(state, (callbackUrl) => {
          end()
          resolve(callbackUrl)
        })
        told = false
        show(loginTexts.open(url))
        onState('waiting')
      })
    },
    close() {
      void listening?.then(
        ({ server }) => server.close().closeAllConnections(),
        () => undefined,
      )
    },
  }
}
