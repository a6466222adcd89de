import type { Component } from 'solid-js'
import { Section } from '../../../components/layout/Section.tsx'
import { anyModel } from './any-model.ts'
import { useDesigner } from '../designer-context.ts'
import { RowInput } from './RowInput.tsx'
import { designTexts } from '../texts.ts'

/** A decision as an expression of conditions. */
export const DecisionEditor: Component = () => {
  const designer = useDesigner()
  return (
    <Section title={designTexts.decision.title}>
      <RowInput
        label={designTexts.decision.title}
        code
        value={anyModel(designer.design()).decision ?? ''}
        readOnly={designer.readOnly()}
        onInput={(text) => designer.edit(designTexts.edits.model, (draft) => void (anyModel(draft).decision = text), 'decision')}
      />
      <p class="overview-hint">{designTexts.decision.hint}</p>
    </Section>
  )
}
