import { createEffect, createSignal, createUniqueId, on, Show, type Component } from 'solid-js'
import { Select } from '../../components/fields/Select.tsx'
import { TextField } from '../../components/fields/TextField.tsx'
import type { Result } from '#engine/base/result.ts'
import { guessValue, readValue, showValue, typeOfValue } from './typed-value.ts'
import type { ValueType } from './value-type.ts'
import { valueTexts } from './value-texts.ts'
import './TypedValueField.css'

/** See {@link TypedValueField}. */
export interface TypedValueFieldProps {
  label: string
  value: unknown
  readOnly: boolean
  /** Called with valid values only; `merge` is set while typing. */
  onChange(value: unknown, typing: boolean): void
  placeholder?: string | undefined
  /** What is wrong with the value, which is kept all the same. */
  problem?: string | undefined
  /** Fewer types, of which one is always chosen: nothing is taken for what it looks like. A string is among them. */
  only?: OnlyTypes | undefined
}

/** See {@link TypedValueFieldProps.only}. */
export interface OnlyTypes {
  /** The name of the choice of a type. */
  label: string
  types: readonly ValueType[]
  /** Instead of {@link readValue}. */
  read(text: string, type: ValueType): Result<unknown, string>
}

const allTypes: readonly ValueType[] = ['string', 'number', 'boolean', 'null', 'json', 'reference']

/** What an empty field becomes when one of {@link OnlyTypes} is chosen. */
const starts: Partial<Record<ValueType, string>> = { number: '0', boolean: 'false' }

/**
 * A value with its type: what is typed is taken for what it looks like, until a type is chosen. What can't be of that type
 * stays in the field with the reason below; the last valid value is kept.
 */
export const TypedValueField: Component<TypedValueFieldProps> = (props) => {
  const noteId = createUniqueId()
  const typeOf = (value: unknown): ValueType => {
    const type = typeOfValue(value)
    return props.only && !props.only.types.includes(type) ? 'string' : type
  }
  /** The type that must be chosen for a value: none if it looks like what it is. */
  const choiceFor = (value: unknown): ValueType | undefined =>
    value === undefined || (!props.only && guessValue(showValue(value)).type === typeOf(value)) ? undefined : typeOf(value)
  const [chosen, setChosen] = createSignal(choiceFor(props.value))
  const [draft, setDraft] = createSignal<string>()
  const [error, setError] = createSignal<string>()
  const wrong = () => error() ?? props.problem
  let mine: unknown
  createEffect(
    on(
      () => props.value,
      (value) => {
        // What was typed here is returned as an equal value; the text stays as it was typed.
        if (typeOf(value) === typeOf(mine) && showValue(value) === showValue(mine)) return
        setDraft(undefined)
        setError(undefined)
        setChosen(choiceFor(value))
      },
      { defer: true },
    ),
  )
  const types = () => props.only?.types ?? allTypes
  const text = () => draft() ?? showValue(props.value)
  const type = () => chosen() ?? (props.value === undefined ? guessValue(text()).type : typeOf(props.value))
  const take = (next: string, as: ValueType | undefined, typing: boolean) => {
    const value =
      as === undefined ? { ok: true as const, value: guessValue(next).value } : (props.only?.read ?? readValue)(next, as)
    if (!value.ok) return setError(valueTexts.kept(value.error))
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
          error={wrong()}
          onInput={(next) => {
            setDraft(next)
            take(next, chosen(), true)
          }}
        />
        <span class={`typed-value-type typed-value-${type()}`}>
          <Select
            label={props.only?.label ?? valueTexts.typeOf(props.label)}
            hideLabel
            small
            disabled={props.readOnly}
            value={type()}
            options={types().map((value) => ({ value, label: valueTexts.types[value] }))}
            onChange={(value) => {
              const as = types().find((one) => one === value) ?? 'string'
              const next = props.only && text() === '' ? (starts[as] ?? '') : text()
              setChosen(as)
              setDraft(next)
              take(next, as, false)
            }}
          />
        </span>
      </div>
      <Show when={wrong()}>
        <div class="field-note field-error" id={noteId} role="status">
          {wrong()}
        </div>
      </Show>
    </div>
  )
}
