import { Show, type Component } from 'solid-js'
import { ConstraintsEditor } from './ConstraintsEditor.tsx'
import { ParametersEditor, type ParameterForms } from './ParametersEditor.tsx'

/** The editor of a method whose model is parameters, perhaps with constraints. */
export const parametersOf =
  ({ constraints = false, ...forms }: ParameterForms & { constraints?: boolean }): Component =>
  () => (
    <>
      <ParametersEditor forms={forms} />
      <Show when={constraints}>
        <ConstraintsEditor of="constraints" />
      </Show>
    </>
  )
