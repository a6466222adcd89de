import { createEffect, createSignal, createUniqueId, on, Show, type Component, type JSX } from 'solid-js'
import Braces from 'lucide-solid/icons/braces'
import Hash from 'lucide-solid/icons/hash'
import { Field } from './Field.tsx'
import { IconButton } from '../IconButton.tsx'
import { ReferenceInput } from '../references/ReferenceInput.tsx'
import { componentTexts as texts } from '../texts.ts'
import './NumberField.css'

/** See {@link NumberField}. */
export interface NumberFieldProps {
  label: string
  /** A number, or a text with one reference: `${timeout}`. */
  value: number | string
  min?: number | undefined
  max?: number | undefined
  /** Called with valid values only; what else is typed stays in the field, with the reason below. */
  onChange(value: number | string): void
  /** Shown behind the number: `s`. */
  unit?: string | undefined
  readOnly?: boolean | undefined
  hint?: JSX.Element
  /** Allows one reference instead of the number; on unless false. */
  reference?: boolean | undefined
}

/** A number with bounds; or, if switched, one `${reference}`. */
export const NumberField: Component<NumberFieldProps> = (props) => {
  const id = createUniqueId()
  const [asText, setAsText] = createSignal(typeof props.value === 'string')
  const [error, setError] = createSignal<string>()
  createEffect(
    on(
      () => props.value,
      (value) => {
        setAsText(typeof value === 'string')
        setError(undefined)
      },
      { defer: true },
    ),
  )
  const typeNumber = (text: string) => {
    const value = Number(text)
    if (text.trim() === '' || !Number.isFinite(value)) return setError(texts.number.notANumber)
    if ((props.min !== undefined && value < props.min) || (props.max !== undefined && value > props.max))
      return setError(texts.number.range(props.min, props.max))
    setError(undefined)
    props.onChange(value)
  }
  const typeReference = (text: string) => {
    if (/^\$\{[^{}]+\}$/.test(text)) {
      setError(undefined)
      props.onChange(text)
    } else setError(texts.number.whole)
  }
  return (
    <Field label={props.label} for={id} error={error()} hint={props.hint}>
      <div
        class="number-field text-field text-field-code"
        classList={{ 'text-field-invalid': Boolean(error()), 'text-field-fixed': props.readOnly ?? false }}
      >
        <Show
          when={asText()}
          fallback={
            <input
              id={id}
              type="number"
              class="number-field-control"
              value={props.value}
              min={props.min}
              max={props.max}
              step="any"
              readOnly={props.readOnly}
              aria-describedby={error() || props.hint ? `${id}-note` : undefined}
              aria-invalid={error() ? true : undefined}
              onInput={(event) => typeNumber(event.currentTarget.value)}
            />
          }
        >
          <ReferenceInput
            id={id}
            label={props.label}
            ownName={false}
            value={String(typeof props.value === 'string' ? props.value : '')}
            onInput={typeReference}
            placeholder="${name}"
            readOnly={props.readOnly}
            invalid={Boolean(error())}
            describedBy={error() || props.hint ? `${id}-note` : undefined}
            variables
          />
        </Show>
        <span class="text-field-suffix">
          <Show when={props.unit && !asText()}>
            <span>{props.unit}</span>
          </Show>
          <Show when={props.reference !== false && !props.readOnly}>
            <IconButton
              label={asText() ? texts.number.useNumber : texts.number.useVariable}
              icon={asText() ? Hash : Braces}
              onClick={() => {
                setError(undefined)
                setAsText(!asText())
              }}
            />
          </Show>
        </span>
      </div>
    </Field>
  )
}
