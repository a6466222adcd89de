import { createUniqueId, Show, type Component } from 'solid-js'
import { Field } from './Field.tsx'
import './Switch.css'

/** See {@link Switch}. */
export interface SwitchProps {
  label: string
  checked: boolean
  onChange(checked: boolean): void
  /** What the state means, beside it. */
  note?: string | undefined
  disabled?: boolean | undefined
  /** No row of its own; with `inline` the label stands right of it. */
  hideLabel?: boolean | undefined
  inline?: boolean | undefined
}

/** On or off: role switch. */
export const Switch: Component<SwitchProps> = (props) => {
  const id = createUniqueId()
  const control = () => (
    <span class="switch">
      <input
        type="checkbox"
        role="switch"
        id={id}
        class="switch-control"
        aria-label={props.hideLabel ? props.label : undefined}
        aria-describedby={props.note ? `${id}-state` : undefined}
        checked={props.checked}
        disabled={props.disabled}
        onChange={(event) => {
          props.onChange(event.currentTarget.checked)
          event.currentTarget.checked = props.checked
        }}
      />
      <Show when={props.inline}>
        <label for={id}>{props.label}</label>
      </Show>
      <Show when={props.note}>
        <span class="switch-note" id={`${id}-state`}>
          {props.note}
        </span>
      </Show>
    </span>
  )
  return (
    <Show when={!props.hideLabel && !props.inline} fallback={control()}>
      <Field label={props.label} for={id}>
        {control()}
      </Field>
    </Show>
  )
}
