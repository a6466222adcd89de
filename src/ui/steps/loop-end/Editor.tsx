import type { Component } from 'solid-js'
import type { LoopEndStep } from '#engine/steps/loop-end/schema.ts'
import { Section } from '../../components/Section.tsx'
import { useEditorContext, type StepEditorProps } from '../editor-context.ts'
import { StepFrame } from '../StepFrame.tsx'
import { loopPartner } from './loop-partner.ts'

/** Edits a Loop End step: it has its common keys only, and names its partner. */
const LoopEndEditor: Component<StepEditorProps<LoopEndStep>> = (props) => {
  const context = useEditorContext()
  const partner = () => loopPartner(context.steps(), props.step.id)
  return (
    <StepFrame
      {...props}
      later
      problems={partner() ? [] : ['This loop end has no loop start before it. Add a Loop Start step above, or remove this one.']}
    >
      <Section title="Loop">
        <p class="step-note">
          {partner() ? `Closes "${partner()?.name}": the steps between the two repeat, once per row of its data source.` : ''}
        </p>
      </Section>
    </StepFrame>
  )
}
export default LoopEndEditor
