import { createUniqueId, For, Show, type Component, type JSX } from 'solid-js'
import ChevronDown from 'lucide-solid/icons/chevron-down'
import { Field } from './Field.tsx'
import './Select.css'

/** One choice of a {@link Select}. */
export interface SelectOption {
  value: string
  label: string
  disabled?: boolean
  group?: string
}

/** See {@link Select}. */
export interface SelectProps {
  label: string
  value: string
  /** Options that follow each other with the same `group` are shown below its name. */
  options: readonly SelectOption[]
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
        <For each={groupsOf(props.options)}>
          {({ name, options }) => (
            <Show when={name} fallback={<Options options={options} value={props.value} />}>
              <optgroup label={name}>
                <Options options={options} value={props.value} />
              </optgroup>
            </Show>
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

const Options: Component<Pick<SelectProps, 'options' | 'value'>> = (props) => (
  <For each={props.options}>
    {(option) => (
      <option value={option.value} disabled={option.disabled} selected={option.value === props.value}>
        {option.label}
      </option>
    )}
  </For>
)

function groupsOf(options: readonly SelectOption[]): { name: string | undefined; options: SelectOption[] }[] {
  const groups: { name: string | undefined; options: SelectOption[] }[] = []
  for (const option of options) {
    const last = groups.at(-1)
    if (last && last.name === option.group) last.options.push(option)
    else groups.push({ name: option.group, options: [option] })
  }
  return groups
}
