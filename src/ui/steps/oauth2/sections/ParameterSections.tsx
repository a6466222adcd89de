import { For, type Component } from 'solid-js'
import { requestsToken } from '#engine/oauth/grants/grant-facts.ts'
import { grantOf } from '#engine/steps/oauth2/grant.ts'
import { Section } from '../../../components/layout/Section.tsx'
import { useEditorContext } from '../../editor-context.ts'
import { PairsTable } from '../../rows/PairsTable.tsx'
import { scopesOf } from '../discovery.ts'
import { managedNames } from './managed-names.ts'
import type { PartProps } from '../part-props.ts'
import { oauthTexts as texts } from '../texts.ts'
import { partEditor } from '../../edits.ts'

/** Additional Parameters: sent with the requests of the grant, in order, repeated names allowed (O9). */
export const AdditionalParameters: Component<PartProps> = (props) => {
  const refused = () => props.step.additionalParameters.map((one) => one.name).filter((name) => managedNames.has(name.trim()))
  return (
    <Section
      title={texts.titles.additionalParameters}
      group={texts.titles.additionalParameters}
      line={props.step.additionalParameters.length === 0}
    >
      <PairsTable
        what={texts.labels.parameter}
        pairs={props.step.additionalParameters}
        byButton={props.step.additionalParameters.length === 0}
        readOnly={props.readOnly}
        create={() => ({ name: '', value: '' })}
        onEdit={partEditor(props, 'additionalParameters')}
      />
      <For each={refused()}>{(name) => <p class="field-note field-error">{texts.isManaged(name)}</p>}</For>
    </Section>
  )
}

/** Auto-Managed Parameters: what the step sets itself, for reading (O10). */
export const ManagedParameters: Component<PartProps> = (props) => {
  const context = useEditorContext()
  const grant = () => grantOf(props.step)
  const inFragment = () => !requestsToken(grant())
  const openid = () => scopesOf(props.step.scope).includes('openid')
  const rows = () => [
    {
      name: texts.managedNames.mode,
      value: inFragment() ? 'fragment' : 'query',
      note: inFragment() ? texts.managed.fragment : texts.managed.query,
    },
    { name: texts.managedNames.type, value: grant().responseType?.(openid()) ?? '', note: '' },
    { name: texts.managedNames.redirect, value: context.redirectUri(), note: texts.managed.redirect },
    { name: texts.managedNames.state, value: '', note: texts.managed.state },
    { name: texts.managedNames.nonce, value: '', note: texts.managed.nonce },
  ]
  return (
    <Section title={texts.titles.autoManagedParameters} group={texts.titles.autoManagedParameters}>
      <dl class="oauth2-managed">
        <For each={rows()}>
          {(row) => (
            <div>
              <dt>{row.name}</dt>
              <dd>
                <code>{row.value}</code> <span class="step-note">{row.note}</span>
              </dd>
            </div>
          )}
        </For>
      </dl>
    </Section>
  )
}
