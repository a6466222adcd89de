import { For, Show, type Component } from 'solid-js'
import { grantOf } from '#engine/steps/oauth2/grant.ts'
import { SecretField } from '../../../components/fields/SecretField.tsx'
import { Field } from '../../../components/fields/Field.tsx'
import { Notice } from '../../../components/Notice.tsx'
import { Section } from '../../../components/layout/Section.tsx'
import { Select } from '../../../components/fields/Select.tsx'
import { TextField } from '../../../components/fields/TextField.tsx'
import { useEditorContext } from '../../editor-context.ts'
import { Contradiction } from '../advice/Contradiction.tsx'
import { scopesOf, toggleScope } from '../discovery.ts'
import { contradictionsIn, discovered } from './EndpointsSection.tsx'
import { fieldsOf } from '../fields-of-grant.ts'
import type { PartProps } from '../part-props.ts'
import { bindSecret } from '../secrets.ts'
import { oauthTexts as texts } from '../texts.ts'

const authMethods = ['SharedSecret', 'ClientAssertion', 'ClientCertificate'] as const
const transports = ['body', 'basic', 'basic-raw'] as const

/** Client identity: who asks, how it proves that, and for which scope. */
export const ClientSection: Component<PartProps> = (props) => {
  const context = useEditorContext()
  const secret = bindSecret(
    context,
    () => props.step.name,
    'client-secret',
    () => props.step.clientSecret,
    props.set('clientSecret', 'client secret'),
  )
  const fields = () => fieldsOf(props.step.grantType)
  const shared = () => fields().clientAuthentication && props.step.clientAuthMethod === 'SharedSecret'
  const mustProve = () => grantOf(props.step).client === 'proves'
  const missing = () => {
    const value = props.step.clientSecret
    if (typeof value === 'object') return secret.has ? undefined : texts.secretNotStored(value.secret)
    return mustProve() && !value ? texts.secretMissing(grantOf(props.step).title) : undefined
  }
  const offered = () => {
    const listed = discovered(context, props.step)?.scopes ?? []
    return listed.length === 0 ? [] : [...new Set([...scopesOf(props.step.scope), ...listed])]
  }
  /** Nothing is wrong yet with what no one has started to fill in. */
  const begun = () => [props.step.clientId, props.step.discoveryEndpoint, props.step.tokenEndpoint].some((value) => value !== '')
  return (
    <Section title={texts.titles.clientIdentity}>
      <TextField
        setting="clientId"
        label={texts.labels.clientId}
        code
        value={props.step.clientId}
        readOnly={props.readOnly}
        onInput={props.set('clientId', 'client ID')}
      />
      <Show when={fields().clientAuthentication}>
        <Select
          label={texts.labels.clientAuthMethod}
          value={props.step.clientAuthMethod}
          disabled={props.readOnly}
          options={[
            { value: 'SharedSecret', label: texts.labels.sharedSecret },
            { value: 'ClientAssertion', label: texts.labels.clientAssertion },
            { value: 'ClientCertificate', label: texts.labels.clientCertificate },
          ]}
          onChange={(value) =>
            props.edit(texts.edits.changeClientAuthMethod, (draft) => {
              draft.clientAuthMethod = authMethods.find((method) => method === value) ?? 'SharedSecret'
            })
          }
        />
      </Show>
      <Show when={fields().clientAuthentication && props.step.clientAuthMethod === 'ClientAssertion'}>
        <TextField
          label={texts.labels.clientAssertionType}
          code
          readOnly
          variables={false}
          value={texts.assertionType}
          onInput={() => undefined}
        />
      </Show>
      <Show when={fields().clientAuthentication && props.step.clientAuthMethod === 'ClientCertificate'}>
        <Field label="">
          <Notice kind="info">{texts.byCertificate}</Notice>
        </Field>
      </Show>
      <Show when={shared()}>
        <SecretField
          setting="clientSecret"
          label={texts.labels.clientSecret}
          value={secret.value}
          has={secret.has}
          onChange={secret.onChange}
          onStore={secret.onStore}
          onReveal={secret.onReveal}
          readOnly={props.readOnly}
          error={begun() ? missing() : undefined}
          note={missing() ?? (props.step.clientSecret || mustProve() ? undefined : texts.publicClient)}
        />
        <Select
          label={texts.labels.sendSecretIn}
          value={props.step.secretTransport}
          disabled={props.readOnly}
          options={transports.map((way) => ({ value: way, label: texts.transports[way] }))}
          onChange={(value) =>
            props.set('secretTransport', 'how the secret is sent')(transports.find((way) => way === value) ?? 'body')
          }
        />
      </Show>
      <Show when={contradictionsIn(context, props.step).authMethod}>{(text) => <Contradiction text={text()} />}</Show>
      <TextField
        setting="scope"
        label={texts.labels.scope}
        code
        value={props.step.scope}
        readOnly={props.readOnly}
        placeholder={texts.placeholders.scope}
        hint={
          contradictionsIn(context, props.step).scope && (
            <Contradiction text={contradictionsIn(context, props.step).scope ?? ''} />
          )
        }
        onInput={props.set('scope', 'scope')}
      />
      <Show when={offered().length > 0}>
        <Field label="">
          <div class="oauth2-chips" role="group" aria-label={texts.offered}>
            <For each={offered()}>
              {(scope) => (
                <button
                  type="button"
                  class="oauth2-chip"
                  aria-pressed={scopesOf(props.step.scope).includes(scope)}
                  disabled={props.readOnly}
                  onClick={() =>
                    props.edit(texts.edits.changeScope, (draft) => void (draft.scope = toggleScope(draft.scope, scope)))
                  }
                >
                  {scope}
                </button>
              )}
            </For>
          </div>
        </Field>
      </Show>
    </Section>
  )
}
