import { createMemo, type Component } from 'solid-js'
import { previewOf } from '#engine/steps/jwt/content.ts'
import type { JwtStep } from '#engine/steps/jwt/schema.ts'
import { Field } from '../../components/fields/Field.tsx'
import { Section } from '../../components/layout/Section.tsx'
import { jwtTexts } from './texts.ts'
import './Preview.css'

/** Integers that a double can't hold are bigint in a project; here their digits are enough. */
const shown = (value: unknown): string =>
  JSON.stringify(value, (_key, item: unknown) => (typeof item === 'bigint' ? item.toString() : item), 2)

/** The token decoded as it will be; references are shown as they stand, since their values come with the run. */
export const Preview: Component<{ step: JwtStep }> = (props) => {
  const token = createMemo(() => previewOf(props.step, Math.floor(Date.now() / 1000)))
  return (
    <Section title={jwtTexts.titles.preview}>
      <Field label={jwtTexts.labels.decodedHeader}>
        <pre class="jwt-preview">{shown(token().header)}</pre>
      </Field>
      <Field label={jwtTexts.labels.decodedClaims} hint={jwtTexts.hints.preview}>
        <pre class="jwt-preview">{shown(token().claims)}</pre>
      </Field>
    </Section>
  )
}
