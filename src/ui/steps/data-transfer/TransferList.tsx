import type { Component } from 'solid-js'
import type { DataTransferStep } from '#engine/steps/data-transfer/schema.ts'
import type { StepEditorProps } from '../editor-context.ts'
import { partEditor, rowEditor } from '../edits.ts'
import { useLastAnswer } from '../last-answer.ts'
import { useOwnVariable } from '../nested/own-variable.ts'
import { StepRows } from '../rows/StepRows.tsx'
import { newTransfer } from './new-transfer.ts'
import { TransferRow } from './TransferRow.tsx'
import { transferTexts } from './texts.ts'
import './Editor.css'

/** The transfers of a Data Transfer step: in its own editor, and where it is nested under a request. */
export const TransferList: Component<StepEditorProps<DataTransferStep>> = (props) => {
  const ownVariable = useOwnVariable()
  const answer = useLastAnswer(() => ({ step: props.step.id, request: props.step.step }))
  const edit = partEditor(props, 'transfers')
  const editRow = rowEditor(edit)
  return (
    <StepRows
      what={transferTexts.labels.transfer}
      rows={props.step.transfers}
      readOnly={props.readOnly}
      empty={{ title: transferTexts.titles.noTransfers, text: transferTexts.hints.noTransfers }}
      onAdd={() => props.edit(transferTexts.edits.addTransfer, (draft) => void draft.transfers.push(newTransfer(ownVariable())))}
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
  )
}
