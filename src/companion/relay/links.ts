import { randomUUID } from 'node:crypto'
import type { WebSocket } from 'ws'
import { createLinkServer, type Capabilities } from '#relay/link-server.ts'
import type { PairedPage } from './pairings.ts'
import { longestSilence } from './runs/process-messages.ts'

/** How often each link is pinged, in milliseconds; a link that has not responded since the last ping is closed. */
const heartbeat = 15_000

/** Close codes (RFC 6455 section 7.4): the two of the standard that are used, and one of our own. */
const closeCodes = { away: 1001, protocol: 1002, revoked: 4001 } as const

/** The links of all pages. */
export interface Links {
  open(socket: WebSocket, page: PairedPage): void
  /** How many links a page has. */
  countOf(page: string): number
  /** Ends the links of a page that is no longer paired. */
  endOf(page: string): void
  /** Ends all of them and what goes on for them, and accepts no more. */
  close(): Promise<void>
}

interface Link {
  page: string
  socket: WebSocket
  isAlive: boolean
  /** Ends what goes on for it, and starts nothing more. */
  stop(): Promise<void>
  closed: Promise<void>
}

/**
 * Resolves when the page is there, or its link is gone; undefined if it was heard of a moment ago. This program may have slept: what it goes on with first is not what
 * came over the link meanwhile.
 */
export type IsThere = () => Promise<void> | undefined

/** Runs what pages ask over their links. `capabilities`: of a link of this page. */
export function createLinks(
  version: string,
  capabilities: (page: PairedPage, isThere: IsThere) => Capabilities,
  now = () => performance.now(),
): Links {
  const links = new Set<Link>()
  let isClosed = false
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
      // A page reconnects at once, and would keep the companion from ending.
      if (isClosed) return socket.terminate()
      let tellClosed = (): void => {}
      const closed = new Promise<void>((resolve) => (tellClosed = resolve))
      let heard = now()
      const isThere: IsThere = () => {
        if (now() - heard < longestSilence || socket.readyState === socket.CLOSED) return undefined
        // Of its own: the response to another one may lie there since before the sleep.
        const mark = randomUUID()
        return new Promise((resolve) => {
          const answered = (data: Buffer): void => void (data.toString() === mark && end())
          const end = (): void => {
            socket.off('pong', answered).off('close', end)
            resolve()
          }
          socket.on('pong', answered).on('close', end)
          if (socket.readyState === socket.OPEN) socket.ping(mark)
        })
      }
      const server = createLinkServer({
        version,
        capabilities: capabilities(page, isThere),
        send: (frame) => socket.send(frame),
        refuse: (why) => end(link, closeCodes.protocol, why),
      })
      const link: Link = { page: page.id, socket, isAlive: true, stop: server.closed, closed }
      links.add(link)
      timer ??= setInterval(beat, heartbeat).unref()
      const alive = (): void => {
        link.isAlive = true
        heard = now()
      }
      socket.on('pong', alive)
      socket.on('message', (data: Buffer, isBinary) => {
        alive()
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
      isClosed = true
      const all = [...links]
      for (const { socket } of all) {
        socket.close(closeCodes.away)
        socket.terminate()
      }
      await Promise.all(all.map(({ closed }) => closed))
    },
  }
}
