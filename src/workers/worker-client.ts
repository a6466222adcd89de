import type { Endpoint } from 'comlink'
import { AssayError } from '#engine/base/errors.ts'
import { workerTexts } from './texts.ts'
import type { RemoteCall } from './wire.ts'

/** A worker's API as the page asks it: the same calls in the same groups, each with a promise. */
export type AskedApi<Api> = {
  [Name in keyof Api]: Api[Name] extends (...args: infer Args) => infer Result
    ? (...args: Args) => Promise<Awaited<Result>>
    : AskedApi<Api[Name]>
}

/** A worker that was started. */
export interface StartedWorker {
  /** Where its calls go. */
  endpoint: Endpoint
  /** Resolves when it is gone although no one ended it, with what is known of the cause. */
  died: Promise<unknown>
  /** Ends it at once, whatever it does. */
  end(): void
}

/** What a client is made of. */
export interface WorkerClientParts {
  start(): StartedWorker
  /** What a call is rejected with whose worker is gone: what happened, and what to do. */
  gone: { text: string; hint?: string }
  /**
   * Milliseconds that a call whose signal has aborted gets to end before its worker is ended, with every other call in it.
   * Absent for a worker that many share: a call that doesn't hear is left to itself there.
   */
  grace?: number
  /** How long a call may take; absent: as long as it does. */
  deadline?: Deadline
}

/** When a worker is ended whatever it does: data decides how long reading it takes. */
export interface Deadline {
  milliseconds: number
  /** What the call is rejected with: what was stopped, and what to do. */
  error(seconds: number): AssayError
  /** Calls that are ended otherwise, by their names. */
  except?: readonly string[]
}

/** What a worker may take to read or to make something, in milliseconds: as long as `assay import` takes. */
export const usualDeadline = 60_000

/** The page's side of one worker. */
export interface WorkerClient<Api> {
  /**
   * The worker's calls; the first one starts it. An `AbortSignal` among the arguments cancels: the call is rejected at once
   * (AssayError `cancelled`, or the signal's reason if it is an AssayError), the worker hears of it by its own signal, and is
   * ended if it has not answered after the grace period, if there is one. A call that takes longer than the deadline is
   * rejected, and the worker ended. Functions among the arguments are called from the worker, for progress, never after the
   * call has settled; what one promises is its answer to the worker. Whatever happens to the worker, no call stays without an
   * answer ({@link WorkerGone}).
   */
  api: AskedApi<Api>
  /** Ends the worker, if it was started. The next call starts another. */
  end(): void
  /**
   * Tells, whenever it is asked, whether the worker that lives now still does: a new one has nothing of what this one holds.
   */
  watch(): () => boolean
}

/** The worker that was asked is gone: it died, could not be loaded, or was ended. */
export class WorkerGone extends AssayError {}

/** A worker that lives, with the calls that wait for it. */
interface Live {
  /** Its calls by their names. Comes late: what speaks with workers is loaded with the first of them. */
  remote: Promise<RemoteCall>
  waiting: Set<(error: Error) => void>
  end(cause?: unknown): void
}

/** A worker of the usual sort; an error that no one in it catches counts as its death. */
export function usualWorker(worker: Worker): StartedWorker {
  const died = new Promise<unknown>((resolve) => {
    worker.addEventListener('error', (event) => resolve(event.message), { once: true })
  })
  return { endpoint: worker, died, end: () => worker.terminate() }
}

/** Creates the client of a worker, which is started when it is first asked, and again after it is gone. */
export function createWorkerClient<Api extends object>(parts: WorkerClientParts): WorkerClient<Api> {
  const { text, hint } = parts.gone
  let live: Live | undefined

  const start = (): Live => {
    const started = parts.start()
    const waiting: Live['waiting'] = new Set()
    const next: Live = {
      remote: import('./wire.ts').then(({ callsAt }) => callsAt(started.endpoint)),
      waiting,
      end(cause) {
        if (live === next) live = undefined
        started.end()
        for (const fail of waiting) fail(new WorkerGone('internal', text, { hint, cause }))
      },
    }
    void started.died.then((cause) => next.end(cause))
    next.remote.catch((cause: unknown) => next.end(cause))
    return next
  }

  const ask = (path: readonly string[], args: readonly unknown[]): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const signal = args.find((arg) => arg instanceof AbortSignal)
      if (signal?.aborted) return reject(cancelled(signal))
      live ??= start()
      const { remote, waiting, end } = live
      const fail = (error: Error) => {
        settled()
        reject(error)
      }
      waiting.add(fail)
      const own = new AbortController()
      let patience: ReturnType<typeof setTimeout> | undefined
      const { deadline } = parts
      const expire = () => {
        reject(deadline?.error(deadline.milliseconds / 1_000))
        end()
      }
      const isLimited = deadline !== undefined && !deadline.except?.includes(path.join('.'))
      const limit = isLimited ? setTimeout(expire, deadline.milliseconds) : undefined
      const cancel = () => {
        reject(cancelled(signal))
        own.abort()
        if (parts.grace !== undefined) patience = setTimeout(end, parts.grace)
      }
      const settled = () => {
        clearTimeout(patience)
        clearTimeout(limit)
        signal?.removeEventListener('abort', cancel)
        waiting.delete(fail)
      }
      signal?.addEventListener('abort', cancel, { once: true })
      const told = args.map((arg) => {
        if (arg === signal && signal) return own.signal
        return typeof arg === 'function'
          ? (...news: unknown[]) => {
              if (!waiting.has(fail) || own.signal.aborted) return undefined
              const answer: unknown = arg(...news)
              return answer instanceof Promise ? answer : undefined
            }
          : arg
      })
      remote
        .then((call) => call(path, told))
        .then(resolve, reject)
        .finally(settled)
    })

  const watch = () => {
    const watched = live
    return () => watched !== undefined && watched === live
  }
  return { api: pathsOf<AskedApi<Api>>(ask), end: () => live?.end(), watch }
}

const cancelled = (signal: AbortSignal | undefined): AssayError =>
  signal?.reason instanceof AssayError ? signal.reason : new AssayError('cancelled', workerTexts.cancelled)

/** An object whose every path is a call. */
function pathsOf<Api>(
  ask: (path: readonly string[], args: readonly unknown[]) => Promise<unknown>,
  path: readonly string[] = [],
): Api {
  return new Proxy(() => undefined, {
    get: (_, name) => (isCall(name) ? pathsOf(ask, [...path, name]) : undefined),
    apply: (_, __, args: unknown[]) => ask(path, args),
  }) as Api
}

/** `await` reads `then`, which would become a call. */
const isCall = (name: string | symbol): name is string => typeof name === 'string' && name !== 'then'

/** An API whose calls have a first argument that is made ready for the worker before each. */
export const withReady = <First, Api extends object>(api: Api, ready: (first: First) => Promise<First>): Api =>
  new Proxy(api, {
    get: (_, name) => {
      if (!isCall(name)) return undefined
      const call = Reflect.get(api, name) as (...args: unknown[]) => Promise<unknown>
      return async (first: First, ...rest: unknown[]) => call(await ready(first), ...rest)
    },
  })

/** An API some of whose calls the page answers by itself; all others go through. */
export const withOwn = <Api extends object, Own extends object>(api: Api, own: Own): Api & Own =>
  Object.create(api, Object.getOwnPropertyDescriptors(own))
