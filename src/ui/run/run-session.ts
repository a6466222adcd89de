import { batch, createEffect, createSignal, on, onCleanup, untrack } from 'solid-js'
import { AssayError, textOf } from '#engine/base/errors.ts'
import type { Project } from '#engine/project/schema.ts'
import type { Counts, RunEvent } from '#engine/runner/events.ts'
import { emptyReport, fold } from '#engine/runner/fold.ts'
import { placeKey } from '#engine/runner/place.ts'
import { liveCounts, progressOf } from '#engine/runner/progress.ts'
import type { Report } from '#engine/runner/report.ts'
import type { RunOptions } from '#engine/runner/selection.ts'
import type { RunStore } from '#storage/types.ts'
import type { LoginDoor, RunClient, RunHandle } from '#workers/run-client.ts'
import type { ProjectSource } from '#workers/run-protocol.ts'
import { createEventMemory } from './event-memory.ts'
import { createKeyedSignals } from './keyed-signals.ts'
import { createLogWriter, type LogLine, type LogWriter } from './log-lines.ts'
import { createPendingActions } from './pending-actions.ts'
import { createRunIndex, suiteKey } from './run-index.ts'
import type { EarlierAttempt, RunSession, StepPlace, VariableRecord } from './run-session-type.ts'
import { noticeTexts } from './notice-texts.ts'

/** What a session is made of. */
export interface RunSessionParts {
  client: RunClient
  runs: RunStore
  /** Reactive: local id of the open project. */
  project(): string | undefined
  /** The project as it is in memory, for what has to be known of it at the click. */
  shown?(): Project | undefined
  windows?: LoginDoor
  /** Where the worker takes the project from, once what is still being typed is stored; absent: from the store. */
  source?(project: string): Promise<ProjectSource>
}

/** Lines and events that are kept of one run, whatever its length (R45). */
const LOG_LIMIT = 200_000

