import { AssayError } from '#engine/base/errors.ts'
import type { RunEnd } from '#engine/runner/report/events.ts'
import type { AskedRun } from '#relay/calls.ts'
import type { WireError } from '#relay/errors.ts'
import type { Capability, RelaySession } from '#relay/link-server.ts'
import type { Visit } from '../body-transfers.ts'
import type { RelayContext } from '../relay-context.ts'
import { relayServerTexts as texts } from '../texts.ts'
import { createRunBatches, type RunBatches } from './run-batches.ts'
import type { RunProcess, StopLimits } from './run-process.ts'
import { startForSession } from './start-for-session.ts'

/** A stop takes half a second for the user; a run that hears it is left time for its last events. */
const stopLimits: StopLimits = { heard: 300, ended: 800 }

/** The run of a session. */
interface RunHere {
  /** A Stop, which may be heard before the run starts. */
  isStopped: boolean
  /** Its session is closed: nothing that was offered is fetched any more. */
  over: AbortSignal
  /** Once it has started. */
  going?: { process: RunProcess; batches: RunBatches }
  /** Numbers of questions that the page has not answered. */
  questions: Set<number>
  /** Values that were concealed before it started. */
  concealed: [name: string, value: string][]
  /** What waits for the process to conceal a value, by number. */
  concealing: Map<number, () => void>
}

const runOf = (session: RelaySession): Promise<RunHere> =>
  session.resource('run', async () => {
    const over = new AbortController()
    const value: RunHere = {
      isStopped: false,
      over: over.signal,
      questions: new Set(),
      concealed: [],
      concealing: new Map(),
    }
    const close = (): Promise<void> | undefined => {
      over.abort()
      return value.going?.process.close()
    }
    return { value, close }
  })

const isText = (value: unknown): value is string => typeof value === 'string'

const isSecret = (value: unknown): value is [string, string] =>
  Array.isArray(value) && value.length === 2 && value.every((part) => isText(part))

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What a page asks for; AssayError `internal` if it is none. What the options hold the plan checks. */
function askedRun(params: unknown): AskedRun {
  const { run: id, options, secrets, redirectUri } = isObject(params) ? params : {}
  if (!isText(id) || id.length > 100 || !isObject(options) || !isText(redirectUri))
    throw new AssayError('internal', texts.run.none)
  if (!Array.isArray(secrets) || !secrets.every((one) => isSecret(one))) throw new AssayError('internal', texts.run.none)
  return { run: id, options, secrets, redirectUri }
}

/** Lets the page fetch a body by its own request, which a browser reads several times as fast as messages of a WebSocket. */
const offering =
  ({ transfers, page }: RelayContext, signal: AbortSignal) =>
  (bytes: Uint8Array): string => {
    const { ticket, visit } = transfers.await(page.origin, signal)
    const give = ({ response }: Visit): void =>
      void response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': bytes.length }).end(bytes)
    // Who is gone fetches nothing.
    visit.then(give, () => undefined)
    return ticket
  }

/** Lets a process carry a run out as `assay run` does, within what the session may reach, and tells the page of it. */
export const runStart =
  (context: RelayContext): Capability<'run.start'> =>
  async ({ params, bytes, signal, session, progress }) => {
    const asked = askedRun(params)
    const here = await runOf(session)
    if (here.going) throw new AssayError('run-busy', texts.run.busy)
    const batches = createRunBatches(progress, offering(context, here.over))
    const process = startForSession(context, session, { begin: 'run', asked, file: bytes }, (message) => {
      if ('told' in message) {
        for (const sent of message.sent) context.onSent?.(sent)
        batches.add(message.told, message.now)
      } else if ('ask' in message) {
        if (message.question.of !== 'unlock') here.questions.add(message.ask)
        progress(message)
      } else if ('there' in message) void isThere(context, message.there, process)
      else if ('concealed' in message) here.concealing.get(message.concealed)?.()
      else if ('begun' in message) context.onRun?.()
    })
    here.going = { process, batches }
    for (const concealed of here.concealed) void conceal(here, ...concealed)
    const stop = (): void => process.stop(stopLimits)
    if (here.isStopped || signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    try {
      const end = (await process.ended) as RunEnd
      context.onRun?.(end)
      return { result: null }
    } finally {
      batches.end()
      for (const done of here.concealing.values()) done()
    }
  }

async function isThere(context: RelayContext, there: number, process: RunProcess): Promise<void> {
  await context.isThere?.()
  process.post({ answered: there })
}

/** Masks a value in what the process tells; resolves when the page has taken what was sent before, or the run is over. */
async function conceal({ going, concealing }: RunHere, name: string, value: string): Promise<void> {
  if (!going) return
  const number = concealing.size
  await new Promise<void>((resolve) => {
    concealing.set(number, resolve)
    going.process.post({ conceal: number, name, value })
    // One that has ended tells nothing more.
    going.process.ended.then(() => resolve(), resolve)
  })
  await going.batches.settled()
}

/** Ends it as Stop does. */
export const runStop: Capability<'run.stop'> = async ({ session }) => {
  const here = await runOf(session)
  here.isStopped = true
  here.going?.process.stop(stopLimits)
  return { result: null }
}

/** The page is not further behind than this. */
export const runTaken: Capability<'run.taken'> = async ({ session }) => {
  const { going } = await runOf(session)
  going?.process.post({ taken: going.batches.taken() })
  return { result: null }
}

/** What the page says to a question. */
export const runAnswer: Capability<'run.answer'> = async ({ params, session }) => {
  const { ask, value, error } = answerOf(params)
  const { going, questions } = await runOf(session)
  if (questions.delete(ask)) going?.process.post({ answered: ask, value, error })
  return { result: null }
}

/** From now on a value is masked, and the page has taken what was sent about it before. */
export const runConceal: Capability<'run.conceal'> = async ({ params, session }) => {
  const { name, value }: { name: unknown; value: unknown } = params
  if (!isText(name) || !isText(value)) throw new AssayError('internal', texts.run.none)
  const here = await runOf(session)
  if (here.going) await conceal(here, name, value)
  else here.concealed.push([name, value])
  return { result: null }
}

/** The part of a page's response that is used; AssayError `internal` if it is none. */
function answerOf(params: unknown): { ask: number; value: unknown; error: WireError | undefined } {
  const { ask, value, error } = (params ?? {}) as { ask?: unknown; value?: unknown; error?: WireError }
  if (typeof ask !== 'number') throw new AssayError('internal', 'An answer without the number of its question.')
  return { ask, value, error }
}
