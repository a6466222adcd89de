import type { Component } from 'solid-js'
import type { WaitStep } from '#engine/steps/wait/schema.ts'
import { NumberField } from '../../components/fields/NumberField.tsx'
import { Section } from '../../components/layout/Section.tsx'
import type { StepEditorProps } from '../editor-context.ts'
import { setters } from '../edits.ts'
import { StepFrame } from '../StepFrame.tsx'
import { waitTexts } from './texts.ts'

/** Edits a Wait step. */
const WaitEditor: Component<StepEditorProps<WaitStep>> = (props) => {
  const set = setters(props)
  return (
    <StepFrame {...props}>
      <Section title={waitTexts.titles.wait}>
        <NumberField
          label={waitTexts.labels.seconds}
          value={props.step.seconds}
          min={0}
          max={3600}
          unit="s"
          readOnly={props.readOnly}
          onChange={set('seconds', 'seconds')}
          hint={waitTexts.hints.seconds}
        />
      </Section>
    </StepFrame>
  )
}
export default WaitEditor
