import type { Scopes } from '#engine/templates/scopes.ts'
import { loopsAround } from './blocks.ts'
import { CaseResults } from './case-results.ts'
import type { Counts, OutcomeName, RunEvent } from './events.ts'
import { emptyCounts } from './outcomes.ts'
import type { Pass } from './pass.ts'
import type { PlannedCase, PlannedSuite } from './plan.ts'
import { endOf, runBlocks, since } from './run-blocks.ts'
import { rememberingScopes } from './run-memory.ts'
import type { RunState } from './run-state.ts'
import { texts } from './texts.ts'

/** How a case ended. */
export interface CaseEnd {
  outcome: OutcomeName
  counts: Counts
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
  const { blocks } = planned
  const begun = stream.elapsed()
  stream.emit({
    type: 'case-started',
    suite: { id: suite.id, name: suite.name },
    case: { id, name },
    ...(attempt > 1 ? { attempt } : {}),
    steps: blocks === planned.steps ? planned.steps.map(headOf) : headsInLoops(planned),
  })
  const place = { suite: suite.id, case: id }
  if (state.plan.options.selection?.step) controls.memory?.restore(place, scopes)
  const pass: Pass = {
    rows: undefined,
    results: new CaseResults(blocks),
    variables: controls.memory ? rememberingScopes(scopes, controls.memory, place) : scopes,
    counts: emptyCounts(),
    // A case without steps has shown nothing.
    outcome: 'skipped',
    isCut: false,
    skipping: planned.problem ? texts.skippedByProblem : undefined,
  }
  await runBlocks({ planned, suite, state, attempt }, blocks, pass)
  const { counts } = pass
  const outcome = endOf(pass)
  stream.emit({ type: 'case-finished', case: id, outcome, duration: since(begun, state), counts })
  return { outcome, counts }
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
