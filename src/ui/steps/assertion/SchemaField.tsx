import { createSignal, Show, untrack, type Component } from 'solid-js'
import { CodeEditor } from '../../components/CodeEditor.tsx'
import { assertionTexts } from './texts.ts'

/** The JSON Schema of `matches-schema`; while it is not JSON, the last valid one is kept. */
export const SchemaField: Component<{ value: unknown; readOnly: boolean; onChange(value: unknown): void }> = (props) => {
  const [text, setText] = createSignal(untrack(() => JSON.stringify(props.value ?? {}, null, 2)))
  const [error, setError] = createSignal<string>()
  return (
    <>
      <CodeEditor
        label={assertionTexts.labels.expected}
        language="json"
        height="180px"
        value={text()}
        readOnly={props.readOnly}
        onInput={(next) => {
          setText(next)
          try {
            props.onChange(JSON.parse(next))
            setError(undefined)
          } catch {
            setError(assertionTexts.notJson)
          }
        }}
      />
      <Show when={error()}>
        <div class="field-note field-error" role="status">
          {error()}
        </div>
      </Show>
    </>
  )
}
