import { isNestedIn } from '#engine/steps/nested-reports.ts'
import type { OutcomeName } from '#engine/runner/report/events.ts'
import { worse } from '#engine/runner/report/outcomes.ts'
import { placeKey, type StepPlace } from '#engine/runner/execute/place.ts'
import { isOwn } from '#engine/runner/execute/progress.ts'
import type { CaseReport, Report, RowReport, StepReport } from '#engine/runner/report/report.ts'
import { lastRow, MANY_ROWS, rangesIn, rowsInRange, stateOfRange, type RowRange } from './row-ranges.ts'
import { caseIn } from '../session/report-places.ts'
import type { GroupPlace } from '../session/run-session-type.ts'
import type { TreePlace } from '../../components/lists/tree-place.ts'

type SuiteReport = Report['suites'][number]
type Check = NonNullable<StepReport['checks']>[number]

/** One line of the results tree: what it is about. How it looks is the matter of `ResultItem.tsx`, how high `result-heights.ts`. */
export interface ResultRow extends TreePlace {
  kind: 'suite' | 'case' | 'row' | 'range' | 'step'
  suite: SuiteReport
  case?: CaseReport
  /** The row of a loop, or the one that the step is in. */
  row?: RowReport
  step?: StepReport
  /** The steps that are nested under it, each a row of its own while it is expanded. */
  nested?: readonly StepReport[]
  /** Many rows of a loop, by their numbers. */
  range?: RowRange
}

/** What of a report is shown. */
export interface RowOptions {
  failedOnly: boolean
  /** What is nested under a step is shown until a user folds it. */
  unfolded?: boolean | undefined
  /** What the user opened or closed; anything else is open by the rule of {@link openByItself}. */
  opened: ReadonlyMap<string, boolean>
  /** Whether a step of a case is nested under another one before it, if the project says so; else the report has to. */
  nestingOf?: ((caseId: string) => (step: string, owner: string) => boolean | undefined) | undefined
  /** Rows that the report does not list, by the id of their range. */
  read?: ReadonlyMap<string, readonly RowReport[]> | undefined
}

/** Up to this many cases all are open; in longer runs those that failed. */
const FEW_CASES = 30

/** Whether a case or step keeps a run from passing. */
export const isBad = (outcome: string | undefined): boolean => outcome === 'failed' || outcome === 'broken'

/** Whether a case is open unless a user closed it. */
const openByItself = (report: Report, entry: CaseReport): boolean => report.total.cases <= FEW_CASES || isBad(entry.outcome)

/** The failed checks of a step. */
export const failedChecks = (step: StepReport): Check[] => step.checks?.filter((check) => !check.passed) ?? []

/** How a step ended with what is nested under it: what is skipped after it takes nothing from its own outcome. */
export function outcomeWithNested(step: StepReport, nested: readonly StepReport[] = []): OutcomeName | undefined {
  const others = nested.flatMap(({ outcome }) => (outcome === undefined || outcome === 'skipped' ? [] : outcome))
  return step.outcome && others.reduce(worse, step.outcome)
}

/** The id of a step's row. */
export const stepRowId = (place: StepPlace): string => `step ${placeKey(place)}`

/** What a row represents, if that is not a step. */
export function groupOf({ kind, suite, case: entry, row }: ResultRow): GroupPlace | undefined {
  if (kind === 'suite') return { suite: suite.id }
  if (kind === 'case') return { suite: suite.id, case: entry?.id }
  return kind === 'row' ? { suite: suite.id, case: entry?.id, rows: row?.rows, loop: row?.loop } : undefined
}

/** The id of the row that represents a suite, a case or a row of a loop. */
export function groupRowId({ suite, case: id, rows, loop }: GroupPlace): string {
  if (id === undefined) return `suite ${suite}`
  return rows ? `row ${placeKey({ case: id, rows, step: loop })}` : `case ${placeKey({ case: id })}`
}

/** The id of the row in which a step is seen: its own, or, of a step in a loop whose row is folded, that one's. */
export function seenRowId(rows: readonly ResultRow[], report: Report, place: StepPlace): string {
  const own = stepRowId(place)
  if (rows.some(({ id }) => id === own)) return own
  const owner = rows.find(
    ({ nested, case: entry, row }) =>
      nested?.some(({ id }) => id === place.step) === true &&
      placeKey({ case: entry?.id ?? '', rows: row?.rows }) === placeKey({ case: place.case, rows: place.rows }),
  )
  if (owner || !place.rows) return owner?.id ?? own
  const loop = caseIn(report, place.case)?.steps.find(({ id }) => id === place.step)?.loop
  return groupRowId({ case: place.case, rows: place.rows, loop })
}

/** The id of the row that represents a range of rows: the same while the range grows. */
const rangeId = (entry: CaseReport, { loop, around, from, to, end = to }: RowRange): string =>
  `rows ${placeKey({ case: entry.id, rows: around?.rows, step: loop })}\n${from}-${end}`

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

/** What is in a case, in a row or in a range of rows. */
interface Part {
  step?: StepReport
  nested?: StepReport[]
  row?: RowReport
  range?: RowRange
}

