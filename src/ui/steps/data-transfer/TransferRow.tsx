import { createSignal, Show, type Component } from 'solid-js'
import type { Transfer } from '#engine/steps/data-transfer/schema.ts'
import { Select } from '../../components/fields/Select.tsx'
import { Switch } from '../../components/fields/Switch.tsx'
import { TextField } from '../../components/fields/TextField.tsx'
import { scopeOf, scopeOptions, variableNameError } from '../scopes.ts'
import type { Answer } from '../editor-context.ts'
import { PathNote, type PathLook } from '../values/PathNote.tsx'
import { RowFrame } from '../rows/RowFrame.tsx'
import { SourceFields } from '../values/SourceFields.tsx'
import type { RowPlace } from '../rows/StepRows.tsx'
import { TypedValueField } from '../values/TypedValueField.tsx'
import { transferTexts } from './texts.ts'

/** One transfer: where from, into which variable, which part, what if there is nothing. */
export const TransferRow: Component<
  RowPlace & {
    transfer: Transfer
    /** The answer that it looks at, for its path. */
    answer: Answer | undefined
    onEdit(label: string, recipe: (transfer: Transfer) => void, merge?: string): void
  }
> = (props) => {
  const [look, setLook] = createSignal<PathLook>()
  const wrongName = () => (props.transfer.to === '' ? undefined : variableNameError(props.transfer.to))
  return (
    <RowFrame
      {...props}
      class="check-fields-to"
      fields={
        <>
          <SourceFields
            of={props.transfer}
            readOnly={props.readOnly}
            answer={props.answer}
            onLook={setLook}
            onEdit={(recipe, typing) => props.onEdit(transferTexts.edits.changeSource, (transfer) => recipe(transfer), typing)}
          />
          <span class="check-and" aria-hidden="true">
            →
          </span>
          <div class="source-field">
            <TextField
              label={transferTexts.labels.to}
              hideLabel
              code
              variables={false}
              placeholder={transferTexts.placeholders.variable}
              value={props.transfer.to}
              readOnly={props.readOnly}
              error={wrongName()}
              onInput={(value) =>
                props.onEdit(transferTexts.edits.changeVariable, (transfer) => void (transfer.to = value), 'to')
              }
            />
          </div>
          <Select
            label={transferTexts.labels.scope}
            hideLabel
            value={props.transfer.scope}
            disabled={props.readOnly}
            options={scopeOptions}
            onChange={(value) =>
              props.onEdit(transferTexts.edits.changeScope, (transfer) => void (transfer.scope = scopeOf(value)))
            }
          />
        </>
      }
    >
      <PathNote look={look()} />
      <Show when={wrongName()}>
        <div class="check-wide field-note field-error">{wrongName()}</div>
      </Show>
      <div class="check-wide transfer-more">
        <label class="transfer-match">
          <span>{transferTexts.labels.match}</span>
          <TextField
            label={transferTexts.labels.match}
            hideLabel
            code
            placeholder={transferTexts.placeholders.match}
            value={props.transfer.match ?? ''}
            readOnly={props.readOnly}
            onInput={(value) =>
              props.onEdit(
                transferTexts.edits.changeMatch,
                (transfer) => {
                  if (value === '') delete transfer.match
                  else transfer.match = value
                },
                'match',
              )
            }
          />
        </label>
        <Switch
          label={transferTexts.labels.default}
          inline
          checked={props.transfer.default !== undefined}
          disabled={props.readOnly}
          note={props.transfer.default === undefined ? transferTexts.noDefault : undefined}
          onChange={(on) =>
            props.onEdit(transferTexts.edits.changeDefault, (transfer) => {
              if (on) transfer.default = ''
              else delete transfer.default
            })
          }
        />
        <Show when={props.transfer.default !== undefined}>
          <TypedValueField
            label={transferTexts.labels.defaultValue}
            value={props.transfer.default}
            readOnly={props.readOnly}
            placeholder={transferTexts.placeholders.defaultValue}
            onChange={(value, typing) =>
              props.onEdit(
                transferTexts.edits.changeDefault,
                (transfer) => void (transfer.default = value),
                typing ? 'default' : undefined,
              )
            }
          />
        </Show>
      </div>
    </RowFrame>
  )
}
