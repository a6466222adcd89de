import type { Component } from 'solid-js'
import type { DataTransferStep } from '#engine/steps/data-transfer/schema.ts'
import { Section } from '../../components/Section.tsx'
import type { StepEditorProps } from '../editor-context.ts'
import { partEditor, rowEditor, setters } from '../edits.ts'
import { useLastAnswer } from '../last-answer.ts'
import { StepFrame } from '../StepFrame.tsx'
import { StepReference } from '../StepReference.tsx'
import { StepRows } from '../StepRows.tsx'
import { TransferRow } from './TransferRow.tsx'
import { transferTexts } from './texts.ts'
import './Editor.css'

/** Edits a Data Transfer step: whose result, and which values go into which variables. */
const DataTransferEditor: Component<StepEditorProps<DataTransferStep>> = (props) => {
  const set = setters(props)
  const answer = useLastAnswer(() => ({ step: props.step.id, request: props.step.step }))
  const edit = partEditor(props, 'transfers')
  const editRow = rowEditor(edit)
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
        <StepRows
          what={transferTexts.labels.transfer}
          rows={props.step.transfers}
          readOnly={props.readOnly}
          empty={{
            title: transferTexts.titles.noTransfers,
            text: transferTexts.hints.noTransfers,
          }}
          onAdd={() =>
            props.edit(
              transferTexts.edits.addTransfer,
              (draft) => void draft.transfers.push({ source: 'json', path: '$.id', to: '', scope: 'TestCase' }),
            )
          }
          onEdit={edit}
          columns={transferTexts.columns}
        >
          {(transfer, place) => (
            <TransferRow
              {...place}
              transfer={transfer()}
              answer={answer()}
              onEdit={(label, recipe, merge) => editRow(place.index, label, recipe, merge)}
            />
          )}
        </StepRows>
      </Section>
    </StepFrame>
  )
}
export default DataTransferEditor
