import type { WebSocket } from 'ws'
import { createLinkServer, type Capabilities } from '#relay/link-server.ts'
import type { PairedPage } from './pairings.ts'

/** How often each link is asked for a sign of life, in milliseconds; one that has given none since the last time is ended. */
const heartbeat = 15_000

/** Close codes (RFC 6455 section 7.4): the two of the standard that are used, and one of our own. */
const closeCodes = { away: 1001, protocol: 1002, revoked: 4001 } as const

/** The links of all pages. */
export interface Links {
  open(socket: WebSocket, page: PairedPage): void
  /** How many links a page has. */
  countOf(page: string): number
  /** Ends the links of a page that is not paired any more. */
  endOf(page: string): void
  /** Ends all of them, and what goes on for them. */
  close(): Promise<void>
}

interface Link {
  page: string
  socket: WebSocket
  isAlive: boolean
  /** Ends what goes on for it, and begins nothing more. */
  stop(): Promise<void>
  closed: Promise<void>
}

/** Carries out what pages ask over their links. `capabilities`: of a link of this page. */
export function createLinks(version: string, capabilities: (page: PairedPage) => Capabilities): Links {
  const links = new Set<Link>()
  let timer: NodeJS.Timeout | undefined

  const beat = (): void => {
    for (const link of links) {
      if (!link.isAlive) link.socket.terminate()
      link.isAlive = false
      link.socket.ping()
    }
  }
  const end = (link: Link, code: number, why: string): void => {
    // Now, not when the page has answered that it closes.
    void link.stop()
    link.socket.close(code, why)
    // A page that doesn't answer keeps no link by it.
    setTimeout(() => link.socket.terminate(), 1_000).unref()
  }

  return {
    open(socket, page) {
      let tellClosed = (): void => {}
      const closed = new Promise<void>((resolve) => (tellClosed = resolve))
      const server = createLinkServer({
        version,
        capabilities: capabilities(page),
        send: (frame) => socket.send(frame),
        refuse: (why) => end(link, closeCodes.protocol, why),
      })
      const link: Link = { page: page.id, socket, isAlive: true, stop: server.closed, closed }
      links.add(link)
      timer ??= setInterval(beat, heartbeat).unref()
      socket.on('pong', () => (link.isAlive = true))
      socket.on('message', (data: Buffer, isBinary) => {
        link.isAlive = true
        server.received(isBinary ? data : data.toString('utf8'))
      })
      // What was wrong with a frame (too large, no UTF-8) has closed the socket already.
      socket.on('error', () => socket.terminate())
      socket.on('close', () => {
        links.delete(link)
        if (links.size === 0) clearInterval(timer)
        if (links.size === 0) timer = undefined
        void server.closed().then(tellClosed)
      })
    },
    countOf: (page) => [...links].filter((link) => link.page === page).length,
    endOf(page) {
      for (const link of links) if (link.page === page) end(link, closeCodes.revoked, 'revoked')
    },
    async close() {
      const all = [...links]
      for (const { socket } of all) {
        socket.close(closeCodes.away)
        socket.terminate()
      }
      await Promise.all(all.map(({ closed }) => closed))
    },
  }
}
