import { Index, Show, type Component } from 'solid-js'
import Plus from 'lucide-solid/icons/plus'
import type { DataTransferStep, Transfer } from '#engine/steps/data-transfer/schema.ts'
import { Button } from '../../components/Button.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Section } from '../../components/Section.tsx'
import { useEditorContext, type StepEditorProps } from '../editor-context.ts'
import { setters } from '../edits.ts'
import { moveItem } from '../move-item.ts'
import { StepFrame } from '../StepFrame.tsx'
import { brokenReference, StepReference } from '../StepReference.tsx'
import { texts } from '../texts.ts'
import { TransferRow } from './TransferRow.tsx'
import '../rows.css'
import './Editor.css'

/** Edits a Data Transfer step: whose result, and which values go into which variables. */
const DataTransferEditor: Component<StepEditorProps<DataTransferStep>> = (props) => {
  const context = useEditorContext()
  const set = setters(props)
  const edit = (index: number, label: string, recipe: (transfer: Transfer) => void, merge?: string) =>
    props.edit(
      label,
      (draft) => {
        const transfer = draft.transfers[index]
        if (transfer) recipe(transfer)
      },
      merge && `${props.step.id}.transfers.${index}.${merge}`,
    )
  return (
    <StepFrame {...props} problems={brokenReference(context.steps(), props.step.id, props.step.step) ? [texts.stepGone] : []}>
      <Section title="Where values come from">
        <StepReference
          self={props.step.id}
          value={props.step.step}
          readOnly={props.readOnly}
          onChange={set('step', 'the step that is read')}
        />
      </Section>
      <Section title="Transfers">
        <Show when={props.step.transfers.length === 0}>
          <EmptyState
            title="No transfers yet"
            text="A transfer takes a value out of a response and keeps it in a variable for the steps after it."
          />
        </Show>
        <div class="checks">
          <Index each={props.step.transfers}>
            {(transfer, index) => (
              <TransferRow
                transfer={transfer()}
                number={index + 1}
                count={props.step.transfers.length}
                readOnly={props.readOnly}
                onEdit={(label, recipe, merge) => edit(index, label, recipe, merge)}
                onMove={(to) => props.edit('Move transfer', (draft) => moveItem(draft.transfers, index, to))}
                onDuplicate={() =>
                  props.edit('Duplicate transfer', (draft) => {
                    const copy = draft.transfers[index]
                    if (copy) draft.transfers.splice(index + 1, 0, { ...copy })
                  })
                }
                onRemove={() => props.edit('Remove transfer', (draft) => void draft.transfers.splice(index, 1))}
              />
            )}
          </Index>
        </div>
        <div>
          <Button
            icon={Plus}
            disabled={props.readOnly}
            onClick={() =>
              props.edit(
                'Add transfer',
                (draft) => void draft.transfers.push({ source: 'json', path: '$.id', to: '', scope: 'TestCase' }),
              )
            }
          >
            Add transfer
          </Button>
        </div>
      </Section>
    </StepFrame>
  )
}
export default DataTransferEditor
