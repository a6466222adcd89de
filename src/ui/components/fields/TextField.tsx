import { createUniqueId, Show, type Component, type JSX } from 'solid-js'
import { Field } from './Field.tsx'
import { ReferenceInput } from '../references/ReferenceInput.tsx'
import './TextField.css'

/** See {@link TextField}. */
export interface TextFieldProps {
  label: string
  value: string
  onInput(value: string): void
  onBlur?: (() => void) | undefined
  placeholder?: string | undefined
  /** Hides what is typed, for a secret that isn't stored. */
  type?: 'password' | undefined
  readOnly?: boolean | undefined
  /** The code font. */
  code?: boolean | undefined
  multiline?: boolean | undefined
  /** Stands inside the frame, at the right. */
  suffix?: JSX.Element
  /** Stands right of the frame. */
  trailing?: JSX.Element
  hint?: JSX.Element
  error?: string | undefined
  /** Return true to keep the pasted text out of the field. */
  onPaste?: ((text: string) => boolean) | undefined
  onKeyDown?: ((event: KeyboardEvent) => void) | undefined
  /** Only the control, without the row of label and note; the label stays its name. */
  hideLabel?: boolean | undefined
  /** Offers and marks `${…}`; on unless false. */
  variables?: boolean | undefined
  /** Whole values that are usual here: offered while what is typed is part of one. */
  usual?: readonly string[] | undefined
  /** See `FieldProps`. */
  setting?: string | undefined
  /** About 220 px wide instead of the whole column. */
  short?: boolean | undefined
}

/** A text with its label; `${…}` is marked, completed and explained. */
export const TextField: Component<TextFieldProps> = (props) => {
  const id = createUniqueId()
  const frame = () => (
    <div
      class="text-field"
      classList={{
        'text-field-code': props.code ?? false,
        'text-field-fixed': props.readOnly ?? false,
        'text-field-invalid': Boolean(props.error),
        'text-field-short': props.short ?? false,
      }}
    >
      <ReferenceInput
        id={id}
        label={props.label}
        ownName={props.hideLabel ?? false}
        value={props.value}
        onInput={props.onInput}
        onBlur={() => props.onBlur?.()}
        onKeyDown={(event) => props.onKeyDown?.(event)}
        placeholder={props.placeholder}
        type={props.type}
        readOnly={props.readOnly}
        multiline={props.multiline}
        invalid={Boolean(props.error)}
        describedBy={!props.hideLabel && (props.error || props.hint) ? `${id}-note` : undefined}
        variables={props.variables !== false}
        onPaste={props.onPaste}
        usual={props.usual}
      />
      <Show when={props.suffix}>
        <span class="text-field-suffix">{props.suffix}</span>
      </Show>
    </div>
  )
  return (
    <Show when={!props.hideLabel} fallback={frame()}>
      <Field label={props.label} for={id} hint={props.hint} error={props.error} trailing={props.trailing} setting={props.setting}>
        {frame()}
      </Field>
    </Show>
  )
}
