import { settled } from '#engine/base/excerpt.ts'
import { AssayError, messageWithHint } from '#engine/base/errors.ts'
import { TooCostly } from '#engine/base/work-limit.ts'
import type { ReferencedFiles } from '#engine/ports/index.ts'
import { attemptsOfChecks } from '#engine/steps/assertion/check.ts'
import { checkOf } from '#engine/steps/checks.ts'
import { factsOf } from '#engine/steps/facts.ts'
import { loopEnds } from '#engine/steps/loops.ts'
import { referredId } from '#engine/steps/references.ts'
import type { StepProblem } from '#engine/steps/step-check.ts'
import type { JsonPath } from '../format/json-source.ts'
import { describePath } from '../format/path.ts'
import type { Problem } from '../problems/problems.ts'
import type { Case, Project, Step } from '../format/schema.ts'
import { projectFormatTexts as texts } from '../texts.ts'

/** Asked after every step: a promise when someone else should have the thread first. It throws when the look is given up. */
export type Rest = () => Promise<void> | undefined

/**
 * What breaks a step whatever the answer is: a setting that is empty, the result of a step that comes later or is disabled, a
 * JSONPath or regular expression that is none, an expected value that the predicate can't use, a parameter that the step itself
 * sends, a file that is not there; without `files` no one knows which there are. What holds a reference is known only in a run.
 * Parsers are loaded for it.
 */
export async function stepProblems(project: Project, files?: ReferencedFiles, rest?: Rest): Promise<Problem[]> {
  const problems: Problem[] = []
  for (const [s, suite] of project.suites.entries())
    for (const [c, one] of suite.cases.entries()) {
      const numbers = new Map(one.steps.map(({ id }, number) => [id, number]))
      const ends = loopEnds(one.steps)
      for (const [index, step] of one.steps.entries()) {
        const at = { suite: suite.id, case: one.id, step: step.id }
        const add = (path: JsonPath, text: string) => {
          const place = ['suites', s, 'cases', c, 'steps', index, ...path]
          problems.push({ path: describePath(project, place), place, text, at })
        }
        for (const text of missingSettings(step)) add([], text)
        unusableResult(one, { numbers, ends }, index, step, add)
        const known = files ? undefined : tried.get(step)
        for (const { place, text } of known ?? (await refusals(step, files))) add(place, text)
        const resting = rest?.()
        if (resting) await resting
      }
    }
  return problems
}

/** What is empty of a step that therefore breaks whenever it is run. */
export const missingSettings = (step: Step): string[] => checkOf(step).missing?.(step) ?? []

/** Where the steps of a case stand. */
interface Places {
  numbers: ReadonlyMap<string, number>
  /** See {@link loopEnds}. */
  ends: ReadonlyMap<Step, number>
}

/** The step whose result this one looks at comes later, is disabled while this one is not, or is repeated by a loop before this one. */
function unusableResult(
  one: Case,
  { numbers, ends }: Places,
  index: number,
  step: Step,
  add: (path: JsonPath, text: string) => void,
): void {
  const field = factsOf(step).refers?.step
  if (field === undefined) return
  const id = referredId(step, 'step')
  if (id === undefined) return
  const number = numbers.get(id) ?? -1
  const target = one.steps[number]
  if (target && number > index) {
    if (!factsOf(step).refersAhead) add([field], texts.laterStep(target.name))
  } else if (target?.disabled && !step.disabled) add([field], texts.disabledStep(target.name))
  else if (target && (ends.get(target) ?? index) < index) add([field], texts.endedLoop(target.name))
}

/** Without files a step that stays the same is tried once: the page looks again after every edit of the case. */
const tried = new WeakMap<Step, readonly StepProblem[]>()

async function refusals(step: Step, files: ReferencedFiles | undefined): Promise<readonly StepProblem[]> {
  const found: StepProblem[] = []
  let lasting = files === undefined
  for (const { place, attempt } of [
    ...(checkOf(step).attempts?.(step, files) ?? []),
    ...attemptsOfChecks(step.onlyIf ?? [], ['onlyIf']),
  ])
    try {
      await attempt()
    } catch (thrown) {
      // It takes long to try, which a run has the time for: that is no mistake.
      if (thrown instanceof TooCostly) continue
      found.push({ place, text: refusalText(thrown) })
      // A parser that could not be loaded, say, may be there the next time.
      if (!(thrown instanceof AssayError)) lasting = false
    }
  if (lasting) tried.set(step, found)
  return found
}

const refusalText = (thrown: unknown): string => settled(messageWithHint(thrown))
