import { proxy } from 'comlink'
import { AssayError } from '#engine/base/errors.ts'
import type { Project } from '#engine/project/schema.ts'
import type { RunEvent } from '#engine/runner/events.ts'
import { closingEvents } from '#engine/runner/closing-events.ts'
import { emptyReport, fold } from '#engine/runner/fold.ts'
import { progressOf } from '#engine/runner/progress.ts'
import type { Report } from '#engine/runner/report.ts'
import type { RunOptions } from '#engine/runner/selection.ts'
import type { ProjectStore, RunStore } from '#storage/types.ts'
import { createLoginMirror } from './login-mirror.ts'
import { createLoginWindows, oauthPage } from './login-windows.ts'
import { startRunWorker, type RunConnection } from './run-connection.ts'
import type { LoginDoor, RunClient, RunHandle, RunSource } from './run-protocol.ts'
import type { WorkerSource } from './run-worker-api.ts'
import { workerTexts } from './texts.ts'

/** Milliseconds that a stopped run gets to end by itself. */
const grace = 1_000

/** Under which secrets and tokens of a project that is given as a value are kept. */
export const valueId = 'value'

/** What the client works with; tests leave both out. */
export interface RunClientParts {
  /** Tells when projects are opened and written, and gives their values where nothing lasts (R16). */
  store?: ProjectStore
  /** Where a run is closed whose worker can't do it any more; and all of it where nothing lasts. */
  runs?: RunStore
}

/** The client with what only the composition root needs. */
export interface AssayRunClient extends RunClient {
  windows: LoginDoor
  /** `<app base>oauth/callback.html`. */
  redirectUri: string
  /** Whether a run of a project will open a login window; decided at once from what is mirrored of its tokens. */
  willNeedWindow(localId: string, project: Project, options: RunOptions): boolean
}

interface Current {
  run: string
  connection: RunConnection
  onEvents(events: RunEvent[], report: Report): void
  /** The page's one report of the run. */
  report: Report
  /** Number of the last event. */
  seq: number
  /** When it began, on this thread's monotonic clock. */
  began: number
  /** Its events are stored here, since nothing that the worker stores can be seen. */
  storedHere: boolean
}

const hasBegun = ({ report }: Current) => report.run !== ''

