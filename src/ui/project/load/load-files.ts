import { textOf, messageWithHint } from '#engine/base/errors.ts'
import type { LoadReport } from '#engine/load/report.ts'
import type { LoadTest } from '#engine/project/load-test.ts'
import { quoted } from '#engine/reporters/repeat-command.ts'
import type { MenuItem } from '../../components/overlays/menu-item.ts'
import { showToast } from '../../components/overlays/toasts.tsx'
import { saveText } from '../../page/save-blob.ts'
import type { ProjectContext } from '../project-context.ts'
import { loadTexts as t } from './load-texts.ts'

/** What of a load test goes elsewhere. */
export interface LoadFiles {
  /** The line that runs it by `assay load`. */
  command: string
  /** Saves it as a k6 script, or says what kept it from that. */
  exportScript(): Promise<void>
  /** Ways to save what it came to; beside it stands what it is compared with. */
  saved(report: LoadReport, earlier: LoadReport | undefined): MenuItem[]
}

/** See {@link LoadFiles}; in the environment with this id. */
export function loadFiles(
  { workspace }: Pick<ProjectContext, 'workspace'>,
  { id, name }: Pick<LoadTest, 'id' | 'name'>,
  environmentId: string | undefined,
): LoadFiles {
  const project = workspace.stored()?.fileName ?? `${workspace.head()?.name ?? 'project'}.aprj`
  const base = name.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '') || 'load'
  return {
    command: `assay load ${quoted(project)} ${quoted(name)} --reporter list --reporter html=load.html`,
    async exportScript() {
      try {
        const [{ k6Script }, project] = await Promise.all([import('#engine/load/k6/k6-script.ts'), workspace.snapshot()])
        const test = project?.loadTests.find((one) => one.id === id)
        if (!project || !test) return
        const environment = project.environments.find((one) => one.id === environmentId)
        const done = await k6Script(project, test, environment ? { environment } : {})
        if (!done.ok) return showToast(messageWithHint(done.error), 'error')
        saveText(`${base}.js`, done.value.text, 'text/javascript')
        showToast(t.exported(`${base}.js`, done.value.notes.length))
      } catch (thrown) {
        showToast(textOf(thrown), 'error')
      }
    },
    saved: (report, earlier) => [
      {
        label: t.asHtml,
        onSelect: async () => {
          const { htmlReport } = await import('#engine/load/reports/html.ts')
          saveText(`${base}.html`, htmlReport(report, earlier), 'text/html')
        },
      },
      {
        label: t.asJson,
        detail: t.asJsonDetail,
        onSelect: () => saveText(`${base}.json`, `${JSON.stringify(report, null, 2)}\n`, 'application/json'),
      },
      {
        label: t.asJunit,
        onSelect: async () => {
          const { junitReport } = await import('#engine/load/reports/junit.ts')
          saveText(`${base}.xml`, junitReport(report), 'application/xml')
        },
      },
    ],
  }
}
