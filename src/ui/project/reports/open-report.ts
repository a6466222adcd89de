import { textOf } from '#engine/base/errors.ts'
import { formatSize } from '#engine/base/format-size.ts'
import { showToast } from '../../components/overlays/toasts.tsx'
import { runInList } from '../../run/run-name.ts'
import type { ProjectContext } from '../project-context.ts'
import { reportTexts } from './texts.ts'

const t = reportTexts.open

/** Bytes: one of a hundred thousand steps has half of it. */
const largestReport = 64 * 1024 * 1024

/** Of a file that is dropped so much is looked at to tell a report from what is imported. */
const head = 4096

/** Whether a file starts as the `json` reporter writes: the run, then its project. */
export const looksLikeReport = async (file: File): Promise<boolean> =>
  /^\s*\{\s*"run"\s*:\s*"[^"]*"\s*,\s*"project"\s*:\s*\{/.test(await file.slice(0, head).text())

/** Shows a JSON report of `assay run` in the run panel; nothing of it is kept. Says what kept it from that. */
export async function openReport(
  file: File,
  { session, workspace, panes }: Pick<ProjectContext, 'session' | 'workspace' | 'panes'>,
): Promise<void> {
  try {
    if (file.size > largestReport) return showToast(t.large(file.name, formatSize(largestReport)), 'error')
    const { parseReport } = await import('#engine/runner/report/parse-report.ts')
    const read = parseReport(await file.text())
    if (!read.ok) return showToast(t.notReport(file.name, read.error), 'error')
    const report = read.value
    const { id, name } = report.project
    const isOther = id !== workspace.head()?.id
    session.details?.showReport(
      isOther ? { ...report, name: t.ofProject(name, report.name ?? runInList(report.startedAt)) } : report,
    )
    panes.setRun(true)
    panes.showPage('run')
    showToast(isOther ? t.shownOf(name) : t.shown)
  } catch (thrown) {
    showToast(t.notReport(file.name, textOf(thrown)), 'error')
  }
}
