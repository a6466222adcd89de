import { createEffect, createSignal, on, Show, untrack, type Component } from 'solid-js'
import { CodeEditor } from '../../components/fields/CodeEditor.tsx'
import { jwtTexts } from './texts.ts'

const show = (value: unknown): string => JSON.stringify(value, null, 2)

/** A JSON object as text; while it is not one, the last valid object is kept. */
export const RecordField: Component<{
  label: string
  value: Record<string, unknown>
  readOnly: boolean
  onChange(value: Record<string, unknown>): void
}> = (props) => {
  const [text, setText] = createSignal(untrack(() => show(props.value)))
  const [error, setError] = createSignal<string>()
  let mine = untrack(() => show(props.value))
  createEffect(
    on(
      () => show(props.value),
      (outside) => {
        if (outside === mine) return
        mine = outside
        setText(outside)
        setError(undefined)
      },
      { defer: true },
    ),
  )
  const take = (next: string) => {
    setText(next)
    try {
      const value: unknown = JSON.parse(next)
      if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new SyntaxError('not an object')
      setError(undefined)
      mine = show(value)
      props.onChange(value as Record<string, unknown>)
    } catch {
      setError(jwtTexts.notObject)
    }
  }
  return (
    <>
      <CodeEditor label={props.label} language="json" height="120px" value={text()} readOnly={props.readOnly} onInput={take} />
      <Show when={error()}>
        <div class="field-note field-error" role="status">
          {error()}
        </div>
      </Show>
    </>
  )
}
