import { cancelled } from '#engine/ports/http/http-texts.ts'
import type { ServerSession } from './server-session.ts'

/** How many sessions a run has at one server: its suites go side by side. */
const mostSessions = 5

/** Whose turn it is gets the session that someone returns, or undefined for the place of one that is gone. */
type Turn = (session: ServerSession | undefined) => void

/** The sessions at one server, and those who wait for one. */
export class SessionPool {
  readonly #all = new Set<ServerSession>()
  readonly #idle: ServerSession[] = []
  readonly #waiting = new Set<Turn>()
  readonly #open: () => Promise<ServerSession>
  #opening = 0
  #isClosed = false

  constructor(open: () => Promise<ServerSession>) {
    this.#open = open
  }

  /**
   * The session that was used last, if it is free: what one step started the next one finds. Rejects when the signal is
   * aborted.
   */
  async take(signal: AbortSignal): Promise<ServerSession> {
    signal.throwIfAborted()
    if (this.#isClosed) throw cancelled()
    for (let session = this.#idle.pop(); session; session = this.#idle.pop()) {
      if (session.isUsable) return session
      this.#all.delete(session)
    }
    if (this.#all.size + this.#opening >= mostSessions) return (await this.#turn(signal)) ?? this.take(signal)
    this.#opening += 1
    try {
      const session = await this.#open()
      this.#all.add(session)
      return session
    } catch (thrown) {
      // No one gives this place back: who waits for one tries as well, and hears why it can't be had.
      this.#next()?.(undefined)
      throw thrown
    } finally {
      this.#opening -= 1
    }
  }

  /** Whether someone waits for the server to answer at all. */
  get isOpening(): boolean {
    return this.#opening > 0
  }

  give(session: ServerSession): void {
    if (!session.isUsable) this.#all.delete(session)
    const next = this.#next()
    if (next !== undefined) next(session.isUsable ? session : undefined)
    else if (session.isUsable) this.#idle.push(session)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    for (let next = this.#next(); next; next = this.#next()) next(undefined)
    await Promise.all([...this.#all].map((session) => session.close()))
    this.#all.clear()
  }

  #next(): Turn | undefined {
    const [next] = this.#waiting
    if (next) this.#waiting.delete(next)
    return next
  }

  /** Who gives up waiting leaves the row: what is given to them would be lost for all. */
  #turn(signal: AbortSignal): Promise<ServerSession | undefined> {
    return new Promise((resolve, reject) => {
      const turn: Turn = (session) => {
        signal.removeEventListener('abort', leave)
        resolve(session)
      }
      const leave = (): void => {
        this.#waiting.delete(turn)
        reject(cancelled())
      }
      this.#waiting.add(turn)
      signal.addEventListener('abort', leave, { once: true })
    })
  }
}
