import { lazyProblems } from '#engine/project/check/lazy-problems.ts'
import { missingSettings, type Rest } from '#engine/project/check/step-problems.ts'
import { placeOf } from '#engine/project/edit/places.ts'
import type { ProjectHead } from '#engine/project/edit/state.ts'
import { problemsInside, problemsOf, type Problem } from '#engine/project/problems/problems.ts'
import type { Case, Project, Variable } from '#engine/project/format/schema.ts'
import { variableKey } from './variable-key.ts'

type Texts = ReadonlyMap<string, readonly string[]>

/** What is wrong with what is open; a run would come upon it. */
export interface CaseProblems {
  /** Of steps, by their ids: what contradicts itself or breaks whatever the answer is. */
  project: Texts
  /** Of steps, by their ids: settings that they can't do without. */
  settings: Texts
  /** Of variables, by {@link variableKey}: start values that are no templates or go round in a circle. */
  variables: Texts
}

/** The problems of the open case and of the variables that it sees; without a case those of all but the cases' variables. */
export async function findProblems(head: ProjectHead, one: Case | undefined, rest?: Rest): Promise<CaseProblems> {
  const project = new Map<string, string[]>()
  const variables = new Map<string, string[]>()
  const settings = new Map((one?.steps ?? []).map((step) => [step.id, missingSettings(step)]))
  const add = (to: Map<string, string[]>, key: string, text: string) => {
    const known = to.get(key)
    if (known) known.push(text)
    else to.set(key, [text])
  }
  const see = ({ at, place, text }: Problem) => {
    const list = place.indexOf('variables')
    if (at.step !== undefined) {
      if (!settings.get(at.step)?.includes(text)) add(project, at.step, text)
    } else if (list >= 0) {
      const owner = ownerOf(open, at, place)
      const variable = owner?.variables[Number(place[list + 1])]
      if (owner && variable) add(variables, variableKey(owner.id, variable), text)
    }
  }
  const suite = placeOf(head, one?.id)?.suite
  const suites = one && suite ? [{ ...suite, cases: [one] }] : head.suites.map((each) => ({ ...each, cases: [] }))
  const open: Project = { ...head, suites }
  // They are kept with the steps: combining them below takes no time.
  for (const step of one?.steps ?? []) {
    problemsInside(step)
    const resting = rest?.()
    if (resting) await resting
  }
  // A duplicate name is reported where it is typed.
  for (const problem of problemsOf(open))
    if (typeof problem.place.at(-1) !== 'number' || problem.at.step !== undefined) see(problem)
  for (const problem of await lazyProblems(open, undefined, rest)) see(problem)
  return { project, settings, variables }
}

/** What has the variable of a problem. */
function ownerOf(
  open: Project,
  at: Problem['at'],
  [list, index]: Problem['place'],
): { id: string; variables: readonly Variable[] } | undefined {
  if (list === 'environments') return open.environments[Number(index)]
  const suite = open.suites.find(({ id }) => id === at.suite)
  if (at.case !== undefined) return suite?.cases.find(({ id }) => id === at.case)
  return at.suite === undefined ? open : suite
}
