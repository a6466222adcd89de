import { droppedBodies } from '#engine/ports/body-store.ts'
import { AssayError } from '#engine/base/errors.ts'
import type { BodyStore, EndableWork, Http, Ports, SecretVault } from '#engine/ports/index.ts'
import { withRunId } from '#engine/ports/with-run-id.ts'
import type { Project } from '#engine/project/format/schema.ts'
import { cookieJars } from '#platform/cookies/cookie-jars.ts'
import { browserClock } from '#platform/browser/clock.ts'
import { createWebLocks } from '#platform/browser/locks.ts'
import { browserRandom } from '#platform/browser/random.ts'
import { createTokenStore, type ProjectTokens } from '#platform/browser/token-store.ts'
import { secretsOf, type Vault } from '#platform/browser/vault.ts'
import type { ReferencedFileStore } from '#storage/referenced-files.ts'
import { usableLocks } from '#storage/web-locks.ts'
import { localIdOf, type ProjectSource } from './run-protocol.ts'
import type { SqlWorker } from '../sql.worker.ts'
import { workerRequestTexts } from '../request-texts.ts'
import { workerTexts } from '../texts.ts'
import type { WorkerClient } from '../worker-client.ts'
import { createWorkerSql } from '../sql/worker-sql.ts'
import type { SentAtOnce } from './whole-plan.ts'
import type { CompanionLink, LinkSession } from '#platform/browser/companion/companion-link.ts'
import { createRelayedScripts } from '#platform/browser/companion/relayed-scripts.ts'
import { createRelayedHttp } from '#platform/browser/companion/relayed-http.ts'
import { createRelayedSql } from '#platform/browser/companion/relayed-sql.ts'
import { hostsOfProject } from '#engine/project/named-hosts.ts'
import type { CompanionRecords } from './companion/companion-records.ts'
import { createCompanionSessions, type CompanionSessions } from './companion/companion-sessions.ts'

/** What projects and their ports are made of. */
export interface ProjectPortsParts {
  vault: Vault
  http: Http
  files: ReferencedFileStore
  sql: WorkerClient<SqlWorker>
  /** Work that may never end is run there. */
  work: EndableWork
  companion: CompanionLink
  companionRecords: Pick<CompanionRecords, 'allowedHosts'>
  loadProject(localId: string): Promise<Project | undefined>
}

/** The projects that the worker reads, and the engine's ports with what belongs to each. */
export interface ProjectPorts {
  /** Rejects with AssayError `reference-missing` if it is no longer stored. */
  project(source: ProjectSource): Promise<Project>
  tokens(localId: string): ProjectTokens
  /** For a run, which has its tokens read again; its databases are closed at its end. */
  forRun(
    source: ProjectSource,
    run: { id: string; login: Ports['login']; bodies: BodyStore },
  ): Promise<{ ports: Ports; close(): Promise<void> }>
  /**
   * A session of its own at the companion, which may reach what a user allowed; undefined where there is no link. It is to be
   * closed.
   */
  atCompanion(source: ProjectSource): Promise<LinkSession | undefined>
  /** Whether a request goes through the companion at once, in a session with these hosts. */
  sentAtOnce(session: Pick<LinkSession, 'hosts'>): SentAtOnce
  /** What of the page a run needs that the companion runs, in such a session; the tokens are read again. */
  forWhole(source: ProjectSource): Pick<Ports, 'secrets' | 'tokens' | 'locks'>
  /** The values of the project's secrets. Rejects with AssayError `vault-locked`. */
  secrets(source: ProjectSource): SecretVault
  /** Whether there is a link to a companion; tries once to make one, where this browser is paired. */
  companionStands(): Promise<boolean>
  /** What the companion may reach for a project has changed: questions start again. */
  forgetSession(localId: string): void
  /** For the script of a login: a question for which the companion is connected first. */
  forScript(source: ProjectSource): Promise<Ports>
  /** For a question: no one can sign in, no body is kept, and each query has its database opened and closed. */
  forQuestion(source: ProjectSource): Ports
}

const noLogin: Ports['login'] = {
  redirectUri: async () => '',
  authorize: () => Promise.reject(new AssayError('cancelled', '')),
}

const alone = ['browser-login'] as const
const withCompanion = ['browser-login', 'no-cors', 'companion'] as const

const webLocks = createWebLocks(usableLocks)

