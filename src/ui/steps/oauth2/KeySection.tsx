import type { Component } from 'solid-js'
import type { OAuth2Step, SigningKey } from '#engine/steps/oauth2/schema.ts'
import { useEditorContext } from '../editor-context.ts'
import { KeyFields } from '../KeyFields.tsx'
import { Section } from '../../components/Section.tsx'
import type { PartProps } from './part-props.ts'
import { startKey } from '../start-key.ts'
import { keyTexts } from '../key-texts.ts'

/** Private Key JWT: the key that signs client assertions and JAR, and opens encrypted ID tokens (O4). */
export const KeySection: Component<PartProps> = (props) => {
  const context = useEditorContext()
  const edit = (label: string, recipe: (key: SigningKey) => void, merge?: string) =>
    props.edit(
      label,
      (draft: OAuth2Step) => {
        draft.privateKeyJwt ??= startKey()
        recipe(draft.privateKeyJwt)
      },
      merge && `${props.step.id}.privateKeyJwt.${merge}`,
    )
  return (
    <Section title={keyTexts.titles.privateKeyJwt} group={keyTexts.titles.privateKeyJwt}>
      <KeyFields
        value={props.step.privateKeyJwt ?? startKey()}
        context={context}
        stepName={props.step.name}
        readOnly={props.readOnly}
        edit={edit}
        withAlgorithm
        withAudience
      />
    </Section>
  )
}
