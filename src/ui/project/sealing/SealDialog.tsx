import { createResource, createSignal, createUniqueId, For, Show, type Component } from 'solid-js'
import { textOf } from '#engine/base/errors.ts'
import type { SealTo } from '#engine/project/format/sealed.ts'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/overlays/Dialog.tsx'
import { Notice } from '../../components/Notice.tsx'
import { RadioBar } from '../../components/fields/RadioBar.tsx'
import { showToast } from '../../components/overlays/toasts.tsx'
import type { DialogProps } from '../../page/dialogs.ts'
import { useProject } from '../project-context.ts'
import { sealTexts } from './seal-texts.ts'
import './seal.css'

/** Seals chosen secrets of the open project into it, for a passphrase or for recipients (P4). */
const SealDialog: Component<DialogProps<'seal'>> = (props) => {
  const { workspace, vault, services, actions, dialogs } = useProject()
  const t = sealTexts.seal
  const id = createUniqueId()
  const [needed] = createResource(async () => {
    const [{ secretsNeeded }, project] = await Promise.all([
      import('#engine/project/secrets-needed.ts'),
      workspace.snapshot(),
      vault.refresh(),
    ])
    return project ? secretsNeeded(project).map((secret) => secret.id) : []
  })
  const [left, setLeft] = createSignal<ReadonlySet<string>>(new Set())
  const [way, setWay] = createSignal('passphrase')
  const [passphrase, setPassphrase] = createSignal('')
  const [again, setAgain] = createSignal('')
  const [recipients, setRecipients] = createSignal('')
  const [problem, setProblem] = createSignal<string>()
  const [busy, setBusy] = createSignal(false)
  const chosen = () => (needed() ?? []).filter((secret) => vault.has(secret) && !left().has(secret))
  const isSealed = () => workspace.head()?.sealed !== undefined

  const choose = (secret: string, on: boolean) =>
    setLeft((before) => new Set(on ? [...before].filter((one) => one !== secret) : [...before, secret]))
  /** To whom; or what is wrong with it, said. */
  const to = (): SealTo | undefined => {
    const fail = (text: string) => void setProblem(text)
    if (chosen().length === 0) return fail(t.nothing)
    if (way() === 'passphrase') {
      if (passphrase().length < 8) return fail(t.short)
      if (passphrase() !== again()) return fail(t.differ)
      return { passphrase: passphrase() }
    }
    const all = recipients()
      .split(/\s+/)
      .filter((one) => one !== '')
    return all.length === 0 ? fail(t.noRecipient) : { recipients: all }
  }
  const seal = async () => {
    setProblem(undefined)
    const target = to()
    if (!target) return
    setBusy(true)
    const project = workspace.localId()
    try {
      const values = new Map<string, string>()
      for (const secret of chosen()) {
        const value = await vault.reveal(secret)
        if (value !== undefined) values.set(secret, value)
      }
      const text = await services.aprj.seal(values, target)
      // Someone went on to another project meanwhile.
      if (workspace.localId() !== project) return props.onClose()
      workspace.edit(t.edits.seal, [], ({ head }) => void (head.sealed = { format: 'age', text }))
      showToast(t.done(values.size))
      props.onClose()
    } catch (thrown) {
      setProblem(textOf(thrown))
    } finally {
      setBusy(false)
    }
  }
  const remove = () => {
    workspace.edit(t.edits.remove, [], ({ head }) => void delete head.sealed)
    actions.offerUndo(t.removed, t.edits.remove)
    props.onClose()
  }
  const keepsSome = () => (needed() ?? []).some((secret) => vault.has(secret))
  return (
    <Dialog
      title={t.title}
      open
      wide
      onClose={props.onClose}
      footer={
        <>
          <Show when={isSealed()}>
            <Button disabled={workspace.readOnly()} onClick={remove}>
              {t.remove}
            </Button>
            <Button onClick={() => dialogs.show({ name: 'unseal' })}>{t.open}</Button>
          </Show>
          <Button onClick={() => props.onClose()}>{t.cancel}</Button>
          <Button kind="primary" disabled={!keepsSome() || workspace.readOnly()} busy={busy()} onClick={() => void seal()}>
            {t.submit}
          </Button>
        </>
      }
    >
      <div class="seal-form">
        <p>{t.about}</p>
        <Show when={isSealed()}>
          <Notice kind="info">{t.replaces}</Notice>
        </Show>
        <Show when={needed()}>
          {(secrets) => (
            <Show when={keepsSome()} fallback={<Notice kind="info">{secrets().length === 0 ? t.none : t.noneKept}</Notice>}>
              <ul class="seal-list" aria-label={t.which}>
                <For each={secrets()}>
                  {(secret) => (
                    <li>
                      <label>
                        <input
                          type="checkbox"
                          checked={vault.has(secret) && !left().has(secret)}
                          disabled={!vault.has(secret)}
                          onChange={(event) => choose(secret, event.currentTarget.checked)}
                        />
                        <code>{secret}</code>
                        <small>{vault.has(secret) ? '' : t.noValue}</small>
                      </label>
                    </li>
                  )}
                </For>
              </ul>
              <RadioBar
                label={t.to}
                value={way()}
                options={[
                  { value: 'passphrase', label: t.passphrase },
                  { value: 'recipients', label: t.recipients },
                ]}
                onChange={setWay}
              />
              <Show
                when={way() === 'passphrase'}
                fallback={
                  <label class="seal-field">
                    <span>{t.recipientsField}</span>
                    <textarea
                      rows="3"
                      spellcheck={false}
                      data-own-undo
                      aria-describedby={`${id}-hint`}
                      value={recipients()}
                      onInput={(event) => setRecipients(event.currentTarget.value)}
                    />
                    <small class="seal-note" id={`${id}-hint`}>
                      {t.recipientsHint}
                    </small>
                  </label>
                }
              >
                <For
                  each={[
                    { label: t.passphraseField, value: passphrase, set: setPassphrase },
                    { label: t.again, value: again, set: setAgain },
                  ]}
                >
                  {(field) => (
                    <label class="seal-field">
                      <span>{field.label}</span>
                      <input
                        type="password"
                        autocomplete="new-password"
                        data-own-undo
                        value={field.value()}
                        onInput={(event) => field.set(event.currentTarget.value)}
                      />
                    </label>
                  )}
                </For>
              </Show>
            </Show>
          )}
        </Show>
        <p class="seal-problem" role="alert">
          {problem()}
        </p>
      </div>
    </Dialog>
  )
}

export default SealDialog
