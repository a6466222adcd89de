import { BodyGatherer } from '#engine/ports/body-gatherer.ts'
import { AssayError } from '#engine/base/errors.ts'
import { formatSize } from '#engine/base/format-size.ts'
import type { HttpRequest, HttpResponse } from '#engine/ports/http.ts'
import type { Answered, RelayCalls } from './calls.ts'
import type { CallOptions } from './link-client.ts'
import { linkLimits } from './messages.ts'
import { texts } from './texts.ts'

type Call = (
  name: 'http.send',
  params: RelayCalls['http.send']['params'],
  options: CallOptions<'http.send'>,
) => Promise<Answered<'http.send'>>

/** Lets the companion send a request, and puts the parts of its answer together. AssayError `http-invalid-request` for a body that is too large. */
export async function sendHttp(call: Call, { body, ...request }: HttpRequest, signal: AbortSignal): Promise<HttpResponse> {
  const gatherer = new BodyGatherer(request.maxBytes)
  const add = (part: Uint8Array | undefined): void => void (part && gatherer.add(part))
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  const most = linkLimits.announced
  if (bytes !== undefined && bytes.length > most)
    throw new AssayError('http-invalid-request', texts.tooLarge(formatSize(bytes.length), formatSize(most)), {
      hint: texts.tooLargeHint,
    })
  const { result, bytes: rest } = await call('http.send', request, { signal, bytes, onProgress: (_, part) => add(part) })
  add(rest)
  return { ...result, body: gatherer.take(), by: 'companion' }
}
