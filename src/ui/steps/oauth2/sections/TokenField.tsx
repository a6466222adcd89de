import type { Component } from 'solid-js'
import type { Secret } from '#engine/steps/fields.ts'
import { SecretField } from '../../../components/fields/SecretField.tsx'
import { useEditorContext } from '../../editor-context.ts'
import { bindSecret } from '../secrets.ts'
import { oauthTexts as texts } from '../texts.ts'

/** A token or assertion from elsewhere that the step sends: a variable of an earlier step, mostly, or a secret. */
export const TokenField: Component<{
  label: string
  /** Last part of a suggested secret ID: `subject-token`. */
  name: string
  stepName: string
  value: Secret | undefined
  readOnly: boolean
  note?: string | undefined
  onChange(value: Secret | undefined): void
}> = (props) => {
  const token = bindSecret(
    useEditorContext(),
    () => props.stepName,
    props.name,
    () => props.value,
    (next) => props.onChange(next),
  )
  return (
    <SecretField
      label={props.label}
      value={token.value}
      has={token.has}
      onChange={token.onChange}
      onStore={token.onStore}
      onReveal={token.onReveal}
      readOnly={props.readOnly}
      error={typeof props.value === 'object' && !token.has ? texts.secretNotStored(props.value.secret) : undefined}
      note={props.value ? undefined : props.note}
    />
  )
}
