import { randomBytes, timingSafeEqual } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import * as v from 'valibot'
import { jsonValue } from '#engine/base/encoding/json-value.ts'
import { isOwnHost, refuse } from '#platform/node/own-host.ts'
import { makePrivateFolder, removeFolder } from '#platform/node/private-folders.ts'
import type { AgentProposed, AgentVerdict, PageVerdict, RelayCalls } from '#relay/calls.ts'
import { linkPaths } from '#relay/link-protocol.ts'
import { relayServerTexts as texts } from './texts.ts'

type Told = RelayCalls['proposals.follow']['progress']

/** Proposals of agents on this machine, on their way to the pages that show their project. */
export interface AgentProposals {
  /** Passes on the proposals for a project; returns what ends it. */
  follow(project: string, show: (told: Told) => void): () => void
  /** What a page did with a proposal. */
  settle(number: number, verdict: PageVerdict): void
  /** Takes a proposal over HTTP; false: the path is another one. */
  answer(request: IncomingMessage, response: ServerResponse, path: string): boolean
  /** Lets agents of this account find this program, by a file that only this account may read. */
  announce(port: number, below?: string): void
  close(): void
}

/** Bytes of a proposal at most: its edit has the project's API definitions before and after. */
const largestProposal = 16_000_000
/** Milliseconds for a page to check a proposal. */
const pagePatience = 8_000

/** The file in the private folder by which an agent finds the program. */
export const rendezvousFile = 'companion.json'

const text = v.pipe(v.string(), v.maxLength(20_000))
const handedSchema = v.object({
  project: v.pipe(v.string(), v.maxLength(200)),
  proposed: v.object({
    from: v.pipe(v.string(), v.minLength(1), v.maxLength(80)),
    label: text,
    edit: v.object({ label: text, changes: v.array(v.looseObject({ record: v.picklist(['head', 'case']) })) }),
    assumptions: v.array(text),
    warnings: v.array(text),
    notDone: v.array(text),
  }),
})

/** Makes {@link AgentProposals}. The token lives as long as the program. */
export function createAgentProposals(patience = pagePatience): AgentProposals {
  const followers = new Set<{ project: string; show: (told: Told) => void }>()
  const waiting = new Map<number, (verdict: PageVerdict) => void>()
  const token = randomBytes(32)
  let folder: string | undefined
  let last = 0

  const isToken = (given: string | undefined): boolean => {
    const bytes = Buffer.from(/^Bearer ([\w-]{1,200})$/.exec(given ?? '')?.[1] ?? '', 'base64url')
    return bytes.length === token.length && timingSafeEqual(bytes, token)
  }
  const verdictOf = async (project: string, proposed: AgentProposed): Promise<AgentVerdict> => {
    const pages = [...followers].filter((one) => one.project === project)
    if (pages.length === 0) return followers.size === 0 ? 'none' : 'otherProject'
    const verdicts = await Promise.all(
      pages.map(({ show }) => {
        const number = (last += 1)
        return new Promise<AgentVerdict>((resolve) => {
          const timer = setTimeout(() => resolve('silent'), patience).unref()
          waiting.set(number, (verdict) => (clearTimeout(timer), resolve(verdict)))
          show({ number, proposed })
        }).finally(() => waiting.delete(number))
      }),
    )
    return verdicts.find((one) => one === 'shown') ?? verdicts[0] ?? 'none'
  }
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await bodyOf(request)
    if (body === undefined) return refuse(response, 413, texts.refused.size)
    const parsed = v.safeParse(handedSchema, jsonValue(body))
    if (!parsed.success) return refuse(response, 400, texts.refused.body)
    const answer = JSON.stringify({ verdict: await verdictOf(parsed.output.project, parsed.output.proposed) })
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(answer) }).end(answer)
  }

  return {
    follow(project, show) {
      const follower = { project, show }
      followers.add(follower)
      return () => followers.delete(follower)
    },
    settle: (number, verdict) => waiting.get(number)?.(verdict),
    answer(request, response, path) {
      if (path !== linkPaths.proposal) return false
      response.setHeader('cache-control', 'no-store')
      // Browsers send their origin with each POST: this path is for programs of the same account alone.
      if (!isOwnHost(request)) refuse(response, 421, texts.refused.host)
      else if (request.headers.origin !== undefined) refuse(response, 403, texts.refused.origin(request.headers.origin))
      else if (request.method !== 'POST') refuse(response, 405, texts.refused.method)
      else if (!isToken(request.headers.authorization)) refuse(response, 401, texts.refused.token)
      else take(request, response).catch(() => response.destroy())
      return true
    },
    announce(port, below) {
      folder ??= makePrivateFolder('agents', below)
      const about = JSON.stringify({ port, token: token.toString('base64url') })
      writeFileSync(join(folder, rendezvousFile), about, { mode: 0o600 })
    },
    close() {
      if (folder !== undefined) removeFolder(folder)
      folder = undefined
    },
  }
}

async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  if (Number(request.headers['content-length'] ?? 0) > largestProposal) return undefined
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > largestProposal) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