/** The session of the page: one for its whole life, inside a Solid root. */
export function createRunSession(parts: RunSessionParts): RunSession {
  const signals = createKeyedSignals()
  const [version, setVersion] = createSignal(0)
  const [running, setRunning] = createSignal(false)
  const [stopping, setStopping] = createSignal(false)
  const [selected, setSelected] = createSignal<StepPlace>()
  const [notice, setNotice] = createSignal<string>()
  const [interrupted, setInterrupted] = createSignal<{ step: number; total: number }>()
  const actions = createPendingActions()

  let index = createRunIndex()
  let report: Report | undefined
  let handle: RunHandle | undefined
  let lastOptions: RunOptions = {}
  /** Counts starts and restores; whatever belongs to an older one is late and ignored. */
  let turn = 0
  const memory = createEventMemory()
  let writer: LogWriter = createLogWriter()
  let log: LogLine[] | undefined = []
  let dropped = 0
  let variables: VariableRecord[] = []
  /** A run whose events are in the run store only. */
  let stored: string | undefined
  /** What is selected because nobody has chosen yet. */
  let preselected: StepPlace | undefined

  const draw = (touched: Iterable<string> | 'all') =>
    batch(() => {
      if (touched === 'all') signals.touchAll()
      else for (const key of touched) signals.touch(key)
      setVersion((before) => before + 1)
    })

  function clearRun(): void {
    memory.clear()
    writer = createLogWriter()
    log = []
    dropped = 0
    variables = []
    stored = undefined
    actions.clear()
  }

  function record(event: RunEvent): void {
    memory.add(event)
    log?.push(writer.line(event))
    if (event.type === 'variable-set') {
      const { name, scope, value, at, case: caseId, step, rows } = event
      variables.push({ name, scope, value, at, case: caseId, step, rows })
      if (variables.length > LOG_LIMIT) variables.splice(0, LOG_LIMIT / 10)
    }
  }

  /** `folded` is the run's report, which has folded these events. */
  function receive(events: RunEvent[], folded: Report): void {
    const touched = new Set<string>()
    report = folded
    batch(() => {
      for (const event of events) {
        index.follow(folded, event, touched)
        record(event)
        actions.follow(event)
        preselect(event)
      }
      if (log && log.length > LOG_LIMIT) dropped += log.splice(0, log.length - LOG_LIMIT + LOG_LIMIT / 10).length
      draw(touched)
    })
  }

  /** Something to look at while nobody has chosen: the first step, at the end the first one that failed. */
  function preselect(event: RunEvent): void {
    if (event.type !== 'step-started' && event.type !== 'run-finished') return
    const place = untrack(selected)
    if (place && place !== preselected) return
    if (event.type === 'step-started') {
      if (place) return
      const { case: caseId, step, rows } = event
      preselected = { case: caseId, step, rows }
    } else {
      preselected = (report && firstBad(report)) ?? place
    }
    setSelected(preselected)
  }

  function ended(own: number, failure?: unknown): void {
    if (own !== turn) return
    const touched = new Set<string>()
    index.settle(touched)
    batch(() => {
      handle = undefined
      setRunning(false)
      actions.clear()
      if (untrack(notice) === noticeTexts.secondRun) setNotice(undefined)
      if (report && !report.outcome) {
        const place = progressOf(report)
        setInterrupted(place)
        setNotice(noticeTexts.workerDied(place.step, place.total))
      } else if (failure !== undefined) {
        setNotice(explain(failure))
      }
      draw(touched)
    })
  }

  function begin(own: number, source: ProjectSource, options: RunOptions): void {
    if (own !== turn) return
    try {
      handle = parts.client.start(source, options, (events, folded) => {
        if (own === turn) receive(events, folded)
      })
    } catch (thrown) {
      ended(own, thrown)
      return
    }
    handle.finished.then(
      () => ended(own),
      (thrown: unknown) => ended(own, thrown),
    )
  }

  function start(options: RunOptions): void {
    const project = parts.project()
    if (running()) return void setNotice(noticeTexts.secondRun)
    if (project === undefined) return void setNotice(noticeTexts.noProject)
    const shown = parts.shown?.()
    if (shown) parts.windows?.prepare(project, shown, options)
    const own = ++turn
    lastOptions = options
    batch(() => {
      clearRun()
      report = undefined
      setNotice(undefined)
      setInterrupted(undefined)
      setRunning(true)
      setStopping(false)
      draw([])
    })
    if (!parts.source) return begin(own, { stored: project }, options)
    parts.source(project).then(
      (source) => begin(own, source, options),
      (thrown: unknown) => ended(own, new Error(noticeTexts.flush(textOf(thrown)))),
    )
  }

  function stop(): void {
    if (handle) {
      setStopping(true)
      return handle.stop()
    }
    if (!running()) return
    turn++
    setRunning(false)
  }

  function rerunFailed(): void {
    const cases = new Set<string>()
    for (const suite of report?.suites ?? [])
      for (const entry of suite.cases) if (entry.outcome !== 'passed' && entry.outcome !== 'skipped') cases.add(entry.id)
    if (cases.size === 0) return void setNotice(noticeTexts.nothingFailed)
    const { selection: _, ...options } = lastOptions
    start({ ...options, selection: { cases: [...cases] } })
  }

  /** The results of the project's earlier runs; the newest is shown, the others tell what cases it did not run. */
  async function restore(project: string): Promise<void> {
    const own = ++turn
    const found = await parts.runs.runs(project)
    if (own !== turn) return
    const newestLast = found.toSorted((a, b) => a.startedAt.localeCompare(b.startedAt))
    for (const run of newestLast) if (run.report) index.load(run.report)
    const last = newestLast.at(-1)
    if (!last) return draw('all')
    log = undefined
    stored = last.run
    const events = last.report ? undefined : await parts.runs.events?.(last.run, LOG_LIMIT)
    if (own !== turn) return
    batch(() => {
      const touched = new Set<string>()
      report = last.report
      // An interrupted run left events but no report (R20).
      if (events) replay(events, touched)
      index.settle(touched)
      lastOptions = report?.environment ? { environment: report.environment.id } : {}
      if (report && !report.outcome) {
        const place = progressOf(report)
        setInterrupted(place)
        setNotice(noticeTexts.interrupted(place.step, place.total))
      } else if (last.interrupted) {
        setNotice(noticeTexts.interruptedUnknown)
      }
      draw('all')
    })
  }

  function replay(events: RunEvent[], touched: Set<string>): void {
    stored = undefined
    log = []
    for (const event of events) {
      report = fold(report ?? emptyReport(), event)
      index.follow(report, event, touched)
      record(event)
    }
  }

  /** Reads the log of a restored run when somebody looks at it for the first time. */
  function readLog(): void {
    const run = stored
    const own = turn
    if (run === undefined || !parts.runs.events) return
    stored = undefined
    parts.runs.events(run, LOG_LIMIT).then(
      (events) => {
        if (own !== turn) return undefined
        log = []
        variables = []
        for (const event of events) record(event)
        return draw([])
      },
      (thrown: unknown) => setNotice(noticeTexts.restore(textOf(thrown))),
    )
  }

  createEffect(
    on(parts.project, (project, before) => {
      if (project === before) return
      handle?.stop()
      handle = undefined
      turn++
      index = createRunIndex()
      report = undefined
      batch(() => {
        clearRun()
        setRunning(false)
        setSelected(undefined)
        setNotice(undefined)
        setInterrupted(undefined)
        draw('all')
      })
      if (project === undefined) return
      restore(project).catch((thrown: unknown) => setNotice(noticeTexts.restore(textOf(thrown))))
    }),
  )
  onCleanup(() => handle?.stop())

  async function earlier(place: StepPlace): Promise<EarlierAttempt | undefined> {
    const project = untrack(parts.project)
    if (project === undefined) return undefined
    const shown = place.run ?? index.runOf(place.case)
    const newestFirst = (await parts.runs.runs(project)).toSorted((a, b) => b.startedAt.localeCompare(a.startedAt))
    const at = newestFirst.findIndex(({ run }) => run === shown)
    for (const { run, startedAt } of newestFirst.slice(at + 1)) {
      const found = await parts.runs.stepEvents(run, place)
      if (found.some(({ type }) => type === 'exchanged')) return { startedAt, events: found }
    }
    return undefined
  }

  async function events(place: StepPlace): Promise<RunEvent[]> {
    const run = place.run ?? index.runOf(place.case)
    const kept = place.run === undefined ? memory.of(place) : undefined
    if (kept && (running() || run === report?.run)) return kept
    return run === undefined ? [] : parts.runs.stepEvents(run, place)
  }

  const noCounts: Counts = { passed: 0, failed: 0, broken: 0, skipped: 0, cancelled: 0 }
  return {
    running,
    stopping: () => running() && stopping(),
    report: () => (version(), report),
    counts: () => (version(), report ? liveCounts(report) : noCounts),
    start,
    rerunFailed,
    stop,
    step: (caseId, stepId) => (signals.track(placeKey({ case: caseId, step: stepId })), index.step(caseId, stepId)),
    case: (caseId) => (signals.track(placeKey({ case: caseId })), index.case(caseId)),
    suite: (suiteId) => (signals.track(suiteKey(suiteId)), index.suite(suiteId)),
    selected,
    // Of a step in a loop the row is shown whose result the step list has.
    select: (place) => setSelected(place && !place.rows ? { ...place, rows: index.stepAt(place)?.rows } : place),
    events,
    actions: actions.list,
    cancelAction: (action) => handle?.cancelAction(action),
    reopen(action) {
      const pending = actions.list().some((candidate) => candidate.action === action)
      if (pending && parts.windows?.reopen(action) !== false) handle?.windowOpened(action)
    },
    notice,
    details: {
      version,
      interrupted,
      runOf: (caseId) => index.runOf(caseId),
      stepAt: (place) => index.stepAt(place),
      stepsAt: (place) => index.stepsAt(place),
      caseAt: (place) => index.caseAt(place),
      body: (run, id, range) => parts.client.results.body(run, id, range),
      reveal: async (name) => (report ? parts.client.results.reveal(report.run, name) : undefined),
      earlier,
      log: () => (version(), readLog(), log),
      logDropped: () => dropped,
      variables: () => (version(), readLog(), variables),
      dismissNotice: () => setNotice(undefined),
    },
  }
}

/** The first step that failed or broke. */
function firstBad(report: Report): StepPlace | undefined {
  for (const suite of report.suites)
    for (const entry of suite.cases)
      for (const step of entry.steps)
        if (step.outcome === 'failed' || step.outcome === 'broken') return { case: entry.id, step: step.id, rows: step.rows }
  return undefined
}

/** A failure with what to do about it. */
function explain(thrown: unknown): string {
  return thrown instanceof AssayError && thrown.hint ? `${thrown.message} ${thrown.hint}` : textOf(thrown)
}
