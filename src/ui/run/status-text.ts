import type { Counts } from '#engine/runner/events.ts'
import type { Report } from '#engine/runner/report.ts'
import { liveCounts } from '#engine/runner/progress.ts'
import { texts } from './texts.ts'

/** How the run stands, in one word. */
export function statusWord(report: Report, running: boolean): string {
  if (report.outcome) return texts.outcomes[report.outcome]
  return running ? texts.running : texts.interrupted
}

/** The counts in words; `cancelled` only if there are some. */
export function countsText(counts: Counts): string {
  const text = texts.countsOf(counts.passed, counts.failed, counts.broken, counts.skipped)
  return counts.cancelled > 0 ? `${text}, ${counts.cancelled} cancelled` : text
}

/** The text of the `status` "Run result": `Passed: 12 passed, 0 failed, 0 broken, 0 skipped`. */
export const statusText = (report: Report, running: boolean): string =>
  `${statusWord(report, running)}: ${countsText(liveCounts(report))}`
