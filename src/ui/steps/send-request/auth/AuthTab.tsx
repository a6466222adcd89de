import type { Component } from 'solid-js'
import type { SendRequestStep } from '#engine/steps/send-request/schema.ts'
import { useEditorContext, type StepEditorProps } from '../../editor-context.ts'
import { AuthFields } from './AuthFields.tsx'

/** Who asks by this request. */
const AuthTab: Component<StepEditorProps<SendRequestStep>> = (props) => {
  const context = useEditorContext()
  const { addTokenStep } = context
  return (
    <AuthFields
      carriers={props.step}
      readOnly={props.readOnly}
      edit={props.edit}
      offered={context.inherited?.(props.step.body) ?? []}
      onOpen={(level) => context.openLevel?.(level)}
      tokens={[...new Set(context.tokenVariables?.(props.step.id) ?? [])]}
      onGetToken={addTokenStep && (() => void addTokenStep(props.step.id))}
    />
  )
}

export default AuthTab
