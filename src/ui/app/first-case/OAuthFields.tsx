import { createEffect, createSignal, For, on, Show, type Component } from 'solid-js'
import { messageWithHint } from '#engine/base/errors.ts'
import { discoveryAddresses, firstCase } from '#engine/importers/first-case/first-case.ts'
import { grantFacts, type GrantType } from '#engine/oauth/grants/facts.ts'
import type { Discovery } from '#workers/run/run-protocol.ts'
import { Button } from '../../components/Button.tsx'
import { Field } from '../../components/fields/Field.tsx'
import { Notice } from '../../components/Notice.tsx'
import { RadioBar } from '../../components/fields/RadioBar.tsx'
import { TextField } from '../../components/fields/TextField.tsx'
import { useProject } from '../../project/project-context.ts'
import { scopesOf, toggleScope } from '../../steps/oauth2/discovery.ts'
import { answersOf, offeredGrants } from './answers.ts'
import { SecretInput, type FormPart } from './SecretInput.tsx'
import { firstCaseTexts as t } from './texts.ts'

/** Scopes that are shown to choose from; a provider may have thousands. */
const mostScopes = 24

/** The provider, asked for what it offers, and the client that gets the token. */
export const OAuthFields: Component<FormPart> = (props) => {
  const { services } = useProject()
  const [busy, setBusy] = createSignal(false)
  const [found, setFound] = createSignal<Discovery>()
  const [error, setError] = createSignal<string>()
  createEffect(
    on(
      () => props.typed.provider,
      () => {
        setFound(undefined)
        setError(undefined)
        props.set('secretTransport')('')
      },
      { defer: true },
    ),
  )
  /** A project that is nowhere but in the question: the worker resolves and fetches as it does for a step. */
  const ask = async (provider: string): Promise<Discovery> => {
    const { project, environment, case: id, login = '' } = firstCase(answersOf({ ...props.typed, provider }), countingIds())
    return services.client.oauth.discover({ project, localId: 'first-case' }, { environment, case: id, step: login })
  }
  const discover = async () => {
    const wanted = props.typed.provider
    if (wanted.trim() === '') return setError(t.need.provider)
    setBusy(true)
    setError(undefined)
    let refused: unknown
    for (const address of discoveryAddresses(wanted)) {
      try {
        const answer = await ask(address)
        if (props.typed.provider === wanted) take(answer, address === discoveryAddresses(wanted)[0] ? undefined : address)
        refused = undefined
        break
      } catch (thrown) {
        // The first place is the usual one: what it said is said.
        refused ??= thrown
      }
    }
    setBusy(false)
    if (refused !== undefined && props.typed.provider === wanted) setError(messageWithHint(refused))
  }
  const take = (answer: Discovery, address: string | undefined) => {
    // It was found at the second place: the step has to ask there too.
    if (address !== undefined) props.set('provider')(address)
    queueMicrotask(() => {
      setFound(answer)
      props.set('secretTransport')(transportOf(answer))
    })
    const offered = offeredGrants.filter((one) => isOffered(answer, one))
    const [first] = offered
    if (first !== undefined && !offered.includes(props.typed.grant)) props.set('grant')(first)
  }
  return (
    <>
      <TextField
        label={t.provider}
        variables={false}
        code
        value={props.typed.provider}
        placeholder="https://id.example.com/realms/orders"
        hint={found() ? t.found(found()?.issuer ?? '', found()?.scopes.length ?? 0) : t.providerHint}
        error={error() ?? props.missing('provider')}
        onInput={props.set('provider')}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || found()) return
          event.preventDefault()
          void discover()
        }}
        trailing={
          <Button busy={busy()} onClick={() => void discover()}>
            {t.discover}
          </Button>
        }
      />
      <Show when={busy()}>
        <Notice kind="info" live>
          {t.discovering}
        </Notice>
      </Show>
      <Field label={t.grant} hint={grantHint(props.typed.grant, found())}>
        <div>
          <RadioBar
            label={t.grant}
            value={props.typed.grant}
            options={offeredGrants.map((value) => ({ value, label: grantFacts[value].title }))}
            onChange={props.set('grant')}
          />
        </div>
      </Field>
      <TextField
        label={t.clientId}
        variables={false}
        code
        value={props.typed.clientId}
        error={props.missing('clientId')}
        onInput={props.set('clientId')}
      />
      <SecretInput
        part={props}
        name="clientSecret"
        label={t.clientSecret}
        hint={grantFacts[props.typed.grant].client === 'proves' ? t.kept : t.publicClient}
      />
      <TextField
        label={t.scope}
        variables={false}
        code
        value={props.typed.scope}
        hint={t.scopeHint}
        onInput={props.set('scope')}
      />
      <Show when={(found()?.scopes.length ?? 0) > 0}>
        <Field label="">
          <div class="first-case-scopes" role="group" aria-label={t.offered}>
            <For each={found()?.scopes.slice(0, mostScopes)}>
              {(scope) => (
                <button
                  type="button"
                  class="first-case-scope"
                  aria-pressed={scopesOf(props.typed.scope).includes(scope)}
                  onClick={() => props.set('scope')(toggleScope(props.typed.scope, scope))}
                >
                  {scope}
                </button>
              )}
            </For>
          </div>
        </Field>
      </Show>
    </>
  )
}

/** A provider that lists no grants has those of RFC 8414 section 2; most that list some list all. */
const isOffered = ({ grantTypes }: Discovery, grant: GrantType): boolean => grantTypes?.includes(grantFacts[grant].name) ?? true

/** A provider that lists no way of sending the secret takes it by HTTP Basic (RFC 8414 section 2). */
const transportOf = ({ authMethods = ['client_secret_basic'] }: Discovery): 'body' | 'basic' =>
  authMethods.includes('client_secret_post') || !authMethods.includes('client_secret_basic') ? 'body' : 'basic'

function grantHint(grant: GrantType, found: Discovery | undefined): string {
  const about = t.grantAbout[grantFacts[grant].person ?? 'nobody']
  return found && !isOffered(found, grant) ? `${about} ${t.grantNotOffered}` : about
}

function countingIds(): () => string {
  let count = 0
  return () => `asked-${(count += 1)}`
}
