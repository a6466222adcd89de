import type { AssayError } from '#engine/base/errors.ts'
import { unreadableBody } from '#engine/base/blob-parts.ts'
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
  if (body instanceof Blob) return sendBlob(call, request, body, signal)
  const bytes = typeof body === 'string' ? encoder.encode(body) : body
  if (bytes !== undefined && bytes.length > linkLimits.part)
    return send(
      call,
      { ...request, size: bytes.length },
      { signal, asked: (part, say) => say(part, bytes.subarray(part.from, part.to)) },
    )
  return send(call, request, { signal, bytes })
}

/** What of a file is read at once, in bytes. To read each part by itself took a browser longer than all else that it does with it. */
const blockSize = 16 * linkLimits.part

/** Gives parts of a file, of which a few blocks are in memory. */
function blocksOf(file: Blob): (part: BodyPart) => Promise<Uint8Array> {
  const read = async (from: number, to: number): Promise<Uint8Array> => new Uint8Array(await file.slice(from, to).arrayBuffer())
  const blocks = new Map<number, Promise<Uint8Array>>()
  return async ({ from, to }) => {
    const begin = from - (from % blockSize)
    if (to > begin + blockSize) return read(from, to)
    const block = blocks.get(begin) ?? read(begin, begin + blockSize)
    blocks.set(begin, block)
    const [oldest = 0] = blocks.keys()
    if (blocks.size > 2) blocks.delete(oldest)
    return (await block).subarray(from - begin, to - begin)
  }
}

/** Parts are read when they are asked for: no more of a file is in memory here than is on its way. */
async function sendBlob(call: Call, request: Omit<HttpRequest, 'body'>, body: Blob, signal: AbortSignal): Promise<HttpResponse> {
  const stop = new AbortController()
  let unreadable: AssayError | undefined
  const parts = blocksOf(body)
  try {
    return await send(
      call,
      { ...request, size: body.size },
      {
        signal: AbortSignal.any([signal, stop.signal]),
        asked: (part, say) =>
          void parts(part).then(
            (bytes) => say(part, bytes),
            (thrown: unknown) => {
              unreadable = unreadableBody(thrown)
              stop.abort()
            },
          ),
      },
    )
  } catch (thrown) {
    throw unreadable ?? thrown
  }
}

type Say = (part: BodyPart, bytes: Uint8Array) => void

async function send(
  call: Call,
  request: RelayCalls['http.send']['params'],
  { signal, bytes, asked }: { signal: AbortSignal; bytes?: Uint8Array | undefined; asked?(part: BodyPart, say: Say): void },
): Promise<HttpResponse> {
  const gatherer = new BodyGatherer(request.maxBytes)
  let say: Say | undefined
  const { result, bytes: rest } = await call('http.send', request, {
    signal,
    bytes,
    onCall: (way) => (say = way),
    onProgress(told, part) {
      if (told === 'body') gatherer.add(part ?? new Uint8Array())
      else if (say) asked?.(told, say)
    },
  })
  if (rest) gatherer.add(rest)
  return { ...result, body: gatherer.take(), by: 'companion' }
}
