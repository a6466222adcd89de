import { AssayError } from '#engine/base/errors.ts'
import type { Project } from '#engine/project/format/schema.ts'
import type { RunEvent } from '#engine/runner/report/events.ts'
import type { closingEvents } from '#engine/runner/report/closing-events.ts'
import type { fold as Fold } from '#engine/runner/report/fold.ts'
import { emptyReport } from '#engine/runner/report/report-parts.ts'
import { progressOf } from '#engine/runner/execute/progress.ts'
import type { Report } from '#engine/runner/report/report.ts'
import type { RunOptions } from '#engine/runner/plan/selection.ts'
import type { ProjectStore, RunStore } from '#storage/types.ts'
import { createLoginMirror } from './run/logins/login-mirror.ts'
import { createLoginWindows, oauthPage } from './run/logins/login-windows.ts'
import { startRunWorker } from './run/run-connection.ts'
import type { RunWorker } from './run/run-host.ts'
import { localIdOf, type ProjectSource } from './run/run-protocol.ts'
import { workerTexts } from './texts.ts'
import { createWorkerClient, withOwn, withReady, WorkerGone, type AskedApi } from './worker-client.ts'

/** Milliseconds that a stopped run gets to end by itself. */
const grace = 1_000

export type { CompanionStatus } from '#platform/browser/companion/status.ts'
export type { AgentProposed, PageVerdict } from '#relay/calls.ts'

/** A run that was started from the page. */
export interface RunHandle {
  /** Resolves when the run has ended, also when it was cancelled; rejects only if the worker died (`interrupted`). */
  finished: Promise<Report>
  /** Aborts at once; after a grace period of 1 s the worker is ended and the run closed as cancelled. */
  stop(): void
  /** Answers an `action-required`: the user gave up. */
  cancelAction(action: string): void
  /**
   * To be called within a click: opens the login window again, or for the first time after a blocked popup, unless
   * `windows.reopen` of the client has opened it in the same click, and tells the run.
   */
  windowOpened(action: string): void
}

/**
 * The page's only access to the run worker, which has the steps, secrets and tokens. Its calls are the worker's own; only runs are
 * started and followed from here.
 */
export interface RunClient extends Omit<AskedApi<RunWorker>, 'runs'> {
  /**
   * `onEvents` is called at most five times a second with what happened since, and with the run's report, which has folded it:
   * the same object each time. Rejected with AssayError while a run goes on.
   */
  start(source: ProjectSource, options: RunOptions, onEvents: (events: RunEvent[], report: Report) => void): RunHandle
}

/** The page's windows for logins; all of it is called synchronously from clicks. */
export interface LoginWindowActions {
  /** Opens the wait page if this run of a project, as it is on the screen, will need a login window and has none. */
  prepare(localId: string, project: Project, options: RunOptions): void
  /** Opens a window for an action again; false: the browser blocked it again. */
  reopen(action: string): boolean
  /** Opens the wait page for a logout; undefined: the browser blocked it. */
  logout(): string | undefined
}

/** What the client works with; tests leave both out. */
export interface RunClientParts {
  /** Tells when projects are opened and written, and gives their values where nothing lasts (R16). */
  store?: ProjectStore
  /** Where a run is closed whose worker can't do it any more; and all of it where nothing lasts. */
  runs?: RunStore
}

/** The client with what only the composition root needs. */
export interface AssayRunClient extends RunClient {
  windows: LoginWindowActions
  /** `<app base>oauth/callback.html`. */
  redirectUri: string
  /** Whether a run of a project will open a login window; decided at once from what is mirrored of its tokens. */
  willNeedWindow(localId: string, project: Project, options: RunOptions): boolean
}

interface Current {
  run: string
  onEvents(events: RunEvent[], report: Report): void
  /** The page's one report of the run. */
  report: Report
  /** Number of the last event. */
  seq: number
  /** When it started, on this thread's monotonic clock. */
  began: number
  /** Loaded as it starts, before it has events. */
  fold?: typeof Fold
  /** What closes it from outside; loaded as it starts, so that it is there when nothing else can be. */
  close?: typeof closingEvents
  /** Its events are stored here, since nothing that the worker stores can be seen. */
  storedHere: boolean
}

const hasBegun = ({ report }: Current) => report.run !== ''

