import type { CaseReport, Report, StepReport } from '#engine/runner/report.ts'
import type { TreePlace } from '../components/VirtualTree.tsx'

type SuiteReport = Report['suites'][number]
type Check = NonNullable<StepReport['checks']>[number]

/** One line of the results tree: what it is about. How it looks is the matter of `ResultItem.tsx`, how high `result-heights.ts`. */
export interface ResultRow extends TreePlace {
  kind: 'suite' | 'case' | 'step'
  suite: SuiteReport
  case?: CaseReport
  step?: StepReport
}

/** What of a report is shown. */
export interface RowOptions {
  failedOnly: boolean
  /** What a person opened or closed; anything else is open by the rule of {@link openByItself}. */
  opened: ReadonlyMap<string, boolean>
}

/** Up to this many cases all are open; in longer runs those that failed. */
const FEW_CASES = 30

/** Whether a case or step keeps a run from passing. */
export const isBad = (outcome: string | undefined): boolean => outcome === 'failed' || outcome === 'broken'

/** Whether a case is open unless a person closed it. */
const openByItself = (report: Report, entry: CaseReport): boolean => report.total.cases <= FEW_CASES || isBad(entry.outcome)

/** The failed checks of a step. */
export const failedChecks = (step: StepReport): Check[] => step.checks?.filter((check) => !check.passed) ?? []

/** The id of a step's row. */
export const stepRowId = (place: { case: string; row?: number | undefined; step: string }): string =>
  `step ${place.case} ${place.row ?? ''} ${place.step}`

/** Rows are kept as long as nothing of them changed, so that their elements stay too. */
export type RowCache = WeakMap<object, ResultRow>

function keep(cache: RowCache, owner: object, row: ResultRow): ResultRow {
  cache.set(owner, row)
  return row
}

/** The row that was made before, if all of it still holds. How many siblings it has is brought up to date in place. */
function kept(cache: RowCache, owner: object, position: number, size: number, expanded: boolean | undefined) {
  const row = cache.get(owner)
  if (row?.position !== position || row.expanded !== expanded) return undefined
  row.size = size
  return row
}

/** The report as flat rows, suite > case (row) > step, top to bottom. */
export function resultRows(report: Report, options: RowOptions, cache: RowCache): ResultRow[] {
  const rows: ResultRow[] = []
  const wantsCase = (entry: CaseReport) => !options.failedOnly || entry.steps.some((step) => isBad(step.outcome))
  const suites = options.failedOnly ? report.suites.filter((suite) => suite.cases.some(wantsCase)) : report.suites
  suites.forEach((suite, suiteIndex) => {
    const suiteId = `suite ${suite.id}`
    const suiteOpen = options.opened.get(suiteId) ?? true
    rows.push(
      kept(cache, suite, suiteIndex + 1, suites.length, suiteOpen) ??
        keep(cache, suite, {
          id: suiteId,
          kind: 'suite',
          level: 1,
          position: suiteIndex + 1,
          size: suites.length,
          expanded: suiteOpen,
          suite,
        }),
    )
    if (!suiteOpen) return
    const cases = options.failedOnly ? suite.cases.filter(wantsCase) : suite.cases
    cases.forEach((entry, caseIndex) => {
      const caseId = cache.get(entry)?.id ?? `case ${entry.id} ${entry.row ?? ''}`
      const caseOpen = options.opened.get(caseId) ?? (options.failedOnly || openByItself(report, entry))
      rows.push(
        kept(cache, entry, caseIndex + 1, cases.length, caseOpen) ??
          keep(cache, entry, {
            id: caseId,
            kind: 'case',
            level: 2,
            position: caseIndex + 1,
            size: cases.length,
            expanded: caseOpen,
            suite,
            case: entry,
          }),
      )
      if (!caseOpen) return
      const steps = options.failedOnly ? entry.steps.filter((step) => isBad(step.outcome)) : entry.steps
      steps.forEach((step, stepIndex) => {
        rows.push(
          kept(cache, step, stepIndex + 1, steps.length, undefined) ??
            keep(cache, step, {
              id: stepRowId({ case: entry.id, row: entry.row, step: step.id }),
              kind: 'step',
              level: 3,
              position: stepIndex + 1,
              size: steps.length,
              expanded: undefined,
              suite,
              case: entry,
              step,
            }),
        )
      })
    })
  })
  return rows
}
