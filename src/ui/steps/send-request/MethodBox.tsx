import { createUniqueId, For, type Component } from 'solid-js'
import { texts } from './texts.ts'

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'QUERY']

/** The method: typed freely, with the usual ones offered. A native input with a list, role combobox. */
export const MethodBox: Component<{ value: string; readOnly: boolean; onInput(value: string): void }> = (props) => {
  const id = createUniqueId()
  return (
    <>
      <input
        class="request-method"
        aria-label={texts.labels.method}
        list={id}
        value={props.value}
        readOnly={props.readOnly}
        spellcheck={false}
        autocomplete="off"
        onFocus={(event) => event.currentTarget.select()}
        onInput={(event) => {
          const value = event.currentTarget.value
          const upper = value.toUpperCase()
          props.onInput(methods.includes(upper) ? upper : value)
        }}
        onBlur={(event) => {
          if (event.currentTarget.value.trim() !== '') return
          props.onInput('GET')
          event.currentTarget.value = 'GET'
        }}
      />
      <datalist id={id}>
        <For each={methods}>{(method) => <option value={method} />}</For>
      </datalist>
    </>
  )
}
