import type { Case, Project } from '#engine/project/schema.ts'
import type { CaseHead, ProjectHead } from './types.ts'

/** What the tree shows of a case. */
const caseHead = (value: Case): CaseHead => ({
  id: value.id,
  name: value.name,
  tags: value.tags,
  steps: value.steps.length,
})

/** A project as the records that it is stored in: its head, and its cases in order. */
export function splitProject(project: Project): { head: ProjectHead; cases: Case[] } {
  const head: ProjectHead = {
    ...project,
    suites: project.suites.map((suite) => ({ ...suite, cases: suite.cases.map(caseHead) })),
  }
  return { head, cases: project.suites.flatMap((suite) => suite.cases) }
}

/** Puts a project together from its records. `find` gives a case, or throws if there is none. */
export const joinProject = (head: ProjectHead, find: (head: CaseHead) => Case): Project => ({
  ...head,
  suites: head.suites.map((suite) => ({ ...suite, cases: suite.cases.map(find) })),
})
