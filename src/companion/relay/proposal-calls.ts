import * as v from 'valibot'
import type { PageVerdict } from '#relay/calls.ts'
import type { Capability } from '#relay/link-server.ts'
import type { RelayContext } from './relay-context.ts'

type Agents = Pick<RelayContext, 'agents'>

/** Passes on the proposals for the project that a page shows, until the page or its link ends the call. */
export const proposalsFollow =
  ({ agents }: Agents): Capability<'proposals.follow'> =>
  ({ params, progress, signal }) =>
    new Promise((resolve) => {
      const end = agents?.follow(String(params.project), progress)
      signal.addEventListener('abort', () => (end?.(), resolve({ result: null })), { once: true })
    })

const verdictSchema = v.object({
  number: v.number(),
  verdict: v.picklist(['shown', 'busy', 'stale', 'invalid', 'readOnly'] satisfies PageVerdict[]),
})

/** Takes what a page did with a proposal. */
export const proposalsAnswer =
  ({ agents }: Agents): Capability<'proposals.answer'> =>
  async ({ params }) => {
    const { number, verdict } = v.parse(verdictSchema, params)
    agents?.settle(number, verdict)
    return { result: null }
  }
