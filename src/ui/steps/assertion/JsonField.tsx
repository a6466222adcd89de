import { createEffect, createSignal, on, Show, untrack, type Component } from 'solid-js'
import { CodeEditor } from '../../components/fields/CodeEditor.tsx'
import { assertionTexts } from './texts.ts'

const written = (value: unknown): string => (value === undefined ? '' : JSON.stringify(value, null, 2))

/** A JSON value, such as the schema of `matches-schema`; while what is typed is not JSON, the last valid one is kept. */
export const JsonField: Component<{ label: string; value: unknown; readOnly: boolean; onChange(value: unknown): void }> = (
  props,
) => {
  const [text, setText] = createSignal(untrack(() => written(props.value)))
  const [error, setError] = createSignal<string>()
  let typed: unknown = untrack(() => props.value)
  // Changed elsewhere: an answer was accepted, or an edit was taken back.
  createEffect(
    on(
      () => written(props.value),
      (now) => {
        if (now === written(typed)) return
        typed = untrack(() => props.value)
        setText(now)
        setError(undefined)
      },
      { defer: true },
    ),
  )
  return (
    <>
      <CodeEditor
        label={props.label}
        language="json"
        height="180px"
        value={text()}
        readOnly={props.readOnly}
        onInput={(next) => {
          setText(next)
          try {
            props.onChange((typed = JSON.parse(next) as unknown))
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
