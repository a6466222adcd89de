import { AssayError } from '#engine/base/errors.ts'
import type { BodyStore, Http, Ports, Random } from '#engine/ports/index.ts'
import type { Project } from '#engine/project/schema.ts'
import { browserClock } from '#platform/browser/clock.ts'
import { createWebLocks } from '#platform/browser/locks.ts'
import { browserRandom } from '#platform/browser/random.ts'
import { createTokenStore, type ProjectTokens } from '#platform/browser/token-store.ts'
import { secretsOf, type Vault } from '#platform/browser/vault.ts'
import type { BodyFileStore } from '#storage/body-files.ts'
import { usableLocks } from '#storage/web-locks.ts'
import { localIdOf, type ProjectSource } from './run-protocol.ts'
import type { SqlWorker } from './sql.worker.ts'
import { askedTexts } from './asked-texts.ts'
import { workerTexts } from './texts.ts'
import type { WorkerClient } from './worker-client.ts'
import { createWorkerSql } from './worker-sql.ts'

/** What projects and their ports are made of. */
export interface ProjectPortsParts {
  vault: Vault
  http: Http
  files: BodyFileStore
  sql: WorkerClient<SqlWorker>
  loadProject(localId: string): Promise<Project | undefined>
}

/** The projects that the worker reads, and the engine's ports with what belongs to each. */
export interface ProjectPorts {
  /** Rejects with AssayError `reference-missing` if it is not stored any more. */
  project(source: ProjectSource): Promise<Project>
  tokens(localId: string): ProjectTokens
  /** For a run, which has its tokens read anew; its databases are closed at its end. */
  forRun(localId: string, run: { id: string; login: Ports['login']; bodies: BodyStore }): { ports: Ports; close(): Promise<void> }
  /** For a question: nobody can sign in, no body is kept, and each query has its database opened and closed. */
  forQuestion(source: ProjectSource): Ports
}

/** The run takes its id from the first uuid: it is to be the one that the page knows. */
function withRunId(random: Random, run: string): Random {
  let next: string | undefined = run
  return {
    bytes: random.bytes,
    uuid() {
      const id = next ?? random.uuid()
      next = undefined
      return id
    },
  }
}

const noLogin: Ports['login'] = {
  redirectUri: async () => '',
  authorize: () => Promise.reject(new AssayError('cancelled', '')),
}

const noBodies: BodyStore = { put: (body, mediaType) => ({ id: '', size: body.length, mediaType, dropped: true }) }

const webLocks = createWebLocks(usableLocks)

/** Makes them; tokens are kept per project between runs. */
export function createProjectPorts({ vault, http, files, sql, loadProject }: ProjectPortsParts): ProjectPorts {
  const tokens = new Map<string, ProjectTokens>()
  const tokensOf = (localId: string) => tokens.get(localId) ?? createTokenStore(vault, localId)
  const portsFor = (
    localId: string,
    { login, bodies, random, sql: databases }: Pick<Ports, 'login' | 'bodies' | 'random' | 'sql'>,
  ): Ports => ({
    http,
    login,
    secrets: secretsOf(vault, localId),
    tokens: tokensOf(localId),
    locks: webLocks,
    clock: browserClock,
    random,
    bodies,
    files: {
      read: (path) => files.read(localId, path),
      open: (path) => files.open(localId, path),
      missingHint: askedTexts.chooseFile,
    },
    sql: databases,
    capabilities: new Set(['browser-login'] as const),
  })
  return {
    async project(source) {
      if ('project' in source) return source.project
      const project = await loadProject(source.stored)
      if (!project) throw new AssayError('reference-missing', workerTexts.notStored, { hint: workerTexts.notStoredHint })
      return project
    },
    tokens: tokensOf,
    forRun(localId, { id, login, bodies }) {
      tokens.set(localId, createTokenStore(vault, localId))
      const databases = createWorkerSql(sql, localId, id)
      const ports = portsFor(localId, { login, bodies, random: withRunId(browserRandom, id), sql: databases })
      return { ports, close: databases.close }
    },
    forQuestion(source) {
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
      return portsFor(localId, { login: noLogin, bodies: noBodies, random: browserRandom, sql: databases })
    },
  }
}
