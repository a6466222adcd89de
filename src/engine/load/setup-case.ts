import type { Redactor } from '#engine/base/secrets/redactor.ts'
import type { Ports } from '#engine/ports/index.ts'
import type { LoadTest } from '#engine/project/load-test.ts'
import type { Project } from '#engine/project/format/schema.ts'
import type { RunEvent } from '#engine/runner/report/events.ts'
import { openRun, scopesOfRun, sharedState } from '#engine/runner/open-run.ts'
import { plan as planRun } from '#engine/runner/plan/plan.ts'
import { runCase } from '#engine/runner/execute/run-case.ts'
import type { RunOptions } from '#engine/runner/plan/selection.ts'
import type { Scopes, WritableScope } from '#engine/templates/scopes.ts'
import { loadTexts } from './texts.ts'

/** What the case before has left, or why nothing can start. */
export interface Before {
  outcome: 'failed' | 'broken' | 'cancelled'
  problem?: string
  /** Gives its Project variables to a user. */
  prepare(scopes: Scopes): void
}

const nothing: Before = { outcome: 'broken', prepare: () => undefined }

/** Runs the case that a load test wants before, once, as a separate run. */
export async function runBefore(
  project: Project,
  { before }: LoadTest,
  options: RunOptions,
  ports: Ports,
  { signal, redactor }: { signal: AbortSignal; redactor: Redactor },
): Promise<Before> {
  if (before === undefined) return nothing
  const planned = planRun(project, { ...options, selection: { cases: [before] } })
  if (!planned.ok) return { ...nothing, problem: planned.error.message }
  const plan = planned.value
  const [suite] = plan.suites
  const [one] = suite?.cases ?? []
  if (!suite || !one) return nothing
  const said: string[] = []
  const emit = (event: RunEvent): void => {
    if (event.type === 'checked' && !event.check.passed) said.push(loadTexts.checkFailed(event.check.subject))
    if (event.type === 'step-finished' && event.message !== undefined && event.outcome !== 'passed') said.push(event.message)
  }
  const state = openRun(plan, ports, { signal, emit, wantsDetails: false }, signal, { ...sharedState(plan), redactor })
  const writes: ((scopes: Scopes) => void)[] = []
  const scopes = scopesOfRun(state, options.seed ?? 0)
    .suite(suite.suite.variables, suite.suite.id)
    .case(one.case.variables, one.case.id)
  const { outcome } = await runCase(one, suite, noting(scopes, writes), 1, state)
  if (outcome !== 'passed' && outcome !== 'skipped')
    return { ...nothing, outcome, problem: loadTexts.beforeFailed(one.case.name, said[0] ?? outcome) }
  return {
    ...nothing,
    prepare(target) {
      for (const write of writes) write(target)
    },
  }
}

/** Scopes of which what is written to the project's is noted, to be written again elsewhere. */
const noting = (scopes: Scopes, writes: ((scopes: Scopes) => void)[]): Scopes => ({
  resolve: (template, options) => scopes.resolve(template, options),
  resolveValue: (template) => scopes.resolveValue(template),
  get: (name) => scopes.get(name),
  set(scope: WritableScope, name, value) {
    scopes.set(scope, name, value)
    if (scope === 'Project') writes.push((other) => other.set(scope, name, value))
  },
  assign(name, value) {
    writes.push((other) => other.assign(name, value))
    return scopes.assign(name, value)
  },
  visible: () => scopes.visible(),
  setLive(scope, name, value) {
    scopes.setLive(scope, name, value)
    if (scope === 'Project') writes.push((other) => other.setLive(scope, name, value))
  },
  proverFor: (token) => scopes.proverFor(token),
  row: (key, values) => noting(scopes.row(key, values), writes),
  rowOfRun: (key, values) => scopes.rowOfRun(key, values),
})
