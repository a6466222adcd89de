import type { Dispatcher } from 'undici'
import type { AssayError } from '#engine/base/errors.ts'
import { blobParts } from '#engine/base/encoding/blob-parts.ts'
import { BodyGatherer } from '#engine/ports/body-gatherer.ts'
import type { ConnectTimes, Headers, HttpRequest } from '#engine/ports/http.ts'
import { isRedirect, targetOf } from '#engine/ports/http/http-rules.ts'
import { cancelled, impossibleStatus, timedOut } from '#engine/ports/http/http-texts.ts'
import { monotonic } from '../clock.ts'
import { endedSilently, transportError } from './http-causes.ts'
import type { ConnectLog } from './http-connect.ts'
import type { Proxy } from '../proxy/http-proxy.ts'
import { credentialsWanted } from '../proxy/http-ask-proxy.ts'
import type { Watch, Watched } from './http-watch.ts'

/** Limits of time in milliseconds; all of them also end at the request's own timeout (R30). */
export interface TimeLimits {
  connect: number
  /** From the request's last byte to the response's first. */
  firstByte: number
  /** Between two parts of a response. */
  idle: number
}

/** One answer as it came, body not decoded yet. */
export interface RawAnswer {
  status: number
  statusText: string
  headers: Headers
  body: Uint8Array
  cut?: 'connection' | 'size' | 'time'
  /** On the monotonic clock. */
  firstByteAt: number
  /** Of the connection that was made for it, if one was. */
  connecting?: ConnectTimes
  /** It was sent twice: the connection that it had first was kept from before, and ended. */
  resent?: true
}

/** Takes the parts of a body as they come; who takes slowly gives a promise, and no more comes until then. */
export type BodySink = (part: Uint8Array) => Promise<void> | undefined

/**
 * The body of a request that is read while it is sent, as fast as the server takes it; for a redirect that keeps the body
 * again.
 */
export interface BodySource {
  /** In bytes. */
  size: number
  read(): AsyncIterable<Uint8Array>
}

/** What bodies are not held whole for. */
export interface BodyStreams {
  /** Takes the body of the response, if it is not packed, instead of the response itself. */
  sink?: BodySink | undefined
  /** The body that the request has instead of its own. */
  source?: BodySource | undefined
}

/** Connections to send by, and what making them took. */
export interface Way {
  dispatcher: Dispatcher
  /** A dispatcher that opens a new connection for each request, instead of those that are kept. */
  fresh(): Dispatcher
  /** Ends all of its connections, and gives up on what is on its way. */
  close(): Promise<void>
  log: ConnectLog
  /** Servers that ask for a client certificate are shown one. */
  hasCertificate: boolean
  /** Through it; `http:` addresses are asked of it. */
  proxy?: Proxy
}

/** The most of a redirect's own body that is waited for. */
const maxRedirectBody = 64 * 1024

/** Methods that may be sent again by themselves where a connection ended (RFC 9110 section 9.2.2). */
const idempotent = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE', 'TRACE'])

const empty = new Uint8Array(0)

function headersOf(raw: readonly Buffer[]): Headers {
  const headers: Headers = []
  for (let index = 0; index + 1 < raw.length; index += 2) headers.push([latin1(raw[index]), latin1(raw[index + 1])])
  return headers
}

const latin1 = (bytes: Buffer | undefined): string => bytes?.toString('latin1') ?? ''

/**
 * Sends one request over undici's lowest call and collects its response. Made once per request and hop. It is a handler of the
 * type that undici's clients themselves speak with: for the newer kind they make an object more for each request, and one of
 * all headers that no one reads, which was a twenty-fifth of a run of 1,000 requests.
 */
class Hop implements Dispatcher.DispatchHandler, Watched {
  readonly promise: Promise<RawAnswer>
  private resolve!: (answer: RawAnswer) => void
  private reject!: (error: AssayError) => void
  private readonly request: HttpRequest
  private readonly limits: TimeLimits
  private readonly signal: AbortSignal
  private readonly watch: Watch
  private readonly deadline: number
  private readonly way: Way
  private readonly origin: string
  private connecting: ConnectTimes | undefined
  private abort: ((reason: Error) => void) | undefined
  private resume: (() => void) | undefined
  private phase: 'connect' | 'first-byte' | 'idle' = 'connect'
  private phaseSince: number
  private answer: RawAnswer | undefined
  private gatherer: BodyGatherer | undefined
  private done = false
  private readonly sink: BodySink | undefined
  private streams = false
  private passed = 0
  private paused = false
  private resent = false
  private readonly sendAgain: (() => void) | undefined

