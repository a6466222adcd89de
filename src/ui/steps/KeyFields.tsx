import { Show, type Component } from 'solid-js'
import type { SigningKey } from '#engine/steps/oauth2/schema.ts'
import { SecretField } from '../components/SecretField.tsx'
import { Select } from '../components/Select.tsx'
import { Switch } from '../components/Switch.tsx'
import { TextField } from '../components/TextField.tsx'
import type { EditorContext } from './editor-context.ts'
import { KeyCheck } from './KeyCheck.tsx'
import { KeyMaterial } from './KeyMaterial.tsx'
import { bindSecret } from './oauth2/secrets.ts'
import { texts } from './oauth2/texts.ts'

const forms = ['pem', 'jwk', 'pfx', 'x509', 'symmetric'] as const
const asymmetric = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'] as const
const symmetric = ['HS256', 'HS384', 'HS512'] as const
/** All signature algorithms of the file. */
export const algorithms = [...asymmetric, ...symmetric] as const

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
  /** What the key is checked for, where the step has an algorithm of its own. */
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
        props.edit(`Change ${name}`, (key) => {
          if (next === undefined) delete key[field]
          else key[field] = next
        }),
    )
  const key = binding('key', 'key')
  const password = binding('password', 'key-password')
  const audience = () =>
    props.value.audience === 'issuer' || props.value.audience === 'token-endpoint' ? props.value.audience : 'other'
  return (
    <>
      <Select
        label="Key form"
        value={props.value.form}
        disabled={props.readOnly}
        options={forms.map((form) => ({ value: form, label: texts.forms[form] }))}
        onChange={(value) =>
          props.edit('Change key form', (draft) => {
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
          label="Key encoding"
          value={props.value.encoding}
          disabled={props.readOnly}
          options={[
            { value: 'text', label: 'text' },
            { value: 'base64', label: 'base64' },
          ]}
          onChange={(value) =>
            props.edit('Change key encoding', (draft) => void (draft.encoding = value === 'base64' ? 'base64' : 'text'))
          }
        />
      </Show>
      <Show when={props.value.form === 'pem' || props.value.form === 'pfx' || props.value.form === 'x509'}>
        <SecretField
          label="Key password"
          value={password.value}
          has={password.has}
          onChange={password.onChange}
          onStore={password.onStore}
          onReveal={password.onReveal}
          readOnly={props.readOnly}
          note={props.value.password === undefined ? 'Only for encrypted keys.' : undefined}
        />
      </Show>
      <Show when={props.withAlgorithm}>
        <Select
          label="Algorithm"
          value={props.value.algorithm}
          disabled={props.readOnly}
          options={algorithmsOf(props.value.form).map((name) => ({ value: name, label: name }))}
          onChange={(value) =>
            props.edit(
              'Change algorithm',
              (draft) => void (draft.algorithm = algorithms.find((name) => name === value) ?? 'RS256'),
            )
          }
        />
      </Show>
      <TextField
        label="Key ID"
        code
        short
        placeholder="kid, optional"
        value={props.value.keyId}
        readOnly={props.readOnly}
        onInput={(value) => props.edit('Change key ID', (draft) => void (draft.keyId = value), 'keyId')}
      />
      <Show when={props.value.form === 'x509' || props.value.form === 'pfx'}>
        <Switch
          label="Certificate thumbprint"
          checked={props.value.x5tS256}
          disabled={props.readOnly}
          note={props.value.x5tS256 ? 'on: x5t#S256 in the header' : 'off'}
          onChange={(on) => props.edit('Change thumbprint', (draft) => void (draft.x5tS256 = on))}
        />
      </Show>
      <Show when={props.withAudience}>
        <Select
          label="Audience"
          value={audience()}
          disabled={props.readOnly}
          options={[
            { value: 'issuer', label: 'the issuer' },
            { value: 'token-endpoint', label: 'the token endpoint' },
            { value: 'other', label: 'another text' },
          ]}
          onChange={(value) => props.edit('Change audience', (draft) => void (draft.audience = value === 'other' ? '' : value))}
        />
        <Show when={audience() === 'other'}>
          <TextField
            label="Audience value"
            code
            value={props.value.audience}
            readOnly={props.readOnly}
            onInput={(value) => props.edit('Change audience', (draft) => void (draft.audience = value), 'audience')}
          />
        </Show>
      </Show>
    </>
  )
}
