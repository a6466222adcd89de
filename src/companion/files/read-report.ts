import { parseReport } from '#engine/runner/report/parse-report.ts'
import type { Report } from '#engine/runner/report/report.ts'
import { UsageError } from '../host.ts'
import { formatOf, readText } from './read-file.ts'
import { programTexts as texts } from '../texts.ts'

/**
 * The report of a JSON file that `assay run` wrote; UsageError for any other, which says what the file is if that can be
 * detected.
 */
export async function readReport(path: string): Promise<Report> {
  const text = await readText(path)
  const report = parseReport(text)
  if (report.ok) return report.value
  const format = formatOf(text)
  if (format === 'aprj') throw new UsageError(texts.projectForReport(path))
  throw new UsageError(format === 'assay-load' ? texts.loadForReport(path) : texts.notReport(path, report.error))
}
