import { Show, type Component } from 'solid-js'
import { startJwtBearer } from '#engine/steps/oauth2/grant-settings/schema.ts'
import { Field } from '../../../components/fields/Field.tsx'
import { NumberField } from '../../../components/fields/NumberField.tsx'
import { Select } from '../../../components/fields/Select.tsx'
import { TextField } from '../../../components/fields/TextField.tsx'
import { Section } from '../../../components/layout/Section.tsx'
import { partEditor } from '../../edits.ts'
import { RecordField } from '../../jwt/RecordField.tsx'
import { stepEditorTexts } from '../../texts.ts'
import type { PartProps } from '../part-props.ts'
import { grantSectionTexts as texts } from './grant-section-texts.ts'
import { TokenField } from './TokenField.tsx'

const { labels } = texts
const audiences = (['token-endpoint', 'issuer', 'other'] as const).map((value) => ({ value, label: texts.audiences[value] }))

/** JWT assertion: what the assertion of JWT Bearer contains (RFC 7523 section 3). */
export const JwtBearerSection: Component<PartProps> = (props) => {
  const start = startJwtBearer()
  const value = () => props.step.jwtBearer ?? start
  const edit = partEditor(props, 'jwtBearer', startJwtBearer)
  const change = (what: string, recipe: Parameters<typeof edit>[1], merge?: string) =>
    edit(stepEditorTexts.change(what), recipe, merge)
  const audience = () => (audiences.some((one) => one.value === value().audience) ? value().audience : 'other')
  return (
    <Section title={texts.titles.jwtBearer} group={texts.titles.jwtBearer}>
      <TokenField
        label={labels.assertion}
        name="assertion"
        stepName={props.step.name}
        value={value().assertion}
        readOnly={props.readOnly}
        note={texts.assertionNote}
        onChange={(next) =>
          change('assertion', (part) => {
            if (next === undefined) delete part.assertion
            else part.assertion = next
          })
        }
      />
      <Show when={!value().assertion}>
        <TextField
          label={labels.assertionIssuer}
          code
          value={value().issuer}
          placeholder={texts.issuerPlaceholder}
          readOnly={props.readOnly}
          onInput={(next) => change('issuer', (part) => void (part.issuer = next), 'issuer')}
        />
        <TextField
          label={labels.assertionSubject}
          code
          value={value().subject}
          placeholder={texts.subjectPlaceholder}
          readOnly={props.readOnly}
          onInput={(next) => change('subject', (part) => void (part.subject = next), 'subject')}
        />
        <Select
          label={labels.assertionAudience}
          value={audience()}
          disabled={props.readOnly}
          options={audiences}
          onChange={(next) => change('audience', (part) => void (part.audience = next === 'other' ? '' : next))}
        />
        <Show when={audience() === 'other'}>
          <TextField
            label={labels.assertionAudienceValue}
            code
            value={value().audience}
            readOnly={props.readOnly}
            onInput={(next) => change('audience', (part) => void (part.audience = next), 'audience')}
          />
        </Show>
        <NumberField
          label={labels.assertionLifetime}
          value={value().lifetime}
          min={1}
          max={86_400}
          unit="s"
          readOnly={props.readOnly}
          onChange={(next) => change('lifetime', (part) => void (part.lifetime = next), 'lifetime')}
        />
        <Field label={labels.assertionClaims}>
          <RecordField
            label={labels.assertionClaims}
            value={value().claims}
            readOnly={props.readOnly}
            onChange={(next) => change('claims', (part) => void (part.claims = next), 'claims')}
          />
        </Field>
      </Show>
    </Section>
  )
}
