import { AssayError } from '#engine/base/errors.ts'
import { createRedactor, type Redactor } from '#engine/base/redactor.ts'
import type { KeyDescription } from '#engine/oauth/keys/describe-key.ts'
import type { SigningAlgorithm } from '#engine/oauth/keys/key-settings.ts'
import type { BodyStore, Http, Ports, Random } from '#engine/ports/index.ts'
import type { Project } from '#engine/project/schema.ts'
import { emptyReport, fold } from '#engine/runner/fold.ts'
import { plan } from '#engine/runner/plan.ts'
import { createRunMemory, type RunMemory } from '#engine/runner/run-memory.ts'
import { run as runPlan } from '#engine/runner/run.ts'
import type { RunOptions } from '#engine/runner/selection.ts'
import type { SigningKey } from '#engine/steps/oauth2/schema.ts'
import type { TokenAction, TokenActionResult } from '#engine/steps/oauth2/token-action.ts'
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
import {
  localIdOf,
  type AskedStep,
  type AskPlace,
  type Discovery,
  type ProjectSource,
  type RunPage,
  type RunSink,
  type TokenSummary,
} from './run-protocol.ts'
import { workerTexts } from './texts.ts'
import { tokenActionOf } from './token-action.ts'
import { summaryOf } from './token-summary.ts'

/** What the host of runs is made of; the worker's file fills it in. */
export interface RunHostParts {
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

/** What a run is started with. */
type RunStart = [source: ProjectSource, options: RunOptions, sink: RunSink, page: RunPage]

/** What the page can ask the run worker: runs, results, secrets, tokens, files. Whatever is added here can be called there. */
export type RunWorker = ReturnType<typeof createRunHost>

/** Everything that happens in the run worker. */
export function createRunHost(parts: RunHostParts) {
  const { vault, runs } = parts
  const redactors = new Map<string, Redactor>()
  const tokens = new Map<string, ProjectTokens>()
  const memories = new Map<string, RunMemory>()
  let running: Running | undefined

  const projectOf = async (source: ProjectSource): Promise<Project> => {
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
  const carryOut = async (current: Running, ...[source, options, sink, page]: RunStart): Promise<void> => {
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
  /** A login that nobody could see: for questions, which need none. */
  const noLogin: Ports['login'] = {
    redirectUri: async () => '',
    authorize: () => Promise.reject(new AssayError('cancelled', '')),
  }
  const portsToAsk = (source: ProjectSource) => portsFor(localIdOf(source), '', noLogin, noBodies)

  return {
    runs: {
      /** Resolves when the last events were taken and everything is stored. */
      async start(run: string, ...begun: RunStart): Promise<void> {
        const current: Running = { run, abort: new AbortController() }
        // From the first moment on: a Stop may come while the project is still being read.
        running = current
        try {
          await holding(run, () => carryOut(current, ...begun))
        } finally {
          if (running === current) running = undefined
        }
      },
      stop(run: string): void {
        if (running?.run === run) running.abort.abort()
      },
      cancelAction: (action: string): void => running?.login?.cancel(action),
      windowOpened: (action: string, window: string): void => running?.login?.opened(action, window),
      windowSeen: (window: string, gone: boolean): void => running?.login?.seen(window, gone),
    },
    results: {
      /** A stored response body, secrets masked; undefined if it was dropped or pruned. `range` in bytes. */
      body: parts.readBody,
      /** The value behind a masked name `‹…›` of one of the last runs, for an explicit reveal. */
      reveal: (run: string, name: string): string | undefined => redactors.get(run)?.reveal(name.replace(/^‹|›$/g, '')),
    },
    secrets: {
      /** Ids that have a value. */
      list: (project: string): Promise<string[]> => vault.secretIds(project),
      set: (project: string, id: string, value: string): Promise<void> => vault.putSecret(project, id, value),
      reveal: (project: string, id: string): Promise<string | undefined> => vault.secret(project, id),
      delete: (project: string, id: string): Promise<void> => vault.deleteSecret(project, id),
      /**
       * For a value that stood in clear before it became this secret: masks it in what is stored of the project's runs; response
       * bodies of a run that hold it are removed.
       */
      async concealInRuns(project: string, id: string, value: string): Promise<void> {
        if (running && memories.has(project)) redactors.get(running.run)?.add(id, value)
        const redactor = createRedactor()
        redactor.add(id, value)
        await runs.mask(project, redactor.mask)
        const ofProject = (await runs.runs(project)).map(({ run }) => run)
        await parts.dropBodies(ofProject, (bytes) => redactor.maskBytes(bytes) !== bytes)
      },
      /** `open`: no passphrase. */
      state: (): Promise<'open' | 'locked' | 'unlocked'> => vault.state(),
      unlock: (passphrase: string): Promise<boolean> => vault.unlock(passphrase),
      lock(): void {
        vault.lock()
        parts.tellLocked()
      },
      /** Sets, changes or (with '') removes the passphrase. */
      protect: (passphrase: string): Promise<void> => vault.protect(passphrase),
    },
    tokens: {
      list: async (project: string): Promise<TokenSummary[]> => (await tokensOf(project).list()).map(summaryOf),
      async reveal(project: string, environment: string, step: string): Promise<string | undefined> {
        const all = await tokensOf(project).list()
        return all.find((entry) => entry.environment === environment && entry.step === step)?.token.accessToken
      },
      forget: (project: string, environment: string, step: string): Promise<void> =>
        tokensOf(project).delete({ environment, step }),
    },
    /** Files that requests send, by the path that the project names. */
    files: {
      info: parts.files.info,
      /** Takes the place of one under the same path. */
      put: parts.files.put,
    },
    /** About the logins of a project; each call begins with where that is taken from. */
    oauth: {
      /** Fetches a discovery document (O2); the URL is resolved with the project's variables. */
      discover: async (source: ProjectSource, place: AskedStep): Promise<Discovery> =>
        discover(await projectOf(source), place.environment, place, portsToAsk(source)),
      /** Does something with the cached token of a step (O12, O17); rejects only if the step is not there. */
      tokenAction: async (source: ProjectSource, place: AskedStep, action: TokenAction): Promise<TokenActionResult> =>
        tokenActionOf(await projectOf(source), place.environment, place, portsToAsk(source), action),
      /** Says what a signing key is, or what is wrong with it (O4); its secrets and variables are read here. */
      describeKey: async (
        source: ProjectSource,
        place: AskPlace,
        key: SigningKey,
        algorithm: SigningAlgorithm,
      ): Promise<KeyDescription> => checkKey(await projectOf(source), place, key, algorithm, portsToAsk(source)),
    },
  }
}
