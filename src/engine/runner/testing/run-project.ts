import * as v from 'valibot'
import { fakePorts } from '#engine/ports/testing/index.ts'
import type { Ports } from '#engine/ports/index.ts'
import { projectSchema, type Project } from '#engine/project/format/schema.ts'
import type { RunEnd, RunEvent } from '../report/events.ts'
import { fold } from '../report/fold.ts'
import { emptyReport } from '../report/report-parts.ts'
import { plan } from '../plan/plan.ts'
import type { Report, StepReport } from '../report/report.ts'
import { run, type RunControls } from '../run.ts'
import type { RunOptions } from '../plan/selection.ts'

/** A project of what a test cares about; ids and the rest are filled in. */
export function projectOf(parts: Record<string, unknown>): Project {
  return v.parse(projectSchema, { format: 'aprj', version: 1, id: 'p', name: 'Project', ...parts })
}

/** A project of one suite with one case of these steps; a step without id is `s1`, `s2` …, without name as its id. */
export function projectOfSteps(steps: Record<string, unknown>[], more: { case?: object; project?: object } = {}): Project {
  const complete = steps.map((step, index) => ({ id: `s${index + 1}`, name: String(step.id ?? `s${index + 1}`), ...step }))
  const one = { id: 'c', name: 'Case', steps: complete, ...more.case }
  return projectOf({ suites: [{ id: 'u', name: 'Suite', cases: [one] }], ...more.project })
}

/** What a run in a test came to. */
export interface TestRun {
  end: RunEnd
  report: Report
  events: RunEvent[]
  /** The steps of all cases, in order. */
  steps: StepReport[]
}

/** Plans and runs a project on fake ports. */
export async function runProject(
  project: Project,
  more: { options?: RunOptions; ports?: Partial<Ports>; controls?: Partial<RunControls> } = {},
): Promise<TestRun> {
  const planned = plan(project, more.options)
  if (!planned.ok) throw planned.error
  const events: RunEvent[] = []
  const report = emptyReport()
  const listener = more.controls?.emit ?? ((event: RunEvent) => events.push(event))
  const end = await run(planned.value, fakePorts(more.ports), {
    signal: new AbortController().signal,
    ...more.controls,
    emit(event) {
      fold(report, event)
      listener(event)
    },
  })
  return { end, report, events, steps: report.suites.flatMap(({ cases }) => cases.flatMap(({ steps }) => steps)) }
}

/** Runs one case of these steps; see {@link projectOfSteps}. */
export const runSteps = (
  steps: Record<string, unknown>[],
  more: Parameters<typeof runProject>[1] & Parameters<typeof projectOfSteps>[1] = {},
): Promise<TestRun> => runProject(projectOfSteps(steps, more), more)
