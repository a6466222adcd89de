import { AssayError } from '#engine/base/errors.ts'
import { createRedactor, type Redactor } from '#engine/base/redactor.ts'
import type { BodyStore, Http, Ports, Random } from '#engine/ports/index.ts'
import type { Project } from '#engine/project/schema.ts'
import { emptyReport, fold } from '#engine/runner/fold.ts'
import { plan } from '#engine/runner/plan.ts'
import { createRunMemory, type RunMemory } from '#engine/runner/run-memory.ts'
import { run as runPlan } from '#engine/runner/run.ts'
import { browserClock } from '#platform/browser/clock.ts'
import { createWebLocks } from '#platform/browser/locks.ts'
import { createWindowLogin, type WindowLogin } from '#platform/browser/login.ts'
import { browserRandom } from '#platform/browser/random.ts'
import { createTokenStore, type ProjectTokens } from '#platform/browser/token-store.ts'
import { secretsOf, type Vault } from '#platform/browser/vault.ts'
import type { BodyFileStore } from '#storage/body-files.ts'
import { runLock } from '#storage/run-lock.ts'
import type { RunRecords } from '#storage/run-store.ts'
import type { RunStore } from '#storage/types.ts'
import { usableLocks } from '#storage/web-locks.ts'
import { checkKey } from './check-key.ts'
import { discover } from './discover.ts'
import { createEventBatches } from './event-batches.ts'
import { createLoginCount } from './login-count.ts'
import type { RunWorkerApi, WorkerSource } from './run-worker-api.ts'
import { workerTexts } from './texts.ts'
import { tokenActionOf } from './token-action.ts'
import { summaryOf } from './token-summary.ts'

/** What the host of runs is made of; the worker's file fills it in. */
export interface RunHostParts {
  alive(): Promise<void>
  vault: Vault
  http: Http
  runs: RunStore & RunRecords
  files: BodyFileStore
  loadProject(localId: string): Promise<Project | undefined>
  openBodies(run: string, kept: ReadonlySet<string>): Promise<BodyStore & { close(): void }>
  /** Removes the bodies of those of these runs for whose bytes `holds` is true. */
  dropBodies(runs: readonly string[], holds: (bytes: Uint8Array) => boolean): Promise<void>
  readBody(run: string, id: string, range?: { start: number; end: number }): Promise<Uint8Array | undefined>
  /** Tells the workers of other tabs that the vault was locked. */
  tellLocked(): void
}

/** The run that goes on. */
interface Running {
  run: string
  abort: AbortController
  /** Once the project has been read. */
  login?: WindowLogin
}

type Rest<List extends unknown[]> = List extends [unknown, ...infer Others] ? Others : never

/** How many runs' masked values can be revealed. */
const revealedRuns = 3

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

const noBodies: BodyStore = { put: (body, mediaType) => ({ id: '', size: body.length, mediaType, dropped: true }) }

const webLocks = createWebLocks(usableLocks)

const holding = async <T>(run: string, work: () => Promise<T>): Promise<T> => {
  const locks = await usableLocks()
  return locks ? locks.request(runLock(run), work) : work()
}

const localIdOf = (source: WorkerSource) => ('project' in source ? source.localId : source.stored)

