import { isKeptScript } from '#engine/importers/group-left-out.ts'
import type { LeftOut } from '#engine/importers/source.ts'
import type { Case, Project, Step } from '#engine/project/format/schema.ts'
import { factsOf } from '#engine/steps/facts.ts'
import { endOfGroup, ownersOf } from '#engine/steps/nested-steps.ts'
import { isSendRequestStep } from '#engine/steps/send-request/facts.ts'
import { countRows } from '#engine/steps/count-rows.ts'

/** A row of the step list that an import makes: a request, or another step that is not nested under one. */
export interface ImportedRow {
  /** The method of a request, the kind of another step. */
  what: string
  name: string
  checks: number
  variables: number
  disabled: boolean
  /** Something of it was left out. */
  incomplete: boolean
}

/** A case that an import makes. */
export interface ImportedCase {
  name: string
  requests: number
  rows: ImportedRow[]
}

/** The tree that an import makes. */
export interface ImportTree {
  suites: { name: string; cases: ImportedCase[] }[]
  /** Requests of which nothing was left out. */
  complete: number
}

const countsOf = (steps: readonly Step[]) => {
  const { checks, variables } = countRows(steps)
  return { checks, variables }
}

/** Works out the {@link ImportTree} of an imported project. */
export function importTree(project: Project, leftOut: readonly LeftOut[]): ImportTree {
  const parents = new Map<string, Set<string>>()
  for (const { where, what } of leftOut) {
    if (isKeptScript(what)) continue
    const [name = '', parent = ''] = where.split(' > ').toReversed()
    parents.set(name, (parents.get(name) ?? new Set()).add(parent))
  }
  /** `Orders > Create` is the request Create of the case or the suite Orders. */
  const isIncomplete = (step: Step, one: Case, suite: string): boolean => {
    const found = parents.get(step.name)
    return found !== undefined && ['', suite, one.name.split(' / ').at(-1) ?? ''].some((parent) => found.has(parent))
  }
  const tree: ImportTree = { suites: [], complete: 0 }
  for (const suite of project.suites) {
    const cases = suite.cases.map((one) => {
      const owners = ownersOf(one.steps)
      const rows = one.steps.flatMap((step, index) => {
        if ((owners[index] ?? -1) >= 0) return []
        const nested = one.steps.slice(index + 1, endOfGroup(owners, index))
        const incomplete = isIncomplete(step, one, suite.name)
        const what = isSendRequestStep(step) ? step.method : factsOf(step).title
        return [{ what, name: step.name, disabled: step.disabled, incomplete, ...countsOf([step, ...nested]) }]
      })
      const requests = one.steps.filter(isSendRequestStep)
      tree.complete += requests.filter((step) => !isIncomplete(step, one, suite.name)).length
      return { name: one.name, requests: requests.length, rows }
    })
    tree.suites.push({ name: suite.name, cases })
  }
  return tree
}
