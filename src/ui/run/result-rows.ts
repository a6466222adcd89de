import type { CaseReport, Report, StepReport } from '#engine/runner/report.ts'
import { bothLong } from './diff.ts'

type SuiteReport = Report['suites'][number]
type Check = NonNullable<StepReport['checks']>[number]

/** One line of the results tree; a failed step's line holds its checks too. */
export interface ResultRow {
  id: string
  kind: 'suite' | 'case' | 'step'
  /** From 1, as `aria-level`. */
  level: number
  position: number
  size: number
  height: number
  expanded: boolean | undefined
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

/** Heights in pixels; `results-tree.css` has the same. */
export const ROW = 26
const BLOCK_FRAME = 18
const LINE = 19
/** Failed checks that are shown in the tree; the others are counted. */
export const SHOWN_CHECKS = 4

/** Up to this many cases all are open; in longer runs those that failed. */
const FEW_CASES = 30

const isBad = (outcome: string | undefined) => outcome === 'failed' || outcome === 'broken'

/** Whether a case is open unless a person closed it. */
const openByItself = (report: Report, entry: CaseReport): boolean => report.total.cases <= FEW_CASES || isBad(entry.outcome)

/** The failed checks of a step. */
export const failedChecks = (step: StepReport): Check[] => step.checks?.filter((check) => !check.passed) ?? []

/** Whether a failed check needs the tall block: a diff, or text of several lines. */
export const isTall = (check: Check): boolean =>
  bothLong(check.expected, check.actual) || check.expected.length > 160 || check.actual.length > 160

/** Characters that a line of the tree holds at its usual width; a longer text scrolls in its block. */
const COLUMNS = 46

/** Lines for the texts of a failed check: more where there is more to read, within bounds. */
export function checkLines(check: Check): number {
  if (!isTall(check)) return 2
  const longest = Math.max(check.expected.length, check.actual.length)
  const length = bothLong(check.expected, check.actual) ? longest * 1.2 : check.expected.length + check.actual.length
  return Math.min(7, Math.max(3, Math.ceil(length / COLUMNS) + 1))
}

/** Height of the block of one failed check. */
export const checkHeight = (check: Check, several: boolean): number =>
  BLOCK_FRAME + checkLines(check) * LINE + (several ? LINE : 0)

/** Lines that a step's message gets in the tree; the whole text is in the details. */
export const messageLines = (message: string): number => (message.length > 110 ? 3 : message.length > 52 ? 2 : 1)

/** Height of a step's line with the blocks below it. */
export function stepHeight(step: StepReport): number {
  if (step.outcome === 'failed') {
    const checks = failedChecks(step)
    const shown = checks.slice(0, SHOWN_CHECKS)
    const more = checks.length > SHOWN_CHECKS ? LINE : 0
    if (shown.length > 0) return ROW + more + shown.reduce((sum, check) => sum + checkHeight(check, checks.length > 1), 0)
  }
  if ((isBad(step.outcome) || step.outcome === 'cancelled') && step.message)
    return ROW + BLOCK_FRAME + messageLines(step.message) * LINE
  return ROW
}

/** Rows are kept as long as nothing of them changed, so that their elements stay too. */
export type RowCache = WeakMap<object, ResultRow>

function keep(cache: RowCache, owner: object, row: ResultRow): ResultRow {
  cache.set(owner, row)
  return row
}

/** The row that was made before, if all of it still holds. How many siblings it has is brought up to date in place. */
function kept(cache: RowCache, owner: object, position: number, size: number, height: number, expanded: boolean | undefined) {
  const row = cache.get(owner)
  if (row?.position !== position || row.height !== height || row.expanded !== expanded) return undefined
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
      kept(cache, suite, suiteIndex + 1, suites.length, ROW, suiteOpen) ??
        keep(cache, suite, {
          id: suiteId,
          kind: 'suite',
          level: 1,
          position: suiteIndex + 1,
          size: suites.length,
          height: ROW,
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
        kept(cache, entry, caseIndex + 1, cases.length, ROW, caseOpen) ??
          keep(cache, entry, {
            id: caseId,
            kind: 'case',
            level: 2,
            position: caseIndex + 1,
            size: cases.length,
            height: ROW,
            expanded: caseOpen,
            suite,
            case: entry,
          }),
      )
      if (!caseOpen) return
      const steps = options.failedOnly ? entry.steps.filter((step) => isBad(step.outcome)) : entry.steps
      steps.forEach((step, stepIndex) => {
        const height = stepHeight(step)
        rows.push(
          kept(cache, step, stepIndex + 1, steps.length, height, undefined) ??
            keep(cache, step, {
              id: `step ${entry.id} ${entry.row ?? ''} ${step.id}`,
              kind: 'step',
              level: 3,
              position: stepIndex + 1,
              size: steps.length,
              height,
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

/** Where each row begins, in pixels; one more entry than rows: the whole height. */
export function rowOffsets(rows: ResultRow[]): Float64Array {
  const offsets = new Float64Array(rows.length + 1)
  for (let i = 0; i < rows.length; i++) offsets[i + 1] = (offsets[i] ?? 0) + (rows[i]?.height ?? 0)
  return offsets
}

/** The row at a height: the last one that begins at or above it. */
export function rowAt(offsets: Float64Array, y: number): number {
  let low = 0
  let high = Math.max(0, offsets.length - 2)
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((offsets[middle] ?? 0) <= y) low = middle
    else high = middle - 1
  }
  return low
}

/** A bar of the waterfall, in percent of its scale; undefined while there is nothing to draw. */
export function bar(start: number | undefined, duration: number | undefined, from: number, length: number) {
  if (start === undefined || duration === undefined || length <= 0) return undefined
  const left = Math.min(99, Math.max(0, ((start - from) / length) * 100))
  return { left, width: Math.min(100 - left, Math.max(0.8, (duration / length) * 100)) }
}

/** From when to when a case's steps ran, the scale of their bars. */
export function caseScale(entry: CaseReport): { from: number; length: number } {
  let end = entry.startedAt + (entry.duration ?? 0)
  if (entry.duration === undefined)
    for (const step of entry.steps) end = Math.max(end, (step.startedAt ?? 0) + (step.duration ?? 0))
  return { from: entry.startedAt, length: end - entry.startedAt }
}
