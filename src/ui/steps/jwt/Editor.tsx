import type { Component } from 'solid-js'
import type { JwtStep } from '#engine/steps/jwt/schema.ts'
import { Field } from '../../components/fields/Field.tsx'
import { NumberField } from '../../components/fields/NumberField.tsx'
import { Section } from '../../components/layout/Section.tsx'
import { Select } from '../../components/fields/Select.tsx'
import { useEditorContext, type StepEditorProps } from '../editor-context.ts'
import { partEditor, setters } from '../edits.ts'
import { algorithms, KeyFields } from '../keys/KeyFields.tsx'
import { startKey } from '../keys/start-key.ts'
import { StepFrame } from '../StepFrame.tsx'
import { VariableFields } from '../values/VariableFields.tsx'
import { Preview } from './Preview.tsx'
import { RecordField } from './RecordField.tsx'
import { jwtTexts } from './texts.ts'

/** Edits a JWT step: key, header, claims, where the token goes. */
const JwtEditor: Component<StepEditorProps<JwtStep>> = (props) => {
  const context = useEditorContext()
  const set = setters(props)
  return (
    <StepFrame {...props}>
      <Section title={jwtTexts.titles.signature} group={jwtTexts.titles.signature}>
        <Select
          label={jwtTexts.labels.algorithm}
          value={props.step.algorithm}
          disabled={props.readOnly}
          options={algorithms.map((name) => ({ value: name, label: name }))}
          onChange={(value) => set('algorithm', 'algorithm')(algorithms.find((name) => name === value) ?? 'RS256')}
        />
        <KeyFields
          value={props.step.key ?? startKey()}
          algorithm={props.step.algorithm}
          context={context}
          stepName={props.step.name}
          readOnly={props.readOnly}
          edit={partEditor(props, 'key', startKey)}
        />
      </Section>
      <Section title={jwtTexts.titles.content}>
        <Field label={jwtTexts.labels.header}>
          <RecordField
            label={jwtTexts.labels.header}
            value={props.step.header}
            readOnly={props.readOnly}
            onChange={set('header', 'header')}
          />
        </Field>
        <Field label={jwtTexts.labels.claims}>
          <RecordField
            label={jwtTexts.labels.claims}
            value={props.step.claims}
            readOnly={props.readOnly}
            onChange={set('claims', 'claims')}
          />
        </Field>
        <NumberField
          label={jwtTexts.labels.expiresIn}
          value={props.step.expiresIn}
          min={1}
          max={31_536_000}
          unit="s"
          readOnly={props.readOnly}
          onChange={set('expiresIn', 'expiry')}
        />
      </Section>
      <Preview step={props.step} />
      <Section title={jwtTexts.titles.output}>
        <VariableFields
          name={props.step.variableName}
          scope={props.step.variableScope}
          readOnly={props.readOnly}
          onName={set('variableName', 'variable name')}
          onScope={set('variableScope', 'variable scope')}
        />
      </Section>
    </StepFrame>
  )
}
export default JwtEditor
