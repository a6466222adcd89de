import { describeCounts } from '#engine/runner/report/outcomes.ts'
import type { Report } from '#engine/runner/report/report.ts'
import { liveCounts } from '#engine/runner/execute/progress.ts'
import { runTexts as texts } from './texts.ts'

/** How the run stands, in one word. */
export function statusWord(report: Report, running: boolean): string {
  if (report.outcome) return texts.outcomes[report.outcome]
  return running ? texts.running : texts.interrupted
}

/** The text of the `status` "Run result": `Failed: 11 passed, 1 failed, 2 errors`. */
export const statusText = (report: Report, running: boolean): string =>
  `${statusWord(report, running)}: ${describeCounts(liveCounts(report))}`
