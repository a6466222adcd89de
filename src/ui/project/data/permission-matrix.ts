import type { DataSource } from '#engine/data/schemas.ts'
import { identityColumns } from '#engine/derived-tests/identities/run-as.ts'
import { isSendRequestStep } from '#engine/steps/send-request/facts.ts'
import type { Case } from '#engine/project/format/schema.ts'
import { isLoopStartStep } from '#engine/steps/loop-start/facts.ts'
import type { OutcomeName } from '#engine/runner/report/events.ts'
import type { CaseReport } from '#engine/runner/report/report.ts'

/** The result of one identity in one case. */
export interface WhoMayCell {
  outcome: OutcomeName | undefined
  /** Of the last request of the row that got an answer. */
  status: string
}

/** Identities with their outcome in each case that runs as them, in the order of the cases. */
export interface WhoMayGrid {
  cases: { id: string; name: string }[]
  rows: { identity: string; cells: WhoMayCell[] }[]
}

/** The grid of a table of identities; undefined for another source, and without a case that loops over it. */
export function permissionMatrix(
  source: DataSource,
  cases: Iterable<Case>,
  reportOf: (caseId: string) => CaseReport | undefined,
): WhoMayGrid | undefined {
  if (source.kind !== 'table') return undefined
  const at = source.columns.indexOf(identityColumns.name)
  if (at < 0) return undefined
  const requestIds = new Set<string>()
  const loops = [...cases].flatMap((one) => {
    const start = one.steps.find((step) => isLoopStartStep(step) && !step.disabled && step.dataSource === source.id)
    for (const step of one.steps) if (isSendRequestStep(step)) requestIds.add(step.id)
    return start ? [{ id: one.id, name: one.name, loop: start.id }] : []
  })
  if (loops.length === 0) return undefined
  const ended = loops.map(({ id, loop }) => {
    const rows = reportOf(id)?.rows?.filter((row) => row.loop === loop) ?? []
    return new Map(rows.map((row) => [row.rows.at(-1), row]))
  })
  return {
    cases: loops.map(({ id, name }) => ({ id, name })),
    rows: source.rows.map((cells, index) => ({
      identity: String(cells[at] ?? ''),
      cells: ended.map((rows) => {
        const row = rows.get(index + 1)
        // The steps of a row that passed are not listed; its status is the one that was expected.
        const expected = row?.outcome === 'passed' ? row.values[identityColumns.expected] : undefined
        const answered = row?.steps?.findLast((step) => step.status !== undefined && requestIds.has(step.id))
        const status = expected ?? answered?.status
        return { outcome: row?.outcome, status: status === undefined ? '' : String(status) }
      }),
    })),
  }
}
