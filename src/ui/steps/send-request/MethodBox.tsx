import { createUniqueId, For, type Component } from 'solid-js'
import ChevronDown from 'lucide-solid/icons/chevron-down'
import { requestEditorTexts as texts } from './texts.ts'
import '../../components/fields/Select.css'

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'QUERY']

/** The method: typed freely, with the usual ones offered. A native input with a list, role combobox. */
export const MethodBox: Component<{ value: string; readOnly: boolean; onInput(value: string): void }> = (props) => {
  const id = createUniqueId()
  /** Comes back if the field is left blank, whatever was typed in between. */
  let before = ''
  /** A browser offers what matches the field's text: the field stands empty, and shows its value, while one chooses. */
  const empty = (field: HTMLInputElement) => {
    if (props.readOnly || field.value !== props.value) return
    before = props.value
    field.value = ''
  }
  return (
    <span class="request-method">
      <input
        aria-label={texts.labels.method}
        list={id}
        value={props.value}
        placeholder={props.value}
        readOnly={props.readOnly}
        spellcheck={false}
        autocomplete="off"
        onFocus={(event) => {
          before = props.value
          event.currentTarget.select()
        }}
        onClick={({ currentTarget }) => {
          if (props.readOnly) return
          empty(currentTarget)
          try {
            currentTarget.showPicker()
          } catch {
            // A browser that does not open it here does so at an arrow key.
          }
        }}
        onKeyDown={(event) => /^Arrow(Up|Down)$/.test(event.key) && empty(event.currentTarget)}
        onInput={(event) => {
          const value = event.currentTarget.value
          if (value.trim() === '') return
          const upper = value.toUpperCase()
          props.onInput(methods.includes(upper) ? upper : value)
        }}
        onBlur={(event) => {
          if (event.currentTarget.value.trim() !== '') return
          if (props.value !== before) props.onInput(before)
          event.currentTarget.value = before
        }}
      />
      <ChevronDown class="choice-arrow" aria-hidden="true" />
      <datalist id={id}>
        <For each={methods}>{(method) => <option value={method} />}</For>
      </datalist>
    </span>
  )
}