/** Everything that happens in the run worker: runs, secrets, tokens, bodies. */
export function createRunHost(parts: RunHostParts): RunWorkerApi {
  const { vault, runs } = parts
  const redactors = new Map<string, Redactor>()
  const tokens = new Map<string, ProjectTokens>()
  const memories = new Map<string, RunMemory>()
  let running: Running | undefined

  const projectOf = async (source: WorkerSource): Promise<Project> => {
    if ('project' in source) return source.project
    const project = await parts.loadProject(source.stored)
    if (!project) throw new AssayError('reference-missing', workerTexts.notStored, { hint: workerTexts.notStoredHint })
    return project
  }
  const tokensOf = (localId: string) => tokens.get(localId) ?? createTokenStore(vault, localId)
  const portsFor = (localId: string, run: string, login: Ports['login'], bodies: BodyStore): Ports => ({
    http: parts.http,
    login,
    secrets: secretsOf(vault, localId),
    tokens: tokensOf(localId),
    locks: webLocks,
    clock: browserClock,
    random: withRunId(browserRandom, run),
    bodies,
    files: { read: (path) => parts.files.read(localId, path), missingHint: workerTexts.chooseFile },
    capabilities: new Set(['browser-login'] as const),
  })
  /** Values of the last run of one project are kept, for the running of one step by itself. */
  const memoryOf = (localId: string): RunMemory => {
    const known = memories.get(localId) ?? createRunMemory()
    memories.clear()
    memories.set(localId, known)
    return known
  }
  const keepRedactor = (run: string, redactor: Redactor) => {
    redactors.set(run, redactor)
    for (const old of [...redactors.keys()].slice(0, -revealedRuns)) redactors.delete(old)
  }

  const openBodies = async (run: string) => parts.openBodies(run, new Set(await runs.kept().catch(() => [])))
  const carryOut = async (
    current: Running,
    ...[source, options, sink, page]: Rest<Parameters<RunWorkerApi['start']>>
  ): Promise<void> => {
    const { run, abort } = current
    // While the project is being read.
    const opening = openBodies(run)
    const closing = opening.then(
      (bodies) => () => bodies.close(),
      () => () => undefined,
    )
    try {
      const project = await projectOf(source)
      const localId = localIdOf(source)
      const planned = plan(project, options)
      if (!planned.ok) throw planned.error
      const logins = createLoginCount(planned.value)
      const login = createWindowLogin({
        redirectUri: page.redirectUri,
        more: logins.more,
        windows: { open: () => sink.openWindow(), close: (window) => void sink.closeWindow(window) },
      })
      current.login = login
      if (page.window !== undefined) login.offer(page.window)
      tokens.set(localId, createTokenStore(vault, localId))
      // What can't be stored of a run is no reason to stop it (R15).
      if (page.store) await runs.begin(run, localId, new Date().toISOString()).catch(() => undefined)
      const batches = createEventBatches((events) => sink.events(events))
      const report = emptyReport()
      await runPlan(planned.value, portsFor(localId, run, login, await opening), {
        signal: abort.signal,
        memory: memoryOf(localId),
        onRedactor: (redactor) => keepRedactor(run, redactor),
        emit(event) {
          fold(report, event)
          logins.see(event)
          if (page.store) runs.append(run, [event]).catch(() => undefined)
          batches.push(event)
        },
      })
      const finished = page.store ? runs.finish(run, report).catch(() => undefined) : undefined
      await batches.drain()
      await finished
    } finally {
      current.login?.end()
      const close = await closing
      close()
    }
  }
  const start: RunWorkerApi['start'] = async (run, ...rest) => {
    const current: Running = { run, abort: new AbortController() }
    // From the first moment on: a Stop may come while the project is still being read.
    running = current
    try {
      await holding(run, () => carryOut(current, ...rest))
    } finally {
      if (running === current) running = undefined
    }
  }

  return {
    alive: parts.alive,
    start,
    stop: (run) => {
      if (running?.run === run) running.abort.abort()
    },
    cancelAction: (action) => running?.login?.cancel(action),
    windowOpened: (action, window) => running?.login?.opened(action, window),
    windowSeen: (window, gone) => running?.login?.seen(window, gone),
    body: parts.readBody,
    reveal: async (run, name) => redactors.get(run)?.reveal(name.replace(/^‹|›$/g, '')),
    discover: async (source, environment, place) => {
      const login = { redirectUri: async () => '', authorize: () => Promise.reject(new AssayError('cancelled', '')) }
      return discover(await projectOf(source), environment, place, portsFor(localIdOf(source), '', login, noBodies))
    },
    tokenAction: async (source, environment, place, action) => {
      const login = { redirectUri: async () => '', authorize: () => Promise.reject(new AssayError('cancelled', '')) }
      const ports = portsFor(localIdOf(source), '', login, noBodies)
      return tokenActionOf(await projectOf(source), environment, place, ports, action)
    },
    describeKey: async (source, place, key, algorithm) =>
      checkKey(await projectOf(source), place, key, algorithm, {
        clock: browserClock,
        secrets: secretsOf(vault, localIdOf(source)),
      }),
    listSecrets: (project) => vault.secretIds(project),
    setSecret: (project, id, value) => vault.putSecret(project, id, value),
    concealInRuns: async (project, id, value) => {
      if (running && memories.has(project)) redactors.get(running.run)?.add(id, value)
      const redactor = createRedactor()
      redactor.add(id, value)
      await runs.mask(project, redactor.mask)
      const ofProject = (await runs.runs(project)).map(({ run }) => run)
      await parts.dropBodies(ofProject, (bytes) => redactor.maskBytes(bytes) !== bytes)
    },
    revealSecret: (project, id) => vault.secret(project, id),
    deleteSecret: (project, id) => vault.deleteSecret(project, id),
    vaultState: () => vault.state(),
    unlock: (passphrase) => vault.unlock(passphrase),
    lock: () => {
      vault.lock()
      parts.tellLocked()
    },
    protect: (passphrase) => vault.protect(passphrase),
    fileInfo: parts.files.info,
    putFile: parts.files.put,
    listTokens: async (project) => (await tokensOf(project).list()).map(summaryOf),
    revealToken: async (project, environment, step) => {
      const all = await tokensOf(project).list()
      return all.find((entry) => entry.environment === environment && entry.step === step)?.token.accessToken
    },
    forgetToken: (project, environment, step) => tokensOf(project).delete({ environment, step }),
  }
}
