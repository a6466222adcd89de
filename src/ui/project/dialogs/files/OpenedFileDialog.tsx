import { For, Show, type Component } from 'solid-js'
import { useProject } from '../../project-context.ts'
import type { DialogProps } from '../../../page/dialogs.ts'
import { Button } from '../../../components/Button.tsx'
import { Dialog } from '../../../components/overlays/Dialog.tsx'
import type { ProjectHead } from '#engine/project/edit/state.ts'
import { emptyVariable } from '#engine/project/empty.ts'
import type { EmptyVariable } from '#engine/project/file-needs.ts'
import { TextField } from '../../../components/fields/TextField.tsx'
import { SecretField } from '../../../components/fields/SecretField.tsx'
import { fileTexts } from '../../files/file-texts.ts'
import { secretLabels } from './secret-labels.ts'
import './file-dialogs.css'

/**
 * What an opened file still needs: its secrets with the fields that use them, to be typed in; and values in plaintext that look
 * like secrets (P4).
 */
const OpenedFileDialog: Component<DialogProps<'opened-file'>> = (props) => {
  const context = useProject()
  const t = fileTexts.opened
  const { secrets, literals, empty } = props.request.needs
  const ownerIn = (head: ProjectHead | undefined, { owner }: EmptyVariable) =>
    owner === undefined ? head : [...(head?.environments ?? []), ...(head?.suites ?? [])].find(({ id }) => id === owner)
  const variableIn = (head: ProjectHead | undefined, one: EmptyVariable) =>
    ownerIn(head, one)?.variables.find(({ name }) => name === one.name)
  const hintOf = (one: EmptyVariable) =>
    [ownerIn(context.workspace.head(), one)?.name, variableIn(context.workspace.head(), one)?.description]
      .filter(Boolean)
      .join(': ')
  /** What the variable that holds a secret says of it. */
  const saidOf = (id: string) => {
    const head = context.workspace.head()
    const all = [head, ...(head?.environments ?? []), ...(head?.suites ?? [])].flatMap((one) => one?.variables ?? [])
    return all.find(({ value }) => typeof value === 'object' && 'secret' in value && value.secret === id)?.description ?? ''
  }
  const labels = () =>
    secretLabels(
      context.workspace.head(),
      secrets.map(({ id }) => id),
    )
  const fill = (one: EmptyVariable, value: string) =>
    context.workspace.edit(
      t.emptyOf(one.name, ownerIn(context.workspace.head(), one)?.name ?? ''),
      [],
      ({ head }) => {
        const variable = variableIn(head, one)
        if (variable) variable.value = value
        else ownerIn(head, one)?.variables.push({ ...emptyVariable(one.name), value })
      },
      `fill ${one.owner ?? ''} ${one.name}`,
    )
  return (
    <Dialog
      title={t.title}
      open
      wide
      onClose={props.onClose}
      footer={
        <Button kind="primary" onClick={() => props.onClose()}>
          {t.done}
        </Button>
      }
    >
      <Show when={secrets.length > 0}>
        <p>{t.secrets}</p>
        <div class="file-dialog-secrets">
          <For each={secrets}>
            {(secret) => (
              <div>
                <SecretField
                  label={labels().get(secret.id) ?? secret.id}
                  value={{ secret: secret.id }}
                  valueOnly
                  has={context.vault.has(secret.id)}
                  onChange={() => undefined}
                  onStore={(plain) => void context.vault.set(secret.id, plain)}
                  onReveal={() => context.vault.reveal(secret.id)}
                  note={[saidOf(secret.id), t.secretDetail(secret.id, secret.places)].filter(Boolean).join(' ')}
                />
              </div>
            )}
          </For>
        </div>
      </Show>
      <Show when={empty.length > 0}>
        <p>{t.empty}</p>
        <div class="file-dialog-secrets">
          <For each={empty}>
            {(one) => (
              <TextField
                label={one.name}
                code
                variables={false}
                value={String(variableIn(context.workspace.head(), one)?.value ?? '')}
                hint={hintOf(one)}
                onInput={(value) => fill(one, value)}
              />
            )}
          </For>
        </div>
      </Show>
      <Show when={literals.length > 0}>
        <p>{t.literals}</p>
        <ul class="file-dialog-literals">
          <For each={literals}>
            {(literal) => (
              <li>
                {literal.path}: {literal.text}
              </li>
            )}
          </For>
        </ul>
      </Show>
    </Dialog>
  )
}

export default OpenedFileDialog