  constructor(
    request: HttpRequest,
    { origin, way }: { origin: string; way: Way },
    limits: TimeLimits,
    deadline: number,
    signal: AbortSignal,
    watch: Watch,
    sink: BodySink | undefined,
    sendAgain: ((hop: Hop) => void) | undefined,
  ) {
    this.sink = sink
    this.sendAgain = sendAgain && (() => sendAgain(this))
    this.request = request
    this.origin = origin
    this.way = way
    this.limits = limits
    this.signal = signal
    this.watch = watch
    this.deadline = deadline
    this.phaseSince = monotonic()
    this.promise = new Promise((resolve, reject) => {
      this.resolve = resolve
      this.reject = reject
    })
    watch.add(this, signal)
  }

  onConnect(abort: (reason?: Error) => void): void {
    if (this.done) return abort(cancelled())
    this.abort = abort
    this.connecting = this.way.log.take(this.origin, this.phaseSince)
    this.enter('first-byte')
  }

  onHeaders(status: number, raw: Buffer[], resume: () => void, statusText = ''): boolean {
    this.resume = resume
    this.begin(status, raw, statusText)
    return true
  }

  private begin(status: number, raw: Buffer[], statusText: string): void {
    // 1xx other than 100 and 101: information on the way to the response (RFC 9110 15.2).
    if (this.done) return
    if (status < 100) return this.fail(impossibleStatus(this.request.url, status))
    if (status < 200) return
    // Of an https host the proxy was asked when the tunnel was made.
    if (status === 407 && this.way.proxy?.speaks === 'http' && this.origin.startsWith('http:'))
      return this.fail(credentialsWanted(this.way.proxy))
    this.enter('idle')
    this.answer = { status, statusText, headers: headersOf(raw), body: empty, firstByteAt: this.phaseSince }
    // What is packed has to be whole, and a redirect is not what was requested.
    this.streams = this.sink !== undefined && !isRedirect(status) && !this.answer.headers.some(isCoding)
  }

  /** False for no more until {@link resume} is called. */
  onData(chunk: Buffer): boolean {
    if (this.done || this.answer === undefined) return true
    this.phaseSince = monotonic()
    if (this.streams) this.pass(chunk)
    else {
      this.gatherer ??= new BodyGatherer(this.mostOf(this.answer.status))
      this.gatherer.add(chunk)
      if (this.gatherer.isOver) this.finish('size')
    }
    return !this.paused
  }

  /** Hands a part on, and lets the server wait while no one takes it. */
  private pass(chunk: Uint8Array): void {
    const left = this.request.maxBytes - this.passed
    this.passed += chunk.length
    const wait = this.sink?.(chunk.length > left ? chunk.subarray(0, left) : chunk)
    if (this.passed > this.request.maxBytes) return this.finish('size')
    if (wait === undefined || this.paused) return
    this.paused = true
    void this.goOnAfter(wait)
  }

  private async goOnAfter(wait: Promise<void>): Promise<void> {
    await wait
    this.paused = false
    this.phaseSince = monotonic()
    if (this.done) return
    this.resume?.()
    this.watch.moved(this)
  }

  onComplete(): void {
    this.finish()
  }

  onError(error: Error): void {
    // 204 and 304 are whole with their head (RFC 9110 6.4.1); undici misses the body that a Content-Length speaks of.
    if (this.answer !== undefined)
      this.finish(this.answer.status === 204 || this.answer.status === 304 ? undefined : 'connection')
    else if (this.mayResend(error)) this.resend()
    else this.fail(transportError(this.request.url, error, this.limits.connect, this.way.hasCertificate))
  }

  /** Servers end kept connections when they like, and the request may have been on its way (RFC 9112 section 9.3.1). */
  private mayResend(error: Error): boolean {
    const wasKept = this.abort !== undefined && this.connecting === undefined
    return this.sendAgain !== undefined && !this.resent && !this.done && wasKept && endedSilently(error)
  }

  private resend(): void {
    this.resent = true
    this.abort = undefined
    this.phase = 'connect'
    this.phaseSince = monotonic()
    this.watch.moved(this)
    this.sendAgain?.()
  }

  /** When the running phase has lasted too long. */
  get due(): number {
    const { connect, firstByte, idle } = this.limits
    if (this.paused) return this.deadline
    const limit = this.phase === 'connect' ? connect : this.phase === 'first-byte' ? firstByte : idle
    return Math.min(this.phaseSince + limit, this.deadline)
  }

