import { largestRead } from '#engine/api/document.ts'
import type { HttpRequest, HttpResponse } from '#engine/ports/http.ts'
import { companionNeeds, type CompanionNeed } from '#engine/project/companion-needs.ts'
import { hostsOfProject } from '#engine/project/named-hosts.ts'
import type { RelayedAnswer, RelayedRequest } from '#assistant/remote/relayed-fetch.ts'
import type { CompanionLink } from '#platform/browser/companion/companion-link.ts'
import { looksPrivate } from '#platform/browser/companion/relayed-http.ts'
import type { CompanionStatus } from '#platform/browser/companion/status.ts'
import type { AgentProposed, PageVerdict, Pairing, RelayCalls } from '#relay/calls.ts'
import { sendHttp } from '#relay/send-http.ts'
import type { CompanionRecords } from './companion-records.ts'
import type { RelayedDocument } from '../../api/download-api.ts'
import type { ProjectPorts } from '../project-ports.ts'
import { localIdOf, type ProjectSource } from '../run-protocol.ts'

/** A host that a project names. */
export interface NamedHost {
  host: string
  /** It is on this machine or in a private network, as far as its name shows. */
  private: boolean
  /** The user has allowed the project to reach it through the companion. */
  allowed: boolean
}

/** What a project needs of the companion. */
export interface ProjectNeeds {
  steps: CompanionNeed[]
  hosts: NamedHost[]
}

/** Milliseconds for a response of a language model: a local one may have to be loaded first. */
const modelPatience = 180_000
/** Bytes of it. */
const longestAnswer = 2_000_000
/** Milliseconds for a document. */
const documentPatience = 30_000

/** What the page can ask about the companion. */
export function createCompanionCalls(
  link: CompanionLink,
  records: CompanionRecords,
  ports: Pick<ProjectPorts, 'project' | 'forgetSession'>,
) {
  const ask = async <T>(work: (session: NonNullable<ReturnType<CompanionLink['open']>>) => Promise<T>, none: T): Promise<T> => {
    const session = link.open([])
    if (session === undefined) return none
    try {
      return await work(session)
    } finally {
      await session.close()
    }
  }
  /** Sends a request from its own session, which may reach its host alone; undefined: there is no companion. */
  const sendAlone = async (request: Omit<HttpRequest, 'insecure'>, stop: AbortSignal): Promise<HttpResponse | undefined> => {
    const { hostname, protocol } = new URL(request.url)
    if ((await link.connect()).state !== 'connected') return undefined
    const session = link.open([hostname])
    if (session === undefined) return undefined
    try {
      const insecure = protocol === 'http:'
      return await sendHttp(session, { ...request, insecure }, stop)
    } finally {
      await session.close()
    }
  }
  const { signal } = new AbortController()
  return {
    /** Tells how the link stands, at once and whenever that changes, until the signal. */
    follow: (onStatus: (status: CompanionStatus) => void, signal: AbortSignal): Promise<void> =>
      new Promise((resolve) => {
        const end = link.follow(onStatus)
        signal.addEventListener('abort', () => (end(), resolve()), { once: true })
      }),
    connect: (): Promise<CompanionStatus> => link.connect(),
    /** Rejects with AssayError `companion-unavailable`: why not, and what to do. */
    pair: (address: string, code: string): Promise<CompanionStatus> => link.pair(address, code),
    ask: (address: string): Promise<void> => link.ask(address),
    forget: (): Promise<void> => link.forget(),
    /** Pages that the companion knows. */
    pairings: (): Promise<Pairing[]> =>
      ask(async (session) => (await session.call('pairings.list', null, { signal })).result, []),
    revoke: (id: string): Promise<void> =>
      ask(async (session) => void (await session.call('pairings.revoke', { id }, { signal })), undefined),
    /**
     * Asks a language model's server that lets no page ask it: the user entered its URL in the settings. Undefined: there is no
     * companion. Rejects with AssayError as the Http port does.
     */
    async askModel({ url, headers, body }: RelayedRequest, stop: AbortSignal): Promise<RelayedAnswer | undefined> {
      const answer = await sendAlone(
        { method: 'POST', url, headers, redirect: 'manual', timeout: modelPatience, maxBytes: longestAnswer, body },
        stop,
      )
      return answer && { status: answer.status, headers: answer.headers, body: answer.body }
    },
    /**
     * Fetches a document that this page may not read, from a URL that a user typed or allowed. Undefined: there is no
     * companion. Rejects with AssayError as the Http port does.
     */
    async fetchDocument(url: string, follow: boolean, stop: AbortSignal): Promise<RelayedDocument | undefined> {
      const redirect = follow ? 'follow' : 'manual'
      const answer = await sendAlone(
        { method: 'GET', url, headers: [], redirect, timeout: documentPatience, maxBytes: largestRead },
        stop,
      )
      return answer && { status: answer.status, url: answer.url, body: answer.body }
    },
    /**
     * Passes on each proposal of an agent for a project, by its own id, until the signal or the end of the link. Reports the
     * result to the agent.
     */
    followProposals: (
      project: string,
      take: (proposed: AgentProposed) => Promise<PageVerdict>,
      stop: AbortSignal,
    ): Promise<void> =>
      ask(async (session) => {
        const onProgress = async ({ number, proposed }: RelayCalls['proposals.follow']['progress']): Promise<void> => {
          const verdict = await take(proposed).catch((): PageVerdict => 'invalid')
          await session.call('proposals.answer', { number, verdict }, { signal: stop }).catch(() => undefined)
        }
        await session.call('proposals.follow', { project }, { signal: stop, onProgress: (told) => void onProgress(told) })
      }, undefined),
    /** What a project needs the companion for in an environment, and the hosts that its environments, variables and connections name. */
    needs: async (source: ProjectSource, environment: string | undefined): Promise<ProjectNeeds> => {
      const project = await ports.project(source)
      // A locked vault has no known values; it is read again once it is open.
      const allowed = new Set(await records.allowedHosts(localIdOf(source)).catch(() => []))
      const hosts = hostsOfProject(project).map((host) => ({ host, private: looksPrivate(host), allowed: allowed.has(host) }))
      return { steps: companionNeeds(project, environment), hosts }
    },
    /** From now on a project may reach these through the companion, and no others that are private. */
    allowHosts: async (localId: string, hosts: string[]): Promise<void> => {
      await records.allowHosts(localId, hosts)
      ports.forgetSession(localId)
    },
  }
}
