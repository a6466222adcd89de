import { createMemo, createSignal, Match, Show, Switch, type Component } from 'solid-js'
import KeyRound from 'lucide-solid/icons/key-round'
import type { SendRequestStep } from '#engine/steps/send-request/schema.ts'
import { Button } from '../../components/Button.tsx'
import { Notice } from '../../components/Notice.tsx'
import { RadioBar } from '../../components/RadioBar.tsx'
import { TextField } from '../../components/TextField.tsx'
import { useEditorContext, type StepEditorProps } from '../editor-context.ts'
import { authTexts as t } from './auth-texts.ts'
import { freeVariable } from './paste-offers.ts'
import { authKinds, authOf, setAuth, type KeyPlace, type RequestAuth } from './request-auth.ts'

type Of<K extends RequestAuth['kind']> = Extract<RequestAuth, { kind: K }>

/** Who asks: a view of the header, or of the parameter, that says so. */
const AuthTab: Component<StepEditorProps<SendRequestStep>> = (props) => {
  const context = useEditorContext()
  /** An API key that was chosen here stays one whatever it is called. */
  const [key, setKey] = createSignal<KeyPlace>()
  const auth = createMemo(() => authOf(props.step, key()))
  const as = <K extends RequestAuth['kind']>(kind: K): Of<K> | undefined => (auth().kind === kind ? (auth() as Of<K>) : undefined)
  const named = () => as('basic') ?? as('digest')
  const tokens = () => [...new Set(context.tokenVariables?.(props.step.id) ?? [])]

  const change = (next: RequestAuth, merge?: string) => {
    let place: KeyPlace | undefined
    const edit = (draft: SendRequestStep) => void (place = setAuth(draft, next, key()))
    props.edit(t.change, edit, merge && `${props.step.id}.auth.${merge}`)
    setKey(place)
  }
  const choose = (kind: string) => {
    const [token] = tokens()
    if (kind === 'none') change({ kind })
    else if (kind === 'bearer') change({ kind, token: token === undefined ? '' : `\${${token}}` })
    else if (kind === 'basic' || kind === 'digest') change({ user: '', password: '', ...named(), kind })
    else if (kind === 'api-key') change({ kind, name: 'X-API-Key', value: '', place: 'header', index: 0 })
  }
  /** The credential, and the same authorization with another one. */
  const credential = (): { name: string; text: string; with(text: string): RequestAuth } | undefined => {
    const one = auth()
    switch (one.kind) {
      case 'bearer':
        return { name: 'token', text: one.token, with: (token) => ({ ...one, token }) }
      case 'basic':
      case 'digest':
        return { name: 'password', text: one.password, with: (password) => ({ ...one, password }) }
      case 'api-key':
        return { name: 'api_key', text: one.value, with: (value) => ({ ...one, value }) }
      default:
        return undefined
    }
  }
  const clear = () => {
    const found = credential()
    return found && found.text !== '' && !found.text.includes('${') ? found : undefined
  }
  const keep = async () => {
    const found = clear()
    if (!found) return
    const name = freeVariable(found.name, context.variables())
    await context.keepVariable?.(name, found.text, true)
    change(found.with(`\${${name}}`))
  }

  return (
    <>
      <RadioBar
        label={t.label}
        small
        value={auth().kind}
        options={[...authKinds, ...(as('other') ? (['other'] as const) : [])].map((value) => ({ value, label: t.kinds[value] }))}
        disabled={props.readOnly}
        onChange={choose}
      />
      <p class="request-note">{t.about[auth().kind]}</p>
      <Switch>
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
                      <Show when={context.addTokenStep}>
                        <Button icon={KeyRound} onClick={() => void context.addTokenStep?.(props.step.id)}>
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
                  <RadioBar
                    label={t.place}
                    small
                    value={one().place}
                    options={(['header', 'query'] as const).map((value) => ({ value, label: t.places[value] }))}
                    disabled={props.readOnly}
                    onChange={(place) => change({ ...one(), place: place === 'query' ? 'query' : 'header' })}
                  />
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

export default AuthTab
