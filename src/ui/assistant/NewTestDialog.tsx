import type { Component } from 'solid-js'
import { Dialog } from '../components/overlays/Dialog.tsx'
import type { DialogProps } from '../page/dialogs.ts'
import { FormFill } from './FormFill.tsx'
import { formTexts } from './form-texts.ts'

/** "New test…": a form, and what it would change. */
const NewTestDialog: Component<DialogProps<'new-test'>> = (props) => (
  <Dialog title={formTexts.title} open wide onClose={props.onClose}>
    <FormFill form={props.request.form} fields={props.request.fields} onDone={props.onClose} />
  </Dialog>
)

export default NewTestDialog
