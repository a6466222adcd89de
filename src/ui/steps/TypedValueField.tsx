import { createEffect, createSignal, createUniqueId, on, Show, type Component } from 'solid-js'
import { Select } from '../components/Select.tsx'
import { TextField } from '../components/TextField.tsx'
import { guessValue, readValue, showValue, typeOfValue, type ValueType } from './typed-value.ts'
import './TypedValueField.css'

/** See {@link TypedValueField}. */
export interface TypedValueFieldProps {
  label: string
  value: unknown
  readOnly: boolean
  /** Called with valid values only; `merge` is set while typing. */
  onChange(value: unknown, typing: boolean): void
  placeholder?: string | undefined
}

const types: readonly { value: ValueType; label: string }[] = [
  { value: 'string', label: 'string' },
  { value: 'number', label: 'number' },
  { value: 'boolean', label: 'boolean' },
  { value: 'null', label: 'null' },
  { value: 'json', label: 'JSON' },
  { value: 'reference', label: 'variable' },
]

/**
 * A value with its type: what is typed is taken for what it looks like, until a type is chosen. What can't be of that type
 * stays in the field with the reason below; the last valid value is kept.
 */
export const TypedValueField: Component<TypedValueFieldProps> = (props) => {
  const noteId = createUniqueId()
  const [chosen, setChosen] = createSignal<ValueType | undefined>(
    props.value !== undefined && guessValue(showValue(props.value)).type !== typeOfValue(props.value)
      ? typeOfValue(props.value)
      : undefined,
  )
  const [draft, setDraft] = createSignal<string>()
  const [error, setError] = createSignal<string>()
  let mine: unknown
  createEffect(
    on(
      () => props.value,
      (value) => {
        // What was typed here comes back as an equal value; the text stays as it was typed.
        if (typeOfValue(value) === typeOfValue(mine) && showValue(value) === showValue(mine)) return
        setDraft(undefined)
        setError(undefined)
        if (guessValue(showValue(value)).type === typeOfValue(value)) setChosen(undefined)
        else setChosen(typeOfValue(value))
      },
      { defer: true },
    ),
  )
  const text = () => draft() ?? showValue(props.value)
  const type = () => chosen() ?? (props.value === undefined ? guessValue(text()).type : typeOfValue(props.value))
  const take = (next: string, as: ValueType | undefined, typing: boolean) => {
    const value = as === undefined ? { ok: true as const, value: guessValue(next).value } : readValue(next, as)
    if (!value.ok) return setError(`${value.error} The last valid value is kept.`)
    setError(undefined)
    mine = value.value
    props.onChange(value.value, typing)
  }
  return (
    <div class="typed-value">
      <div class="typed-value-row">
        <TextField
          label={props.label}
          hideLabel
          code
          value={text()}
          readOnly={props.readOnly}
          placeholder={props.placeholder}
          error={error()}
          onInput={(next) => {
            setDraft(next)
            take(next, chosen(), true)
          }}
        />
        <span class={`typed-value-type typed-value-${type()}`}>
          <Select
            label={`Type of ${props.label.toLowerCase()} value`}
            hideLabel
            small
            disabled={props.readOnly}
            value={type()}
            options={types}
            onChange={(value) => {
              const as = types.find((one) => one.value === value)?.value ?? 'string'
              setChosen(as)
              setDraft(text())
              take(text(), as, false)
            }}
          />
        </span>
      </div>
      <Show when={error()}>
        <div class="field-note field-error" id={noteId} role="status">
          {error()}
        </div>
      </Show>
    </div>
  )
}
