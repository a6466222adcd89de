import type { Component } from 'solid-js'
import { SecretField } from '../../../components/fields/SecretField.tsx'
import { Section } from '../../../components/layout/Section.tsx'
import { TextField } from '../../../components/fields/TextField.tsx'
import { useEditorContext } from '../../editor-context.ts'
import type { PartProps } from '../part-props.ts'
import { bindSecret } from '../secrets.ts'
import { oauthTexts as texts } from '../texts.ts'

/** Resource Owner: whose token it is (O7). */
export const ResourceOwnerSection: Component<PartProps> = (props) => {
  const password = bindSecret(
    useEditorContext(),
    () => props.step.name,
    'password',
    () => props.step.password,
    props.set('password', 'password'),
  )
  const missing = () => {
    const value = props.step.password
    return typeof value === 'object' && !password.has ? texts.secretNotStored(value.secret) : undefined
  }
  return (
    <Section title={texts.titles.resourceOwner} group={texts.titles.resourceOwner}>
      <TextField
        label={texts.labels.username}
        code
        value={props.step.username}
        readOnly={props.readOnly}
        onInput={props.set('username', 'username')}
      />
      <SecretField
        setting="password"
        label={texts.labels.password}
        value={password.value}
        has={password.has}
        onChange={password.onChange}
        onStore={password.onStore}
        onReveal={password.onReveal}
        readOnly={props.readOnly}
        error={missing()}
      />
    </Section>
  )
}