/** Makes them; tokens are kept per project between runs. */
export function createProjectPorts({
  vault,
  http,
  files,
  sql,
  loadProject,
  work,
  companion,
  companionRecords,
}: ProjectPortsParts): ProjectPorts {
  const tokens = new Map<string, ProjectTokens>()
  const tokensOf = (localId: string) => tokens.get(localId) ?? createTokenStore(vault, localId)
  const relayed = createRelayedHttp(http)
  const project = async (source: ProjectSource): Promise<Project> => {
    if ('project' in source) return source.project
    const found = await loadProject(source.stored)
    if (!found) throw new AssayError('reference-missing', workerTexts.notStored, { hint: workerTexts.notStoredHint })
    return found
  }
  /** Hosts that the project names and the user has allowed: one that it no longer names would go unnoticed. */
  const hostsOf = async (source: ProjectSource): Promise<string[]> => {
    const allowed = new Set(await companionRecords.allowedHosts(localIdOf(source)).catch(() => []))
    return allowed.size === 0 ? [] : hostsOfProject(await project(source)).filter((host) => allowed.has(host))
  }
  const sessionsOf = (source: ProjectSource): CompanionSessions => createCompanionSessions(companion, () => hostsOf(source))
  const asking = new Map<string, CompanionSessions>()
  /** Questions about a project share a session, which ends when another project is asked about. */
  const sessionsForQuestions = (source: ProjectSource): CompanionSessions => {
    const localId = localIdOf(source)
    const known = asking.get(localId)
    if (known !== undefined) {
      known.tryAgain()
      return known
    }
    for (const old of asking.values()) void old.close()
    asking.clear()
    const next = sessionsOf(source)
    asking.set(localId, next)
    return next
  }
  const portsFor = (
    localId: string,
    sessions: CompanionSessions,
    { login, bodies, random, sql: databases }: Pick<Ports, 'login' | 'bodies' | 'random' | 'sql'>,
  ): Ports => ({
    http: relayed.port(sessions.get),
    cookies: cookieJars,
    login,
    ...(companion.status().state === 'connected' ? { scripts: createRelayedScripts(sessions.get, login.redirectUri) } : {}),
    secrets: secretsOf(vault, localId),
    tokens: tokensOf(localId),
    locks: webLocks,
    clock: browserClock,
    random,
    bodies,
    files: {
      blob: (path) => files.blob(localId, path),
      open: (path) => files.open(localId, path),
      missingHint: workerRequestTexts.chooseFile,
    },
    work,
    sql: createRelayedSql(databases, sessions.get, companion.status().state === 'connected'),
    capabilities: new Set(companion.status().state === 'connected' ? withCompanion : alone),
  })
  const forQuestion = (source: ProjectSource): Ports => {
    const localId = localIdOf(source)
    const databases: Ports['sql'] = {
      drivers: createWorkerSql(sql, localId, '').drivers,
      async query(...asked) {
        const session = createWorkerSql(sql, localId, crypto.randomUUID())
        try {
          return await session.query(...asked)
        } finally {
          await session.close()
        }
      },
    }
    return portsFor(localId, sessionsForQuestions(source), {
      login: noLogin,
      bodies: droppedBodies,
      random: browserRandom,
      sql: databases,
    })
  }
  return {
    project,
    tokens: tokensOf,
    async forRun(source, { id, login, bodies }) {
      const localId = localIdOf(source)
      const sessions = sessionsOf(source)
      await sessions.get()
      tokens.set(localId, createTokenStore(vault, localId))
      const databases = createWorkerSql(sql, localId, id)
      const ports = portsFor(localId, sessions, { login, bodies, random: withRunId(browserRandom, id), sql: databases })
      return { ports, close: async () => void (await Promise.all([databases.close(), sessions.close()])) }
    },
    atCompanion: (source) => sessionsOf(source).get(),
    sentAtOnce:
      ({ hosts }) =>
      (request, url) =>
        relayed.atOnce(request, url, hosts),
    forWhole(source) {
      const localId = localIdOf(source)
      const own = createTokenStore(vault, localId)
      tokens.set(localId, own)
      return { secrets: secretsOf(vault, localId), tokens: own, locks: webLocks }
    },
    secrets: (source) => secretsOf(vault, localIdOf(source)),
    companionStands: async () => (await companion.connect()).state === 'connected',
    forgetSession(localId) {
      void asking.get(localId)?.close()
    },
    async forScript(source) {
      await sessionsForQuestions(source).get()
      return forQuestion(source)
    },
    forQuestion,
  }
}
