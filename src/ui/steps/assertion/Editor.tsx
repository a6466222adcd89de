import type { Component } from 'solid-js'
import type { AssertionStep } from '#engine/steps/assertion/schema.ts'
import { Section } from '../../components/layout/Section.tsx'
import type { StepEditorProps } from '../editor-context.ts'
import { setters } from '../edits.ts'
import { StepFrame } from '../StepFrame.tsx'
import { StepReference } from '../StepReference.tsx'
import { CheckList } from './CheckList.tsx'
import { assertionTexts } from './texts.ts'

/** Edits an Assertion step: whose result, and the checks with the last result of each. */
const AssertionEditor: Component<StepEditorProps<AssertionStep>> = (props) => {
  const set = setters(props)
  return (
    <StepFrame {...props}>
      <Section title={assertionTexts.titles.source} line>
        <StepReference
          self={props.step.id}
          value={props.step.step}
          readOnly={props.readOnly}
          onChange={set('step', assertionTexts.theStep)}
        />
      </Section>
      <Section title={assertionTexts.titles.checks}>
        <CheckList {...props} />
      </Section>
    </StepFrame>
  )
}
export default AssertionEditor
