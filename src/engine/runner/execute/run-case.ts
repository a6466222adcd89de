import { messageWithHint } from '#engine/base/errors.ts'
import type { Scopes } from '#engine/templates/scopes.ts'
import type { CookieScope } from '#engine/project/cookie-scopes.ts'
import { loopsAround } from '../plan/blocks.ts'
import { caseHeldBack } from './condition.ts'
import { CaseResults } from './case-results.ts'
import type { Counts, OutcomeName, RunEvent } from '../report/events.ts'
import { enabledSteps } from '../plan/enabled-steps.ts'
import { emptyCounts } from '../report/outcomes.ts'
import { jarReport } from './cookie-jars.ts'
import type { BlockPass, RunningCase } from './block-pass.ts'
import { inPickedRows } from '../plan/picked-rows.ts'
import type { PlannedCase, PlannedSuite } from '../plan/plan.ts'
import { endOf, runBlocks, since } from './run-blocks.ts'
import { rememberingScopes } from './run-memory.ts'
import type { RunState } from './run-state.ts'
import { runGuarded } from './run-step.ts'
import { contextOf } from './step-context.ts'
import { runnerTexts as texts } from '../texts.ts'

/** How a case ended. */
export interface CaseEnd {
  outcome: OutcomeName
  counts: Counts
}

/** Runs a case once and emits its events. `attempt` counts from 1. */
export async function runCase(
  planned: PlannedCase,
  { suite }: PlannedSuite,
  scopes: Scopes,
  attempt: number,
  state: RunState,
): Promise<CaseEnd> {
  const { stream, controls } = state
  const { id, name } = planned.case
  const { blocks } = planned
  const begun = stream.elapsed()
  stream.emit({
    type: 'case-started',
    suite: { id: suite.id, name: suite.name },
    case: { id, name },
    ...(attempt > 1 ? { attempt } : {}),
    ...(isPart(planned, state) ? { part: true } : {}),
    steps: blocks === planned.steps ? planned.steps.map(headOf) : headsInLoops(planned),
  })
  const place = { suite: suite.id, case: id }
  const alone = state.plan.options.selection?.step
  if (alone) controls.memory?.restore(place, scopes)
  const pass: BlockPass = {
    rows: undefined,
    results: new CaseResults(blocks),
    variables: controls.memory ? rememberingScopes(scopes, controls.memory, place) : scopes,
    counts: emptyCounts(),
    // A case without steps has shown nothing.
    outcome: 'skipped',
    isCut: false,
    skipping: planned.problem ? texts.skippedByProblem : undefined,
    lost: new Map(),
  }
  const running: RunningCase = { planned, suite, state, attempt, ...jarOf(planned, suite.id, attempt, state) }
  await runBlocks(alone ? await intoRows(running, alone.step, pass) : await onCondition(running, pass), blocks, pass)
  const { counts } = pass
  const outcome = endOf(pass)
  emitJar('case', id, state)
  stream.emit({ type: 'case-finished', case: id, outcome, duration: since(begun, state), counts })
  return { outcome, counts }
}

function jarOf(planned: PlannedCase, suite: string, attempt: number, { jars, plan }: RunState): Pick<RunningCase, 'cookies'> {
  if (jars === undefined) return {}
  const { retry = 0, workers = 1 } = plan.options
  // Suites that run side by side share the run's jar: taking it back would sign others out.
  const isRestored = retry > 0 && (plan.project.cookies !== 'run' || workers < 2)
  return { cookies: jars.begin({ suite, case: planned.case.id, attempt, isRestored }) }
}

/** Tells what the jar of a scope that ends holds, if the project keeps cookies for such a scope. */
export function emitJar(scope: CookieScope, id: string | undefined, { jars, stream, redactor }: RunState): void {
  const cookies = jars?.end(scope, id ?? '')
  if (cookies) stream.emit({ type: 'run-cookies', scope, ...(id === undefined ? {} : { id }), ...jarReport(cookies, redactor) })
}

/** Gives a step that is run alone the rows of the loops around it; what is wrong with them breaks it. */
async function intoRows(running: RunningCase, id: string, pass: BlockPass): Promise<RunningCase> {
  const { planned } = running
  const step = planned.steps.find((one) => one.id === id)
  if (!step) return running
  try {
    pass.variables = await inPickedRows(
      running,
      id,
      pass.variables,
      contextOf(running, pass, step, { case: planned.case.id, step: id }, {}),
    )
    return running
  } catch (thrown) {
    pass.skipping = texts.skippedByProblem
    return { ...running, planned: { ...planned, problem: { step: id, text: messageWithHint(thrown) } } }
  }
}

/** Skips the steps of a case whose condition does not hold; the first is broken by one that can't be judged. */
async function onCondition(running: RunningCase, pass: BlockPass): Promise<RunningCase> {
  const { planned, state } = running
  const [first] = planned.steps
  if (planned.case.onlyIf === undefined || first === undefined || planned.problem) return running
  const context = contextOf(running, pass, first, { case: planned.case.id, step: first.id }, {})
  const held = await runGuarded(context, state, async () => (await caseHeldBack(planned.case, context)) ?? { outcome: 'passed' })
  if (held.outcome === 'passed') return running
  if (held.outcome === 'skipped') {
    pass.skipping = held.message
    return running
  }
  pass.skipping = texts.skippedByProblem
  return { ...running, planned: { ...planned, problem: { step: first.id, text: '', outcome: held } } }
}

/** Whether a selection leaves enabled steps of the case out. */
function isPart({ case: one, steps }: PlannedCase, { plan }: RunState): boolean {
  const { step, upTo } = plan.options.selection ?? {}
  if (!step && !upTo) return false
  const planned = new Set(steps)
  return enabledSteps(one.steps).some((each) => !planned.has(each))
}

type PlannedStepHead = Extract<RunEvent, { type: 'case-started' }>['steps'][number]

const headOf = ({ id, kind, name }: PlannedCase['steps'][number]): PlannedStepHead => ({ id, kind, name })

function headsInLoops({ steps, blocks }: PlannedCase): PlannedStepHead[] {
  const around = loopsAround(blocks)
  return steps.map((step) => {
    const loop = around.get(step.id)
    return loop === undefined ? headOf(step) : { ...headOf(step), loop }
  })
}
