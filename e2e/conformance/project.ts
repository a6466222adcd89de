import * as v from 'valibot'
import { projectSchema, type Project } from '#engine/project/format/schema.ts'
import type { RunOptions } from '#engine/runner/plan/selection.ts'
import type { ConformanceProject, StepInput } from './case.ts'

/**
 * The project of a case: one suite with one case, more of them for `besides`, and one environment with the case's
 * variables. The environment's id is new each time, so that no run finds the tokens of another.
 */
export function conformanceProject(
  { steps, variables, insecureHosts }: ConformanceProject,
  besides: StepInput[][] = [],
): {
  project: Project
  options: RunOptions
} {
  const environment = crypto.randomUUID()
  const project = v.parse(projectSchema, {
    format: 'aprj',
    version: 1,
    id: 'p1',
    name: 'Conformance',
    environments: [
      {
        id: environment,
        name: 'Test',
        insecureHosts,
        variables: Object.entries(variables).map(([name, value]) => ({ name, value })),
      },
    ],
    suites: [steps, ...besides].map((steps, index) => ({
      id: `s${index + 1}`,
      name: `Suite ${index + 1}`,
      cases: [{ id: `c${index + 1}`, name: 'Case', steps }],
    })),
  })
  return { project, options: { environment, seed: 1 } }
}
