import type { Step } from '#engine/project/schema.ts'
import type { Outcome, RunContext, StepDetail, StepResult } from '#engine/steps/step-kind.ts'
import type { Scopes } from '#engine/templates/scopes.ts'
import { CaseResults } from './case-results.ts'
import type { Counts, OutcomeName } from './events.ts'
import { emptyCounts, worse } from './outcomes.ts'
import type { PlannedCase, PlannedSuite } from './plan.ts'
import { rememberingScopes, type EarlierResult } from './run-memory.ts'
import type { RunState } from './run-state.ts'
import { runStep } from './run-step.ts'
import { texts } from './texts.ts'

/** How a case ended. */
export interface CaseEnd {
  outcome: OutcomeName
  counts: Counts
}

/** A case that is being run. */
interface RunningCase {
  planned: PlannedCase
  suite: PlannedSuite['suite']
  state: RunState
  attempt: number
  results: CaseResults
  variables: Scopes
}

/** Runs a case once, and tells of it from its beginning to its end. `attempt` counts from 1. */
export async function runCase(
  planned: PlannedCase,
  { suite }: PlannedSuite,
  scopes: Scopes,
  attempt: number,
  state: RunState,
): Promise<CaseEnd> {
  const { stream, controls } = state
  const { id, name } = planned.case
  const begun = stream.elapsed()
  stream.emit({
    type: 'case-started',
    suite: { id: suite.id, name: suite.name },
    case: { id, name },
    ...(attempt > 1 ? { attempt } : {}),
    steps: planned.steps.map((step) => ({ id: step.id, kind: step.kind, name: step.name })),
  })
  const place = { suite: suite.id, case: id }
  const variables = controls.memory ? rememberingScopes(scopes, controls.memory, place) : scopes
  if (state.plan.options.selection?.step) controls.memory?.restore(place, scopes)
  const running: RunningCase = { planned, suite, state, attempt, variables, results: new CaseResults(planned.steps) }
  const end = await runSteps(running)
  stream.emit({ type: 'case-finished', case: id, outcome: end.outcome, duration: since(begun, state), counts: end.counts })
  return end
}

const since = (begun: number, { stream }: RunState): number => Math.round((stream.elapsed() - begun) * 100) / 100

/** T9: a step that is broken, failed or cancelled skips the rest, unless the case says to continue. */
async function runSteps(running: RunningCase): Promise<CaseEnd> {
  const { planned, state, results } = running
  const counts = emptyCounts()
  // A case without steps has shown nothing.
  let outcome: OutcomeName = 'skipped'
  let skipping: string | undefined = planned.problem ? texts.skippedByProblem : undefined
  let isCut = false
  for (const [index, step] of planned.steps.entries()) {
    await state.pace.rest(state.signal)
    isCut ||= state.ended !== undefined
    const why = state.ended?.reason ?? skipping
    const ended =
      planned.problem?.step === step.id
        ? atFault(running, step)
        : why === undefined
          ? await runOne(running, step)
          : skip(running, step, why)
    results.forget(index)
    counts[ended]++
    outcome = worse(outcome, ended)
    if (ended === 'passed' || ended === 'skipped') continue
    endOnBail(running, step, ended)
    if (planned.case.onFailure === 'stop') skipping ??= texts.skippedAfter(step.name, ended)
  }
  return { outcome: isCut ? worse(outcome, 'cancelled') : outcome, counts }
}

/** With `bail` nothing more is begun after a step that did not pass, unless the case may still be tried again. */
function endOnBail({ planned, attempt, state }: RunningCase, step: Step, outcome: OutcomeName): void {
  const { bail, retry = 0 } = state.plan.options
  if (!bail || (attempt <= retry && outcome !== 'cancelled')) return
  state.ended ??= { by: 'bail', reason: state.redactor.mask(texts.bail(`${planned.case.name} > ${step.name}`)) }
}

