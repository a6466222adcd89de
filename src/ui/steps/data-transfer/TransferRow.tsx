import { Show, type Component } from 'solid-js'
import type { Transfer } from '#engine/steps/data-transfer/schema.ts'
import { Select } from '../../components/Select.tsx'
import { Switch } from '../../components/Switch.tsx'
import { TextField } from '../../components/TextField.tsx'
import { moveByKeys, RowActions } from '../RowActions.tsx'
import { scopeOf, scopeOptions, variableNameError } from '../scopes.ts'
import { SourceFields } from '../SourceFields.tsx'
import type { RowEdits } from '../StepRows.tsx'
import { TypedValueField } from '../TypedValueField.tsx'

/** One transfer: where from, into which variable, which part, what if there is nothing. */
export const TransferRow: Component<
  RowEdits & {
    transfer: Transfer
    number: number
    count: number
    readOnly: boolean
    onEdit(label: string, recipe: (transfer: Transfer) => void, merge?: string): void
  }
> = (props) => {
  const wrongName = () => (props.transfer.to === '' ? undefined : variableNameError(props.transfer.to))
  return (
    <div
      role="group"
      aria-label={`Transfer ${props.number}`}
      class="check"
      onKeyDown={(event) => !props.readOnly && moveByKeys(event, props.number - 1, props.count, props.onMove)}
    >
      <span class="check-mark">
        <span class="check-number">{props.number}</span>
      </span>
      <div class="check-fields">
        <SourceFields
          of={props.transfer}
          readOnly={props.readOnly}
          onEdit={(recipe, typing) => props.onEdit('Change source', (transfer) => recipe(transfer), typing)}
        />
        <span class="check-and" aria-hidden="true">
          →
        </span>
        <div class="source-field">
          <TextField
            label="To"
            hideLabel
            code
            variables={false}
            placeholder="variable"
            value={props.transfer.to}
            readOnly={props.readOnly}
            error={wrongName()}
            onInput={(value) => props.onEdit('Change variable', (transfer) => void (transfer.to = value), 'to')}
          />
        </div>
        <Select
          label="Scope"
          hideLabel
          value={props.transfer.scope}
          disabled={props.readOnly}
          options={scopeOptions}
          onChange={(value) => props.onEdit('Change scope', (transfer) => void (transfer.scope = scopeOf(value)))}
        />
      </div>
      <RowActions
        what={`transfer ${props.number}`}
        index={props.number - 1}
        count={props.count}
        readOnly={props.readOnly}
        onMove={props.onMove}
        onDuplicate={props.onDuplicate}
        onRemove={props.onRemove}
      />
      <Show when={wrongName()}>
        <div class="check-wide field-note field-error">{wrongName()}</div>
      </Show>
      <div class="check-wide transfer-more">
        <label class="transfer-match">
          <span>Match</span>
          <TextField
            label="Match"
            hideLabel
            code
            placeholder="regular expression; its first group is kept"
            value={props.transfer.match ?? ''}
            readOnly={props.readOnly}
            onInput={(value) =>
              props.onEdit(
                'Change match',
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
          label="Default"
          inline
          checked={props.transfer.default !== undefined}
          disabled={props.readOnly}
          note={props.transfer.default === undefined ? 'off: finding nothing breaks the step' : undefined}
          onChange={(on) =>
            props.onEdit('Change default', (transfer) => {
              if (on) transfer.default = ''
              else delete transfer.default
            })
          }
        />
        <Show when={props.transfer.default !== undefined}>
          <TypedValueField
            label="Default value"
            value={props.transfer.default}
            readOnly={props.readOnly}
            placeholder="kept when there is nothing"
            onChange={(value, typing) =>
              props.onEdit('Change default', (transfer) => void (transfer.default = value), typing ? 'default' : undefined)
            }
          />
        </Show>
      </div>
    </div>
  )
}
