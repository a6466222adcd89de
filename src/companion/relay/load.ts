import { AssayError } from '#engine/base/errors.ts'
import { runLoad } from '#engine/load/run-load.ts'
import type { Ports } from '#engine/ports/index.ts'
import { createLocalLocks } from '#engine/ports/local-locks.ts'
import { createNodeTokens } from '#platform/node/tokens.ts'
import type { AskedLoad } from '#relay/calls.ts'
import type { Capability, RelaySession } from '#relay/link-server.ts'
import type { RelayContext } from './capabilities.ts'
import { httpOf } from './http.ts'
import { projectIn } from './project-in.ts'
import { sessionPorts } from './session-ports.ts'
import { texts } from './texts.ts'

/** What ends the load test of a session. */
const stopOf = (session: RelaySession): Promise<AbortController> =>
  session.resource('load', async () => {
    const value = new AbortController()
    return { value, close: () => value.abort() }
  })

/** A load test keeps its tokens to itself, and no bodies. */
async function portsOf(session: RelaySession, context: RelayContext, { tokens, ...asked }: AskedLoad): Promise<Ports> {
  const kept = createNodeTokens()
  for (const { token, ...key } of tokens) await kept.put(key, token)
  return sessionPorts(session, context, {
    http: await httpOf(session, context, true),
    secrets: asked.secrets,
    redirectUri: asked.redirectUri,
    inPage: texts.load.inPage,
    tokens: kept,
    locks: createLocalLocks(),
    bodies: { put: (body, mediaType) => ({ id: '', size: body.byteLength, mediaType, dropped: true }) },
  })
}

/** Carries out a load test as `assay load` does, within what the session may reach. */
export const loadRun =
  (context: RelayContext): Capability<'load.run'> =>
  async ({ params, bytes, signal, session, progress }) => {
    const project = projectIn(bytes)
    const test = project.loadTests.find(({ id }) => id === params.test)
    if (test === undefined) throw new AssayError('reference-missing', texts.load.missing)
    const stop = AbortSignal.any([signal, (await stopOf(session)).signal])
    context.onLoad?.()
    const done = await runLoad(project, test, params.options, await portsOf(session, context, params), {
      signal: stop,
      onSecond: progress,
    })
    if (!done.ok) throw done.error
    context.onLoad?.(done.value)
    return { result: done.value }
  }

/** Begins nothing more. */
export const loadStop: Capability<'load.stop'> = async ({ session }) => {
  const stop = await stopOf(session)
  stop.abort()
  return { result: null }
}
