import { cancelled } from '#engine/ports/http/http-texts.ts'
import type { Locks, TokenStore } from '#engine/ports/index.ts'
import type { StoredToken } from '#engine/ports/token-store.ts'
import { createLineWriter, type LineWriter } from '#relay/run-batch.ts'
import type { RelayedRequest } from '../relayed-request.ts'
import type { FromProcess } from './process-messages.ts'
import type { Questions } from './questions.ts'

/** Milliseconds that events wait for more, and the size from which they are sent at once. */
const pace = 40
const most = 128 * 1024
/** How much may be sent that the page has not taken yet: beyond it the run waits. */
const mostAhead = 16 * 1024 * 1024

/** Tells the companion of a run, and through it the page. */
export interface RunTeller extends Pick<LineWriter, 'event' | 'secret' | 'set' | 'keep' | 'body'> {
  /** Resolves when the run may go on: the page has taken the first batch, and is not far behind; undefined if it may now. */
  ready(): Promise<void> | undefined
  /** The page has taken so much. */
  taken(size: number): void
  /** A request was answered, or could not be. */
  sent(sent: RelayedRequest): void
  /** Tells what there is. */
  flush(): void
  /** The page's tokens, and its locks, which it shares with its other tabs. */
  tokens: TokenStore
  locks: Locks
}

/** Makes it; nothing waits for the page any more once the signal is aborted. */
export function createRunTeller(post: (message: FromProcess) => void, questions: Questions, signal: AbortSignal): RunTeller {
  const lines = createLineWriter()
  let requests: RelayedRequest[] = []
  let ahead = 0
  let hasTaken = false
  let timer: NodeJS.Timeout | undefined
  let soon: NodeJS.Immediate | undefined
  let waiting: { may(): boolean; go(): void }[] = []

  const tell = (now: boolean): void => {
    clearTimeout(timer)
    clearImmediate(soon)
    timer = soon = undefined
    if (!now && lines.size() === 0 && requests.length === 0) return
    const told = lines.take()
    ahead += told.size
    post({ told, sent: requests, now })
    requests = []
  }
  const gathered = (): void => {
    // Not at once: what belongs together, as a response and what is kept of it, shares a body.
    if (lines.size() >= most) soon ??= setImmediate(tell, false)
    else timer ??= setTimeout(tell, pace, false)
  }
  const wake = (): void => {
    const ready = waiting.filter(({ may }) => signal.aborted || may())
    waiting = waiting.filter((one) => !ready.includes(one))
    for (const { go } of ready) go()
  }
  signal.addEventListener('abort', wake, { once: true })
  const ask = (...question: Parameters<Questions['page']>) => questions.page(...question).answer

  return {
    event(event) {
      lines.event(event)
      // A step may keep this process from all else: the page knows then which one it is.
      if (event.type === 'step-started') tell(false)
      else gathered()
    },
    secret: (name, value) => (lines.secret(name, value), gathered()),
    set: (...set) => (lines.set(...set), gathered()),
    keep: (...kept) => (lines.keep(...kept), gathered()),
    body: (bytes, mediaType) => lines.body(bytes, mediaType),
    ready() {
      const may = (): boolean => hasTaken && ahead + lines.size() < mostAhead
      if (signal.aborted || may()) return undefined
      tell(true)
      return new Promise((resolve) => waiting.push({ may, go: resolve }))
    },
    taken(size) {
      hasTaken = true
      ahead -= size
      wake()
    },
    sent(sent) {
      requests.push(sent)
      gathered()
    },
    flush: () => tell(false),
    tokens: {
      get: async (key) => (await ask({ of: 'token-get', key })) as StoredToken | undefined,
      put: async (key, token) => void (await ask({ of: 'token-put', key, token })),
      delete: async (key) => void (await ask({ of: 'token-delete', key })),
    },
    locks: {
      async hold(name, own, work) {
        const { number: lock, answer } = questions.page({ of: 'lock', name })
        try {
          await orAborted(answer, own)
          return await work()
        } finally {
          void ask({ of: 'unlock', lock })
        }
      },
    },
  }
}

function orAborted(answer: Promise<unknown>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(cancelled())
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    answer.then(() => resolve(), reject).finally(() => signal.removeEventListener('abort', stop))
  })
}
