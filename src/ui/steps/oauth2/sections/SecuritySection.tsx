import { Show, type Component } from 'solid-js'
import { requestsToken } from '#engine/oauth/grants/grant-facts.ts'
import { grantOf } from '#engine/steps/oauth2/grant.ts'
import { Section } from '../../../components/layout/Section.tsx'
import { Switch } from '../../../components/fields/Switch.tsx'
import { useEditorContext } from '../../editor-context.ts'
import { Contradiction } from '../advice/Contradiction.tsx'
import { contradictionsIn } from './EndpointsSection.tsx'
import { fieldsOf, signsByKey } from '../fields-of-grant.ts'
import type { PartProps } from '../part-props.ts'
import { startKey } from '../../keys/start-key.ts'
import { oauthTexts as texts } from '../texts.ts'

/** Security: PKCE, JAR, PAR, DPoP (O6, O16, O17). */
export const SecuritySection: Component<PartProps> = (props) => {
  const context = useEditorContext()
  const fields = () => fieldsOf(props.step.grantType)
  const hasKey = () => signsByKey(props.step) || props.step.privateKeyJwt !== undefined
  const pkceNote = () => {
    if (!props.step.requirePkce) return texts.pkceOff
    return requestsToken(grantOf(props.step)) ? texts.pkce : texts.implicitPkce
  }
  return (
    <Section title={texts.titles.security}>
      <Show when={fields().pkce}>
        <Switch
          label={texts.labels.requirePkce}
          checked={props.step.requirePkce}
          disabled={props.readOnly}
          note={pkceNote()}
          onChange={props.set('requirePkce', 'PKCE')}
        />
        <Show when={contradictionsIn(context, props.step).pkce}>{(text) => <Contradiction text={text()} />}</Show>
      </Show>
      <Show when={fields().jar}>
        <Switch
          label={texts.labels.useJar}
          checked={props.step.useJar}
          disabled={props.readOnly}
          note={texts.jar}
          onChange={props.set('useJar', 'JAR')}
        />
      </Show>
      <Show when={fields().par}>
        <Switch
          label={texts.labels.usePar}
          checked={props.step.usePar}
          disabled={props.readOnly}
          note={texts.par}
          onChange={props.set('usePar', 'PAR')}
        />
      </Show>
      <Switch
        label={texts.labels.enableDpop}
        checked={props.step.enableDpop}
        disabled={props.readOnly}
        note={requestsToken(grantOf(props.step)) ? texts.dpop : texts.dpopImplicit}
        onChange={props.set('enableDpop', 'DPoP')}
      />
      <Show when={grantOf(props.step).person !== undefined || fields().resourceOwner}>
        <Switch
          label={texts.labels.encryptedIdTokens}
          checked={hasKey()}
          disabled={props.readOnly || signsByKey(props.step)}
          note={hasKey() ? texts.opensByKey : texts.opensBySecret}
          onChange={(on) => props.set('privateKeyJwt', texts.labels.encryptedIdTokens)(on ? startKey() : undefined)}
        />
      </Show>
    </Section>
  )
}
