import { batch, createEffect, createMemo, on, onCleanup, untrack } from 'solid-js'
import { textOf } from '#engine/base/errors.ts'
import { placeKey } from '#engine/runner/execute/place.ts'
import type { RunStore } from '#storage/types.ts'
import { createChoosing } from './choosing.ts'
import { earlierAttempt, eventsOf } from './events-of-step.ts'
import { noticeTexts } from './notice-texts.ts'
import { createPendingActions } from './pending-actions.ts'
import { createRecording } from './recording.ts'
import { createOpening } from './opening.ts'
import { caseIn, stepIn, stepsIn } from './report-places.ts'
import { restoreRuns } from './restoring.ts'
import { suiteKey } from './run-index.ts'
import type { RunSession } from './run-session-type.ts'
import { createRunning, type RunningParts } from './running.ts'
import { createSessionState } from './state.ts'

/** What a session is made of. */
export interface RunSessionParts extends RunningParts {
  runs: RunStore
}

/** The session of the page: one for its whole life, inside a Solid root. */
export function createRunSession(parts: RunSessionParts): RunSession {
  const { client, runs, windows } = parts
  const state = createSessionState()
  const actions = createPendingActions()
  const recording = createRecording(state, runs)
  const choosing = createChoosing(state)
  const opening = createOpening(state, { runs, choosing, project: () => untrack(parts.project) })
  /** What was recorded of the run that is shown. */
  const shownRecording = () => state.opened()?.recording ?? recording
  /** Keys of steps that have left something in the worker. */
  const left = new Set<string>()
  const clear = () => {
    recording.clear()
    actions.clear()
  }
  let restored: Promise<void> | undefined
  const running = createRunning(parts, state, {
    restored: () => restored,
    follow: (events) => {
      recording.add(events)
      for (const event of events) {
        actions.follow(event)
        choosing.follow(event)
        if (event.type === 'step-finished' && (event.outcome === 'passed' || event.outcome === 'failed'))
          left.add(placeKey({ case: event.case, step: event.step }))
      }
    },
    clear,
    ended: (failure) => {
      actions.clear()
      // The worker may be another one from now on.
      if (failure !== undefined) left.clear()
    },
  })

  createEffect(
    on(parts.project, (project, before) => {
      if (project === before) return
      batch(() => {
        running.leave()
        state.forget()
        clear()
        left.clear()
        choosing.select(undefined)
        state.unsay()
        state.draw('all')
      })
      if (project === undefined) return
      const isOpen = () => untrack(parts.project) === project
      restored = restoreRuns(project, state, recording, runs, isOpen).catch(
        (thrown: unknown) => void state.setNotice(noticeTexts.restore(textOf(thrown))),
      )
    }),
  )
  onCleanup(() => running.handle()?.stop())

  const { version, index, report, shown } = state
  const shownRun = createMemo(() => (version(), shown()?.run))
  return {
    running: state.running,
    stopping: running.stopping,
    report: () => (version(), shown()),
    newest: () => (version(), report()),
    counts: () => (version(), state.counts()),
    start: running.start,
    rerunFailed: running.rerunFailed,
    rerunWithSeed: running.rerunWithSeed,
    stop: running.stop,
    step: (caseId, stepId) => (state.track(placeKey({ case: caseId, step: stepId })), index().step(caseId, stepId)),
    case: (caseId) => (state.track(placeKey({ case: caseId })), index().case(caseId)),
    suite: (suiteId) => (state.track(suiteKey(suiteId)), index().suite(suiteId)),
    hasLeft: (caseId, stepId) => left.has(placeKey({ case: caseId, step: stepId })),
    selected: choosing.selected,
    select: choosing.select,
    prefer: choosing.prefer,
    events: (place) => eventsOf(place, state, recording, runs),
    actions: actions.list,
    cancelAction: (action) => running.handle()?.cancelAction(action),
    reopen: (action) => {
      const pending = actions.list().some((candidate) => candidate.action === action)
      if (pending && windows?.reopen(action) !== false) running.handle()?.windowOpened(action)
    },
    notice: state.notice,
    details: {
      version,
      interrupted: state.interrupted,
      run: shownRun,
      isFresh: () => (version(), state.opened() === undefined && state.isFresh()),
      goesOn: () => state.running() && state.opened() === undefined,
      knownRun: (caseId, stepId) => (
        state.track(placeKey({ case: caseId, ...(stepId === undefined ? {} : { step: stepId }) })),
        index().runOf(caseId, stepId)
      ),
      stepAt: (place) => stepIn(shown(), place),
      stepsAt: (place) => stepsIn(shown(), place),
      caseAt: (place) => caseIn(shown(), place.case),
      kept: state.kept,
      refreshKept: opening.refresh,
      renameRun: opening.rename,
      open: opening.open,
      showReport: opening.show,
      showNewest: opening.close,
      body: (run, id, range) => client.results.body(run, id, range),
      reveal: async (name) => {
        const run = shown()?.run
        return run === undefined ? undefined : client.results.reveal(run, name)
      },
      earlier: async (place) => {
        const project = untrack(parts.project)
        return project === undefined ? undefined : earlierAttempt(place, project, state, runs)
      },
      group: choosing.group,
      selectGroup: choosing.selectGroup,
      conversation: async (group, limit) =>
        (await import('./conversation.ts')).conversationOf(group, limit, state, recording, runs),
      unlistedRows: async (caseId, loop, range) => {
        const entry = caseIn(shown(), caseId)
        const run = shown()?.run
        if (!entry || run === undefined) return []
        return (await import('./unlisted-rows.ts')).readUnlistedRows(run, entry, loop, range, runs)
      },
      log: () => (version(), shownRecording().log()),
      logDropped: () => shownRecording().dropped(),
      variables: () => (version(), shownRecording().variables()),
      newestVariables: () => (version(), recording.variables()),
      dismissNotice: () => state.setNotice(undefined),
    },
  }
}