async function runOne(running: RunningCase, step: Step): Promise<OutcomeName> {
  const { planned, state, results } = running
  const { stream, pace } = state
  const place = { case: planned.case.id, step: step.id }
  stream.emit({ type: 'step-started', ...place })
  const begun = stream.elapsed()
  const seen: Seen = {}
  results.begin(step)
  const outcome = await runStep(step, contextOf(running, step, seen), state)
  const gap = pace.gap()
  if (gap !== 0) stream.emit({ type: 'noted', ...place, level: 'warning', text: texts.gap(gap) })
  const summary = seen.own?.summary ?? seen.lookedAt?.summary
  stream.emit({
    type: 'step-finished',
    ...place,
    duration: since(begun, state),
    ...outcome,
    ...(summary === undefined ? {} : { summary }),
    ...(seen.own === undefined ? {} : { status: seen.own.response.status }),
    ...(seen.earlier === undefined ? {} : { lookedAt: answerOf(seen.earlier, planned) }),
  })
  return outcome.outcome
}

/** The results that a step has to do with. */
interface Seen {
  own?: StepResult
  lookedAt?: StepResult
  /** Where the one that it looked at is from, if not from this run. */
  earlier?: EarlierResult
}

const answerOf = ({ run, startedAt, step }: EarlierResult, planned: PlannedCase) => ({
  step: { id: step, name: planned.case.steps.find((one) => one.id === step)?.name ?? step },
  run,
  startedAt,
})

/** What the step sees of the run; what it looks at and keeps is noted in `seen`, for its summary. */
function contextOf(running: RunningCase, step: Step, seen: Seen): RunContext {
  const { planned, suite, state, results, variables } = running
  const { plan, ports, controls, stream, redactor, signal, pace } = state
  const { memory } = controls
  const place = { case: planned.case.id, step: step.id }
  const { environment } = plan
  const remembered = (wanted: string | undefined): EarlierResult | undefined =>
    plan.options.selection?.step && (wanted !== undefined || !results.hasNearest)
      ? memory?.result(planned.case, step.id, wanted)
      : undefined
  return {
    signal,
    ports,
    variables,
    redactor,
    elapsed: stream.elapsed,
    nextId: state.nextId,
    emit(detail: StepDetail) {
      if (detail.type === 'exchanged') pace.rested()
      stream.emit({ ...detail, ...place })
    },
    result(wanted) {
      const own = results.get(wanted)
      const earlier = own ? undefined : remembered(wanted)
      const result = own ?? earlier?.result
      if (result) seen.lookedAt = result
      if (earlier) seen.earlier = earlier
      return result
    },
    keep(result) {
      seen.own = result
      results.keep(step.id, result)
      const { run, startedAt } = state
      memory?.keep({ suite: suite.id, case: planned.case.id }, { step: step.id, run, startedAt, result })
    },
    nameOf: (id) => planned.case.steps.find((one) => one.id === id)?.name,
    known: state.known,
    wantsDetails: controls.wantsDetails !== false,
    step: { id: step.id, name: step.name },
    environment: environment && { id: environment.id, name: environment.name },
    insecureHosts: [...(environment?.insecureHosts ?? []), ...(plan.options.insecureHosts ?? [])],
  }
}

function skip({ planned, state }: RunningCase, step: Step, message: string): OutcomeName {
  const outcome: Outcome = { outcome: 'skipped', message: state.redactor.mask(message) }
  state.stream.emit({ type: 'step-finished', case: planned.case.id, step: step.id, duration: 0, ...outcome })
  return 'skipped'
}

/** The step because of which the case can't be run. */
function atFault({ planned, state }: RunningCase, step: Step): OutcomeName {
  const message = state.redactor.mask(planned.problem?.text ?? '')
  const end = { outcome: 'broken', code: 'reference-missing', message } as const
  state.stream.emit({ type: 'step-finished', case: planned.case.id, step: step.id, duration: 0, ...end })
  return 'broken'
}
