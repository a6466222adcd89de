import { createLinkClient, type LinkClient } from '#relay/link-client.ts'
import { linkPaths, offeredProtocols } from '#relay/link-protocol.ts'
import { ProtocolError, protocol, type Hello } from '#relay/messages.ts'

/** A link that stands. */
export interface OpenLink {
  client: LinkClient
  hello: Hello
  /** Resolves when it is gone. */
  gone: Promise<void>
  /** Sends a request beside it, with a large body or for one. Rejects if it was not taken to its end. */
  visit(ticket: string, signal: AbortSignal, body?: Blob | Uint8Array): Promise<Response>
  close(): void
}

/** Milliseconds between two signs of life, and how long one may take. */
const beat = 15_000
const patience = 10_000

async function visitBody(url: string, signal: AbortSignal, body: Blob | Uint8Array | undefined): Promise<Response> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: (body ?? null) as Blob | Uint8Array<ArrayBuffer> | null,
    credentials: 'omit',
    cache: 'no-store',
    referrerPolicy: 'no-referrer',
    redirect: 'error',
    signal,
  })
  if (!response.ok) throw new Error('The companion rejected it')
  return response
}

/** Opens the WebSocket to a companion; rejects if it can't be, without a reason: browsers give none. */
export function openLink(address: string, token: string): Promise<OpenLink> {
  const socket = new WebSocket(`${address.replace(/^http/, 'ws')}${linkPaths.link}`, offeredProtocols(token))
  socket.binaryType = 'arraybuffer'
  const visit: OpenLink['visit'] = (ticket, signal, body) => visitBody(`${address}${linkPaths.body}${ticket}`, signal, body)
  return new Promise((resolve, reject) => {
    let beats: ReturnType<typeof setInterval> | undefined
    let waits: ReturnType<typeof setTimeout> | undefined = setTimeout(() => socket.close(), patience)
    let tellGone = (): void => {}
    const gone = new Promise<void>((resolveGone) => (tellGone = resolveGone))
    const alive = (): void => {
      clearTimeout(waits)
      waits = undefined
    }
    const onHello = (hello: Hello): void => {
      if (hello.protocol !== protocol) return end()
      beats = setInterval(() => {
        client.ping()
        waits ??= setTimeout(end, patience)
      }, beat)
      resolve({ client, hello, gone, visit, close: end })
    }
    const client = createLinkClient({ send: (frame) => socket.send(frame as string | Uint8Array<ArrayBuffer>), onHello })
    /** A socket whose other end is silent takes long to close: it is given up at once. */
    const end = (): void => {
      clearInterval(beats)
      clearTimeout(waits)
      socket.close()
      client.gone()
      tellGone()
      reject(new Error('The connection was closed'))
    }
    socket.addEventListener('message', ({ data }: MessageEvent<string | ArrayBuffer>) => {
      alive()
      try {
        client.received(typeof data === 'string' ? data : new Uint8Array(data))
      } catch (thrown) {
        end()
        if (!(thrown instanceof ProtocolError)) throw thrown
      }
    })
    socket.addEventListener('close', end)
  })
}
