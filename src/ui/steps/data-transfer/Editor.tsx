import type { Component } from 'solid-js'
import type { DataTransferStep } from '#engine/steps/data-transfer/schema.ts'
import { Section } from '../../components/layout/Section.tsx'
import type { StepEditorProps } from '../editor-context.ts'
import { setters } from '../edits.ts'
import { StepFrame } from '../StepFrame.tsx'
import { StepReference } from '../StepReference.tsx'
import { TransferList } from './TransferList.tsx'
import { transferTexts } from './texts.ts'

/** Edits a Data Transfer step: whose result, and which values go into which variables. */
const DataTransferEditor: Component<StepEditorProps<DataTransferStep>> = (props) => {
  const set = setters(props)
  return (
    <StepFrame {...props}>
      <Section title={transferTexts.titles.source} line>
        <StepReference
          self={props.step.id}
          value={props.step.step}
          readOnly={props.readOnly}
          onChange={set('step', transferTexts.theStep)}
        />
      </Section>
      <Section title={transferTexts.titles.transfers}>
        <TransferList {...props} />
      </Section>
    </StepFrame>
  )
}
export default DataTransferEditor
