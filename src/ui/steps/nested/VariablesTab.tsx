import type { Component } from 'solid-js'
import { isDataTransferStep } from '#engine/steps/data-transfer/facts.ts'
import { newTransfer } from '../data-transfer/new-transfer.ts'
import { transferTexts } from '../data-transfer/texts.ts'
import { TransferList } from '../data-transfer/TransferList.tsx'
import { useEditorContext } from '../editor-context.ts'
import { StepRows } from '../rows/StepRows.tsx'
import { NestedSteps } from './NestedSteps.tsx'

/** The variables that keep values of a step's result: the transfers nested under it; the first one makes a step. */
const VariablesTab: Component<{ owner: string; readOnly: boolean }> = (props) => {
  const context = useEditorContext()
  return (
    <NestedSteps
      owner={props.owner}
      readOnly={props.readOnly}
      isOfKind={isDataTransferStep}
      List={TransferList}
      onAdd={() =>
        void context.nested?.add(props.owner, 'data-transfer', transferTexts.edits.addTransfer, (made) => {
          if (isDataTransferStep(made)) made.transfers.push(newTransfer(context.nested?.variableOf(props.owner)))
        })
      }
      empty={(add) => (
        <StepRows
          what={transferTexts.labels.transfer}
          rows={[]}
          readOnly={props.readOnly}
          empty={{ title: transferTexts.titles.noTransfers, text: transferTexts.hints.noTransfers }}
          onAdd={add}
          onEdit={() => undefined}
        >
          {() => null}
        </StepRows>
      )}
    />
  )
}
export default VariablesTab
