import type { Component } from 'solid-js'
import { startCiba, type CibaStepSettings } from '#engine/steps/oauth2/grant-settings/schema.ts'
import { TextField } from '../../../components/fields/TextField.tsx'
import { Section } from '../../../components/layout/Section.tsx'
import { partEditor } from '../../edits.ts'
import { stepEditorTexts } from '../../texts.ts'
import type { PartProps } from '../part-props.ts'
import { grantSectionTexts as texts } from './grant-section-texts.ts'
import { TokenField } from './TokenField.tsx'

const { labels } = texts

/** Backchannel authentication: which user is asked, and what their device shows (OpenID Connect CIBA Core 1.0 section 7.1). */
export const CibaSection: Component<PartProps> = (props) => {
  const start = startCiba()
  const value = () => props.step.ciba ?? start
  const edit = partEditor(props, 'ciba', startCiba)
  const change = (what: string, recipe: (part: CibaStepSettings) => void, merge?: string) =>
    edit(stepEditorTexts.change(what), recipe, merge)
  const token = (key: 'loginHintToken' | 'idTokenHint' | 'userCode', name: string, note: string) => (
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
  const text = (key: 'loginHint' | 'bindingMessage' | 'acrValues', placeholder: string) => (
    <TextField
      label={labels[key]}
      code
      value={value()[key]}
      placeholder={placeholder}
      readOnly={props.readOnly}
      onInput={(next) => change(labels[key].toLowerCase(), (part) => void (part[key] = next), key)}
    />
  )
  return (
    <Section title={texts.titles.ciba} group={texts.titles.ciba}>
      {text('loginHint', texts.loginHintPlaceholder)}
      {token('loginHintToken', 'login-hint-token', texts.hintNote)}
      {token('idTokenHint', 'id-token-hint', texts.hintNote)}
      {text('bindingMessage', texts.optional)}
      {token('userCode', 'user-code', texts.userCodeNote)}
      {text('acrValues', texts.optional)}
    </Section>
  )
}
