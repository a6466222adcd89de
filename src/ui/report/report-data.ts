import type { StepDetails } from '#engine/reporters/html/details.ts'
import { dataIds, type About } from '#engine/reporters/html/document.ts'
import { inScript } from '#engine/reporters/html/json-for-html.ts'
import { finishedSteps } from '#engine/runner/execute/progress.ts'
import type { CaseReport, Report, StepReport } from '#engine/runner/report/report.ts'
import { factsOfKind } from '#engine/steps/facts.ts'

/** What is in the file of a report. */
export interface ReportData {
  report: Report
  about: About
  details: DetailsIndex
}

/** The messages of steps, each read when someone looks at it. */
export interface DetailsIndex {
  /** By the key of the step's place. */
  of(key: string): StepDetails | undefined
  /** Keys of the steps whose messages have a text, in any case. */
  search(query: string): Set<string>
}

const textOf = (id: string): string => document.querySelector(`script#${id}`)?.textContent ?? ''

/** How many requests of its cases a run went through, and how many rows of their loops. */
export function countsOf({ suites }: Report): { requests: number; rows: number } {
  const cases = suites.flatMap((suite) => suite.cases)
  const isSent = ({ kind, outcome }: StepReport) => factsOfKind(kind)?.gives === 'http' && outcome !== 'skipped'
  return {
    requests: cases.reduce((sum, one) => sum + one.steps.filter(isSent).length, 0),
    rows: cases.reduce((sum, one) => sum + finishedRows(one), 0),
  }
}

const finishedRows = ({ rowCounts, rows = [] }: CaseReport): number => (rowCounts ? finishedSteps(rowCounts) : rows.length)

/** Reads the data of the document. Throws what JSON.parse throws. */
export function readData(): ReportData {
  return {
    report: JSON.parse(textOf(dataIds.report)) as Report,
    about: JSON.parse(textOf(dataIds.about)) as About,
    details: indexDetails(textOf(dataIds.details)),
  }
}

/** Finds the lines of `application/jsonl` text, each `["key", {…}]`; of two with one key the later one counts. */
export function indexDetails(text: string): DetailsIndex {
  const lines = new Map<string, string>()
  for (const line of text.split('\n')) {
    const key = /^\[("(?:[^"\\]|\\.)*"),/.exec(line)?.[1]
    if (key !== undefined) lines.set(JSON.parse(key) as string, line)
  }
  return {
    of(key) {
      const line = lines.get(key)
      return line === undefined ? undefined : (JSON.parse(line) as [string, StepDetails])[1]
    },
    search(query) {
      const pattern = new RegExp(searchPattern(query), 'i')
      return new Set([...lines].filter(([, line]) => pattern.test(line)).map(([key]) => key))
    },
  }
}

/** What finds text in the JSON of a line: also inside a body that is JSON itself, where quotes are escaped again. */
function searchPattern(query: string): string {
  const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
  const json = inScript(JSON.stringify(query)).slice(1, -1)
  const twice = inScript(JSON.stringify(JSON.stringify(query).slice(1, -1))).slice(1, -1)
  return json === twice ? literal(json) : `${literal(json)}|${literal(twice)}`
}
