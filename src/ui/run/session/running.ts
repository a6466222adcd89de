import { batch, createSignal, untrack } from 'solid-js'
import { textOf, messageWithHint } from '#engine/base/errors.ts'
import type { Project } from '#engine/project/format/schema.ts'
import type { RunEvent } from '#engine/runner/report/events.ts'
import type { Report } from '#engine/runner/report/report.ts'
import type { RunOptions } from '#engine/runner/plan/selection.ts'
import type { LoginWindowActions, RunClient, RunHandle } from '#workers/run-client.ts'
import type { ProjectSource } from '#workers/run/run-protocol.ts'
import { noticeTexts } from './notice-texts.ts'
import type { SessionState } from './state.ts'

/** What starting a run needs from outside. */
export interface RunningParts {
  client: RunClient
  /** Reactive: local id of the open project. */
  project(): string | undefined
  /** The project as it is in memory, for what has to be known of it at the click. */
  shown?(): Project | undefined
  windows?: LoginWindowActions
  /** Where the worker takes the project from, once what is still being typed is stored; absent: from the store. */
  source?(project: string): Promise<ProjectSource>
}

/** Who else hears of the run. */
export interface RunHearers {
  /** Events of the run that goes on; its report has folded them. */
  follow(events: RunEvent[]): void
  /** A new run is about to start: what is kept of the one before it goes. */
  clear(): void
  /** Nothing waits for a user any more. */
  ended(failure?: unknown): void
  /** Resolves when what earlier runs came to is known: results of a new one come after it. */
  restored(): Promise<void> | undefined
}

/** Starts the project's runs, one at a time, and ends them. */
export interface Running {
  start(options: RunOptions): void
  rerunFailed(): Promise<void>
  /** Runs what the shown run ran, with its seed: the same random data. */
  rerunWithSeed(): void
  stop(): void
  stopping(): boolean
  /** The run that goes on, once the worker has it. */
  handle(): RunHandle | undefined
  /** Another project is opened: the run of this one is stopped, and nothing of it heard any more. */
  leave(): void
}

/** See {@link Running}. */
export function createRunning(parts: RunningParts, state: SessionState, hearers: RunHearers): Running {
  const [stopping, setStopping] = createSignal(false)
  let handle: RunHandle | undefined
  /** Asked for when the run before had its result and was still being kept. */
  let next: RunOptions | undefined

  const receive = (events: RunEvent[], folded: Report) => {
    const touched = new Set<string>()
    state.setReport(folded)
    batch(() => {
      for (const event of events) state.index().follow(folded, event, touched)
      if (events.some(({ type }) => type === 'run-started')) state.keep()
      hearers.follow(events)
      state.draw(touched)
    })
  }
  const ended = (current: () => boolean, failure?: unknown) => {
    if (!current()) return
    const touched = new Set<string>()
    state.index().settle(touched)
    batch(() => {
      handle = undefined
      state.setRunning(false)
      hearers.ended(failure)
      state.keep()
      if (untrack(state.notice) === noticeTexts.secondRun) state.setNotice(undefined)
      if (!state.sayCutOff(noticeTexts.workerDied) && failure !== undefined) state.setNotice(messageWithHint(failure))
      state.draw(touched)
    })
    const asked = next
    next = undefined
    if (asked === undefined) return
    const unkept = failure === undefined ? undefined : state.notice()
    start(asked)
    // The caller gets the new run, and still a notice that the previous run wasn't kept completely.
    if (unkept !== undefined && state.notice() === undefined) state.setNotice(unkept)
  }
  const begin = (current: () => boolean, source: ProjectSource, options: RunOptions) => {
    if (!current()) return
    try {
      handle = parts.client.start(source, options, (events, folded) => {
        if (current()) receive(events, folded)
      })
    } catch (thrown) {
      ended(current, thrown)
      return
    }
    handle.finished.then(
      () => ended(current),
      (thrown: unknown) => ended(current, thrown),
    )
  }
  /** Half-merged requests must not be sent; the page's notice about the conflicts has the button that resolves them. */
  const refuse = async (shown: Project) =>
    state.setNotice((await import('#engine/merge/describe.ts')).unresolvedConflicts(shown, shown.name))
  const start = (options: RunOptions) => {
    const project = parts.project()
    if (state.running()) {
      // With the result on the screen no one takes the run for one that goes on.
      if (handle && state.report()?.outcome !== undefined) next = options
      else state.setNotice(noticeTexts.secondRun)
      return
    }
    if (project === undefined) return void state.setNotice(noticeTexts.noProject)
    const shown = parts.shown?.()
    if (shown?.conflicts?.length) return void refuse(shown)
    if (shown) parts.windows?.prepare(project, shown, options)
    const current = state.nextTurn()
    state.setOptions(options)
    batch(() => {
      hearers.clear()
      state.setOpened(undefined)
      state.setReport(undefined)
      state.setFresh(true)
      state.unsay()
      state.setRunning(true)
      setStopping(false)
      state.draw([])
    })
    if (!parts.source) return begin(current, { stored: project }, options)
    Promise.all([parts.source(project), hearers.restored()]).then(
      ([source]) => begin(current, source, options),
      (thrown: unknown) => ended(current, new Error(noticeTexts.flush(textOf(thrown)))),
    )
  }
  return {
    start,
    rerunFailed: async () => {
      const shown = state.shown()
      const again = shown && (await import('#engine/runner/plan/failed-again.ts')).failedAgain(shown)
      if (!again || again.cases.length === 0) return void state.setNotice(noticeTexts.nothingFailed)
      const { selection: _, ...newest } = state.options()
      const options = state.opened() ? (shown.environment ? { environment: shown.environment.id } : {}) : newest
      start({ ...options, selection: again })
    },
    rerunWithSeed: () => {
      const shown = state.shown()
      if (!shown) return
      const { suites, notBegun = [], environment, seed } = shown
      const cases = [...suites, ...notBegun].flatMap((suite) => suite.cases.map(({ id }) => id))
      const opened: RunOptions = {
        selection: { cases: [...new Set(cases)] },
        ...(environment ? { environment: environment.id } : {}),
      }
      start({ ...(state.opened() ? opened : state.options()), seed })
    },
    stop: () => {
      next = undefined
      if (handle) {
        setStopping(true)
        return handle.stop()
      }
      if (!state.running()) return
      state.nextTurn()
      state.setRunning(false)
    },
    stopping: () => state.running() && stopping(),
    handle: () => handle,
    leave: () => {
      next = undefined
      handle?.stop()
      handle = undefined
      state.nextTurn()
      state.setRunning(false)
    },
  }
}
