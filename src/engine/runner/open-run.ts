import { createRedactor } from '#engine/base/secrets/redactor.ts'
import type { Ports } from '#engine/ports/index.ts'
import { createRunScopes, type RunScopes } from '#engine/templates/create-scopes.ts'
import { createEventStream } from './report/event-stream.ts'
import { rowsOfProject } from './plan/open-rows.ts'
import { JarsOfRun } from './execute/cookie-jars.ts'
import { createStepPauses } from './execute/step-pauses.ts'
import type { Plan } from './plan/plan.ts'
import { settersOf } from './plan/setters-of.ts'
import type { RunControls, RunState } from './execute/run-state.ts'
import { wantedRowsOf } from './plan/wanted-rows.ts'

/** State shared by parallel runs, such as the users of a load test. */
export type SharedState = Pick<RunState, 'redactor' | 'known' | 'tokensOfRun' | 'certificates' | 'openRows'>

/** Creates the state shared by all parts of a run. `signal` ends its running steps. */
export function openRun(
  plan: Plan,
  ports: Ports,
  controls: RunControls,
  signal: AbortSignal,
  shared: SharedState = sharedState(plan, controls),
): RunState {
  let ids = 0
  return {
    ...shared,
    plan,
    ports,
    controls,
    stream: createEventStream(ports.clock, controls.emit, controls.onEmitError),
    pauses: createStepPauses(ports.clock),
    signal,
    run: ports.random.uuid(),
    startedAt: new Date(ports.clock.now()).toISOString(),
    nextId: (prefix) => `${prefix}${++ids}`,
    wantedRows: wantedRowsOf(plan.options.selection),
    ...(plan.project.cookies === undefined ? {} : { jars: new JarsOfRun(plan.project.cookies, ports.cookies) }),
    ended: undefined,
  }
}

/** An empty {@link SharedState}. */
export const sharedState = (
  { project }: Plan,
  { openRows, onSecret }: Pick<RunControls, 'openRows' | 'onSecret'> = {},
): SharedState => ({
  redactor: createRedactor(onSecret),
  openRows: openRows ?? rowsOfProject(project),
  known: new Map(),
  certificates: new Map(),
  tokensOfRun: new Map(),
})

/** The variables of a run with their initial values. */
export const scopesOfRun = ({ plan, ports, redactor, signal, pauses }: RunState, seed: number): RunScopes =>
  createRunScopes({
    project: plan.project.variables,
    environment: plan.environment,
    overrides: plan.options.variables,
    seed,
    locale: plan.project.locale,
    clock: ports.clock,
    secrets: ports.secrets,
    redactor,
    signal,
    rest: () => pauses.rest(signal),
    settersOf: (name, caseId) => settersOf(plan.project, name, caseId),
  })
