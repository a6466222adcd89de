import { For, Show, type Component } from 'solid-js'
import Trash from 'lucide-solid/icons/trash'
import type { Identity, IdentityField } from '#engine/derived-tests/identities/identity.ts'
import { IconButton } from '../../components/IconButton.tsx'
import { NumberField } from '../../components/fields/NumberField.tsx'
import { SecretField } from '../../components/fields/SecretField.tsx'
import { TextField } from '../../components/fields/TextField.tsx'
import { useProject } from '../project-context.ts'
import { runAsTexts as t } from './run-as-texts.ts'

/** An identity as it is typed; `typed` holds secrets until they go to the vault. */
export interface IdentityRow extends Identity {
  values: Record<string, string>
  typed: Record<string, string>
}

/** See {@link IdentityFields}. */
export interface IdentityFieldsProps {
  row: IdentityRow
  /** Counts from 1. */
  number: number
  fields: readonly IdentityField[]
  labelOf(field: IdentityField): string
  onSet(...change: ['name', string] | ['expected', number]): void
  onValue(column: string, value: string): void
  /** `typed` is a secret that is not in the vault yet. */
  onSecret(column: string, value: string, typed?: string): void
  onRemove: (() => void) | undefined
}

/** One identity: its name, what its tokens are requested with, and the expected status of its request. */
export const IdentityFields: Component<IdentityFieldsProps> = (props) => {
  const { vault } = useProject()
  const valueOf = ({ column }: IdentityField) => props.row.values[column] ?? ''
  return (
    <fieldset class="run-as-identity" aria-label={t.identity(props.number)}>
      <legend>
        {t.identity(props.number)}
        <Show when={props.onRemove}>
          {(remove) => (
            <IconButton
              label={t.remove(props.row.name || t.identity(props.number))}
              icon={Trash}
              kind="danger"
              onClick={() => remove()()}
            />
          )}
        </Show>
      </legend>
      <TextField label={t.name} variables={false} value={props.row.name} onInput={(name) => props.onSet('name', name)} />
      <For each={props.fields}>
        {(field) => (
          <Show
            when={field.secret}
            fallback={
              <TextField
                label={props.labelOf(field)}
                variables={false}
                value={valueOf(field)}
                onInput={(value) => props.onValue(field.column, value)}
              />
            }
          >
            <SecretField
              label={props.labelOf(field)}
              value={secretOf(valueOf(field))}
              has={props.row.typed[field.column] !== undefined || vault.has(valueOf(field))}
              note={t.secretNote}
              onStore={(typed) => props.onSecret(field.column, t.unsaved, typed)}
              onChange={(next) => props.onSecret(field.column, typeof next === 'string' ? next : '')}
              onReveal={async () => props.row.typed[field.column] ?? vault.reveal(valueOf(field))}
            />
          </Show>
        )}
      </For>
      <NumberField
        label={t.expected}
        value={props.row.expected}
        min={100}
        max={599}
        reference={false}
        onChange={(value) => props.onSet('expected', Number(value))}
      />
    </fieldset>
  )
}

const secretOf = (value: string) => (value === '' ? undefined : value.startsWith('${') ? value : { secret: value })
