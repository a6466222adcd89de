import type { OutcomeName } from '#engine/runner/events.ts'
import { stepsOfRow } from '#engine/runner/fold.ts'
import { outcomes } from '#engine/runner/outcomes.ts'
import type { Place } from '#engine/runner/place.ts'
import type { CaseReport, Report, RowReport, StepReport } from '#engine/runner/report.ts'

type SuiteReport = Report['suites'][number]

/** Where the cases of a report are; reports only grow, and a case that begins again keeps its place. */
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

/** The rows of a case by key and loop, with the list as it was read: of it only the end changes. */
interface RowPlaces {
  read: RowReport[]
  byKey: Map<string, RowReport[]>
}

const rowCache = new WeakMap<RowReport[], RowPlaces>()
const rowKey = (row: RowReport) => row.rows.join('.')

/** Two loops after each other have rows of the same numbers: those are found together. */
function rowsAt(all: RowReport[], key: string): readonly RowReport[] {
  let places = rowCache.get(all)
  if (!places) rowCache.set(all, (places = { read: [], byKey: new Map() }))
  const { read, byKey } = places
  // Rows that have ended leave the list from near its end, once it is full.
  for (let last = read.at(-1); last && all[read.length - 1] !== last; last = read.at(-1)) {
    read.pop()
    const alike = byKey.get(rowKey(last))
    alike?.splice(alike.lastIndexOf(last), 1)
  }
  for (const row of all.slice(read.length)) {
    const alike = byKey.get(rowKey(row))
    if (alike) alike.push(row)
    else byKey.set(rowKey(row), [row])
    read.push(row)
  }
  return byKey.get(key) ?? []
}

/** The row of a loop that a place is in, if it is listed. */
export function rowIn(one: CaseReport, place: Place): RowReport | undefined {
  if (!place.rows || !one.rows) return undefined
  const rows = rowsAt(one.rows, place.rows.join('.'))
  const loop = one.steps.find(({ id }) => id === place.step)?.loop
  return rows.find((row) => row.loop === loop) ?? rows[0]
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

/** The first step of a report that failed or broke, in its row. */
export function firstBad(report: Report): (Place & { step: string }) | undefined {
  for (const suite of report.suites)
    for (const entry of suite.cases)
      for (const step of entry.steps)
        if (step.outcome === 'failed' || step.outcome === 'broken') return { case: entry.id, step: step.id, rows: step.rows }
  return undefined
}

/** The first step of a report. */
export function firstStep({ suites }: Report): (Place & { step: string }) | undefined {
  const one = suites[0]?.cases[0]
  const step = one?.steps[0]
  return one && step && { case: one.id, step: step.id, rows: step.rows }
}