/** Makes the page's one door to the run worker, which is started when it is first needed. */
export function createRunClient({ store, runs }: RunClientParts = {}): AssayRunClient {
  let connection: RunConnection | undefined
  let current: Current | undefined
  const windows = createLoginWindows(() => current !== undefined)
  /** A window that was opened at the click, before the run began. */
  let prepared: string | undefined
  const byAction = new Map<string, string>()

  const forgetWhenGone = async (dead: RunConnection) => {
    await dead.gone
    if (connection === dead) connection = undefined
  }
  const connect = (): RunConnection => {
    if (connection) return connection
    const next = startRunWorker()
    connection = next
    void forgetWhenGone(next)
    return next
  }
  const api = () => connect().api

  const mirror = createLoginMirror((localId) => api().listTokens(localId))
  store?.subscribe(({ localId, what }) => {
    if (what !== 'removed' && !current) mirror.refresh(localId)
  })
  windows.watch((window, gone) => void current?.connection.api.windowSeen(window, gone))

  /** In memory the worker can't see the page's projects: it gets the value. */
  const sourceFor = async (source: RunSource): Promise<WorkerSource> => {
    if ('project' in source) return { project: source.project, localId: source.localId ?? valueId }
    if (!store || store.lasting) return source
    const project = await store.project(source.stored)
    if (!project) throw new AssayError('reference-missing', workerTexts.notStored, { hint: workerTexts.notStoredHint })
    return { project, localId: source.stored }
  }

  const take = (run: Current, events: RunEvent[]) => {
    if (current !== run) return
    for (const event of events) {
      if (event.type === 'run-started') run.began = performance.now() - event.at
      fold(run.report, event)
      run.seq = event.seq
    }
    run.onEvents(events, run.report)
    if (run.storedHere) runs?.append(run.run, events).catch(() => undefined)
  }

  const died = (run: Current): AssayError => {
    const { step, total } = progressOf(run.report)
    const text = total === 0 ? workerTexts.diedBefore : workerTexts.died(step, total)
    return new AssayError('run-interrupted', text, { hint: workerTexts.diedHint })
  }

  const carryOut = async (
    run: Current,
    source: RunSource,
    options: RunOptions,
    { window, stopped }: { window: string | undefined; stopped(): boolean },
  ) => {
    const given = await sourceFor(source)
    const local = 'stored' in source ? source.stored : ''
    if (run.storedHere) await runs?.begin(run.run, local, new Date().toISOString())
    const sink = proxy({
      events: async (events: RunEvent[]) => take(run, events),
      openWindow: async () => windows.open(),
      closeWindow: async (id: string) => windows.close(id),
    })
    const page = { window, redirectUri: oauthPage('callback'), store: !run.storedHere }
    const ended = run.connection.api.start(run.run, given, options, sink, page)
    // The worker hears only of runs that it knows.
    if (stopped()) void run.connection.api.stop(run.run)
    const gone = run.connection.gone.then(() => 'gone' as const)
    return Promise.race([ended.then(() => 'ended' as const), gone])
  }

  /** The worker was ended after a stop: what it did not say any more is said here. */
  const closeFromOutside = async (run: Current): Promise<void> => {
    const at = Math.round(performance.now() - run.began)
    const closing = closingEvents(run.report, { seq: run.seq, at, message: workerTexts.stepStopped })
    const append = !run.storedHere
    take(run, closing)
    windows.closeAll()
    if (!runs || !hasBegun(run)) return
    if (append) await runs.append(run.run, closing).catch(() => undefined)
    await runs.finish(run.run, run.report).catch(() => undefined)
  }

  const start: RunClient['start'] = (source, options, onEvents) => {
    if (current) throw new AssayError('run-busy', workerTexts.busy, { hint: workerTexts.busyHint })
    const window = prepared
    prepared = undefined
    const run: Current = {
      run: crypto.randomUUID(),
      connection: connect(),
      onEvents,
      report: emptyReport(),
      seq: 0,
      began: performance.now(),
      storedHere: store !== undefined && !store.lasting,
    }
    current = run
    let stopped = false
    let endWorker: ReturnType<typeof setTimeout> | undefined
    const finish = async (): Promise<Report> => {
      try {
        const how = await carryOut(run, source, options, { window, stopped: () => stopped })
        if (how === 'gone' && !stopped) throw died(run)
        if (how === 'gone') await closeFromOutside(run)
        else if (run.storedHere) await runs?.finish(run.run, run.report)
        if (!hasBegun(run)) throw stopped ? new AssayError('cancelled', workerTexts.stopped) : died(run)
        return run.report
      } finally {
        clearTimeout(endWorker)
        // Of a run that could not begin nobody else knows the window.
        if (window !== undefined && !hasBegun(run)) windows.close(window)
        if (current === run) current = undefined
        byAction.clear()
        if ('stored' in source) mirror.refresh(source.stored)
      }
    }
    const handle: RunHandle = {
      finished: finish(),
      stop() {
        if (stopped || current !== run) return
        stopped = true
        void run.connection.api.stop(run.run)
        endWorker = setTimeout(() => run.connection.end(), grace)
      },
      cancelAction: (action) => void run.connection.api.cancelAction(action),
      windowOpened(action) {
        const opened = byAction.get(action) ?? windows.open()
        byAction.delete(action)
        if (opened !== undefined) void run.connection.api.windowOpened(action, opened)
      },
    }
    return handle
  }

  return {
    start,
    redirectUri: oauthPage('callback'),
    willNeedWindow: mirror.willNeedWindow,
    windows: {
      prepare(localId, project, options) {
        if (current || prepared !== undefined) return
        if (mirror.willNeedWindow(localId, project, options)) prepared = windows.open()
      },
      reopen(action) {
        const opened = windows.open()
        if (opened === undefined) return false
        byAction.set(action, opened)
        return true
      },
    },
    body: (run, id, range) => api().body(run, id, range),
    reveal: (run, name) => api().reveal(run, name),
    files: {
      info: (project, path) => api().fileInfo(project, path),
      put: (project, path, file) => api().putFile(project, path, file),
    },
    discover: async (source, environment, place) => api().discover(await sourceFor(source), environment, place),
    tokenAction: async (source, ...rest) => {
      const result = await api().tokenAction(await sourceFor(source), ...rest)
      // A token that was refreshed or revoked decides whether the next run needs a window.
      const local = 'stored' in source ? source.stored : source.localId
      if (local !== undefined) mirror.refresh(local)
      return result
    },
    describeKey: async (source, ...rest) => api().describeKey(await sourceFor(source), ...rest),
    secrets: {
      list: (project) => api().listSecrets(project),
      set: (project, id, value) => api().setSecret(project, id, value),
      concealInRuns: (project, id, value) => api().concealInRuns(project, id, value),
      reveal: (project, id) => api().revealSecret(project, id),
      delete: (project, id) => api().deleteSecret(project, id),
      state: () => api().vaultState(),
      unlock: (passphrase) => api().unlock(passphrase),
      lock: () => api().lock(),
      protect: (passphrase) => api().protect(passphrase),
    },
    tokens: {
      list: (project) => api().listTokens(project),
      reveal: (project, environment, step) => api().revealToken(project, environment, step),
      forget: async (project, environment, step) => {
        await api().forgetToken(project, environment, step)
        mirror.refresh(project)
      },
    },
  }
}
