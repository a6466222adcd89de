import { AssayError, textOf } from '#engine/base/errors.ts'
import type { Redactor } from '#engine/base/secrets/redactor.ts'
import { fail, ok, type Result } from '#engine/base/result.ts'
import type { Ports } from '#engine/ports/index.ts'
import type { LoadTest } from '#engine/project/load-test.ts'
import type { Project } from '#engine/project/format/schema.ts'
import { sharedState } from '#engine/runner/open-run.ts'
import { plan as planRun, type Plan } from '#engine/runner/plan/plan.ts'
import { drawSeed } from '#engine/runner/run.ts'
import type { RunOptions } from '#engine/runner/plan/selection.ts'
import { runBefore } from './setup-case.ts'
import { cornersOf, secondsOf } from './curve.ts'
import { byRate } from './by-rate.ts'
import { byUsers } from './by-users.ts'
import type { Execution } from './execution.ts'
import { createUser, type LoadShared } from './load-user.ts'
import { Measures, type Live } from './measures.ts'
import { oneRowOf } from './one-row.ts'
import type { LoadReport } from './report.ts'
import type { Sample } from './samples.ts'
import { Signals } from './signals.ts'
import { loadTexts } from './texts.ts'
import { judged, metricOf } from './thresholds.ts'

/** Everything about a load test that is not in the project. */
export type LoadOptions = Pick<RunOptions, 'environment' | 'variables' | 'insecureHosts' | 'seed'>

/** What the caller of a load test gives and gets. */
export interface LoadControls {
  /** Stop: nothing is started any more, what runs has `grace` left. */
  signal: AbortSignal
  /** Receives the current state once a second. */
  onSecond?: (live: Live) => void
  onRedactor?: (redactor: Redactor) => void
  /** Milliseconds that running iterations have at the end; 10 s unless said. */
  grace?: number
  /** What the host can't do more of: users at work at once, requests a second. */
  limits?: { users: number; requestsPerSecond: number }
}

/** Failures that are kept with their exchange. */
const mostSamples = 50
const usualGrace = 10_000
const usualMaxUsers = 100

/**
 * Runs a load test: its users go through the target as runs of their own, side by side, and what they meet is measured. Fails
 * if it can't start; whatever happens later is in the report.
 */
export async function runLoad(
  project: Project,
  test: LoadTest,
  options: LoadOptions,
  ports: Ports,
  controls: LoadControls,
): Promise<Result<LoadReport, AssayError>> {
  const planned = planLoad(project, test, options)
  if (!planned.ok) return planned
  const plan = planned.value
  const { clock } = ports
  const seed = options.seed ?? drawSeed(ports)
  const total = secondsOf(test.stages)
  const startedAt = new Date(clock.now()).toISOString()
  const state = sharedState(plan)
  const rows = test.rows && oneRowOf(plan, test.rows, seed, state.openRows)
  controls.onRedactor?.(state.redactor)
  const samples: Sample[] = []
  const cut = new Signals()
  const over = new AbortController()
  const stop = (): void => over.abort()
  const notes = new Set<string>()
  let reason: string | undefined
  const head = headOf(project, test, plan, { seed, startedAt })
  if (controls.signal.aborted) stop()
  controls.signal.addEventListener('abort', stop, { once: true })
  try {
    const before = await runBefore(project, test, { ...options, seed }, ports, { signal: over.signal, redactor: state.redactor })
    const measures = new Measures(stepsOf(plan), total)
    if (before.problem !== undefined) {
      const summary = measures.summary(0)
      const series = measures.series()
      return ok({
        ...head,
        duration: 0,
        outcome: before.outcome,
        reason: before.problem,
        summary,
        thresholds: [],
        steps: [],
        errors: [],
        series,
        samples: [],
        notes: [],
      })
    }
    const began = clock.monotonic()
    const elapsed = (): number => clock.monotonic() - began
    const shared: LoadShared = {
      plan,
      ports,
      state: rows ? { ...state, openRows: rows.openRows } : state,
      measures,
      cut,
      seed,
      prepare: before.prepare,
      wantsSamples: () => samples.length < mostSamples,
      keep: (sample) => samples.push(sample),
      onBrowser: () => notes.add(loadTexts.resetsInBrowser),
      elapsed,
      ...turnsOf(ports, controls.limits, notes),
    }
    const wanted = test.executor === 'rate' ? (test.maxUsers ?? usualMaxUsers) : Infinity
    const execution: Execution = {
      shared,
      corners: cornersOf(test),
      total,
      think: test.think ?? 0,
      mostUsers: Math.min(wanted, controls.limits?.users ?? Infinity),
      over: over.signal,
      end: () => over.abort(),
      isUsedUp: () => rows?.isUsedUp() ?? false,
      endUsedUp() {
        reason = loadTexts.usedUp
        over.abort()
      },
      atWork: { users: 0 },
      user: (number) => createUser(number, shared),
    }
    if (controls.limits && mostAsked(test) > controls.limits.users) notes.add(loadTexts.fewUsers(controls.limits.users))
    let sentNothing = false
    const seconds = everySecond(execution, controls, elapsed, ports, (first) => {
      sentNothing = true
      reason = loadTexts.nothingSent(first)
      over.abort()
    })
    const drained = (test.executor === 'rate' ? byRate : byUsers)(execution, elapsed)
    await overOf(over.signal, drained)
    const timer = new AbortController()
    await Promise.race([drained, clock.sleep(controls.grace ?? usualGrace, timer.signal).catch(() => undefined)])
    timer.abort()
    cut.abort()
    await drained
    seconds.stop()
    const duration = elapsed() / 1000
    measures.close(duration, execution.atWork.users)
    const summary = measures.summary(duration)
    const thresholds = judged(test.thresholds, summary)
    if (controls.signal.aborted) reason = loadTexts.stopped
    return ok({
      ...head,
      duration: Math.round(duration * 100) / 100,
      outcome: controls.signal.aborted ? 'cancelled' : sentNothing ? 'broken' : outcomeOf(summary, thresholds, measures),
      ...(reason === undefined ? {} : { reason }),
      summary,
      thresholds,
      steps: measures.steps(),
      errors: measures.errors(),
      series: measures.series(),
      samples: await Promise.all(samples.map(async ({ exchange, ...sample }) => withExchange(sample, await exchange()))),
      notes: [...notes],
    })
  } catch (thrown) {
    return fail(thrown instanceof AssayError ? thrown : new AssayError('internal', textOf(thrown)))
  } finally {
    controls.signal.removeEventListener('abort', stop)
    cut.abort()
  }
}

