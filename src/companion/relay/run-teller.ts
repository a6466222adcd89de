import { AssayError } from '#engine/base/errors.ts'
import { cancelled } from '#engine/ports/http-texts.ts'
import type { Locks, TokenStore } from '#engine/ports/index.ts'
import type { StoredToken } from '#engine/ports/token-store.ts'
import type { PageAsk, RunTold } from '#relay/calls.ts'
import { errorOf, type WireError } from '#relay/errors.ts'
import { createBatchWriter, type BatchWriter } from '#relay/run-batch.ts'

/** Milliseconds that what is told waits for more, and bytes that are told at once. */
const pace = 40
const most = 128 * 1024
/** Bytes that were told and that the page has not taken: a run that has told more waits. */
const mostAhead = 16 * 1024 * 1024

/** Tells the page of a run, in batches, and asks it for what is the page's. */
export interface RunTeller extends Pick<BatchWriter, 'event' | 'secret' | 'set' | 'keep' | 'body'> {
  /** Resolves when the run may go on: the page has taken the first batch, and is not far behind; undefined if it may now. */
  ready(): Promise<void> | undefined
  /** The page has taken one more batch. */
  taken(): void
  /** Tells what there is, and resolves when the page has taken all of it. */
  settled(): Promise<void>
  /** The page has answered a question. */
  answered(ask: number, value: unknown, error: WireError | undefined): void
  /** The page's tokens, and its locks, which it shares with its other tabs. */
  tokens: TokenStore
  locks: Locks
  /** Tells what is left. */
  end(): void
}

/** Makes it; nobody waits for the page any more once the signal is aborted. `offer` lets the page fetch a large body, and gives the ticket. */
export function createRunTeller(
  tell: (told: RunTold, bytes?: Uint8Array) => void,
  offer: (bytes: Uint8Array) => string,
  signal: AbortSignal,
): RunTeller {
  const writer = createBatchWriter(offer)
  const asked = new Map<number, { resolve(value: unknown): void; reject(error: unknown): void }>()
  /** Bytes of each batch that was not taken. */
  const ahead: number[] = []
  let bytesAhead = 0
  let hasTaken = false
  let asks = 0
  let timer: NodeJS.Timeout | undefined
  let soon: NodeJS.Immediate | undefined
  let waiting: { may(): boolean; go(): void }[] = []

  const flush = (): void => {
    clearTimeout(timer)
    clearImmediate(soon)
    timer = soon = undefined
    if (writer.size() === 0) return
    const { head, bytes, size } = writer.take()
    ahead.push(size)
    bytesAhead += size
    tell({ batch: head }, bytes)
  }
  const gathered = (): void => {
    // Not at once: what belongs together, as an answer and what is kept of it, shares a body.
    if (writer.size() >= most) soon ??= setImmediate(flush)
    else timer ??= setTimeout(flush, pace)
  }
  const until = (may: () => boolean): Promise<void> | undefined => {
    if (signal.aborted || may()) return undefined
    flush()
    return new Promise((resolve) => waiting.push({ may, go: resolve }))
  }
  const wake = (): void => {
    const ready = waiting.filter(({ may }) => signal.aborted || may())
    waiting = waiting.filter((one) => !ready.includes(one))
    for (const { go } of ready) go()
  }
  const stopAsking = (): void => {
    for (const { reject } of asked.values()) reject(cancelled())
    asked.clear()
    wake()
  }
  signal.addEventListener('abort', stopAsking, { once: true })

  const ask = (question: PageAsk): { number: number; answer: Promise<unknown> } => {
    const number = (asks += 1)
    const answer = new Promise<unknown>((resolve, reject) => {
      if (signal.aborted && question.of !== 'unlock') return reject(cancelled())
      if (question.of === 'unlock') resolve(undefined)
      else asked.set(number, { resolve, reject })
      tell({ ask: number, question })
    })
    return { number, answer }
  }
  return {
    event: (event) => (writer.event(event), gathered()),
    secret: (name, value) => (writer.secret(name, value), gathered()),
    set: (...set) => (writer.set(...set), gathered()),
    keep: (...kept) => (writer.keep(...kept), gathered()),
    body: (bytes, mediaType) => writer.body(bytes, mediaType),
    ready: () => until(() => hasTaken && bytesAhead + writer.size() < mostAhead),
    taken() {
      hasTaken = true
      bytesAhead -= ahead.shift() ?? 0
      wake()
    },
    async settled() {
      flush()
      await until(() => ahead.length === 0)
    },
    answered(number, value, error) {
      const one = asked.get(number)
      asked.delete(number)
      if (error) one?.reject(errorOf(error))
      else one?.resolve(value)
    },
    tokens: {
      get: async (key) => (await ask({ of: 'token-get', key }).answer) as StoredToken | undefined,
      put: async (key, token) => void (await ask({ of: 'token-put', key, token }).answer),
      delete: async (key) => void (await ask({ of: 'token-delete', key }).answer),
    },
    locks: {
      async hold(name, own, work) {
        const { number: lock, answer } = ask({ of: 'lock', name })
        try {
          await orAborted(answer, own)
          return await work()
        } finally {
          void ask({ of: 'unlock', lock }).answer
        }
      },
    },
    end() {
      flush()
      signal.removeEventListener('abort', stopAsking)
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

/** What of an answer of the page is used; AssayError `internal` if it is none. */
export function answerOf(params: unknown): { ask: number; value: unknown; error: WireError | undefined } {
  const { ask, value, error } = (params ?? {}) as { ask?: unknown; value?: unknown; error?: WireError }
  if (typeof ask !== 'number') throw new AssayError('internal', 'An answer without the number of its question.')
  return { ask, value, error }
}
