import { createUniqueId, type Component } from 'solid-js'
import { Field } from '../../components/fields/Field.tsx'
import { ReferenceInput } from '../../components/references/ReferenceInput.tsx'
import type { Typed } from './answers.ts'
import { firstCaseTexts as t } from './texts.ts'

/** What the parts of the form share: what is typed, how it is changed, and what is wrong with it. */
export interface FormPart {
  typed: Typed
  set(key: keyof Typed): (value: string) => void
  missing(key: keyof Typed): string | undefined
}

/** What is typed in blind and goes into the vault. */
export const SecretInput: Component<{
  part: FormPart
  name: 'token' | 'keyValue' | 'password' | 'clientSecret'
  label: string
  hint?: string
}> = (props) => {
  const id = createUniqueId()
  const error = () => props.part.missing(props.name)
  return (
    <Field label={props.label} for={id} hint={props.hint ?? t.kept} error={error()}>
      <div class="text-field text-field-code" classList={{ 'text-field-invalid': error() !== undefined }}>
        <ReferenceInput
          id={id}
          label={props.label}
          ownName={false}
          type="password"
          variables={false}
          invalid={error() !== undefined}
          describedBy={`${id}-note`}
          value={props.part.typed[props.name]}
          onInput={props.part.set(props.name)}
        />
      </div>
    </Field>
  )
}
