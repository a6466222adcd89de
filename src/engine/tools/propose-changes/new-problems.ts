import { findDoubleIds } from '#engine/project/format/double-ids.ts'
import { lazyProblems } from '#engine/project/check/lazy-problems.ts'
import { unknownVariables } from '#engine/project/check/unknown-variables.ts'
import { problemsOf } from '#engine/project/problems/problems.ts'
import type { Project } from '#engine/project/format/schema.ts'
import { checkOf } from '#engine/steps/checks.ts'

/** What is wrong in a changed project and was not before. `warnings`: what the user has yet to fill in. */
export async function newProblems(before: Project, after: Project): Promise<{ problems: string[]; warnings: string[] }> {
  const touched = onlyTouched(before, after)
  const known = new Set([...problemsOf(before), ...unknownVariables(before)].map(({ path, text }) => `${path}: ${text}`))
  const old = new Set((await lazyProblems(onlyTouched(after, before))).map(({ path, text }) => `${path}: ${text}`))
  const isNew = (text: string) => !known.has(text) && !old.has(text)
  const textOf = ({ path, text }: { path: string; text: string }) => `${path}: ${text}`
  const missing = new Set(
    touched.suites.flatMap(({ cases }) =>
      cases.flatMap(({ steps }) => steps.flatMap((step) => checkOf(step).missing?.(step) ?? [])),
    ),
  )
  const late = (await lazyProblems(touched)).filter((one) => isNew(textOf(one)))
  const unknown = unknownVariables(after).map(textOf).filter(isNew)
  return {
    problems: [
      ...findDoubleIds(after).map(({ id }) => `The id "${id}" would stand twice.`),
      ...problemsOf(after).map(textOf).filter(isNew),
      ...(unknown.length > 0 ? [...unknown, `Variables there are: ${variablesThere(after).join(', ') || 'none'}.`] : []),
      ...late.filter(({ text }) => !missing.has(text)).map(textOf),
    ],
    warnings: late.filter(({ text }) => missing.has(text)).map(textOf),
  }
}

/** The project with those cases alone that differ from the other one's: trying steps costs more than looking at them. */
function onlyTouched(other: Project, project: Project): Project {
  const same = new Map(other.suites.flatMap(({ cases }) => cases.map((one) => [one.id, one] as const)))
  return {
    ...project,
    suites: project.suites.map((suite) => ({ ...suite, cases: suite.cases.filter((one) => same.get(one.id) !== one) })),
  }
}

const variablesThere = ({ variables, environments }: Project): string[] =>
  [...new Set([...variables, ...environments.flatMap((one) => one.variables)].map(({ name }) => name))].slice(0, 40)
