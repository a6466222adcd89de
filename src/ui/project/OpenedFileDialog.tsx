import { createMemo, createResource, createEffect, For, Show, type Component } from 'solid-js'
import { useApp } from '../app/app-state.ts'
import type { DialogProps } from '../app/DialogHost.tsx'
import { Button } from '../components/Button.tsx'
import { Dialog } from '../components/Dialog.tsx'
import { SecretField } from '../components/SecretField.tsx'
import { fileTexts } from './file-texts.ts'
import './file-dialogs.css'

/**
 * What an opened file still needs: its secrets with the fields that use them, to be typed in; and values in clear that look
 * like secrets (P4). Not shown when there is nothing to say.
 */
const OpenedFileDialog: Component<DialogProps<'opened-file'>> = (props) => {
  const app = useApp()
  const t = fileTexts.opened
  const { project, localId } = props.request
  const [found] = createResource(async () => {
    const [{ secretsNeeded }, { literalSecrets }, known] = await Promise.all([
      import('#engine/project/secrets-needed.ts'),
      import('#engine/project/literal-secrets.ts'),
      app.services.client.secrets.list(localId).catch((): string[] => []),
    ])
    return { needed: secretsNeeded(project).filter(({ id }) => !known.includes(id)), literals: literalSecrets(project) }
  })
  const something = createMemo(() => (found()?.needed.length ?? 0) + (found()?.literals.length ?? 0) > 0)
  createEffect(() => {
    if (found() && !something()) props.onClose()
  })
  return (
    <Dialog
      title={t.title}
      open={something()}
      wide
      onClose={props.onClose}
      footer={
        <Button kind="primary" onClick={() => props.onClose()}>
          {t.done}
        </Button>
      }
    >
      <Show when={found()?.needed.length}>
        <p>{t.secrets}</p>
        <div class="file-dialog-secrets">
          <For each={found()?.needed}>
            {(secret) => (
              <div>
                <SecretField
                  label={secret.id}
                  value={{ secret: secret.id }}
                  has={app.vault.has(secret.id)}
                  onChange={() => undefined}
                  onStore={(plain) => void app.vault.set(secret.id, plain)}
                  onReveal={() => app.vault.reveal(secret.id)}
                  note={`${t.usedBy} ${secret.places.join('; ')}`}
                />
              </div>
            )}
          </For>
        </div>
      </Show>
      <Show when={found()?.literals.length}>
        <p>{t.literals}</p>
        <ul class="file-dialog-literals">
          <For each={found()?.literals}>
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
