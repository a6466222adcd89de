import { createRedactor, type Redactor } from '#engine/base/secrets/redactor.ts'
import type { BodyStore, Http, Ports } from '#engine/ports/index.ts'
import { sentByCompanion } from '#engine/project/companion-needs.ts'
import { marksOfRun } from '#engine/project/problems/marks.ts'
import { plan } from '#engine/runner/plan/plan.ts'
import { createRunMemory, type RunMemory } from '#engine/runner/execute/run-memory.ts'
import { run as runPlan } from '#engine/runner/run.ts'
import type { RunOptions } from '#engine/runner/plan/selection.ts'
import { createWindowLogin } from '#platform/browser/login.ts'
import { runLock } from '#storage/run-lock.ts'
import type { RunRecords } from '#storage/run-store.ts'
import type { RunStore } from '#storage/types.ts'
import { usableLocks } from '#storage/web-locks.ts'
import { createEventBatches } from './event-batches.ts'
import { createLoginCount } from './logins/login-count.ts'
import type { ProjectPorts } from './project-ports.ts'
import { runAtCompanion, type Going, type Running } from './companion/run-at-companion.ts'
import { localIdOf, type ProjectSource, type RunPage, type RunSink } from './run-protocol.ts'
import { createToldRun } from './companion/store-run.ts'

/** Where runs leave what lasts. */
export interface RunCallsParts {
  runs: RunStore & RunRecords
  /** `kept`: the runs whose bodies stay; undefined: it is unknown which. */
  openBodies(run: string, kept: ReadonlySet<string> | undefined): Promise<BodyStore & { close(): void }>
  /** Removes the bodies of those of these runs for whose bytes `holds` is true. */
  dropBodies(runs: readonly string[], holds: (bytes: Uint8Array) => boolean): Promise<void>
}

/** What a run is started with. */
type RunStart = [source: ProjectSource, options: RunOptions, sink: RunSink, page: RunPage]

/** How many runs' masked values can be revealed. */
const revealedRuns = 3

const holding = async <T>(run: string, work: () => Promise<T>): Promise<T> => {
  const locks = await usableLocks()
  return locks ? locks.request(runLock(run), work) : work()
}

/** Executes runs, one at a time, and knows what they masked. */
export function createRunCalls({ runs, ...parts }: RunCallsParts, ports: ProjectPorts) {
  const redactors = new Map<string, Redactor>()
  const memories = new Map<string, RunMemory>()
  let running: Running | undefined

  /** Values of the last run of one project are kept, for running a single step. */
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

  /** Carries a run out here. */
  const inPage = async (host: Ports, { current: { run, abort }, plan: planned, page, memory, told }: Going): Promise<void> => {
    let first: Promise<unknown> | undefined
    // Whatever ends the browser, nothing was sent by a run that knows of no step (R20).
    const http: Http = {
      send: async (...sent) => {
        await first
        return host.http.send(...sent)
      },
    }
    await runPlan(planned, page.store ? { ...host, http } : host, {
      signal: abort.signal,
      memory,
      onRedactor: (redactor) => keepRedactor(run, redactor),
      emit(event) {
        const written = told.tell([event])
        first ??= written
      },
    })
  }
  const openBodies = async (run: string) => {
    const kept = await runs.kept().catch(() => undefined)
    return parts.openBodies(run, kept && new Set(kept))
  }
  const execute = async (current: Running, ...[source, options, sink, page]: RunStart): Promise<void> => {
    const { run } = current
    // While the project is being read.
    const opening = openBodies(run)
    const closing = opening.then(
      (bodies) => () => bodies.close(),
      () => () => undefined,
    )
    let closeHost: (() => Promise<void>) | undefined
    try {
      const stored = await ports.project(source)
      const stands = await ports.companionStands()
      const project = stands ? sentByCompanion(stored) : stored
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
      const batches = createEventBatches((events) => sink.events(events))
      const begin = (): Promise<void> => {
        const ids = planned.value.suites.flatMap((suite) => suite.cases.map((one) => one.case.id))
        return runs.begin(run, localId, new Date().toISOString(), marksOfRun(stored, options.environment, new Set(ids)))
      }
      const told = createToldRun(run, page.store ? runs : undefined, begin, (event) => {
        logins.see(event)
        batches.push(event)
      })
      const going: Going = { current, plan: planned.value, page, told, bodies: await opening, memory: memoryOf(localId) }
      const isDone =
        stands && page.window === undefined && (await runAtCompanion({ project: stored, localId }, going, ports, keepRedactor))
      if (!isDone) {
        const host = await ports.forRun(source, { id: run, login, bodies: going.bodies })
        closeHost = host.close
        await told.begin()
        await inPage(host.ports, going)
      }
      const finished = told.finish()
      await batches.drain()
      await finished
    } finally {
      current.login?.end()
      await closeHost?.()
      const close = await closing
      close()
    }
  }

  return {
    /** What the page calls. */
    calls: {
      /** Resolves when the last events were taken and everything is stored. */
      async start(run: string, ...begun: RunStart): Promise<void> {
        const current: Running = { run, abort: new AbortController() }
        // From the first moment on: a Stop may come while the project is still being read.
        running = current
        try {
          await holding(run, () => execute(current, ...begun))
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
    /** The value behind a masked name `‹…›` of one of the last runs. */
    reveal: (run: string, name: string): string | undefined => redactors.get(run)?.reveal(name.replace(/^‹|›$/g, '')),
    /** Masks a value in what is stored of a project's runs, and in what the one tells that goes on. */
    async conceal(project: string, id: string, value: string): Promise<void> {
      if (running && memories.has(project)) {
        // What a companion adds comes back from it, in the order of all others.
        if (running.conceal) await running.conceal(id, value).catch(() => undefined)
        else redactors.get(running.run)?.add(id, value)
      }
      const redactor = createRedactor()
      redactor.add(id, value)
      await runs.mask(project, redactor.mask)
      const ofProject = (await runs.runs(project)).map(({ run }) => run)
      await parts.dropBodies(ofProject, (bytes) => redactor.maskBytes(bytes) !== bytes)
    },
  }
}
