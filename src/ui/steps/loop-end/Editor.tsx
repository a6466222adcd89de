import { Show, type Component } from 'solid-js'
import type { LoopEndStep } from '#engine/steps/loop-end/schema.ts'
import { loopPartner } from '#engine/steps/loops.ts'
import { Section } from '../../components/layout/Section.tsx'
import { useEditorContext, type StepEditorProps } from '../editor-context.ts'
import { StepFrame } from '../StepFrame.tsx'

/** Texts of the loop end editor. */
const loopEndTexts = {
  titles: {
    loop: 'Loop',
  },
  closes: (name: string) => `Ends "${name}". The steps in between run once per row.`,
} as const

/** Edits a Loop End step: it has its common keys only, and names its partner. */
const LoopEndEditor: Component<StepEditorProps<LoopEndStep>> = (props) => {
  const context = useEditorContext()
  const partner = () => loopPartner(context.steps(), props.step.id)
  return (
    <StepFrame {...props}>
      <Show when={partner()}>
        {(start) => (
          <Section title={loopEndTexts.titles.loop}>
            <p class="step-note">{loopEndTexts.closes(start().name)}</p>
          </Section>
        )}
      </Show>
    </StepFrame>
  )
}
export default LoopEndEditor
