import { AssayError } from '#engine/base/errors.ts'
import type { BodySource } from '#platform/node/http/http-hop.ts'
import type { AwaitedBody, Visit } from './body-transfers.ts'
import { relayServerTexts as texts } from './texts.ts'

/**
 * The body of a request that the page brings when it is asked to, as fast as the server takes it; again for a redirect that
 * keeps the body (RFC 9110 section 15.4).
 */
export function broughtBody(size: number, ask: () => AwaitedBody): BodySource {
  async function* read(): AsyncGenerator<Uint8Array> {
    const visit = await ask().visit
    let came = 0
    try {
      for await (const part of visit.request.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>) {
        came += part.length
        if (came > size) break
        yield part
      }
    } finally {
      leave(visit, came === size)
    }
    if (came !== size) throw new AssayError('http-invalid-request', texts.otherSize)
  }
  return { size, read }
}

/**
 * What the server didn't want is let go, until the page, which gets the response over the link, gives up bringing it: to end
 * the request first would look to the page as if the companion were gone.
 */
function leave({ request, response }: Visit, isWhole: boolean): void {
  const end = (): void => void response.writeHead(isWhole ? 204 : 400).end()
  if (request.readableEnded) end()
  else request.on('end', end).resume()
}
