import type { OutcomeName } from '#engine/runner/report/events.ts'
import { stepsOfRow } from '#engine/runner/report/report-parts.ts'
import { outcomes } from '#engine/runner/report/outcomes.ts'
import type { Place } from '#engine/runner/execute/place.ts'
import { factsOfKind } from '#engine/steps/facts.ts'
import type { CaseReport, Report, RowReport, StepReport } from '#engine/runner/report/report.ts'

type SuiteReport = Report['suites'][number]

/** Where the cases of a report are; reports only grow, and a case that starts again keeps its place. */
interface CasePlaces {
  found: Map<string, { suite: SuiteReport; at: number }>
  /** How many cases of each suite were looked at. */
  read: Map<SuiteReport, number>
}

const caseCache = new WeakMap<Report, CasePlaces>()

function placesOf(report: Report): CasePlaces {
  let places = caseCache.get(report)
  if (!places) caseCache.set(report, (places = { found: new Map(), read: new Map() }))
  for (const suite of report.suites) {
    const from = places.read.get(suite) ?? 0
    for (let at = from; at < suite.cases.length; at++) places.found.set(suite.cases[at]?.id ?? '', { suite, at })
    if (from < suite.cases.length) places.read.set(suite, suite.cases.length)
  }
  return places
}

/** A case of a report. */
export function caseIn(report: Report | undefined, id: string): CaseReport | undefined {
  if (!report) return undefined
  const place = caseCache.get(report)?.found.get(id) ?? placesOf(report).found.get(id)
  return place?.suite.cases[place.at]
}

/** The listed rows of a case, with the list as it was read: of it only the end changes. */
interface RowPlaces {
  read: RowReport[]
  byKey: Map<string, RowReport[]>
  /** Those of one loop in one row, or outside rows, by number. */
  byLoop: Map<string, RowReport[]>
}

const rowCache = new WeakMap<RowReport[], RowPlaces>()
/** Rows that the report does not list, read from the run store. */
const readRows = new WeakMap<CaseReport, Map<string, RowReport>>()

const loopKey = (rows: readonly number[], loop: string) => `${rows.join('.')}\n${loop}`

function put(map: Map<string, RowReport[]>, key: string, row: RowReport): void {
  const alike = map.get(key)
  if (alike) alike.push(row)
  else map.set(key, [row])
}

function take(map: Map<string, RowReport[]>, key: string, row: RowReport): void {
  const alike = map.get(key)
  alike?.splice(alike.lastIndexOf(row), 1)
}

function rowPlaces(all: RowReport[]): RowPlaces {
  let places = rowCache.get(all)
  if (!places) rowCache.set(all, (places = { read: [], byKey: new Map(), byLoop: new Map() }))
  const { read, byKey, byLoop } = places
  // Rows that have ended leave the list from near its end, once it is full.
  for (let last = read.at(-1); last && all[read.length - 1] !== last; last = read.at(-1)) {
    read.pop()
    take(byKey, last.rows.join('.'), last)
    take(byLoop, loopKey(last.rows.slice(0, -1), last.loop), last)
  }
  for (let at = read.length; at < all.length; at++) {
    const row = all[at]
    if (!row) continue
    put(byKey, row.rows.join('.'), row)
    put(byLoop, loopKey(row.rows.slice(0, -1), row.loop), row)
    read.push(row)
  }
  return places
}

/** The listed rows of a loop, in the row that it is in. */
export const rowsOfLoop = (one: CaseReport, around: RowReport | undefined, loop: string): readonly RowReport[] =>
  (one.rows && rowPlaces(one.rows).byLoop.get(loopKey(around?.rows ?? [], loop))) ?? []

/** Makes rows findable that the report does not list. */
export function addRows(one: CaseReport, rows: readonly RowReport[]): void {
  let known = readRows.get(one)
  if (!known) readRows.set(one, (known = new Map()))
  for (const row of rows) known.set(loopKey(row.rows, row.loop), row)
}

/** One row of a loop, if it is listed or was read. */
export const rowOfLoop = (one: CaseReport, rows: readonly number[], loop: string): RowReport | undefined =>
  (one.rows &&
    rowPlaces(one.rows)
      .byKey.get(rows.join('.'))
      ?.find((row) => row.loop === loop)) ??
  readRows.get(one)?.get(loopKey(rows, loop))

/** The row of a loop that a place is in, if it is listed or was read. */
function rowIn(one: CaseReport, place: Place): RowReport | undefined {
  if (!place.rows || !one.rows) return undefined
  const loop = one.steps.find(({ id }) => id === place.step)?.loop
  // Two loops after each other have rows of the same numbers.
  const found = loop === undefined ? undefined : rowOfLoop(one, place.rows, loop)
  return found ?? rowPlaces(one.rows).byKey.get(place.rows.join('.'))?.[0]
}

/** The steps of the case, or of the row, that a place is in. */
export function stepsIn(report: Report | undefined, place: Place): readonly StepReport[] {
  const one = caseIn(report, place.case)
  if (!one || !place.rows) return one?.steps ?? []
  const row = rowIn(one, place)
  return row ? stepsOfRow(one, row) : []
}

/** Exactly the step at a place. */
export const stepIn = (report: Report | undefined, place: Place): StepReport | undefined =>
  stepsIn(report, place).find(({ id }) => id === place.step)

/** What the cases of a suite came to in this run; undefined before the first of them has ended. */
export function outcomeOfSuite({ cases }: SuiteReport): OutcomeName | undefined {
  let worst = -1
  for (const { outcome } of cases) if (outcome) worst = Math.max(worst, outcomes.indexOf(outcome))
  return outcomes[worst]
}

const isBad = ({ outcome }: StepReport): boolean => outcome === 'failed' || outcome === 'broken'

/** The first step of a report that failed or broke, in its row. */
export function firstBad(report: Report): (Place & { step: string }) | undefined {
  for (const suite of report.suites)
    for (const entry of suite.cases) {
      const step = entry.steps.find(isBad)
      if (step) return { case: entry.id, step: step.id, rows: step.rows }
    }
  return undefined
}

/**
 * The row in which a step of a loop is to be looked at first: the one whose result counts for the step, or, where it passed in
 * all of them, the one in which the case failed.
 */
export function rowToLookAt(report: Report | undefined, place: Place): readonly number[] | undefined {
  const step = stepIn(report, { ...place, rows: undefined })
  if (!step?.rows || isBad(step)) return step?.rows
  const rows = caseIn(report, place.case)?.steps.find(isBad)?.rows
  return rows && stepIn(report, { ...place, rows }) ? rows : step.rows
}

/** Whether a step starts or ends a loop: it does nothing itself that could be looked at. */
export const isMarker = (step: StepReport | undefined): boolean =>
  step !== undefined && factsOfKind(step.kind)?.block !== undefined

/** The first step of a report that does something. */
export function firstStep({ suites }: Report): (Place & { step: string }) | undefined {
  const one = suites[0]?.cases[0]
  const step = one?.steps.find((each) => !isMarker(each)) ?? one?.steps[0]
  return one && step && { case: one.id, step: step.id, rows: step.rows }
}