/** Makes the client of the run worker, which is started when it is first needed. */
export function createRunClient({ store, runs }: RunClientParts = {}): AssayRunClient {
  const worker = createWorkerClient<RunWorker>({
    start: startRunWorker,
    gone: { text: workerTexts.runWorkerDied, hint: workerTexts.tryAgain },
  })
  const { api } = worker
  let current: Current | undefined
  const windows = createLoginWindows(() => current !== undefined)
  /** A window that was opened at the click, before the run started. */
  let prepared: string | undefined
  const byAction = new Map<string, string>()

  const mirror = createLoginMirror((localId) => api.tokens.list(localId))
  store?.subscribe(({ localId, what }) => {
    if (what !== 'removed' && !current) mirror.refresh(localId)
  })
  windows.watch((window, gone) => current && tell(api.runs.windowSeen(window, gone)))

  /** In memory the worker can't see the page's projects: it gets the value. */
  const sourceFor = async (source: ProjectSource): Promise<ProjectSource> => {
    if ('project' in source || !store || store.lasting) return source
    const project = await store.project(source.stored)
    if (!project) throw new AssayError('reference-missing', workerTexts.notStored, { hint: workerTexts.notStoredHint })
    return { project, localId: source.stored }
  }

  const take = (run: Current, events: RunEvent[]) => {
    if (current !== run) return
    for (const event of events) {
      if (event.type === 'run-started') run.began = performance.now() - event.at
      run.fold?.(run.report, event)
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

  const execute = async (
    run: Current,
    source: ProjectSource,
    options: RunOptions,
    { window, stopped }: { window: string | undefined; stopped(): boolean },
  ) => {
    const [given, { proxy }, { closingEvents: close }, { fold }] = await Promise.all([
      sourceFor(source),
      import('comlink'),
      import('#engine/runner/report/closing-events.ts'),
      import('#engine/runner/report/fold.ts'),
    ])
    Object.assign(run, { close, fold })
    const local = 'stored' in source ? source.stored : ''
    if (run.storedHere) await runs?.begin(run.run, local, new Date().toISOString(), await marksHere(given, options))
    const sink = proxy({
      events: async (events: RunEvent[]) => take(run, events),
      openWindow: async () => windows.open(),
      closeWindow: async (id: string) => windows.close(id),
    })
    const page = { window, redirectUri: oauthPage('callback'), store: !run.storedHere }
    const ended = api.runs.start(run.run, given, options, sink, page)
    // The worker hears only of runs that it knows.
    if (stopped()) tell(api.runs.stop(run.run))
    try {
      await ended
      return 'ended'
    } catch (thrown) {
      if (thrown instanceof WorkerGone) return 'gone'
      throw thrown
    }
  }

  /** The worker was ended after a stop: what it did not say any more is said here. */
  const closeFromOutside = async (run: Current): Promise<void> => {
    const at = Math.round(performance.now() - run.began)
    const closing = run.close?.(run.report, { seq: run.seq, at, message: workerTexts.stepStopped }) ?? []
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
        const how = await execute(run, source, options, { window, stopped: () => stopped })
        if (how === 'gone' && !stopped) throw died(run)
        if (how === 'gone') await closeFromOutside(run)
        else if (run.storedHere) await runs?.finish(run.run, run.report)
        if (!hasBegun(run)) throw stopped ? new AssayError('cancelled', workerTexts.stopped) : died(run)
        return run.report
      } finally {
        clearTimeout(endWorker)
        // Nothing else closes the window of a run that could not start.
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
        tell(api.runs.stop(run.run))
        endWorker = setTimeout(worker.end, grace)
      },
      cancelAction: (action) => tell(api.runs.cancelAction(action)),
      windowOpened(action) {
        const opened = byAction.get(action) ?? windows.open()
        byAction.delete(action)
        if (opened !== undefined) tell(api.runs.windowOpened(action, opened))
      },
    }
    return handle
  }

  /** The worker's answer about a project, with what is mirrored of its tokens read again afterwards. */
  const mirrored = async <T>(localId: string, answer: Promise<T>): Promise<T> => {
    const found = await answer
    mirror.refresh(localId)
    return found
  }
  const windowActions: LoginWindowActions = {
    logout: windows.open,
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
  }
  const oauth = withReady(api.oauth, sourceFor)
  const tables: RunClient['databases']['tables'] = async (source, asked) => api.databases.tables(await sourceFor(source), asked)
  return withOwn(api, {
    start,
    redirectUri: oauthPage('callback'),
    willNeedWindow: mirror.willNeedWindow,
    windows: windowActions,
    tokens: withOwn(api.tokens, {
      forget: (project, ...rest) => mirrored(project, api.tokens.forget(project, ...rest)),
    } satisfies Partial<RunClient['tokens']>),
    databases: withOwn(api.databases, { tables }),
    oauth: withOwn(oauth, {
      // A token that was refreshed or revoked decides whether the next run needs a window.
      tokenAction: (source, ...rest) => mirrored(localIdOf(source), oauth.tokenAction(source, ...rest)),
    } satisfies Partial<RunClient['oauth']>),
  })
}

/** What the cases of a project are made of that only this page has. */
async function marksHere(source: ProjectSource, { environment }: RunOptions) {
  if (!('project' in source)) return undefined
  const { marksOfRun } = await import('#engine/project/problems/marks.ts')
  return marksOfRun(source.project, environment)
}

/** A worker that has ended leaves nothing to notify. */
const tell = (call: Promise<void>) => void call.catch(() => undefined)
