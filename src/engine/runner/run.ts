import { textOf } from '#engine/base/errors.ts'
import type { Ports } from '#engine/ports/index.ts'
import type { RunScopes } from '#engine/templates/create-scopes.ts'
import type { NotBegun, OutcomeName, RunEnd } from './report/events.ts'
import { openRun, scopesOfRun } from './open-run.ts'
import { addCounts, emptyCounts, worse } from './report/outcomes.ts'
import type { Plan, PlannedCase, PlannedSuite } from './plan/plan.ts'
import { emitJar, runCase, type CaseEnd } from './execute/run-case.ts'
import type { RunControls, RunState } from './execute/run-state.ts'
import { runnerTexts as texts } from './texts.ts'
import { limitTime } from './execute/time-limit.ts'

export type { RunControls } from './execute/run-state.ts'

/**
 * Runs a plan and emits events: the product in one function, the same in every host (P6). Never rejects: the last event is
 * `run-finished`, even if the run is stopped or has an internal error. Returns its content. For a report, `fold` the events.
 */
export async function run(plan: Plan, ports: Ports, controls: RunControls): Promise<RunEnd> {
  const seed = plan.options.seed ?? drawSeed(ports)
  const abort = new AbortController()
  const state = openRun(plan, ports, controls, abort.signal)
  const { stream, redactor } = state
  const { project, environment } = plan
  stream.emit({
    type: 'run-started',
    run: state.run,
    project: { id: project.id, name: project.name },
    ...(environment ? { environment: { id: environment.id, name: environment.name } } : {}),
    startedAt: state.startedAt,
    seed,
    total: plan.total,
  })
  const ended = endings(state, abort)
  const total: Total = { outcome: 'skipped', counts: emptyCounts(), begun: new Set(), planned: 0, reason: undefined }
  try {
    controls.onRedactor?.(redactor)
    const scopes = scopesOfRun(state, seed)
    await runSuites(scopes, total, state)
  } catch (thrown) {
    total.outcome = 'broken'
    total.reason = redactor.mask(`${texts.internalRun} ${textOf(thrown)}`)
  } finally {
    ended.release()
  }
  return finish(total, state)
}

interface Total {
  outcome: OutcomeName
  counts: ReturnType<typeof emptyCounts>
  /** Ids of the cases that were started. */
  begun: Set<string>
  /** Planned steps of the cases that came to their end. */
  planned: number
  reason: string | undefined
}

/** 32 bits: enough to distinguish runs, short enough to type. */
export const drawSeed = ({ random }: Pick<Ports, 'random'>): number =>
  random.bytes(4).reduce((seed, byte) => seed * 256 + byte, 0)

/** What can end a run before its time: Stop and the time limit. Both abort the running steps. */
function endings(state: RunState, abort: AbortController): { release(): void } {
  const { controls, plan, ports } = state
  const end = (by: 'stop' | 'time-limit', reason: string): void => {
    state.ended ??= { by, reason }
    abort.abort()
  }
  const onStop = (): void => end('stop', texts.stopped)
  if (controls.signal.aborted) onStop()
  else controls.signal.addEventListener('abort', onStop, { once: true })
  const timer = new AbortController()
  const { timeout } = plan.options
  if (timeout !== undefined) void limitTime(timeout, ports.clock, timer.signal, () => end('time-limit', texts.timeLimit(timeout)))
  return {
    release() {
      controls.signal.removeEventListener('abort', onStop)
      timer.abort()
    },
  }
}

/** Suites side by side, as many as there are workers; the cases of each one after the other. */
async function runSuites(scopes: RunScopes, total: Total, state: RunState): Promise<void> {
  const waiting = state.plan.suites.values()
  const workers = Math.max(1, Math.min(state.plan.options.workers ?? 1, state.plan.suites.length))
  const work = async (): Promise<void> => {
    const own = workers === 1 ? state : ofWorker(state)
    // All workers take from the same iterator.
    for (const suite of waiting) {
      await runSuite(suite, scopes, total, own)
      if (state.ended) return
    }
  }
  await Promise.all(Array.from({ length: workers }, work))
}

/** The state with its own signal: Node warns of a leak when dozens of steps listen to one. */
const ofWorker = (state: RunState): RunState => ({
  ...state,
  signal: AbortSignal.any([state.signal]),
  get ended() {
    return state.ended
  },
  set ended(why) {
    state.ended = why
  },
})

async function runSuite(planned: PlannedSuite, run: RunScopes, total: Total, state: RunState): Promise<void> {
  const scopes = run.suite(planned.suite.variables, planned.suite.id)
  for (const one of planned.cases) {
    if (state.ended) break
    total.begun.add(one.case.id)
    const end = await runWithRetries(one, planned, scopes, state)
    total.planned += one.steps.length
    addCounts(total.counts, end.counts)
    total.outcome = worse(total.outcome, end.outcome)
  }
  emitJar('suite', planned.suite.id, state)
}

/** Runs a case, and again while it fails or breaks and may be tried again; each time with fresh TestCase variables. */
async function runWithRetries(
  one: PlannedCase,
  planned: PlannedSuite,
  scopes: ReturnType<RunScopes['suite']>,
  state: RunState,
): Promise<CaseEnd> {
  for (let attempt = 1; ; attempt++) {
    const end = await runCase(one, planned, scopes.case(one.case.variables, one.case.id), attempt, state)
    const again = (end.outcome === 'failed' || end.outcome === 'broken') && attempt <= (state.plan.options.retry ?? 0)
    if (!again || state.ended) return end
  }
}

/** The last event. Steps of cases that were not started count as skipped. */
function finish(total: Total, state: RunState): RunEnd {
  const { stream, ended, plan, redactor } = state
  emitJar('run', undefined, state)
  const counts = { ...total.counts, skipped: total.counts.skipped + plan.total.steps - total.planned }
  const notBegun = casesNotBegun(plan, total.begun)
  const least = ended?.by === 'stop' ? 'cancelled' : ended?.by === 'time-limit' ? 'broken' : total.outcome
  const outcome = worse(total.outcome, least)
  const reason = total.reason ?? ended?.reason
  const end = {
    outcome,
    duration: stream.elapsed(),
    counts,
    ...(reason === undefined ? {} : { reason: redactor.mask(reason) }),
    ...(notBegun.length === 0 ? {} : { notBegun }),
  }
  stream.emit({ type: 'run-finished', ...end })
  return end
}

/** What of the plan was not started, in the plan's order. */
export function casesNotBegun({ suites }: Plan, begun: ReadonlySet<string> = new Set()): NotBegun[] {
  return suites.flatMap(({ suite, cases }) => {
    const left = cases.filter((one) => !begun.has(one.case.id))
    const named = left.map(({ case: { id, name }, steps }) => ({ id, name, steps: steps.length }))
    return named.length === 0 ? [] : [{ suite: { id: suite.id, name: suite.name }, cases: named }]
  })
}
