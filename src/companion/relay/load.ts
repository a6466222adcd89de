import { randomBytes, randomUUID } from 'node:crypto'
import { AssayError } from '#engine/base/errors.ts'
import { runLoad } from '#engine/load/run-load.ts'
import type { Ports } from '#engine/ports/index.ts'
import { createLocalLocks } from '#engine/ports/local-locks.ts'
import { readProject } from '#engine/project/read.ts'
import { nodeClock } from '#platform/node/clock.ts'
import { createNodeTokens } from '#platform/node/tokens.ts'
import type { AskedLoad } from '#relay/calls.ts'
import type { Capability, RelaySession } from '#relay/link-server.ts'
import type { RelayContext } from './capabilities.ts'
import { httpOf } from './http.ts'
import { texts } from './texts.ts'

/** What ends the load test of a session. */
const stopOf = (session: RelaySession): Promise<AbortController> =>
  session.resource('load', async () => {
    const value = new AbortController()
    return { value, close: () => value.abort() }
  })

/** The ports of a run in Node, within what the session may reach; files, SQLite and people who sign in are the page's. */
async function portsOf(session: RelaySession, context: RelayContext, asked: AskedLoad): Promise<Ports> {
  const { secrets, tokens, redirectUri } = asked
  const values = new Map(secrets)
  const kept = createNodeTokens()
  for (const { token, ...key } of tokens) await kept.put(key, token)
  const noFile = async (path: string): Promise<never> => {
    throw new AssayError('body-file-unreadable', texts.load.noFile(path), { hint: texts.load.inPage })
  }
  return {
    http: await httpOf(session, context, true),
    login: {
      redirectUri: async () => redirectUri,
      authorize: async () => {
        throw new AssayError('oauth-no-browser', texts.load.noLogin, { hint: texts.load.noLoginHint })
      },
    },
    scripts: {
      redirectUri: async () => redirectUri,
      login: async (...login) => (await (await import('./login.ts')).loginsOf(session, context)).login(...login),
    },
    secrets: { get: async (id) => values.get(id) },
    tokens: kept,
    locks: createLocalLocks(),
    clock: nodeClock,
    random: { bytes: (length) => new Uint8Array(randomBytes(length)), uuid: () => randomUUID() },
    bodies: { put: (body, mediaType) => ({ id: '', size: body.byteLength, mediaType, dropped: true }) },
    files: { blob: noFile, open: noFile, missingHint: texts.load.inPage },
    sql: {
      drivers: new Set(['postgres', 'mysql', 'mssql']),
      async query(connection, query, signal) {
        if (connection.driver === 'sqlite') return noFile(connection.file)
        const { serversOf } = await import('./sql.ts')
        return (await serversOf(session)).query(connection, query, signal)
      },
    },
    capabilities: new Set(['no-cors', 'companion', 'browser-login']),
  }
}

/** Carries out a load test as `assay load` does, within what the session may reach. */
export const loadRun =
  (context: RelayContext): Capability<'load.run'> =>
  async ({ params, bytes, signal, session, progress }) => {
    const read = readProject(bytes ?? new Uint8Array())
    if (!read.ok) throw new AssayError(read.error.code, read.error.message, { hint: read.error.hint })
    const { project } = read.value
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
