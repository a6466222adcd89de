import { settled } from '#engine/base/excerpt.ts'
import { readTemplate } from '#engine/templates/parse.ts'
import type { FieldPath } from '#engine/steps/step-facts.ts'
import type { SourceProblem } from './source-kind.ts'

/** The problem of a source's template. */
export function templateProblems(text: string, place: FieldPath): SourceProblem[] {
  const [problem] = text.includes('${') ? readTemplate(text).problems : []
  return problem ? [{ place, text: settled(`${problem.message} ${problem.hint}`) }] : []
}
