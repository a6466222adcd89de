import { Show, type Component } from 'solid-js'
import { useProject } from '../project-context.ts'
import type { DialogProps } from '../../page/dialogs.ts'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/overlays/Dialog.tsx'
import { fileTexts } from '../files/file-texts.ts'

/** Asks before a project is removed from this browser: it can't be taken back. */
const RemoveProjectDialog: Component<DialogProps<'remove-project'>> = (props) => {
  const context = useProject()
  const t = fileTexts.remove
  const { stored } = props.request
  return (
    <Dialog
      title={t.title}
      open
      alert
      onClose={props.onClose}
      footer={
        <>
          <Button onClick={() => props.onClose()}>{t.cancel}</Button>
          <Button
            kind="danger"
            onClick={() => {
              props.onClose()
              void context.files.remove(stored.localId)
            }}
          >
            {t.remove}
          </Button>
        </>
      }
    >
      <p>{t.text(stored.name)}</p>
      <Show when={stored.unsaved}>
        <p>{t.unsaved}</p>
      </Show>
    </Dialog>
  )
}

export default RemoveProjectDialog
