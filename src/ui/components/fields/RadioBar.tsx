import { createUniqueId, For, Show, type Component } from 'solid-js'
import './RadioBar.css'

/** See {@link RadioBar}. */
export interface RadioBarProps {
  label: string
  value: string
  options: readonly { value: string; label: string; note?: string | undefined }[]
  onChange(value: string): void
  disabled?: boolean | undefined
  small?: boolean | undefined
}

/** A few alternatives side by side: radiogroup with native radios. */
export const RadioBar: Component<RadioBarProps> = (props) => {
  const name = createUniqueId()
  return (
    <div role="radiogroup" aria-label={props.label} class="radio-bar" classList={{ 'radio-bar-small': props.small ?? false }}>
      <For each={props.options}>
        {(option) => (
          <label class="radio-bar-option">
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === props.value}
              disabled={props.disabled}
              onChange={(event) => {
                props.onChange(option.value)
                event.currentTarget.checked = option.value === props.value
              }}
            />
            <span>{option.label}</span>
            <Show when={option.note}>
              {(note) => (
                <small class="radio-bar-note" aria-hidden="true">
                  {note()}
                </small>
              )}
            </Show>
          </label>
        )}
      </For>
    </div>
  )
}
