import { isSendRequestStep } from '#engine/steps/send-request/facts.ts'
import type { Case, Project, Suite } from '../format/schema.ts'

/** A case as the tree shows it. */
export interface CaseHead {
  id: string
  name: string
  tags: string[]
  steps: number
  /** Absent in records of an earlier version. */
  requests?: number
}

/** A suite as the head holds it. */
export type SuiteHead = Omit<Suite, 'cases'> & { cases: CaseHead[] }

/** A project without its cases' contents: what the tree, the overviews and the environments dialog show. One record. */
export type ProjectHead = Omit<Project, 'suites'> & { suites: SuiteHead[] }

/** A project as edits see it: its head, and those of its cases that are at hand. Never changed in place. */
export interface ProjectState {
  head: ProjectHead
  cases: ReadonlyMap<string, Case>
}

/** A case as the tree shows it. */
export const headOf = (one: Case): CaseHead => ({
  id: one.id,
  name: one.name,
  tags: [...one.tags],
  steps: one.steps.length,
  requests: one.steps.filter(isSendRequestStep).length,
})

/** A project as the records that it is stored in: its head, and its cases in order. */
export function splitProject(project: Project): { head: ProjectHead; cases: Case[] } {
  const head: ProjectHead = {
    ...project,
    suites: project.suites.map((suite) => ({ ...suite, cases: suite.cases.map(headOf) })),
  }
  return { head, cases: project.suites.flatMap((suite) => suite.cases) }
}

/** A whole project as edits see it. */
export function stateOf(project: Project): ProjectState {
  const { head, cases } = splitProject(project)
  return { head, cases: new Map(cases.map((one) => [one.id, one])) }
}

/** Puts a project together from its records. `find` gives a case; those that it doesn't find are omitted. */
export const joinProject = (head: ProjectHead, find: (head: CaseHead) => Case | undefined): Project => ({
  ...head,
  suites: head.suites.map((suite) => ({ ...suite, cases: suite.cases.flatMap((one) => find(one) ?? []) })),
})

/** Whether two heads of a case show the same. */
export const sameHead = (a: CaseHead, b: CaseHead): boolean =>
  a.name === b.name &&
  a.steps === b.steps &&
  a.requests === b.requests &&
  a.tags.length === b.tags.length &&
  a.tags.every((tag, at) => tag === b.tags[at])
