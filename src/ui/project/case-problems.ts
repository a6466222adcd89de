import { missingSettings } from '#engine/project/check/step-problems.ts'
import { problemsOf } from '#engine/project/problems.ts'
import type { Case, Project } from '#engine/project/schema.ts'
import type { ProjectHead } from '#engine/project/edit/state.ts'
import { placeOf } from '#engine/project/edit/places.ts'

/** Problems by step id: what the file format calls problems, and settings that a step can't do without. */
export interface CaseProblems {
  project: ReadonlyMap<string, readonly string[]>
  settings: ReadonlyMap<string, readonly string[]>
}

/** The problems of a case's steps. */
export function problemsOfCase(head: ProjectHead, one: Case): CaseProblems {
  const found = new Map<string, string[]>()
  const add = (id: string, text: string) => found.set(id, [...(found.get(id) ?? []), text])
  const suite = placeOf(head, one.id)?.suite
  const project: Project = { ...head, suites: suite ? [{ ...suite, cases: [one] }] : [] }
  for (const problem of problemsOf(project)) if (problem.at.step !== undefined) add(problem.at.step, problem.text)
  return { project: found, settings: new Map(one.steps.map((step) => [step.id, missingSettings(step)])) }
}
