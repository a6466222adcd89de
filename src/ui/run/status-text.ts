import { describeCounts } from '#engine/runner/report/outcomes.ts'
import type { Report } from '#engine/runner/report/report.ts'
import { finishedSteps, liveCounts } from '#engine/runner/execute/progress.ts'
import { formatCount } from './format.ts'
import { runTexts as texts } from './texts.ts'

/** How the run stands, in one word. */
export function statusWord(report: Report, running: boolean): string {
  if (report.outcome) return texts.outcomes[report.outcome]
  return running ? texts.running : texts.interrupted
}

/** How far a run is: its cases where there are several, and the rows of loops, whose number is unknown before. */
export function progressTexts({ suites, total }: Report): string[] {
  const cases = suites.flatMap((suite) => suite.cases)
  const ended = cases.filter(({ outcome }) => outcome !== undefined).length
  const rows = cases.reduce((sum, { rowCounts }) => sum + (rowCounts === undefined ? 0 : finishedSteps(rowCounts)), 0)
  return [
    ...(total.cases > 1 ? [texts.casesOf(formatCount(ended), formatCount(total.cases))] : []),
    ...(rows > 0 ? [texts.rowsSoFar(formatCount(rows))] : []),
  ]
}

/** The text of the `status` "Run result": `Failed: 11 passed, 1 failed, 2 errors`. */
export const statusText = (report: Report, running: boolean): string =>
  `${statusWord(report, running)}: ${describeCounts(liveCounts(report))}`
