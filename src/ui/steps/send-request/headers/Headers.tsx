import type { Component } from 'solid-js'
import type { SendRequestStep } from '#engine/steps/send-request/schema.ts'
import { useEditorContext, type StepEditorProps } from '../../editor-context.ts'
import { HeaderRows } from './HeaderRows.tsx'
import { partEditor } from '../../edits.ts'

/** The headers of a request. */
const Headers: Component<StepEditorProps<SendRequestStep>> = (props) => {
  const context = useEditorContext()
  return (
    <HeaderRows
      headers={props.step.headers}
      readOnly={props.readOnly}
      edit={partEditor(props, 'headers')}
      offered={context.inherited?.(props.step.body) ?? []}
      onOpen={(level) => context.openLevel?.(level)}
      via={props.step.via}
    />
  )
}

export default Headers
