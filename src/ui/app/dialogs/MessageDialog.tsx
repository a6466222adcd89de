import type { Component } from 'solid-js'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/overlays/Dialog.tsx'
import type { DialogProps } from '../../page/dialogs.ts'
import { appTexts as texts } from '../texts.ts'

/** Something to be read and closed. */
const MessageDialog: Component<DialogProps<'message'>> = (props) => (
  <Dialog
    title={props.request.title}
    open
    onClose={props.onClose}
    footer={
      <Button kind="primary" onClick={() => props.onClose()}>
        {texts.confirm.close}
      </Button>
    }
  >
    <p>{props.request.text}</p>
  </Dialog>
)

export default MessageDialog
