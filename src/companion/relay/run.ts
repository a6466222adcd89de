import { AssayError } from '#engine/base/errors.ts'
import type { Redactor } from '#engine/base/redactor.ts'
import type { Ports } from '#engine/ports/index.ts'
import { withRunId } from '#engine/ports/with-run-id.ts'
import { plan } from '#engine/runner/plan.ts'
import type { RunMemory } from '#engine/runner/run-memory.ts'
import { run } from '#engine/runner/run.ts'
import type { AskedRun } from '#relay/calls.ts'
import type { Capability, RelaySession } from '#relay/link-server.ts'
import type { Visit } from './bodies.ts'
import type { RelayContext } from './capabilities.ts'
import { heard, httpOf } from './http.ts'
import { projectIn } from './project-in.ts'
import { answerOf, createRunTeller, type RunTeller } from './run-teller.ts'
import { sessionPorts } from './session-ports.ts'
import { texts } from './texts.ts'

/** The run of a session. */
interface RunHere {
  abort: AbortController
  /** Its session is closed: nobody fetches what was offered. */
  over: AbortSignal
  /** Once it has begun. */
  teller?: RunTeller
  redactor?: Redactor
  /** Values that were concealed before it had a redactor. */
  concealed: [name: string, value: string][]
}

/** Stop may be heard before the run begins. */
const runOf = (session: RelaySession): Promise<RunHere> =>
  session.resource('run', async () => {
    const over = new AbortController()
    const value: RunHere = { abort: new AbortController(), over: over.signal, concealed: [] }
    const close = (): void => {
      value.abort.abort()
      over.abort()
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

/** The ports, which let nothing out before the page may hear of it. */
function inStep({ scripts, ...ports }: Ports, teller: RunTeller, context: RelayContext): Ports {
  const ready = async (): Promise<void> => {
    await teller.ready()
    await context.isThere?.()
  }
  return {
    ...ports,
    http: {
      async send(request, signal) {
        await ready()
        const answer = await heard(
          context,
          request,
          () => ports.http.send(request, signal),
          ({ body }) => body.length,
        )
        return { ...answer, by: 'companion' }
      },
    },
    ...(scripts
      ? {
          scripts: {
            ...scripts,
            async login(...login) {
              await ready()
              return scripts.login(...login)
            },
          },
        }
      : {}),
    sql: {
      drivers: ports.sql.drivers,
      async query(...query) {
        await ready()
        return ports.sql.query(...query)
      },
    },
    clock: {
      ...ports.clock,
      async sleep(ms, signal) {
        await teller.ready()
        // A run that only calculates lets messages come: a Stop, and what the page has taken.
        if (ms === 0) await new Promise((resolve) => setImmediate(resolve))
        return ports.clock.sleep(ms, signal)
      },
    },
  }
}

/** Lets the page fetch a body by a request of its own, which a browser reads several times as fast as messages of a WebSocket. */
const offering =
  ({ bodies, page }: RelayContext, signal: AbortSignal) =>
  (bytes: Uint8Array): string => {
    const { ticket, visit } = bodies.await(page.origin, signal)
    const give = ({ response }: Visit): void =>
      void response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': bytes.length }).end(bytes)
    // Who is gone fetches nothing.
    visit.then(give, () => undefined)
    return ticket
  }

/** Carries out a run as `assay run` does, within what the session may reach. */
export const runStart =
  (context: RelayContext): Capability<'run.start'> =>
  async ({ params, bytes, signal, session, progress }) => {
    const asked = askedRun(params)
    const here = await runOf(session)
    if (here.teller) throw new AssayError('run-busy', texts.run.busy)
    const planned = plan(projectIn(bytes), asked.options)
    if (!planned.ok) throw planned.error
    const stop = AbortSignal.any([signal, here.abort.signal])
    const teller = (here.teller = createRunTeller(progress, offering(context, here.over), stop))
    const memory: RunMemory = { set: teller.set, keep: teller.keep, restore: () => undefined, result: () => undefined }
    const ports = sessionPorts(session, context, {
      http: await httpOf(session, context),
      secrets: asked.secrets,
      redirectUri: asked.redirectUri,
      inPage: texts.run.inPage,
      tokens: teller.tokens,
      locks: teller.locks,
      bodies: { put: (body, mediaType) => ({ id: teller.body(body, mediaType), size: body.length, mediaType }) },
    })
    context.onRun?.()
    const controls = {
      signal: stop,
      emit: teller.event,
      memory,
      onSecret: teller.secret,
      onRedactor(redactor: Redactor) {
        here.redactor = redactor
        for (const concealed of here.concealed) redactor.add(...concealed)
      },
    }
    const random = withRunId(ports.random, asked.run)
    const end = await run(planned.value, { ...inStep(ports, teller, context), random }, controls)
    teller.end()
    context.onRun?.(end)
    return { result: null }
  }

/** Ends it as Stop does. */
export const runStop: Capability<'run.stop'> = async ({ session }) => {
  const { abort } = await runOf(session)
  abort.abort()
  return { result: null }
}

/** The page is not further behind than this. */
export const runTaken: Capability<'run.taken'> = async ({ session }) => {
  const { teller } = await runOf(session)
  teller?.taken()
  return { result: null }
}

/** What the page says to a question. */
export const runAnswer: Capability<'run.answer'> = async ({ params, session }) => {
  const { ask, value, error } = answerOf(params)
  const { teller } = await runOf(session)
  teller?.answered(ask, value, error)
  return { result: null }
}

/** From now on a value is masked, and the page has taken what was told of it before. */
export const runConceal: Capability<'run.conceal'> = async ({ params, session }) => {
  const { name, value }: { name: unknown; value: unknown } = params
  if (!isText(name) || !isText(value)) throw new AssayError('internal', texts.run.none)
  const { redactor, teller, concealed } = await runOf(session)
  if (redactor) redactor.add(name, value)
  else concealed.push([name, value])
  await teller?.settled()
  return { result: null }
}
