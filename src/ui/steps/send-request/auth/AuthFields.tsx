import { createMemo, createSignal, For, Match, Show, Switch, type Component } from 'solid-js'
import KeyRound from 'lucide-solid/icons/key-round'
import type { InheritedHeader } from '#engine/project/inherited-headers.ts'
import { Button } from '../../../components/Button.tsx'
import { Notice } from '../../../components/Notice.tsx'
import { RadioBar } from '../../../components/fields/RadioBar.tsx'
import { TextField } from '../../../components/fields/TextField.tsx'
import { useEditorContext } from '../../editor-context.ts'
import { authTexts as t } from './auth-texts.ts'
import '../Editor.css'
import { freeVariable } from '../paste-offers.ts'
import { InheritedLink } from '../headers/InheritedLink.tsx'
import { AwsFields, OAuth1Fields } from './SigningFields.tsx'
import { authKinds, authOf, credentialsIn, setAuth, type Carriers, type KeyPlace, type RequestAuth } from './request-auth.ts'

const newAws: RequestAuth = {
  kind: 'aws',
  accessKey: '',
  secretKey: '',
  sessionToken: '',
  region: '',
  service: '',
  place: 'header',
}

const newOAuth1: RequestAuth = {
  kind: 'oauth1',
  consumerKey: '',
  consumerSecret: '',
  token: '',
  tokenSecret: '',
  method: 'HMAC-SHA1',
  privateKey: '',
  realm: '',
  place: 'header',
  bodyHash: false,
  others: {},
}

type Of<K extends RequestAuth['kind']> = Extract<RequestAuth, { kind: K }>

/** See {@link AuthFields}. */
export interface AuthFieldsProps {
  carriers: Carriers
  readOnly: boolean
  edit(label: string, recipe: (draft: Carriers) => void, merge: string | undefined): void
  /** The inherited headers that it doesn't override. */
  offered: readonly InheritedHeader[]
  onOpen(level: InheritedHeader['from']['level']): void
  /** Variables that hold a token. */
  tokens: readonly string[]
  /** Puts a step that gets a token before the request. */
  onGetToken?: (() => void) | undefined
  /** It is of all requests below: there is no query. */
  below?: boolean
}