/** Ranges are made again at every look; the one that was made first represents all, and grows with them. */
const rangesOfCase = new WeakMap<CaseReport, Map<string, RowRange>>()

function sameRange(entry: CaseReport, range: RowRange): RowRange {
  let known = rangesOfCase.get(entry)
  if (!known) rangesOfCase.set(entry, (known = new Map()))
  const id = rangeId(entry, range)
  const before = known.get(id)
  if (before) before.to = range.to
  else known.set(id, range)
  return before ?? range
}

/** The rows of a loop, or, of many, ranges of them. */
function partsOfRange(entry: CaseReport, range: RowRange, options: RowOptions): Part[] {
  const bad = options.failedOnly
  if (bad && range.from === 1) {
    const failed = rowsInRange(entry, range).filter(({ outcome }) => isBad(outcome))
    if (failed.length <= MANY_ROWS) return failed.map((row) => ({ row }))
  }
  const ranges = range.from === 1 && range.to <= MANY_ROWS ? undefined : rangesIn(range)
  if (ranges)
    return ranges
      .filter((inner) => !bad || isBad(stateOfRange(entry, inner).outcome))
      .map((inner) => ({ range: sameRange(entry, inner) }))
  const listed = rowsInRange(entry, range)
  const read = options.read?.get(rangeId(entry, range))
  const numbers = new Set(listed.map(({ rows }) => rows.at(-1)))
  const all = read ? [...listed, ...read.filter(({ rows }) => !numbers.has(rows.at(-1)))] : listed
  const wanted = bad ? all.filter(({ outcome }) => isBad(outcome)) : all
  return (read ? wanted.toSorted((a, b) => (a.rows.at(-1) ?? 0) - (b.rows.at(-1) ?? 0)) : wanted).map((row) => ({ row }))
}

/**
 * The steps of a case or of a row in order, with those that are nested under each, after each Loop Start its rows; steps of a loop
 * are in its rows, if it has any.
 */
function partsOf(entry: CaseReport, row: RowReport | undefined, options: RowOptions): Part[] {
  const parts: Part[] = []
  let owner: { step: StepReport; nested: StepReport[] } | undefined
  const isNested = options.nestingOf?.(entry.id)
  for (const step of (row ?? entry).steps ?? []) {
    if (step.loop === row?.loop || isOwn(step)) {
      const nests = owner && (isNested?.(step.id, owner.step.id) ?? isNestedIn(step, owner.step))
      if (nests) owner?.nested.push(step)
      else parts.push((owner = { step, nested: [] }))
    }
    const to = lastRow(entry, row, step.id)
    if (to <= 0) continue
    parts.push(...partsOfRange(entry, { loop: step.id, around: row, from: 1, to }, options))
    owner = undefined
  }
  return options.failedOnly ? parts.flatMap(failedPart) : parts
}

/** What of a part failed: of a step itself or of what is nested under it. */
function failedPart(part: Part): Part[] {
  if (!part.step) return [part]
  const nested = part.nested?.filter(({ outcome }) => isBad(outcome)) ?? []
  return isBad(part.step.outcome) || nested.length > 0 ? [{ step: part.step, nested }] : []
}

/** The report as flat rows, suite > case > (row of a loop >) step, top to bottom. */
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
      const caseId = cache.get(entry)?.id ?? `case ${placeKey({ case: entry.id })}`
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
      const addParts = (parts: Part[], parent: RowReport | undefined, level: number): void => {
        for (const [index, { step, row, range, nested = [] }] of parts.entries()) {
          const owner = step ?? row ?? range
          if (!owner) continue
          const id = cache.get(owner)?.id ?? (range ? rangeId(entry, range) : idOf(entry, row ?? parent, step))
          const hasBad = isBad(row?.outcome) || nested.some(({ outcome }) => isBad(outcome))
          const opened =
            options.opened.get(id) ??
            (!range && (options.failedOnly || hasBad || (options.unfolded === true && nested.length > 0)))
          const expanded = row?.steps || range || nested.length > 0 ? opened : undefined
          const around = row ?? parent
          const before = kept(cache, owner, index + 1, parts.length, expanded)
          if (before) before.nested = nested
          rows.push(
            before ??
              keep(cache, owner, {
                id,
                kind: step ? 'step' : range ? 'range' : 'row',
                level,
                position: index + 1,
                size: parts.length,
                expanded,
                suite,
                case: entry,
                ...(around ? { row: around } : {}),
                ...(step ? { step, nested } : {}),
                ...(range ? { range } : {}),
              }),
          )
          if (expanded && range) addParts(partsOfRange(entry, range, options), parent, level + 1)
          else if (expanded && row) addParts(partsOf(entry, row, options), row, level + 1)
          else if (expanded)
            addParts(
              nested.map((one) => ({ step: one })),
              parent,
              level + 1,
            )
        }
      }
      addParts(partsOf(entry, undefined, options), undefined, 3)
    })
  })
  return rows
}

function idOf(entry: CaseReport, row: RowReport | undefined, step: StepReport | undefined): string {
  if (step) return stepRowId({ case: entry.id, rows: row?.rows, step: step.id })
  return `row ${placeKey({ case: entry.id, rows: row?.rows, step: row?.loop })}`
}
