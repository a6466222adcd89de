import { AssayError } from '#engine/base/errors.ts'
import type { HttpRequest, HttpResponse, Ports } from '#engine/ports/index.ts'
import type { RunEvent } from '#engine/runner/report/events.ts'
import { isReset } from '#engine/ports/http/http-texts.ts'
import { worse } from '#engine/runner/report/outcomes.ts'
import { openRun, scopesOfRun, type SharedState } from '#engine/runner/open-run.ts'
import type { Plan } from '#engine/runner/plan/plan.ts'
import { runCase } from '#engine/runner/execute/run-case.ts'
import type { Scopes } from '#engine/templates/scopes.ts'
import type { Measures } from './measures.ts'
import { sampleOf, type LastExchange, type Sample } from './samples.ts'
import type { Signals } from './signals.ts'
import { loadTexts } from './texts.ts'

/** What the users of a load test have in common. */
export interface LoadShared {
  plan: Plan
  ports: Ports
  state: SharedState
  measures: Measures
  /** Cuts running steps off. */
  cut: Signals
  seed: number
  /** Gives a user the variables that the case before has set. */
  prepare(scopes: Scopes): void
  /** Waits until a request may be sent. */
  turn?: (signal: AbortSignal) => Promise<void>
  /** A browser sent a request, which may be more often than it says. */
  onBrowser?: () => void
  /** Keeps a failure, if there is room for it. */
  keep?: (sample: Sample) => void
  wantsSamples(): boolean
  /** Milliseconds since the load test started. */
  elapsed(): number
}

/** One who goes through the target, repeatedly, with variables of its own. */
export interface LoadUser {
  /** `late`: milliseconds that it waited after it was due. Gives whether all went well; undefined if it was cut off. */
  iterate(late: number): Promise<boolean | undefined>
}

/** The message of a step, and what a reset connection is called: runs say that the server can't be reached, which here would be wrong. */
const whyBroken = (message: string, last: LastExchange | undefined): string =>
  last?.error?.message === message && isReset(last.error) ? loadTexts.reset(new URL(last.request.url).origin) : message

/** Opens a user. `number` counts from 1 and decides what it draws. */
export function createUser(number: number, shared: LoadShared): LoadUser {
  const { plan, measures, ports } = shared
  const cut = shared.cut.signal()
  const { clock } = ports
  const at = { case: '', step: '' }
  let wait = 0
  let iteration = 0
  let last: LastExchange | undefined
  let failedChecks: Sample['checks'] = []
  let isWithoutRow = false

  const measured = async (request: HttpRequest, signal: AbortSignal): Promise<HttpResponse> => {
    measures.begun.requests++
    await shared.turn?.(signal)
    const began = clock.monotonic()
    const end = (bytes: number, answered: boolean): number => {
      const ms = clock.monotonic() - began
      // A late start counts as waiting: a user feels both (no coordinated omission).
      measures.request(at.case, at.step, ms + wait, bytes, answered)
      wait = 0
      return ms
    }
    try {
      const response = await ports.http.send({ ...request, resend: false }, signal)
      const duration = end(response.body.length, true)
      if (response.by === 'browser') shared.onBrowser?.()
      // A browser or another host may have sent it again all the same.
      if (response.resent || response.cut === 'connection') measures.totals.resets++
      last = { request, response, at: shared.elapsed() - duration, duration }
      return response
    } catch (error) {
      if (!signal.aborted) {
        const duration = end(0, false)
        if (error instanceof AssayError && isReset(error)) measures.totals.resets++
        if (error instanceof AssayError) last = { request, error, at: shared.elapsed() - duration, duration }
      }
      throw error
    }
  }

  const onEvent = (event: RunEvent): void => {
    if (event.type === 'step-started') Object.assign(at, { case: event.case, step: event.step })
    else if (event.type === 'checked') {
      measures.check(event.check.passed)
      if (!event.check.passed) failedChecks.push(event.check)
    } else if (event.type === 'step-finished') onStep(event)
  }

  const onStep = (event: Extract<RunEvent, { type: 'step-finished' }>): void => {
    const { outcome } = event
    if (outcome === 'cancelled' || outcome === 'skipped') return
    if (event.message !== loadTexts.usedUp) measures.step(event.case, event.step, event.duration, outcome === 'passed')
    if (outcome === 'passed') return
    if (event.message === loadTexts.usedUp) {
      isWithoutRow = true
      return
    }
    const [first] = failedChecks
    measures.error(outcome, event.code, first ? loadTexts.checkFailed(first.subject) : whyBroken(event.message ?? '', last))
    if (shared.wantsSamples())
      shared.keep?.(
        sampleOf({ event, user: number, iteration, at: shared.elapsed(), checks: failedChecks, last, plan, state: shared.state }),
      )
    failedChecks = []
  }

  const state = openRun(
    plan,
    { ...ports, http: { send: measured } },
    { signal: cut, emit: onEvent, wantsDetails: false },
    cut,
    shared.state,
  )
  const scopes = scopesOfRun(state, shared.seed + number * 7919)
  let isPrepared = false

  return {
    async iterate(late) {
      const began = clock.monotonic()
      wait = late
      if (++iteration === 1) measures.begun.users++
      last = undefined
      failedChecks = []
      let outcome: Parameters<typeof worse>[0] = 'skipped'
      for (const planned of plan.suites) {
        const ofSuite = scopes.suite(planned.suite.variables, planned.suite.id)
        for (const one of planned.cases) {
          const variables = ofSuite.case(one.case.variables, one.case.id)
          if (!isPrepared) shared.prepare(variables)
          isPrepared = true
          outcome = worse(outcome, (await runCase(one, planned, variables, 1, state)).outcome)
        }
        state.jars?.end('suite', planned.suite.id)
      }
      if (cut.aborted || isWithoutRow) return undefined
      const passed = outcome === 'passed' || outcome === 'skipped'
      const ms = clock.monotonic() - began
      measures.iteration(ms + late, passed)
      if (iteration === 1) measures.begun.through++
      // What sends nothing must not keep the thread to itself.
      if (ms < 1) await clock.sleep(1, cut).catch(() => undefined)
      return passed
    },
  }
}
