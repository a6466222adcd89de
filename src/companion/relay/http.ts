import { AssayError } from '#engine/base/errors.ts'
import { BodyGatherer } from '#engine/ports/body-gatherer.ts'
import { createAdmission } from '#platform/node/admission.ts'
import { createNodeHttp } from '#platform/node/http.ts'
import { linkLimits } from '#relay/messages.ts'
import type { AskedOf, Capability } from '#relay/link-server.ts'
import type { RelayContext } from './capabilities.ts'
import { askedBody } from './asked-body.ts'
import { requestOf, sizeOf } from './request.ts'

/** Sends a body on in parts as it comes, so that no more of it is held here than is on its way; the last one goes with the answer. */
function createParts({ progress, room }: Pick<AskedOf<'http.send'>, 'progress' | 'room'>) {
  let gatherer = new BodyGatherer(Infinity)
  let size = 0
  return {
    add(part: Uint8Array): Promise<void> | undefined {
      size += part.length
      const isFull = gatherer.size > 0 && gatherer.size + part.length > linkLimits.joined
      if (isFull) {
        progress('body', gatherer.take())
        gatherer = new BodyGatherer(Infinity)
      }
      // What undici hands over is a part of its own: alone it is not copied.
      gatherer.add(part)
      return isFull ? room() : undefined
    },
    rest: (): Uint8Array => gatherer.take(),
    size: (): number => size,
  }
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : '?')

/** Sends a request as `assay run` does, to addresses that the session may reach. */
export const httpSend =
  ({ port, proxy, onSent }: RelayContext): Capability<'http.send'> =>
  async ({ params, bytes, signal, session, progress, room, onSaid }) => {
    const http = await session.resource('http', async () => {
      const value = createNodeHttp({ admission: createAdmission({ hosts: session.hosts, ownPort: port }), proxy })
      return { value, close: value.close }
    })
    const request = requestOf(params, bytes)
    const size = sizeOf(params)
    const source = size === undefined ? undefined : askedBody(size, { progress, onSaid, signal })
    const parts = createParts({ progress, room })
    const sent = { method: request.method, host: hostOf(request.url) }
    try {
      const { body, ...result } = await http.send(request, signal, { sink: parts.add, source })
      const received = parts.size() + body.length
      onSent?.({ ...sent, status: result.status, size: received, duration: result.timing.total })
      return { result, bytes: parts.size() === 0 ? body : parts.rest() }
    } catch (thrown) {
      onSent?.({ ...sent, refused: thrown instanceof AssayError ? thrown.code : 'internal' })
      throw thrown
    }
  }
