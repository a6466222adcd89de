import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { tmpdir } from 'node:os'
import { jsonValue } from '#engine/base/encoding/json-value.ts'
import { livePrivateFolders } from '#platform/node/private-folders.ts'
import { connected, openSocket, requestOn, unrestricted } from '#platform/node/sockets.ts'
import type { AgentProposed, AgentVerdict } from '#relay/calls.ts'
import { linkPaths } from '#relay/link-protocol.ts'

/** A proposal for the pages that show a project, by the project's own id. */
export interface ProjectProposal {
  project: string
  proposed: AgentProposed
}

/** Milliseconds for a companion's response: it waits for its pages. */
const patience = 10_000

/** Companions that are sent a proposal at most. */
const mostCompanions = 8

/** From the best to the least that can be said, where several companions respond. */
const order: readonly AgentVerdict[] = ['shown', 'busy', 'stale', 'invalid', 'readOnly', 'silent', 'otherProject', 'none']

/** Hands a proposal to the companions of this account; resolves with what their pages did with it. Never rejects. */
export async function sendProposal(handed: ProjectProposal, below = tmpdir()): Promise<AgentVerdict> {
  const found = livePrivateFolders('agents', below).slice(0, mostCompanions)
  const body = JSON.stringify(handed)
  const verdicts = await Promise.all(found.map((folder) => send(folder, body).catch(() => undefined)))
  return order.find((one) => verdicts.includes(one)) ?? 'none'
}

/** What a companion responded; a companion that rejected it, or is gone, shows nothing. */
async function send(folder: string, body: string): Promise<AgentVerdict | undefined> {
  const [file] = readdirSync(folder)
  const about = JSON.parse(readFileSync(join(folder, file ?? ''), 'utf8')) as { port: unknown; token: unknown }
  if (typeof about.port !== 'number' || typeof about.token !== 'string') return undefined
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    authorization: `Bearer ${about.token}`,
  }
  const to = { host: '127.0.0.1', port: about.port }
  const options = { ...to, path: linkPaths.proposal, method: 'POST', headers, timeout: patience }
  const socket = await connected(openSocket(unrestricted, to))
  return new Promise((resolve, reject) => {
    const sent = requestOn(socket, options).on('response', (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (piece: string) => (text += piece.slice(0, 1_000)))
      response.on('error', reject).on('end', () => resolve((jsonValue(text) as { verdict?: AgentVerdict } | undefined)?.verdict))
    })
    sent.on('error', reject).on('timeout', () => sent.destroy(new Error('timeout')))
    sent.end(body)
  })
}
