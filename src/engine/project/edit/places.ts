import type { CaseHead, ProjectHead, SuiteHead } from './state.ts'

/** Where a case is. */
export interface CasePlace {
  suite: SuiteHead
  suiteIndex: number
  head: CaseHead
  index: number
}

const indexes = new WeakMap<ProjectHead, Map<string, CasePlace>>()

/** Finds a case in a head; heads are immutable, so the index is made once for each. */
export function placeOf(head: ProjectHead | undefined, caseId: string | undefined): CasePlace | undefined {
  if (!head || !caseId) return undefined
  let index = indexes.get(head)
  if (!index) {
    index = new Map()
    for (const [suiteIndex, suite] of head.suites.entries()) {
      for (const [at, found] of suite.cases.entries()) index.set(found.id, { suite, suiteIndex, head: found, index: at })
    }
    indexes.set(head, index)
  }
  return index.get(caseId)
}

/** Finds a suite in a head. */
export function suiteOf(head: ProjectHead | undefined, suiteId: string | undefined): SuiteHead | undefined {
  return head?.suites.find((suite) => suite.id === suiteId)
}

/** All cases' ids, in the order of the tree. */
export function caseIds(head: ProjectHead): string[] {
  return head.suites.flatMap((suite) => suite.cases.map((found) => found.id))
}
