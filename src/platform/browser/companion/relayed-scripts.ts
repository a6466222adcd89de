import { companionGone } from '#relay/link-client.ts'
import type { ScriptedLogins } from '#engine/ports/index.ts'
import type { LinkSession } from './companion-link.ts'

/** Scripts that the companion runs for this page; `redirectUri`: where the page's own logins end. */
export const createRelayedScripts = (
  session: () => Promise<LinkSession | undefined>,
  redirectUri: (signal: AbortSignal) => Promise<string>,
): ScriptedLogins => ({
  redirectUri,
  async login(login, tell, signal) {
    const open = await session()
    if (open === undefined) throw companionGone()
    const { result } = await open.call('login.run', login, {
      signal,
      onProgress: (told, image) => tell(told.kind === 'page' && image ? { ...told, page: { ...told.page, image } } : told),
    })
    return result.callbackUrl
  },
})
