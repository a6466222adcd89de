import { BodyGatherer } from '#engine/ports/body-gatherer.ts'
import type { HttpRequest, HttpResponse } from '#engine/ports/http.ts'
import type { Answered, BodyPart, RelayCalls } from './calls.ts'
import type { CallOptions } from './link-client.ts'
import { linkLimits } from './messages.ts'

type Call = (
  name: 'http.send',
  params: RelayCalls['http.send']['params'],
  options: CallOptions<'http.send'>,
) => Promise<Answered<'http.send'>>

const encoder = new TextEncoder()

/** Lets the companion send a request, and puts the parts of its answer together. It asks for a large body in parts, as it passes them on. */
export async function sendHttp(call: Call, { body, ...request }: HttpRequest, signal: AbortSignal): Promise<HttpResponse> {
  const gatherer = new BodyGatherer(request.maxBytes)
  const bytes = typeof body === 'string' ? encoder.encode(body) : body
  const isLarge = bytes !== undefined && bytes.length > linkLimits.part
  let say: ((part: BodyPart, bytes: Uint8Array | undefined) => void) | undefined
  const { result, bytes: rest } = await call('http.send', isLarge ? { ...request, size: bytes.length } : request, {
    signal,
    bytes: isLarge ? undefined : bytes,
    onCall: (way) => (say = way),
    onProgress(told, part) {
      if (told === 'body') gatherer.add(part ?? new Uint8Array())
      else say?.(told, bytes?.subarray(told.from, told.to))
    },
  })
  if (rest) gatherer.add(rest)
  return { ...result, body: gatherer.take(), by: 'companion' }
}
