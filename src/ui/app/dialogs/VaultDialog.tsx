import { createSignal, createUniqueId, Match, Show, Switch, type Component } from 'solid-js'
import { textOf } from '#engine/base/errors.ts'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/overlays/Dialog.tsx'
import { Notice } from '../../components/Notice.tsx'
import { showToast } from '../../components/overlays/toasts.tsx'
import { useProject } from '../../project/project-context.ts'
import type { DialogProps } from '../../page/dialogs.ts'
import { dialogTexts } from './dialog-texts.ts'
import './VaultDialog.css'

/** The vault's passphrase: set, change, remove, lock, unlock. */
const VaultDialog: Component<DialogProps<'vault'>> = (props) => {
  const context = useProject()
  const { secrets } = context.services.client
  const t = dialogTexts.vaultDialog
  const [passphrase, setPassphrase] = createSignal('')
  const [again, setAgain] = createSignal('')
  const [problem, setProblem] = createSignal<string>()
  const [busy, setBusy] = createSignal(false)
  const id = createUniqueId()

  const attempt = async (work: () => Promise<string | undefined>, done?: string) => {
    setBusy(true)
    setProblem(undefined)
    try {
      const wrong = await work()
      setProblem(wrong)
      if (wrong !== undefined) return
      await context.vault.refresh()
      if (done) showToast(done)
      props.onClose()
    } catch (thrown) {
      setProblem(t.failed(textOf(thrown)))
    } finally {
      setBusy(false)
    }
  }
  const unlock = () => attempt(async () => ((await secrets.unlock(passphrase())) ? undefined : t.wrong), t.done.unlocked)
  const protect = () =>
    attempt(async () => {
      if (passphrase().length < 8) return t.short
      if (passphrase() !== again()) return t.differ
      await secrets.protect(passphrase())
      return undefined
    }, t.done.set)
  const run = (work: () => Promise<unknown>, done: string) =>
    void attempt(async () => {
      await work()
      return undefined
    }, done)
  const field = (
    label: string,
    value: () => string,
    set: (value: string) => void,
    autocomplete: 'current-password' | 'new-password',
  ) => (
    <label class="vault-field">
      <span>{label}</span>
      <input
        type="password"
        data-own-undo
        autocomplete={autocomplete}
        value={value()}
        aria-describedby={problem() ? `${id}-problem` : undefined}
        onInput={(event) => set(event.currentTarget.value)}
      />
    </label>
  )
  const choose = (submit: () => void, label: string) => (
    <form
      class="vault-form"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {field(t.passphrase, passphrase, setPassphrase, 'new-password')}
      {field(t.again, again, setAgain, 'new-password')}
      <p class="vault-note">{t.warning}</p>
      <Button type="submit" kind="primary" disabled={busy()}>
        {label}
      </Button>
    </form>
  )
  return (
    <Dialog title={t.title} open onClose={props.onClose}>
      <Switch>
        <Match when={context.vault.state() === 'locked'}>
          <p>{t.locked}</p>
          <form
            class="vault-form"
            onSubmit={(event) => {
              event.preventDefault()
              void unlock()
            }}
          >
            {field(t.passphrase, passphrase, setPassphrase, 'current-password')}
            <Button type="submit" kind="primary" disabled={busy()}>
              {t.unlock}
            </Button>
          </form>
        </Match>
        <Match when={context.vault.state() === 'unlocked'}>
          <p>{t.unlocked}</p>
          <div class="vault-actions">
            <Button disabled={busy()} onClick={() => run(secrets.lock, t.done.locked)}>
              {t.lock}
            </Button>
            <Button kind="danger" disabled={busy()} onClick={() => run(() => secrets.protect(''), t.done.removed)}>
              {t.remove}
            </Button>
          </div>
          {choose(() => void protect(), t.change)}
        </Match>
        <Match when={true}>
          <p>{t.open}</p>
          {choose(() => void protect(), t.set)}
        </Match>
      </Switch>
      <Show when={problem()}>
        {(text) => (
          <div id={`${id}-problem`}>
            <Notice kind="error" live>
              {text()}
            </Notice>
          </div>
        )}
      </Show>
    </Dialog>
  )
}

export default VaultDialog
