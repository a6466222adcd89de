import { AssayError } from '#engine/base/errors.ts'
import type { Redactor } from '#engine/base/secrets/redactor.ts'
import type { BodyRef, BodyStore, Locks, TokenStore } from '#engine/ports/index.ts'
import type { RunEvent } from '#engine/runner/report/events.ts'
import type { RunMemory } from '#engine/runner/execute/run-memory.ts'
import type { Answered, AskedRun, CallName, PageAsk, RelayCalls } from './calls.ts'
import { wireError } from './errors.ts'
import { companionGone, type CallOptions } from './link-client.ts'
import { readBatch, type BatchBody, type BatchHead } from './run-batch.ts'

/** What the page gives to a run that the companion runs, and where it keeps the result. */
export interface WholeRunParts {
  /** The companion, in a session of the run's own. */
  session: {
    call<Name extends CallName>(
      name: Name,
      params: RelayCalls[Name]['params'],
      options: CallOptions<Name>,
    ): Promise<Answered<Name>>
    /** Fetches a large body beside the link. Rejects if it did not come to its end. */
    visit(ticket: string, signal: AbortSignal): Promise<Response>
  }
  tokens: TokenStore
  locks: Locks
  bodies: BodyStore
  memory: RunMemory
  redactor: Redactor
  /** Takes what happened; resolves when it is stored. */
  tell(events: RunEvent[]): Promise<unknown> | undefined
  /** Stop. */
  signal: AbortSignal
}

/** Answers what the companion asks: tokens, and locks that are held until it lets go of them, or the run is over. */
function createAnswers({ session, tokens, locks }: WholeRunParts, never: AbortSignal, over: AbortSignal) {
  /** What lets go of each lock, by the number of the question. */
  const held = new Map<number, () => void>()
  const hold = (ask: number, name: string): Promise<null> =>
    new Promise((resolve, reject) => {
      const letGo = new AbortController()
      held.set(ask, () => letGo.abort())
      const until = AbortSignal.any([letGo.signal, over])
      const keep = (): Promise<void> => {
        resolve(null)
        return new Promise((end) => {
          if (until.aborted) end()
          until.addEventListener('abort', () => end(), { once: true })
        })
      }
      locks.hold(name, until, keep).catch(reject)
    })
  const answer = async (ask: number, question: PageAsk): Promise<unknown> => {
    if (question.of === 'token-get') return tokens.get(question.key)
    if (question.of === 'token-put') return tokens.put(question.key, question.token)
    if (question.of === 'token-delete') return tokens.delete(question.key)
    if (question.of === 'lock') return hold(ask, question.name)
    held.get(question.lock)?.()
    held.delete(question.lock)
    return undefined
  }
  return async (ask: number, question: PageAsk): Promise<void> => {
    const params = await answer(ask, question).then(
      (value) => ({ ask, value }),
      (thrown: unknown) => ({ ask, error: wireError(thrown) }),
    )
    if (question.of !== 'unlock') await session.call('run.answer', params, { signal: never })
  }
}

/** Takes batches one after the other, as if all of it had happened here. */
function createTaking({ session, bodies, memory, redactor, tell }: WholeRunParts, never: AbortSignal) {
  const refs = new Map<string, BodyRef>()
  const keep = async ({ id, mediaType, bytes }: BatchBody): Promise<void> => {
    if (mediaType !== undefined) refs.set(id, await bodies.put(bytes, mediaType))
  }
  /** Of a body the place at which it is kept here. */
  const rename = (body: { id: string; dropped?: boolean | undefined } | undefined): void => {
    const ref = body && refs.get(body.id)
    if (body === undefined || ref === undefined) return
    refs.delete(body.id)
    body.id = ref.id
    if (ref.dropped) body.dropped = true
  }
  let last: Promise<unknown> = Promise.resolve()
  let begun = false
  let fail: (thrown: unknown) => void = () => {}
  const failed = new Promise<never>((_, reject) => (fail = reject))
  const fetched = async ({ bodies: heads }: BatchHead): Promise<Map<string, Uint8Array>> => {
    const found = new Map<string, Uint8Array>()
    for (const { ticket } of heads) {
      if (ticket === undefined) continue
      const body = async () => new Uint8Array(await (await session.visit(ticket, never)).arrayBuffer())
      found.set(ticket, await body().catch(() => Promise.reject(companionGone())))
    }
    return found
  }
  const take = async (head: BatchHead, bytes: Uint8Array): Promise<void> => {
    const batch = readBatch(head, bytes, await fetched(head))
    for (const [name, value] of batch.secrets) redactor.add(name, value)
    for (const body of batch.bodies) await keep(body)
    for (const set of batch.sets) memory.set(...set)
    for (const kept of batch.kept) memory.keep(...kept)
    for (const event of batch.events) {
      if (event.type === 'exchanged') rename(event.exchange.response?.body)
      else if (event.type === 'queried') rename(event.query.body)
    }
    const stored = tell(batch.events)
    const taken = async (): Promise<void> => {
      await stored
      await session.call('run.taken', null, { signal: never })
    }
    // Of a link that is gone the call tells that carries the run out.
    taken().catch(() => undefined)
  }
  return {
    push(head: BatchHead, bytes: Uint8Array): void {
      begun = true
      last = last.then(() => take(head, bytes))
      last.catch(fail)
    },
    begun: () => begun,
    /** Rejects as soon as something could not be taken: a run whose page takes nothing more would wait for it forever. */
    failed,
    /** Rejects if something could not be taken. */
    end: () => last,
  }
}

/**
 * Lets the companion run a run of the project in the file, and takes what it tells. Resolves when the run has ended; false: it
 * has not started there, nothing was sent, and it can be run here. Rejects with AssayError, `companion-gone` when the link ends
 * in the middle of it.
 */
export async function followRun(asked: AskedRun, file: Uint8Array, parts: WholeRunParts): Promise<boolean> {
  const { session, signal } = parts
  // What is asked of the companion goes on when the run is stopped: the last events are still to come.
  const { signal: never } = new AbortController()
  const over = new AbortController()
  const taking = createTaking(parts, never)
  const answer = createAnswers(parts, never, over.signal)
  const stop = (): void => void session.call('run.stop', null, { signal: never }).catch(() => undefined)
  try {
    const ended = session.call('run.start', asked, {
      signal: never,
      bytes: file,
      onProgress(told, part) {
        if ('batch' in told) taking.push(told.batch, part ?? new Uint8Array())
        else void answer(told.ask, told.question).catch(() => undefined)
      },
    })
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
    await Promise.race([ended, taking.failed])
    await taking.end()
    return true
  } catch (thrown) {
    if (!taking.begun()) return false
    await taking.end()
    throw thrown instanceof AssayError ? thrown : new AssayError('internal', String(thrown), { cause: thrown })
  } finally {
    signal.removeEventListener('abort', stop)
    over.abort()
  }
}
