import { Show, type Component } from 'solid-js'
import { useApp } from '../app/app-state.ts'
import type { DialogProps } from '../app/DialogHost.tsx'
import { Button } from '../components/Button.tsx'
import { Dialog } from '../components/Dialog.tsx'
import { fileTexts } from './file-texts.ts'

/** The project of an opened file is stored already: replace it, or keep both (P4). */
const ReplaceOrKeepDialog: Component<DialogProps<'replace-or-keep'>> = (props) => {
  const app = useApp()
  const t = fileTexts.replace
  const { file, project, stored } = props.request
  const open = stored.find((one) => one.localId === app.workspace.localId()) ?? stored[0]
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
          <Button kind="danger" onClick={() => open && choose(() => void app.files.replace(open.localId, project, file))}>
            {t.replace}
          </Button>
          <Button kind="primary" onClick={() => choose(() => void app.files.adopt(project, file))}>
            {t.keep}
          </Button>
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
