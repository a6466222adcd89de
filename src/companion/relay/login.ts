import { createAdmission } from '#platform/node/admission.ts'
import { createScriptedLogins } from '#platform/node/logins/scripted-logins.ts'
import type { Capability } from '#relay/link-server.ts'
import type { RelayContext } from './capabilities.ts'

/** Carries out the script of a login in one browser a session, which reaches no address that the session may not reach. */
export const loginRun =
  ({ port, proxy }: RelayContext): Capability<'login.run'> =>
  async ({ params, signal, session, progress }) => {
    const logins = await session.resource('logins', async () => {
      const admission = createAdmission({ hosts: session.hosts, ownPort: port })
      const value = createScriptedLogins({ environment: process.env, admission, proxy })
      return { value, close: value.close }
    })
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
