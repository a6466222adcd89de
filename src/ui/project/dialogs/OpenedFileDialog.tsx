import { For, Show, type Component } from 'solid-js'
import { useProject } from '../project-context.ts'
import type { DialogProps } from '../../page/dialogs.ts'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import type { EmptyVariable } from '#engine/project/file-needs.ts'
import { TextField } from '../../components/TextField.tsx'
import { SecretField } from '../../components/SecretField.tsx'
import { fileTexts } from '../file-texts.ts'
import './file-dialogs.css'

/**
 * What an opened file still needs: its secrets with the fields that use them, to be typed in; and values in clear that look
 * like secrets (P4).
 */
const OpenedFileDialog: Component<DialogProps<'opened-file'>> = (props) => {
  const context = useProject()
  const t = fileTexts.opened
  const { secrets, literals, empty } = props.request.needs
  const environmentOf = (id: string) => context.workspace.head()?.environments.find((one) => one.id === id)
  const valueOf = ({ environment, name }: EmptyVariable) =>
    String(environmentOf(environment)?.variables.find((one) => one.name === name)?.value ?? '')
  const fill = ({ environment, name }: EmptyVariable, value: string) =>
    context.workspace.edit(
      t.emptyOf(name, environmentOf(environment)?.name ?? ''),
      [],
      ({ head }) => {
        const variable = head.environments.find(({ id }) => id === environment)?.variables.find((one) => one.name === name)
        if (variable) variable.value = value
      },
      `fill ${environment} ${name}`,
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
                  label={secret.id}
                  value={{ secret: secret.id }}
                  has={context.vault.has(secret.id)}
                  onChange={() => undefined}
                  onStore={(plain) => void context.vault.set(secret.id, plain)}
                  onReveal={() => context.vault.reveal(secret.id)}
                  note={`${t.usedBy} ${secret.places.join('; ')}`}
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
                value={valueOf(one)}
                hint={environmentOf(one.environment)?.name}
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
