import { createUniqueId, For, Show, type Component, type JSX } from 'solid-js'
import ChevronDown from 'lucide-solid/icons/chevron-down'
import { Field } from './Field.tsx'
import './Select.css'

/** See {@link Select}. */
export interface SelectProps {
  label: string
  value: string
  options: readonly { value: string; label: string; disabled?: boolean }[]
  onChange(value: string): void
  hideLabel?: boolean | undefined
  small?: boolean | undefined
  disabled?: boolean | undefined
  hint?: JSX.Element
  error?: string | undefined
  trailing?: JSX.Element
}

/** One of a list: a native select, role combobox. */
export const Select: Component<SelectProps> = (props) => {
  const id = createUniqueId()
  const frame = () => (
    <span class="select" classList={{ 'select-small': props.small ?? false, 'select-invalid': Boolean(props.error) }}>
      <select
        id={id}
        aria-label={props.hideLabel ? props.label : undefined}
        aria-describedby={!props.hideLabel && (props.error || props.hint) ? `${id}-note` : undefined}
        aria-invalid={props.error ? true : undefined}
        disabled={props.disabled}
        onChange={(event) => {
          props.onChange(event.currentTarget.value)
          event.currentTarget.value = props.value
        }}
      >
        <For each={props.options}>
          {(option) => (
            <option value={option.value} disabled={option.disabled} selected={option.value === props.value}>
              {option.label}
            </option>
          )}
        </For>
      </select>
      <ChevronDown class="choice-arrow" aria-hidden="true" />
    </span>
  )
  return (
    <Show when={!props.hideLabel} fallback={frame()}>
      <Field label={props.label} for={id} hint={props.hint} error={props.error} trailing={props.trailing}>
        {frame()}
      </Field>
    </Show>
  )
}