/** Who asks: a view of the header, or of the parameter, that says so. */
export const AuthFields: Component<AuthFieldsProps> = (props) => {
  const context = useEditorContext()
  /** An API key that was chosen here stays one whatever it is called. */
  const [key, setKey] = createSignal<KeyPlace>()
  const secrets = createMemo(() => {
    const seen = new Set<string>()
    // The narrowest of a name comes first, and counts.
    const narrowest = context.variables().filter(({ name }) => !seen.has(name) && seen.add(name))
    return new Set(narrowest.filter(({ secret }) => secret).map(({ name }) => name))
  })
  const isSecret = (name: string) => secrets().has(name)
  const auth = createMemo(() => authOf(props.carriers, key(), props.offered, isSecret))
  const as = <K extends RequestAuth['kind']>(kind: K): Of<K> | undefined => (auth().kind === kind ? (auth() as Of<K>) : undefined)
  const named = () => as('basic') ?? as('digest') ?? as('ntlm')
  const tokens = () => props.tokens
  const inherited = () => credentialsIn(props.offered, isSecret)
  const about = () => {
    const { kind } = auth()
    return props.below && (kind === 'none' || kind === 'inherit') ? t.below[kind] : t.about[kind]
  }
  const kinds = () => [
    ...authKinds.filter((kind) => kind !== 'inherit' || inherited().length > 0),
    ...(as('other') ? (['other'] as const) : []),
  ]

  const change = (next: RequestAuth, merge?: string) => {
    let place: KeyPlace | undefined
    const edit = (draft: Carriers) => void (place = setAuth(draft, next, key(), props.offered, isSecret))
    props.edit(t.change, edit, merge && `auth.${merge}`)
    setKey(place)
  }
  const choose = (kind: string) => {
    const [token] = tokens()
    if (kind === 'none' || kind === 'inherit') change({ kind })
    else if (kind === 'bearer') change({ kind, token: token === undefined ? '' : `\${${token}}` })
    else if (kind === 'basic' || kind === 'digest' || kind === 'ntlm') change({ user: '', password: '', ...named(), kind })
    else if (kind === 'aws') change(newAws)
    else if (kind === 'oauth1') change(newOAuth1)
    else if (kind === 'api-key') change({ kind, name: 'X-API-Key', value: '', place: 'header', index: 0 })
  }
  /** Each credential, and the same authorization with another one. */
  const credentials = (): { name: string; text: string; with(text: string): RequestAuth }[] => {
    const one = auth()
    switch (one.kind) {
      case 'bearer':
        return [{ name: 'token', text: one.token, with: (token) => ({ ...one, token }) }]
      case 'basic':
      case 'digest':
      case 'ntlm':
        return [{ name: 'password', text: one.password, with: (password) => ({ ...one, password }) }]
      case 'api-key':
        return [{ name: 'api_key', text: one.value, with: (value) => ({ ...one, value }) }]
      case 'aws':
        return [
          { name: 'aws_secret_key', text: one.secretKey, with: (secretKey) => ({ ...one, secretKey }) },
          { name: 'aws_session_token', text: one.sessionToken, with: (sessionToken) => ({ ...one, sessionToken }) },
        ]
      case 'oauth1':
        return [
          { name: 'consumer_secret', text: one.consumerSecret, with: (consumerSecret) => ({ ...one, consumerSecret }) },
          { name: 'token_secret', text: one.tokenSecret, with: (tokenSecret) => ({ ...one, tokenSecret }) },
          { name: 'private_key', text: one.privateKey, with: (privateKey) => ({ ...one, privateKey }) },
        ]
      default:
        return []
    }
  }
  const clear = () => credentials().find(({ text }) => text !== '' && !text.includes('${'))
  const keep = async () => {
    const found = clear()
    if (!found) return
    const name = freeVariable(found.name, context.variables())
    if (await context.keepVariable?.(name, found.text, true)) change(found.with(`\${${name}}`))
  }

  return (
    <>
      <RadioBar
        label={t.label}
        small
        value={auth().kind}
        options={kinds().map((value) => ({ value, label: t.kinds[value] }))}
        disabled={props.readOnly}
        onChange={choose}
      />
      <p class="request-note">{about()}</p>
      <Switch>
        <Match when={!props.below && as('inherit')}>
          <ul class="inherited-list">
            <For each={inherited()}>
              {(row) => (
                <li class="inherited-row">
                  <code class="inherited-name">{row.name}</code>
                  <code class="inherited-value">{row.value}</code>
                  <InheritedLink from={row.from} onOpen={props.onOpen} />
                </li>
              )}
            </For>
          </ul>
        </Match>
        <Match when={as('bearer')}>
          {(bearer) => (
            <TextField
              label={t.token}
              code
              value={bearer().token}
              readOnly={props.readOnly}
              usual={tokens().map((name) => `\${${name}}`)}
              onInput={(token) => change({ ...bearer(), token }, 'token')}
              trailing={
                <Show when={!props.readOnly && !tokens().some((name) => bearer().token.includes(`\${${name}}`))}>
                  <Show
                    when={tokens()[0]}
                    fallback={
                      <Show when={props.onGetToken}>
                        <Button icon={KeyRound} onClick={() => props.onGetToken?.()}>
                          {t.byOAuth}
                        </Button>
                      </Show>
                    }
                  >
                    {(name) => <Button onClick={() => change({ ...bearer(), token: `\${${name()}}` })}>{t.use(name())}</Button>}
                  </Show>
                </Show>
              }
            />
          )}
        </Match>
        <Match when={named()}>
          {(one) => (
            <>
              <Show when={one().user !== undefined}>
                <TextField
                  label={t.username}
                  hint={one().kind === 'ntlm' ? t.domainHint : undefined}
                  code
                  value={one().user ?? ''}
                  readOnly={props.readOnly}
                  onInput={(user) => change({ ...one(), user: user.replaceAll(':', '') }, 'user')}
                />
              </Show>
              <TextField
                label={one().user === undefined ? t.both : t.password}
                hint={one().user === undefined ? t.bothHint : undefined}
                code
                value={one().password}
                readOnly={props.readOnly}
                onInput={(password) => change({ ...one(), password }, 'password')}
              />
            </>
          )}
        </Match>
        <Match when={as('api-key')}>
          {(one) => (
            <>
              <TextField
                label={t.name}
                code
                value={one().name}
                readOnly={props.readOnly}
                onInput={(name) => change({ ...one(), name }, 'name')}
                trailing={
                  <Show when={!props.below}>
                    <RadioBar
                      label={t.place}
                      small
                      value={one().place}
                      options={(['header', 'query'] as const).map((value) => ({ value, label: t.places[value] }))}
                      disabled={props.readOnly}
                      onChange={(place) => change({ ...one(), place: place === 'query' ? 'query' : 'header' })}
                    />
                  </Show>
                }
              />
              <TextField
                label={t.key}
                code
                value={one().value}
                readOnly={props.readOnly}
                onInput={(value) => change({ ...one(), value }, 'key')}
              />
            </>
          )}
        </Match>
        <Match when={as('aws')}>{(one) => <AwsFields auth={one()} readOnly={props.readOnly} onChange={change} />}</Match>
        <Match when={as('oauth1')}>{(one) => <OAuth1Fields auth={one()} readOnly={props.readOnly} onChange={change} />}</Match>
        <Match when={as('other')}>
          {(one) => (
            <TextField
              label={t.value}
              code
              value={one().value}
              readOnly={props.readOnly}
              onInput={(value) => change({ ...one(), value }, 'value')}
            />
          )}
        </Match>
      </Switch>
      <Show when={!props.readOnly && context.keepVariable && clear()}>
        <Notice
          kind="warning"
          action={
            <Button small onClick={() => void keep()}>
              {t.keep}
            </Button>
          }
        >
          {t.inClear}
        </Notice>
      </Show>
    </>
  )
}
