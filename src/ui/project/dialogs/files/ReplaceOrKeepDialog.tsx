import { Show, type Component } from 'solid-js'
import { useProject } from '../../project-context.ts'
import type { DialogProps } from '../../../page/dialogs.ts'
import { Button } from '../../../components/Button.tsx'
import { Dialog } from '../../../components/overlays/Dialog.tsx'
import { fileTexts } from '../../files/file-texts.ts'

/** The project of an opened file is stored already: replace it, or keep both (P4). */
const ReplaceOrKeepDialog: Component<DialogProps<'replace-or-keep'>> = (props) => {
  const context = useProject()
  const t = fileTexts.replace
  const { file, project, stored } = props.request
  const open = stored.find((one) => one.localId === context.workspace.localId()) ?? stored[0]
  const choose = (work: () => void) => {
    props.onClose()
    work()
  }
  return (
    <Dialog
      title={t.title}
      open
      alert
      onClose={props.onClose}
      footer={
        <>
          <Button onClick={() => props.onClose()}>{fileTexts.changed.cancel}</Button>
          <Button kind="danger" onClick={() => open && choose(() => void context.files.replace(open.localId, project, file))}>
            {t.replace}
          </Button>
          <Button onClick={() => choose(() => void context.files.adopt(project, file))}>{t.keep}</Button>
          <Show when={open && !project.conflicts}>
            <Button
              kind="primary"
              onClick={() => open && choose(() => void context.files.previewMerge(open.localId, project, file))}
            >
              {t.merge}
            </Button>
          </Show>
        </>
      }
    >
      <p>{t.text(file.name, open?.name ?? project.name)}</p>
      <Show when={open?.unsaved}>
        <p>{t.unsaved}</p>
      </Show>
    </Dialog>
  )
}

export default ReplaceOrKeepDialog