  look(): void {
    const { due } = this
    if (this.answer !== undefined) this.finish('time')
    else if (due === this.deadline) this.fail(timedOut(this.request.url, this.request.timeout, 'total'))
    else this.fail(timedOut(this.request.url, Math.round(due - this.phaseSince), this.phase))
  }

  stop(): void {
    this.fail(cancelled())
  }

  private enter(phase: 'first-byte' | 'idle'): void {
    this.phase = phase
    this.phaseSince = monotonic()
    this.watch.moved(this)
  }

  /** Bytes of body that are kept. */
  private mostOf(status: number): number {
    return this.request.redirect === 'follow' && isRedirect(status) ? maxRedirectBody : this.request.maxBytes
  }

  private finish(cut?: RawAnswer['cut']): void {
    const { answer, gatherer } = this
    if (this.done || answer === undefined) return
    this.end(cut !== undefined)
    if (gatherer !== undefined) answer.body = gatherer.take()
    this.gatherer = undefined
    if (cut !== undefined) answer.cut = cut
    if (this.connecting !== undefined) answer.connecting = this.connecting
    if (this.resent) answer.resent = true
    this.resolve(answer)
  }

  private fail(error: AssayError): void {
    if (this.done) return
    this.end(true)
    this.reject(error)
  }

  private end(abandon: boolean): void {
    this.done = true
    this.watch.remove(this, this.signal)
    if (abandon) this.abort?.(cancelled())
  }
}

const isCoding = ([name, value]: [string, string]): boolean =>
  name.toLowerCase() === 'content-encoding' && !/^(identity)?$/i.test(value.trim())

const defaults: [name: string, value: string][] = [
  ['accept', '*/*'],
  ['accept-encoding', 'gzip, deflate, br'],
  ['user-agent', 'Assay'],
]

/** undici's flat header list, with what a browser would add by itself. */
function headerList(headers: Headers, size: number | undefined): string[] {
  const list: string[] = []
  const names = new Set<string>()
  for (const header of headers) {
    list.push(header[0], header[1])
    names.add(header[0].toLowerCase())
  }
  for (const header of defaults) {
    // A part of a packed body can't be unpacked (Fetch 4.6).
    if (!names.has(header[0]))
      list.push(header[0], header[0] === 'accept-encoding' && names.has('range') ? 'identity' : header[1])
  }
  // Else its parts would be sent as chunks, which not every server takes.
  if (size !== undefined && !names.has('content-length')) list.push('content-length', String(size))
  return list
}

const sourceOf = (body: HttpRequest['body']): BodySource | undefined =>
  body instanceof Blob ? { size: body.size, read: () => blobParts(body) } : undefined

/**
 * Sends one request, without following redirects. `deadline` is on the monotonic clock. Rejects with an AssayError before the
 * head of a response; after it, whatever goes wrong gives the answer with its body marked as cut. Unpacked bodies go to the
 * `sink`, if any, and the response's own is empty then; the request's comes from the `source`.
 */
export function sendOnce(
  way: Way,
  request: HttpRequest,
  url: URL,
  limits: TimeLimits,
  deadline: number,
  signal: AbortSignal,
  watch: Watch,
  { sink, source }: BodyStreams,
): Promise<RawAnswer> {
  if (signal.aborted) return Promise.reject(cancelled())
  const { dispatcher, proxy } = way
  // A request to a proxy has the absolute URL (RFC 9112 section 3.2.2) and the proxy's credentials.
  const asked = proxy?.speaks === 'http' && url.protocol === 'http:' ? proxy : undefined
  const own = asked?.authorization === undefined ? [] : ['proxy-authorization', asked.authorization]
  const read = source ?? sourceOf(request.body)
  const options = {
    origin: url.origin,
    path: asked === undefined ? targetOf(url) : url.origin + targetOf(url),
    method: request.method as Dispatcher.HttpMethod,
    headers: [...headerList(request.headers, read?.size), ...own],
    // undici takes what can be iterated, which its types omit.
    body: read === undefined ? ((request.body ?? null) as Uint8Array | string | null) : (read.read() as unknown as Uint8Array),
  }
  const mayResend = read === undefined && request.resend !== false && idempotent.has(request.method)
  const sendAgain = mayResend ? (again: Hop) => void way.fresh().dispatch(options, again) : undefined
  const hop = new Hop(request, { origin: url.origin, way }, limits, deadline, signal, watch, sink, sendAgain)
  dispatcher.dispatch(options, hop)
  return hop.promise
}
