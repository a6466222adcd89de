import { createResource, createSignal, For, Show, type Component } from 'solid-js'
import { exporterFacts } from '#engine/exporters/facts.ts'
import { groupNotExported, type Exported } from '#engine/exporters/not-exported.ts'
import type { Project } from '#engine/project/format/schema.ts'
import { textOf } from '#engine/base/errors.ts'
import { Button } from '../../components/Button.tsx'
import { RadioBar } from '../../components/fields/RadioBar.tsx'
import { Dialog } from '../../components/overlays/Dialog.tsx'
import { showToast } from '../../components/overlays/toasts.tsx'
import type { DialogProps } from '../../page/dialogs.ts'
import { saveText } from '../../page/save-blob.ts'
import { useProject } from '../project-context.ts'
import { reportTexts } from '../reports/texts.ts'
import '../reports/reports.css'

/** The formats of whole projects, each loaded when it is chosen. */
const exporters = {
  postman: async (project: Project) => (await import('#engine/exporters/postman/postman.ts')).toPostman(project),
  hurl: async (project: Project) => (await import('#engine/exporters/hurl/hurl.ts')).toHurl(project),
  openapi: async (project: Project) => (await import('#engine/exporters/openapi/openapi.ts')).toOpenApi(project),
} satisfies Partial<Record<keyof typeof exporterFacts, (project: Project) => Promise<Exported>>>
type Format = keyof typeof exporters

/** Writes the project in the format of another tool, and says before what of it the format has no counterpart for. */
const ExportProjectDialog: Component<DialogProps<'export-project'>> = (props) => {
  const { workspace } = useProject()
  const t = reportTexts.exportProject
  const [format, setFormat] = createSignal<Format>('postman')
  const [made] = createResource(format, async (chosen) => {
    try {
      const project = await workspace.snapshot()
      return project && (await exporters[chosen](project))
    } catch (thrown) {
      showToast(t.failed(textOf(thrown)), 'error')
      return undefined
    }
  })
  const isEmpty = () => made()?.requests === 0
  const save = () => {
    for (const { path, text } of made()?.files ?? []) saveText(path, text, 'text/plain')
    props.onClose()
  }
  return (
    <Dialog
      title={t.title}
      open
      onClose={props.onClose}
      footer={
        <>
          <Button onClick={() => props.onClose()}>{t.cancel}</Button>
          <Button kind="primary" busy={made.loading} disabled={made() === undefined || isEmpty()} onClick={save}>
            {t.save}
          </Button>
        </>
      }
    >
      <div class="export-report">
        <RadioBar
          label={t.format}
          value={format()}
          options={(Object.keys(exporters) as Format[]).map((value) => ({ value, label: exporterFacts[value].title }))}
          onChange={(value) => setFormat(value as Format)}
        />
        <p>{t.about[format()]}</p>
        <Show when={!made.loading && made()}>
          {(exported) => (
            <Show when={!isEmpty()} fallback={<p>{t.none}</p>}>
              <p>
                {t.files(
                  exported().requests,
                  exported().files.map(({ path }) => path),
                )}
              </p>
              <Show when={exported().notExported.length > 0}>
                <h3>{t.notExported}</h3>
                <ul class="export-project-omitted">
                  <For each={groupNotExported(exported().notExported)}>
                    {({ what, places }) => (
                      <li>
                        {what}
                        <Show when={places.length > 0}>
                          <small>{t.places(places)}</small>
                        </Show>
                      </li>
                    )}
                  </For>
                </ul>
              </Show>
            </Show>
          )}
        </Show>
      </div>
    </Dialog>
  )
}

export default ExportProjectDialog
