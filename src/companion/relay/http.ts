import { createNodeHttp } from '#platform/node/http.ts'
import { createAdmission } from '#platform/node/admission.ts'
import type { Capability } from '#relay/link-server.ts'
import type { RelayContext } from './capabilities.ts'
import { requestOf } from './request.ts'

/** Sends a request as `assay run` does, to addresses that the session may reach. */
export const httpSend =
  ({ port, proxy }: RelayContext): Capability<'http.send'> =>
  async ({ params, bytes, signal, session }) => {
    const http = await session.resource('http', async () => {
      const value = createNodeHttp({ admission: createAdmission({ hosts: session.hosts, ownPort: port }), proxy })
      return { value, close: value.close }
    })
    const { body, ...result } = await http.send(requestOf(params, bytes), signal)
    return { result, bytes: body }
  }
