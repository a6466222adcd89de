import { readFile } from 'node:fs/promises'
import { parseReport } from '#engine/runner/parse-report.ts'
import type { Report } from '#engine/runner/report.ts'
import { UsageError } from './host.ts'
import { refusalOf } from './read-file.ts'
import { texts } from './texts.ts'

/** The report of a JSON file that `assay run` wrote; a UsageError of this command for any other. */
export async function readReport(path: string, command: string): Promise<Report> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    throw new UsageError(missing ? texts.missingFile(path) : texts.unreadableFile(path, refusalOf(error)), command)
  })
  const report = parseReport(text)
  if (!report.ok) throw new UsageError(texts.notReport(path, report.error), command)
  return report.value
}
