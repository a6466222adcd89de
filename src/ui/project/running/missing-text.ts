import type { Project } from '#engine/project/format/schema.ts'
import { missingInputs } from '#engine/runner/plan/missing-inputs.ts'
import type { RunOptions } from '#engine/runner/plan/selection.ts'
import type { RunSession } from '../../run/session/run-session-type.ts'

const texts = {
  result: (step: string, other: string) =>
    `"${step}" reads the response to "${other}", which hasn't run since you opened this page.`,
  variable: (step: string, other: string, name: string) =>
    `"${step}" needs \${${name}} from "${other}", which hasn't run since you opened this page.`,
}

/** What the step lacks that is to be run alone; undefined: it can be run. */
export function missingText(project: Project, options: RunOptions, session: Pick<RunSession, 'hasLeft'>): string | undefined {
  const place = options.selection?.step
  if (!place) return undefined
  const [input] = missingInputs(project, options, ({ id }) => session.hasLeft(place.case, id))
  const steps = project.suites.flatMap(({ cases }) => cases).find(({ id }) => id === place.case)?.steps
  const name = steps?.find(({ id }) => id === place.step)?.name ?? ''
  if (!input) return undefined
  const { step, variable } = input
  return variable === undefined ? texts.result(name, step.name) : texts.variable(name, step.name, variable)
}
