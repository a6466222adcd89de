import { randomBytes, randomUUID } from 'node:crypto'
import { AssayError } from '#engine/base/errors.ts'
import type { EndableWork, Ports, ScriptedLogins } from '#engine/ports/index.ts'
import { cookieJars } from '#platform/cookies/cookie-jars.ts'
import { nodeClock } from '#platform/node/clock.ts'
import { createLazyWork } from '#platform/node/work/lazy-work.ts'
import type { RelaySession } from '#relay/link-server.ts'
import { relayServerTexts as texts } from '../texts.ts'

/** What the page provides for its runs here. */
export interface GivenByPage extends Pick<Ports, 'http' | 'tokens' | 'locks' | 'bodies'> {
  /** Of the companion, which is never reached through it. */
  port: number
  secrets: readonly [id: string, value: string][]
  /** Where scripts of logins end. */
  redirectUri: string
  /** What to do where something is the page's. */
  inPage: string
  /** Runs the scripts of logins. */
  login: ScriptedLogins['login']
}

/** The threads of a session: what one page's runs hold up holds up no other's. */
const workOf = (session: RelaySession): Promise<EndableWork> =>
  session.resource('work', async () => {
    const value = createLazyWork()
    return { value, close: value.close }
  })

/** The ports of Node, within what the session may reach; files, SQLite and people who sign in are the page's. */
export function sessionPorts(session: RelaySession, { port, secrets, redirectUri, inPage, login, ...given }: GivenByPage): Ports {
  const values = new Map(secrets)
  const noFile = async (path: string): Promise<never> => {
    throw new AssayError('body-file-unreadable', texts.inPage.noFile(path), { hint: inPage })
  }
  return {
    ...given,
    cookies: cookieJars,
    login: {
      redirectUri: async () => redirectUri,
      authorize: async () => {
        throw new AssayError('oauth-no-browser', texts.inPage.noLogin, { hint: texts.inPage.noLoginHint })
      },
    },
    scripts: { redirectUri: async () => redirectUri, login },
    secrets: { get: async (id) => values.get(id) },
    clock: nodeClock,
    random: { bytes: (length) => new Uint8Array(randomBytes(length)), uuid: () => randomUUID() },
    files: { blob: noFile, open: noFile, missingHint: inPage },
    sql: {
      drivers: new Set(['postgres', 'mysql', 'mssql']),
      async query(connection, query, signal) {
        if (connection.driver === 'sqlite') return noFile(connection.file)
        const { serversOf } = await import('../sql.ts')
        return (await serversOf(session, { port })).query(connection, query, signal)
      },
    },
    work: {
      do: async (...order) => (await workOf(session)).do(...order),
    },
    capabilities: new Set(['no-cors', 'companion', 'browser-login']),
  }
}
