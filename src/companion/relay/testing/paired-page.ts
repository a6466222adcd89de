import { WebSocket } from 'ws'
import { linkPaths, offeredProtocols } from '#relay/link-protocol.ts'
import { createLinkClient } from '#relay/link-client.ts'
import type { WholeRunParts } from '#relay/follow-run.ts'

/** A page that is paired with a companion, as that sees it: its link, with a session on it. */
export interface PairedTestPage extends Pick<WholeRunParts['session'], 'call' | 'visit'> {
  close(): void
}

/** Pairs by a code, and opens a link and a session that may reach 127.0.0.1. */
export async function pairedPage(origin: string, code: string): Promise<PairedTestPage> {
  const headers = { origin, 'content-type': 'application/json' }
  const redeemed = await fetch(`${origin}${linkPaths.pair}`, { method: 'POST', headers, body: JSON.stringify({ code }) })
  const { token } = (await redeemed.json()) as { token: string }
  const socket = new WebSocket(`${origin.replace('http', 'ws')}${linkPaths.link}`, offeredProtocols(token), { origin })
  await new Promise((resolve, reject) => socket.on('open', resolve).on('error', reject))
  const client = createLinkClient({ send: (frame) => socket.send(frame), onHello: () => undefined })
  socket.on('message', (data: Buffer, isBinary) => client.received(isBinary ? data : data.toString()))
  socket.on('close', client.gone)
  const { signal } = new AbortController()
  await client.call('session.open', 's', { hosts: ['127.0.0.1'] }, { signal })
  return {
    call: (name, params, options) => client.call(name, 's', params, options),
    visit: (ticket) => fetch(`${origin}${linkPaths.body}${ticket}`, { method: 'POST', headers: { origin } }),
    close: () => socket.terminate(),
  }
}
