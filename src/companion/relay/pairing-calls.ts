import type { Capability } from '#relay/link-server.ts'
import type { RelayContext } from './relay-context.ts'

/** Lists the pages that are paired. */
export const listPairings =
  ({ page, pairings, links }: RelayContext): Capability<'pairings.list'> =>
  async () => ({
    result: pairings.list().map((one) => ({ ...one, links: links.countOf(one.id), own: one.id === page.id })),
  })

/** Ends a pairing and its links. */
export const revokePairing =
  ({ pairings, links, onRevoked }: RelayContext): Capability<'pairings.revoke'> =>
  async ({ params }) => {
    if (pairings.revoke(params.id)) onRevoked(params.id)
    // After the response, which may be for one of them.
    setImmediate(() => links.endOf(params.id))
    return { result: null }
  }