const withExchange = (
  sample: Omit<LoadReport['samples'][number], 'exchange'>,
  exchange: LoadReport['samples'][number]['exchange'],
): LoadReport['samples'][number] => ({ ...sample, ...(exchange === undefined ? {} : { exchange }) })

/** What it will do, or why it can't. */
function planLoad(project: Project, test: LoadTest, options: LoadOptions): Result<Plan, AssayError> {
  if (secondsOf(test.stages) === 0)
    return fail(new AssayError('reference-missing', loadTexts.noStages, { hint: loadTexts.noStagesHint }))
  if (mostAsked(test) === 0) return fail(new AssayError('reference-missing', loadTexts.noLevel, { hint: loadTexts.noLevelHint }))
  const zero = new Measures([], 0).summary(0)
  const unknown = test.thresholds.find(({ metric }) => metricOf(zero, metric) === undefined)
  if (unknown)
    return fail(
      new AssayError('reference-missing', loadTexts.unknownMetric(unknown.metric), { hint: loadTexts.unknownMetricHint }),
    )
  const isSuite = project.suites.some(({ id }) => id === test.target)
  return planRun(project, { ...options, selection: isSuite ? { suites: [test.target] } : { cases: [test.target] } })
}

/** The highest level of its stages. */
const mostAsked = (test: LoadTest): number => Math.max(0, ...cornersOf(test).map(({ level }) => level))

const stepsOf = ({ suites }: Plan) =>
  suites.flatMap(({ cases }) =>
    cases.flatMap(({ case: one, steps }) =>
      steps.map(({ id, name, kind }) => ({ case: { id: one.id, name: one.name }, step: { id, name, kind } })),
    ),
  )

function headOf(
  project: Project,
  test: LoadTest,
  { environment, suites }: Plan,
  { seed, startedAt }: { seed: number; startedAt: string },
) {
  const [first] = suites
  const target = first && (first.suite.id === test.target ? first.suite : first.cases[0]?.case)
  return {
    format: 'assay-load' as const,
    version: 1 as const,
    test: { id: test.id, name: test.name },
    project: { id: project.id, name: project.name },
    ...(environment ? { environment: { id: environment.id, name: environment.name } } : {}),
    target: { id: test.target, name: target?.name ?? test.target },
    executor: test.executor ?? ('users' as const),
    stages: test.stages,
    startedAt,
    seed,
  }
}

/** Thresholds decide, if any; else whether something failed, or broke. */
function outcomeOf(
  { failedIterations }: LoadReport['summary'],
  thresholds: LoadReport['thresholds'],
  measures: Measures,
): LoadReport['outcome'] {
  if (thresholds.length > 0) return thresholds.every(({ passed }) => passed) ? 'passed' : 'failed'
  if (failedIterations === 0) return 'passed'
  return measures.errors().some(({ outcome }) => outcome === 'failed') ? 'failed' : 'broken'
}

/** Resolves when nothing is started any more, or all is through. */
const overOf = (over: AbortSignal, drained: Promise<void>): Promise<unknown> =>
  Promise.race([
    drained,
    new Promise((resolve) => (over.aborted ? resolve(undefined) : over.addEventListener('abort', resolve, { once: true }))),
  ])

/**
 * Reports the current state once a second, and closes the points of the curves. If after the first second every user has been
 * through and broke before anything was sent (a secret without value, a file that isn't there), `sentNothing` receives the
 * reason: going on would show nothing else.
 */
function everySecond(
  { shared, atWork }: Execution,
  { onSecond }: LoadControls,
  elapsed: () => number,
  { clock }: Ports,
  sentNothing: (why: string) => void,
): { stop(): void } {
  const ended = new AbortController()
  const tell = async (): Promise<void> => {
    for (let second = 1; !ended.signal.aborted; second++) {
      await clock.sleep(Math.max(0, second * 1000 - elapsed()), ended.signal)
      const live = shared.measures.second(second, atWork.users)
      onSecond?.(live)
      const [first] = live.errors
      const { users, through, requests } = shared.measures.begun
      const isIdle = requests === 0 && through === users && live.failedIterations === live.iterations
      if (second === 1 && first?.outcome === 'broken' && isIdle) sentNothing(first.text)
    }
  }
  tell().catch(() => undefined)
  return { stop: () => ended.abort() }
}

/** Holds requests to so many a second, where the host can't do more. */
function turnsOf({ clock }: Ports, limits: LoadControls['limits'], notes: Set<string>): Pick<LoadShared, 'turn'> {
  if (!limits) return {}
  const gap = 1000 / limits.requestsPerSecond
  let next = 0
  return {
    async turn(signal) {
      const now = clock.monotonic()
      const mine = Math.max(now, next)
      next = mine + gap
      // One that is a little early isn't worth a message.
      if (mine - now > 50) notes.add(loadTexts.slowed(limits.requestsPerSecond))
      if (mine > now) await clock.sleep(mine - now, signal)
    },
  }
}
