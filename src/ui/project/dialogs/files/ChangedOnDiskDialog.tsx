import { Show, type Component } from 'solid-js'
import { useProject } from '../../project-context.ts'
import type { DialogProps } from '../../../page/dialogs.ts'
import { Button } from '../../../components/Button.tsx'
import { Dialog } from '../../../components/overlays/Dialog.tsx'
import { fileTexts } from '../../files/file-texts.ts'

/** The file on disk is not the one that was read or written last: nothing is overwritten without asking. */
const ChangedOnDiskDialog: Component<DialogProps<'changed-on-disk'>> = (props) => {
  const context = useProject()
  const t = fileTexts.changed
  const { fileName, onDisk, overwrite } = props.request
  return (
    <Dialog
      title={t.title}
      open
      alert
      onClose={props.onClose}
      footer={
        <>
          <Button onClick={() => props.onClose()}>{t.cancel}</Button>
          <Show when={onDisk}>
            {(other) => (
              <Button
                onClick={() => {
                  props.onClose()
                  void context.files.openAsNew(other())
                }}
              >
                {t.openOther}
              </Button>
            )}
          </Show>
          <Button
            kind="danger"
            onClick={() => {
              props.onClose()
              void overwrite()
            }}
          >
            {t.overwrite}
          </Button>
        </>
      }
    >
      <p>{t.text(fileName)}</p>
    </Dialog>
  )
}

export default ChangedOnDiskDialog
