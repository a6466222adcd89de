import { createSignal, type Component } from 'solid-js'
import { textOf } from '#engine/base/errors.ts'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/overlays/Dialog.tsx'
import { RadioBar } from '../../components/fields/RadioBar.tsx'
import { showToast } from '../../components/overlays/toasts.tsx'
import type { DialogProps } from '../../page/dialogs.ts'
import { runOf } from '../../run/run-name.ts'
import { useProject } from '../project-context.ts'
import { saveBlob } from '../../page/save-blob.ts'
import { exportRun, type ExportFormat } from '../reports/export-run.ts'
import { fileName } from '../files/file-saving.ts'
import { readRun } from '../reports/read-run.ts'
import { reportTexts } from '../reports/texts.ts'
import '../reports/reports.css'

/** Writes the report of a kept run to a file, in one of its formats. */
const ExportReportDialog: Component<DialogProps<'export-report'>> = (props) => {
  const { services, workspace } = useProject()
  const t = reportTexts.export
  const [format, setFormat] = createSignal<ExportFormat>('html')
  const [busy, setBusy] = createSignal(false)
  const save = async () => {
    setBusy(true)
    try {
      const { run } = props.request
      const [read, stored] = await Promise.all([readRun(services, run, format() === 'har'), services.runs.run(run)])
      const head = workspace.head()
      const file = workspace.stored()?.fileName ?? fileName(head?.name ?? '')
      const cases = head?.suites.reduce((sum, suite) => sum + suite.cases.length, 0) ?? 0
      const report = await exportRun(format(), read, stored?.report, { file, cases })
      saveBlob(report.name, report.text)
      if (read.partial) showToast(t.partial, 'error')
      props.onClose()
    } catch (thrown) {
      showToast(t.failed(textOf(thrown)), 'error')
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      title={t.title}
      open
      onClose={props.onClose}
      footer={
        <>
          <Button onClick={() => props.onClose()}>{t.cancel}</Button>
          <Button kind="primary" busy={busy()} onClick={() => void save()}>
            {t.save}
          </Button>
        </>
      }
    >
      <div class="export-report">
        <p>{t.of(runOf(props.request.startedAt))}</p>
        <RadioBar
          label={t.format}
          value={format()}
          options={(['html', 'junit', 'json', 'har', 'events'] as const).map((value) => ({ value, label: t.formats[value] }))}
          onChange={(value) => setFormat(value as ExportFormat)}
        />
        <p>{t.about[format()]}</p>
      </div>
    </Dialog>
  )
}

export default ExportReportDialog
