import type { Component } from 'solid-js'
import type { WaitStep } from '#engine/steps/wait/schema.ts'
import { NumberField } from '../../components/NumberField.tsx'
import { Section } from '../../components/Section.tsx'
import type { StepEditorProps } from '../editor-context.ts'
import { setters } from '../edits.ts'
import { StepFrame } from '../StepFrame.tsx'

/** Edits a Wait step. */
const WaitEditor: Component<StepEditorProps<WaitStep>> = (props) => {
  const set = setters(props)
  return (
    <StepFrame {...props}>
      <Section title="Wait">
        <NumberField
          label="Seconds"
          value={props.step.seconds}
          min={0}
          max={3600}
          unit="s"
          readOnly={props.readOnly}
          onChange={set('seconds', 'seconds')}
          hint="From 0 to 3600. Stop ends the wait at once."
        />
      </Section>
    </StepFrame>
  )
}
export default WaitEditor
