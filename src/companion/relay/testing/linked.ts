import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Http } from '#engine/ports/http.ts'
import type { Answered, CallName, RelayCalls } from '#relay/calls.ts'
import { createLinkClient, type CallOptions, type LinkClient } from '#relay/link-client.ts'
import { createLinkServer, type LinkServer } from '#relay/link-server.ts'
import { sendHttp } from '#relay/send-http.ts'
import { createBodyTransfers } from '../body-transfers.ts'
import { capabilitiesOf } from '../capabilities.ts'
import type { RelayContext } from '../relay-context.ts'
import { createPairings } from '../pairings.ts'
import { createRunProcesses } from '../runs/run-process.ts'
import { runScript } from '../../../../e2e/built-run-process.ts'

/** A call in the one session of a {@link Linked}. */
export type SessionCall = <Name extends CallName>(
  name: Name,
  params: RelayCalls[Name]['params'],
  options: CallOptions<Name>,
) => Promise<Answered<Name>>

/** Both ends of a link. */
export interface Linked {
  http: Http
  call: SessionCall
  /** Fetches a body beside the link, by a real request. */
  visit(ticket: string): Promise<Response>
  /** Ends the link at both ends. */
  close(): Promise<void>
}

/** Both ends of a link, with no socket between them. */
export function linked(hosts = ['127.0.0.1'], more: Partial<RelayContext> = {}): Linked {
  const transfers = createBodyTransfers()
  const page = { id: 'p', origin: 'https://assay.example', since: 0 }
  const context: RelayContext = {
    port: 2,
    page,
    pairings: createPairings(),
    links: { countOf: () => 1, endOf: () => undefined },
    transfers,
    processes: createRunProcesses(runScript),
    onRevoked: () => undefined,
    ...more,
  }
  let server: LinkServer | undefined
  const client: LinkClient = createLinkClient({
    send: (frame) => queueMicrotask(() => server?.received(frame)),
    onHello: () => undefined,
  })
  server = createLinkServer({
    version: '1',
    capabilities: capabilitiesOf(context),
    send: (frame) => queueMicrotask(() => client.received(frame)),
    refuse(why) {
      throw new Error(why)
    },
  })
  const { signal } = new AbortController()
  void client.call('session.open', 's', { hosts }, { signal })
  const call: SessionCall = (name, params, options) => client.call(name, 's', params, options)
  const visit: Linked['visit'] = async (ticket) => {
    const door = createServer((request, response) => void transfers.take(ticket, page.origin, { request, response })).listen(
      0,
      '127.0.0.1',
    )
    await once(door, 'listening')
    try {
      const response = await fetch(`http://127.0.0.1:${(door.address() as AddressInfo).port}/`)
      return new Response(await response.arrayBuffer())
    } finally {
      door.close()
      door.closeAllConnections()
    }
  }
  return {
    call,
    visit,
    http: {
      async send(request, stop) {
        const noVisit = () => Promise.reject(new Error('bodies here are small'))
        const { by: _, ...answer } = await sendHttp({ call, visit: noVisit }, request, stop)
        return answer
      },
    },
    close() {
      client.gone()
      return server.closed()
    },
  }
}
