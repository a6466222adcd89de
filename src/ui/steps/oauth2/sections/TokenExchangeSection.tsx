import { Show, type Component } from 'solid-js'
import { startTokenExchange, type TokenExchangeSettings } from '#engine/steps/oauth2/grant-settings/schema.ts'
import { TextField } from '../../../components/fields/TextField.tsx'
import { Section } from '../../../components/layout/Section.tsx'
import { partEditor } from '../../edits.ts'
import { stepEditorTexts } from '../../texts.ts'
import type { PartProps } from '../part-props.ts'
import { grantSectionTexts as texts } from './grant-section-texts.ts'
import { TokenField } from './TokenField.tsx'

const { labels } = texts

/** Types of tokens (RFC 8693 section 3). */
const tokenTypes = ['access_token', 'refresh_token', 'id_token', 'jwt', 'saml2', 'saml1'].map(
  (name) => `urn:ietf:params:oauth:token-type:${name}`,
)

type TextKey = 'subjectTokenType' | 'actorTokenType' | 'requestedTokenType'

/** Token exchange: what is exchanged for what (RFC 8693 section 2.1). */
export const TokenExchangeSection: Component<PartProps> = (props) => {
  const start = startTokenExchange()
  const value = () => props.step.tokenExchange ?? start
  const edit = partEditor(props, 'tokenExchange', startTokenExchange)
  const change = (what: string, recipe: (part: TokenExchangeSettings) => void, merge?: string) =>
    edit(stepEditorTexts.change(what), recipe, merge)
  const token = (key: 'subjectToken' | 'actorToken', name: string, note: string) => (
    <TokenField
      label={labels[key]}
      name={name}
      stepName={props.step.name}
      value={value()[key]}
      readOnly={props.readOnly}
      note={note}
      onChange={(next) =>
        change(labels[key].toLowerCase(), (part) => {
          if (next === undefined) delete part[key]
          else part[key] = next
        })
      }
    />
  )
  const type = (key: TextKey, placeholder?: string) => (
    <TextField
      label={labels[key]}
      code
      usual={tokenTypes}
      value={value()[key]}
      placeholder={placeholder}
      readOnly={props.readOnly}
      onInput={(next) => change(labels[key].toLowerCase(), (part) => void (part[key] = next), key)}
    />
  )
  return (
    <Section title={texts.titles.tokenExchange} group={texts.titles.tokenExchange}>
      {token('subjectToken', 'subject-token', texts.subjectTokenNote)}
      {type('subjectTokenType')}
      {token('actorToken', 'actor-token', texts.actorTokenNote)}
      <Show when={value().actorToken}>{type('actorTokenType')}</Show>
      {type('requestedTokenType', texts.requestedTypePlaceholder)}
      <TextField
        label={labels.targetAudience}
        code
        multiline
        value={value().audience.join('\n')}
        readOnly={props.readOnly}
        hint={texts.audienceHint}
        onInput={(next) =>
          change('target audience', (part) => void (part.audience = next === '' ? [] : next.split('\n')), 'audience')
        }
      />
    </Section>
  )
}
