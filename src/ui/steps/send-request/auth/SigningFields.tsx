import { Show, type Component } from 'solid-js'
import { oauth1Methods, type AwsAuth, type OAuth1Auth } from '#engine/steps/send-request/auth/signed-auth.ts'
import { Select } from '../../../components/fields/Select.tsx'
import { Switch } from '../../../components/fields/Switch.tsx'
import { TextField } from '../../../components/fields/TextField.tsx'
import { authTexts } from './auth-texts.ts'

/** Fields of an authorization that signs requests. */
export interface SigningFieldsProps<A> {
  auth: A
  readOnly: boolean
  onChange(auth: A, merge?: string): void
}

/** Words of the header have no spaces, except in references. */
const withoutSpaces = (text: string): string => text.replace(/\$\{[^{}]*\}?|\s+/g, (part) => (part.startsWith('$') ? part : ''))

/** The settings of AWS Signature 4. */
export const AwsFields: Component<SigningFieldsProps<AwsAuth>> = (props) => {
  const t = authTexts.aws
  const field = (name: 'accessKey' | 'secretKey' | 'sessionToken' | 'region' | 'service', hint?: string) => (
    <TextField
      label={t[name]}
      hint={hint}
      code
      value={props.auth[name]}
      readOnly={props.readOnly}
      onInput={(text) => props.onChange({ ...props.auth, [name]: withoutSpaces(text) }, name)}
    />
  )
  return (
    <>
      {field('accessKey')}
      {field('secretKey')}
      {field('sessionToken', t.sessionTokenHint)}
      {field('region', t.fromHost)}
      {field('service', t.fromHost)}
      <PlaceSelect
        places={['header', 'query']}
        place={props.auth.place}
        readOnly={props.readOnly}
        onChange={(place) => props.onChange({ ...props.auth, place: place === 'query' ? 'query' : 'header' })}
      />
    </>
  )
}

/** The settings of OAuth 1.0a. */
export const OAuth1Fields: Component<SigningFieldsProps<OAuth1Auth>> = (props) => {
  const t = authTexts.oauth1
  type Name = 'consumerKey' | 'consumerSecret' | 'token' | 'tokenSecret' | 'privateKey' | 'realm'
  const field = (name: Name, hint?: string) => (
    <TextField
      label={t[name]}
      hint={hint}
      code
      value={props.auth[name]}
      readOnly={props.readOnly}
      onInput={(text) => props.onChange({ ...props.auth, [name]: text }, name)}
    />
  )
  const other = (label: string, name: 'oauth_callback' | 'oauth_verifier') => (
    <TextField
      label={label}
      code
      value={props.auth.others[name] ?? ''}
      readOnly={props.readOnly}
      onInput={(text) => {
        const { [name]: _before, ...others } = props.auth.others
        props.onChange({ ...props.auth, others: text === '' ? others : { ...others, [name]: text } }, name)
      }}
    />
  )
  const methods = () => [...new Set([...oauth1Methods, props.auth.method])].map((value) => ({ value, label: value }))
  const isRsa = () => /^RSA/i.test(props.auth.method)
  return (
    <>
      {field('consumerKey')}
      <Show when={!isRsa() || props.auth.consumerSecret !== ''}>{field('consumerSecret')}</Show>
      {field('token')}
      {field('tokenSecret')}
      <Select
        label={t.method}
        value={props.auth.method}
        options={methods()}
        disabled={props.readOnly}
        onChange={(method) => props.onChange({ ...props.auth, method })}
      />
      <Show when={isRsa() || props.auth.privateKey !== ''}>{field('privateKey', t.privateKeyHint)}</Show>
      <PlaceSelect
        places={['header', 'query', 'body']}
        place={props.auth.place}
        readOnly={props.readOnly}
        onChange={(place) => props.onChange({ ...props.auth, place })}
      />
      {field('realm')}
      {other(t.callback, 'oauth_callback')}
      {other(t.verifier, 'oauth_verifier')}
      <Switch
        label={t.bodyHash}
        checked={props.auth.bodyHash}
        disabled={props.readOnly}
        onChange={(bodyHash) => props.onChange({ ...props.auth, bodyHash })}
      />
    </>
  )
}

type Place = OAuth1Auth['place']

const PlaceSelect: Component<{ places: readonly Place[]; place: Place; readOnly: boolean; onChange(place: Place): void }> = (
  props,
) => (
  <Select
    label={authTexts.sentIn}
    value={props.place}
    options={props.places.map((value) => ({ value, label: authTexts.sentPlaces[value] }))}
    disabled={props.readOnly}
    onChange={(value) => {
      const place = props.places.find((one) => one === value)
      if (place) props.onChange(place)
    }}
  />
)
