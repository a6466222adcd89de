import { Show, type Component } from 'solid-js'
import type { SigningKey } from '#engine/steps/oauth2/schema.ts'
import { SecretField } from '../../components/fields/SecretField.tsx'
import { Select } from '../../components/fields/Select.tsx'
import { Switch } from '../../components/fields/Switch.tsx'
import { TextField } from '../../components/fields/TextField.tsx'
import type { EditorContext } from '../editor-context.ts'
import { KeyCheck } from './KeyCheck.tsx'
import { KeyMaterial } from './KeyMaterial.tsx'
import { bindSecret } from '../oauth2/secrets.ts'
import { keyTexts } from './key-texts.ts'
import { stepEditorTexts as texts } from '../texts.ts'

const forms = ['pem', 'jwk', 'pfx', 'x509', 'symmetric'] as const
const asymmetric = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'] as const
const symmetric = ['HS256', 'HS384', 'HS512'] as const
/** All signature algorithms of the file. */
export const algorithms = [...asymmetric, ...symmetric] as const

/** What an assertion can be for (RFC 7523 section 3, point 3); `other` is custom text. */
const audiences = [
  { value: 'issuer', label: keyTexts.labels.issuer },
  { value: 'token-endpoint', label: keyTexts.labels.tokenEndpoint },
  { value: 'endpoint', label: keyTexts.labels.eachEndpoint },
  { value: 'other', label: keyTexts.labels.anotherText },
] as const

/** Algorithms that a key of this form can sign with. */
const algorithmsOf = (form: SigningKey['form']): readonly SigningKey['algorithm'][] =>
  form === 'symmetric' ? symmetric : form === 'jwk' ? algorithms : asymmetric

/** The fields of a signing key: form, key, password, algorithm, key id, audience. */
export const KeyFields: Component<{
  value: SigningKey
  context: EditorContext
  stepName: string
  readOnly: boolean
  edit(label: string, recipe: (key: SigningKey) => void, merge?: string): void
  withAlgorithm?: boolean
  /** What the key is checked for, where the step has its own algorithm. */
  algorithm?: SigningKey['algorithm']
  withAudience?: boolean
}> = (props) => {
  const binding = (field: 'key' | 'password', name: string) =>
    bindSecret(
      props.context,
      () => props.stepName,
      name,
      () => props.value[field],
      (next) =>
        props.edit(texts.change(name), (key) => {
          if (next === undefined) delete key[field]
          else key[field] = next
        }),
    )
  const key = binding('key', 'key')
  const password = binding('password', 'key-password')
  const audience = () => (audiences.some(({ value }) => value === props.value.audience) ? props.value.audience : 'other')
  return (
    <>
      <Select
        label={keyTexts.labels.keyForm}
        value={props.value.form}
        disabled={props.readOnly}
        options={forms.map((form) => ({ value: form, label: keyTexts.forms[form] }))}
        onChange={(value) =>
          props.edit(keyTexts.edits.changeKeyForm, (draft) => {
            draft.form = forms.find((form) => form === value) ?? 'pem'
            const possible = algorithmsOf(draft.form)
            if (!possible.includes(draft.algorithm)) draft.algorithm = possible[0] ?? 'RS256'
          })
        }
      />
      <KeyMaterial form={props.value.form} binding={key} readOnly={props.readOnly} />
      <KeyCheck value={props.value} algorithm={props.algorithm ?? props.value.algorithm} context={props.context} />
      <Show when={props.value.form === 'symmetric'}>
        <Select
          label={keyTexts.labels.keyEncoding}
          value={props.value.encoding}
          disabled={props.readOnly}
          options={[
            { value: 'text', label: keyTexts.labels.text },
            { value: 'base64', label: keyTexts.labels.base64 },
          ]}
          onChange={(value) =>
            props.edit(
              keyTexts.edits.changeKeyEncoding,
              (draft) => void (draft.encoding = value === 'base64' ? 'base64' : 'text'),
            )
          }
        />
      </Show>
      <Show when={props.value.form === 'pem' || props.value.form === 'pfx' || props.value.form === 'x509'}>
        <SecretField
          label={keyTexts.labels.keyPassword}
          value={password.value}
          has={password.has}
          onChange={password.onChange}
          onStore={password.onStore}
          onReveal={password.onReveal}
          readOnly={props.readOnly}
          note={props.value.password === undefined ? keyTexts.onlyEncrypted : undefined}
        />
      </Show>
      <Show when={props.withAlgorithm}>
        <Select
          label={keyTexts.labels.algorithm}
          value={props.value.algorithm}
          disabled={props.readOnly}
          options={algorithmsOf(props.value.form).map((name) => ({ value: name, label: name }))}
          onChange={(value) =>
            props.edit(
              keyTexts.edits.changeAlgorithm,
              (draft) => void (draft.algorithm = algorithms.find((name) => name === value) ?? 'RS256'),
            )
          }
        />
      </Show>
      <TextField
        label={keyTexts.labels.keyId}
        code
        short
        placeholder={keyTexts.placeholders.keyId}
        value={props.value.keyId}
        readOnly={props.readOnly}
        onInput={(value) => props.edit(keyTexts.edits.changeKeyId, (draft) => void (draft.keyId = value), 'keyId')}
      />
      <Show when={props.value.form === 'x509' || props.value.form === 'pfx'}>
        <Switch
          label={keyTexts.labels.certificateThumbprint}
          checked={props.value.x5tS256}
          disabled={props.readOnly}
          note={props.value.x5tS256 ? keyTexts.thumbprint.on : keyTexts.thumbprint.off}
          onChange={(on) => props.edit(keyTexts.edits.changeThumbprint, (draft) => void (draft.x5tS256 = on))}
        />
      </Show>
      <Show when={props.withAudience}>
        <Select
          label={keyTexts.labels.audience}
          value={audience()}
          disabled={props.readOnly}
          options={audiences}
          onChange={(value) =>
            props.edit(keyTexts.edits.changeAudience, (draft) => void (draft.audience = value === 'other' ? '' : value))
          }
        />
        <Show when={audience() === 'other'}>
          <TextField
            label={keyTexts.labels.audienceValue}
            code
            value={props.value.audience}
            readOnly={props.readOnly}
            onInput={(value) => props.edit(keyTexts.edits.changeAudience, (draft) => void (draft.audience = value), 'audience')}
          />
        </Show>
      </Show>
    </>
  )
}
