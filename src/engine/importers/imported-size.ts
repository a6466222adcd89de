import type { Project } from '#engine/project/format/schema.ts'
import { countRows } from '#engine/steps/count-rows.ts'
import { endOfGroup, ownersOf } from '#engine/steps/nested-steps.ts'
import { isSendRequestStep } from '#engine/steps/send-request/facts.ts'

/** How much an import makes, as the page shows it: checks belong to requests. */
export interface ImportedSize {
  suites: number
  cases: number
  requests: number
  checks: number
}

/** Counts what an import made. */
export function importedSize({ suites }: Project): ImportedSize {
  const cases = suites.flatMap((suite) => suite.cases)
  const size = { suites: suites.length, cases: cases.length, requests: 0, checks: 0 }
  for (const { steps } of cases) {
    const owners = ownersOf(steps)
    size.requests += steps.filter(isSendRequestStep).length
    owners.forEach((owner, index) => {
      if (owner < 0) size.checks += countRows(steps.slice(index, endOfGroup(owners, index))).checks
    })
  }
  return size
}
