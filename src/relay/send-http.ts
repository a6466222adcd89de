import type { AssayError } from '#engine/base/errors.ts'
import { bytesOf, unreadableIn } from '#engine/base/encoding/blob-parts.ts'
import { BodyGatherer } from '#engine/ports/body-gatherer.ts'
import type { HttpRequest, HttpResponse } from '#engine/ports/http.ts'
import type { Answered, RelayCalls } from './calls.ts'
import { companionGone, type CallOptions } from './link-client.ts'
import { linkLimits } from './messages.ts'

/** The companion as a request needs it. */
export interface HttpSession {
  call(
    name: 'http.send',
    params: RelayCalls['http.send']['params'],
    options: CallOptions<'http.send'>,
  ): Promise<Answered<'http.send'>>
  /** Sends a separate request beside the link, with a body that it brings, or for one. Rejects if it was not taken to its end. */
  visit(ticket: string, signal: AbortSignal, body?: Blob | Uint8Array): Promise<Response>
}

const encoder = new TextEncoder()

/** Lets the companion send a request, and puts the parts of its answer together. It asks for a large body once it can pass it on. */
export async function sendHttp(
  session: HttpSession,
  { body, ...request }: HttpRequest,
  signal: AbortSignal,
): Promise<HttpResponse> {
  const whole = typeof body === 'string' ? encoder.encode(body) : body
  const size = whole instanceof Blob ? whole.size : (whole?.length ?? 0)
  if (whole !== undefined && size > linkLimits.part) return sendBrought(session, { ...request, size }, whole, signal)
  return send(session, request, { signal, bytes: whole instanceof Blob ? await bytesOf(whole) : whole })
}

/** Brings the body of a request, which the browser reads while it is sent: nothing of a file is in memory here. */
function createBringing(session: HttpSession, body: Blob | Uint8Array, fail: () => void) {
  let way = new AbortController()
  let failed: Promise<AssayError> | undefined
  return {
    async bring(ticket: string): Promise<void> {
      // A redirect that keeps the body may have come before all of it was taken.
      way.abort()
      const { signal } = (way = new AbortController())
      try {
        await session.visit(ticket, signal, body)
      } catch {
        if (signal.aborted) return
        failed = unreadableIn(body).then((unreadable) => unreadable ?? companionGone())
        fail()
      }
    },
    /** Why it could not be brought. */
    failure: () => failed,
    end: () => way.abort(),
  }
}

async function sendBrought(
  session: HttpSession,
  request: RelayCalls['http.send']['params'],
  body: Blob | Uint8Array,
  signal: AbortSignal,
): Promise<HttpResponse> {
  const stop = new AbortController()
  const bringing = createBringing(session, body, () => stop.abort())
  try {
    const { bring } = bringing
    return await send(session, request, { signal: AbortSignal.any([signal, stop.signal]), bring: (ticket) => void bring(ticket) })
  } catch (thrown) {
    throw (await bringing.failure()) ?? thrown
  } finally {
    bringing.end()
  }
}

/** Fetches what is left of a body into the gatherer, as soon as everything before it has arrived. */
function createFetching(session: HttpSession, gatherer: BodyGatherer, way: AbortController) {
  let coming: Promise<Response | undefined> | undefined
  let rest: Promise<void> | undefined
  let lose: () => void
  const lost = new Promise<never>((_, reject) => (lose = () => reject(companionGone())))
  const read = async (): Promise<void> => {
    const body = (await coming)?.body
    // The companion was heard, and its answer was not: the rest is lost.
    if (!body) throw companionGone()
    const reader = body.getReader()
    for (;;) {
      const { value } = await reader.read()
      if (value === undefined) return
      gatherer.add(value)
    }
  }
  return {
    /** Who isn't heard gets the rest over the link. */
    fetch(ticket: string): void {
      coming = session.visit(ticket, way.signal).catch(() => undefined)
    },
    rest(): void {
      rest = read()
      rest.catch(() => {
        lose()
        way.abort()
      })
    },
    /** Rejects as soon as the rest can't be had: the companion goes on with the answer, which may take until the time limit. */
    lost,
    /** Resolves when all of it is there. */
    end: async (): Promise<void> => rest,
  }
}

async function send(
  session: HttpSession,
  request: RelayCalls['http.send']['params'],
  { signal, bytes, bring }: { signal: AbortSignal; bytes?: Uint8Array | undefined; bring?(ticket: string): void },
): Promise<HttpResponse> {
  const gatherer = new BodyGatherer(request.maxBytes)
  const way = new AbortController()
  const fetching = createFetching(session, gatherer, way)
  try {
    const call = session.call('http.send', request, {
      signal,
      bytes,
      onProgress(told, part) {
        if (told === 'body') gatherer.add(part ?? new Uint8Array())
        else if (told === 'rest') fetching.rest()
        else if ('fetch' in told) fetching.fetch(told.fetch)
        else bring?.(told.bring)
      },
    })
    const { result, bytes: left } = await Promise.race([call, fetching.lost])
    if (left) gatherer.add(left)
    await Promise.race([fetching.end(), fetching.lost])
    return { ...result, body: gatherer.take(), by: 'companion' }
  } finally {
    way.abort()
  }
}
