import type { Component } from 'solid-js'
import type { ScriptStep } from '#engine/steps/script/schema.ts'
import { CodeEditor } from '../../components/fields/CodeEditor.tsx'
import { NumberField } from '../../components/fields/NumberField.tsx'
import { Section } from '../../components/layout/Section.tsx'
import type { StepEditorProps } from '../editor-context.ts'
import { setters } from '../edits.ts'
import { StepFrame } from '../StepFrame.tsx'
import { StepReference } from '../StepReference.tsx'
import { scriptEditorTexts as texts } from './texts.ts'

/** Edits a Script step: whose response it reads, its code, and how long it may take. */
const ScriptEditor: Component<StepEditorProps<ScriptStep>> = (props) => {
  const set = setters(props)
  return (
    <StepFrame {...props}>
      <Section title={texts.titles.source} line>
        <StepReference
          self={props.step.id}
          value={props.step.step}
          readOnly={props.readOnly}
          onChange={set('step', texts.theStep)}
        />
      </Section>
      <Section title={texts.titles.code}>
        <CodeEditor
          label={texts.labels.code}
          language="javascript"
          height="320px"
          value={props.step.code}
          readOnly={props.readOnly}
          onInput={set('code', 'code')}
        />
        <p class="step-note">{texts.notes.api}</p>
      </Section>
      <Section title={texts.titles.limits}>
        <NumberField
          label={texts.labels.timeout}
          value={props.step.timeout}
          min={1}
          max={60}
          unit="s"
          readOnly={props.readOnly}
          onChange={set('timeout', 'timeout')}
        />
      </Section>
    </StepFrame>
  )
}
export default ScriptEditor
