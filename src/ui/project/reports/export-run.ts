import type { ReporterId } from '#engine/reporters/index.ts'
import type { Report } from '#engine/runner/report/report.ts'
import { writeReport } from '#workers/report-client.ts'
import type { ReadRun } from './read-run.ts'

/** The forms in which a run is exported; those for CI are the command line's. */
export type ExportFormat = Exclude<ReporterId, 'list' | 'ctrf' | 'github' | 'tap' | 'allure'>

const endings = { html: 'html', junit: 'xml', json: 'json', har: 'har', events: 'jsonl' } as const satisfies Record<
  ExportFormat,
  string
>

/** A report as a file. */
export interface ReportFile {
  name: string
  text: Blob
}

/** Cases that a command names; a command with more would be unreadable. */
const mostNamed = 10

/**
 * The report of a run as a file. `project`: the name of its file, and how many cases it has; where the run had fewer, the command that
 * repeats it names them.
 */
export async function exportRun(
  format: ExportFormat,
  { events, body }: ReadRun,
  report: Report | undefined,
  project: { file: string; cases: number },
): Promise<ReportFile> {
  const ran = report?.suites.flatMap(({ cases }) => cases.map(({ name }) => name)) ?? []
  const repeat = {
    file: project.file,
    env: report?.environment?.name,
    cases: ran.length < project.cases && ran.length <= mostNamed ? ran : [],
  }
  const text = await writeReport(format, repeat, events, body)
  const stem = project.file.replace(/\.aprj$/i, '').replace(/[^\p{L}\p{N}._-]+/gu, '-')
  return { name: `${stem || 'report'}-report.${endings[format]}`, text }
}
