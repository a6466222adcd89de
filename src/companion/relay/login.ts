import { createAdmission } from '#platform/node/admission.ts'
import { createScriptedLogins, type NodeScriptedLogins } from '#platform/node/logins/scripted-logins.ts'
import type { Capability, RelaySession } from '#relay/link-server.ts'
import type { RelayContext } from './relay-context.ts'

/** The one browser of a session, which reaches no address that the session may not reach. */
export const loginsOf = (session: RelaySession, { port, proxy }: RelayContext): Promise<NodeScriptedLogins> =>
  session.resource('logins', async () => {
    const admission = createAdmission({ hosts: session.hosts, ownPort: port })
    const value = createScriptedLogins({ environment: process.env, admission, proxy })
    return { value, close: value.close }
  })

/** Runs the script of a login. */
export const loginRun =
  (context: RelayContext): Capability<'login.run'> =>
  async ({ params, signal, session, progress }) => {
    const logins = await loginsOf(session, context)
    const callbackUrl = await logins.login(
      params,
      (told) => {
        if (told.kind !== 'page') return progress(told)
        const { image, ...page } = told.page
        progress({ kind: 'page', page }, image)
      },
      signal,
    )
    return { result: { callbackUrl } }
  }
