import type { Component } from 'solid-js'
import { grantOf } from '#engine/steps/oauth2/grant.ts'
import { useEditorContext } from '../../editor-context.ts'
import { KeyFields } from '../../keys/KeyFields.tsx'
import { Section } from '../../../components/layout/Section.tsx'
import type { PartProps } from '../part-props.ts'
import { startKey } from '../../keys/start-key.ts'
import { keyTexts } from '../../keys/key-texts.ts'
import { partEditor } from '../../edits.ts'

/** Private Key JWT: the key that signs client assertions and JAR, and opens encrypted ID tokens (O4). */
export const KeySection: Component<PartProps> = (props) => {
  const context = useEditorContext()
  return (
    <Section title={keyTexts.titles.privateKeyJwt} group={keyTexts.titles.privateKeyJwt}>
      <KeyFields
        value={props.step.privateKeyJwt ?? startKey()}
        context={context}
        stepName={props.step.name}
        readOnly={props.readOnly}
        edit={partEditor(props, 'privateKeyJwt', startKey)}
        withAlgorithm
        // The assertion of a grant has its own.
        withAudience={props.step.clientAuthMethod === 'ClientAssertion' || !grantOf(props.step).signs}
      />
    </Section>
  )
}
