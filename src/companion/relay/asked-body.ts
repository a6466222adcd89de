import type { BodySource } from '#platform/node/http-hop.ts'
import { cancelled } from '#engine/ports/http-texts.ts'
import { linkLimits } from '#relay/messages.ts'
import type { AskedOf } from '#relay/link-server.ts'

/** Parts that are asked for before the first of them is passed on: the most of a body that is held here. */
const ahead = 16

/**
 * The body of a request that the page has: asked for in parts, as fast as the server takes them. It can be read again, for a redirect that
 * keeps the body (RFC 9110 section 15.4).
 */
export function askedBody(
  size: number,
  { progress, onSaid, signal }: Pick<AskedOf<'http.send'>, 'progress' | 'onSaid' | 'signal'>,
): BodySource {
  /** How long the parts are that were asked for and are not here yet, by where they begin. */
  const wanted = new Map<number, number>()
  const here = new Map<number, Uint8Array>()
  let wake = (): void => {}
  onSaid(({ from }, bytes) => {
    if (bytes === undefined || wanted.get(from) !== bytes.length) return
    wanted.delete(from)
    here.set(from, bytes)
    wake()
  })
  signal.addEventListener('abort', () => wake(), { once: true })

  async function* read(): AsyncGenerator<Uint8Array> {
    wanted.clear()
    here.clear()
    let asked = 0
    const ask = (): void => {
      if (asked >= size) return
      const part = { from: asked, to: Math.min(size, asked + linkLimits.part) }
      wanted.set(part.from, part.to - part.from)
      asked = part.to
      progress(part)
    }
    for (let count = 0; count < ahead; count += 1) ask()
    for (let at = 0; at < size;) {
      const part = here.get(at)
      if (signal.aborted) throw cancelled()
      if (part === undefined) {
        await new Promise<void>((resolve) => (wake = resolve))
        continue
      }
      here.delete(at)
      at += part.length
      yield part
      ask()
    }
  }
  return { size, read }
}
