import { createSignal, createUniqueId, For, onCleanup, Show, type Component } from 'solid-js'
import { textOf, messageWithHint } from '#engine/base/errors.ts'
import type { SealKeys } from '#engine/project/format/sealed.ts'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/overlays/Dialog.tsx'
import { FileInput } from '../../components/fields/FileInput.tsx'
import { showToast } from '../../components/overlays/toasts.tsx'
import type { DialogProps } from '../../page/dialogs.ts'
import { useProject } from '../project-context.ts'
import { sealTexts } from './seal-texts.ts'
import './seal.css'

/** A secret that was sealed, against what the vault has. */
interface Opened {
  id: string
  value: string
  state: 'new' | 'same' | 'differs'
  needed: boolean
}

/** Opens the sealed secrets of the open project, and takes those that are chosen into the vault, one by one (P4). */
const UnsealDialog: Component<DialogProps<'unseal'>> = (props) => {
  const { workspace, vault, services } = useProject()
  const t = sealTexts.unseal
  const id = createUniqueId()
  const stop = new AbortController()
  const [key, setKey] = createSignal('')
  const [file, setFile] = createSignal<{ name: string; text: string }>()
  const [opened, setOpened] = createSignal<Opened[]>()
  const [chosen, setChosen] = createSignal<ReadonlySet<string>>(new Set())
  const [problem, setProblem] = createSignal<string>()
  const [busy, setBusy] = createSignal(false)
  let choose: (() => void) | undefined
  onCleanup(() => stop.abort())

  const close = () => {
    props.onClose()
    props.request.after?.()
  }
  const keys = (): SealKeys | undefined => {
    const from = file()
    if (from) return { identity: from.text }
    if (key() === '') return undefined
    return /^AGE-SECRET-KEY-/i.test(key().trim()) ? { identity: key() } : { passphrase: key() }
  }
  const compared = async (values: ReadonlyMap<string, string>): Promise<Opened[]> => {
    const [{ secretsNeeded }, project] = await Promise.all([
      import('#engine/project/secrets-needed.ts'),
      workspace.snapshot(),
      vault.refresh(),
    ])
    const needed = new Set(project ? secretsNeeded(project).map((secret) => secret.id) : [])
    const found: Opened[] = []
    for (const [secret, value] of values) {
      const kept = vault.has(secret) ? await vault.reveal(secret) : undefined
      const state = kept === undefined ? 'new' : kept === value ? 'same' : 'differs'
      found.push({ id: secret, value, state, needed: needed.has(secret) })
    }
    return found
  }
  const open = async () => {
    const { sealed } = workspace.head() ?? {}
    const tried = keys()
    if (!sealed || !tried) return setProblem(t.empty)
    setBusy(true)
    setProblem(undefined)
    try {
      const found = await compared(await services.aprj.unseal(sealed.text, tried, stop.signal))
      setChosen(new Set(found.filter(({ state, needed }) => state === 'new' && needed).map((one) => one.id)))
      setOpened(found)
    } catch (thrown) {
      setProblem(messageWithHint(thrown))
    } finally {
      setBusy(false)
    }
  }
  const take = async () => {
    const wanted = (opened() ?? []).filter((one) => chosen().has(one.id))
    setBusy(true)
    try {
      for (const one of wanted) await vault.set(one.id, one.value)
      if (wanted.length > 0) showToast(t.taken(wanted.length))
      close()
    } catch (thrown) {
      setProblem(t.failed(textOf(thrown)))
    } finally {
      setBusy(false)
    }
  }
  const mark = (secret: string, on: boolean) =>
    setChosen((before) => new Set(on ? [...before, secret] : [...before].filter((one) => one !== secret)))
  return (
    <Dialog
      title={t.title}
      open
      wide
      onClose={close}
      footer={
        <>
          <Button onClick={close}>{opened() ? t.cancel : t.later}</Button>
          <Show
            when={opened()}
            fallback={
              <Button kind="primary" busy={busy()} onClick={() => void open()}>
                {busy() ? t.opening : t.open}
              </Button>
            }
          >
            <Button kind="primary" busy={busy()} onClick={() => void take()}>
              {t.take(chosen().size)}
            </Button>
          </Show>
        </>
      }
    >
      <Show
        when={opened()}
        fallback={
          <form
            class="seal-form"
            onSubmit={(event) => {
              event.preventDefault()
              if (!busy()) void open()
            }}
          >
            <p>{t.about}</p>
            <label class="seal-field">
              <span>{t.key}</span>
              <input
                type="password"
                autofocus
                autocomplete="off"
                data-own-undo
                aria-describedby={`${id}-hint`}
                placeholder={file() ? t.fromFile(file()?.name ?? '') : undefined}
                value={key()}
                onInput={(event) => {
                  setFile(undefined)
                  setKey(event.currentTarget.value)
                }}
              />
            </label>
            <div class="seal-row">
              <Button small onClick={() => choose?.()}>
                {t.chooseFile}
              </Button>
              <small class="seal-note" id={`${id}-hint`}>
                {t.hint}
              </small>
            </div>
            <FileInput
              opens={(show) => (choose = show)}
              onChosen={(picked) =>
                void picked
                  .slice(0, 100_000)
                  .text()
                  .then((text) => (setKey(''), setFile({ name: picked.name, text })))
              }
            />
            <p class="seal-problem" role="alert">
              {problem()}
            </p>
          </form>
        }
      >
        {(found) => (
          <div class="seal-form">
            <ul class="seal-list" aria-label={t.list}>
              <For each={found()}>
                {(one) => (
                  <li>
                    <label>
                      <input
                        type="checkbox"
                        checked={chosen().has(one.id)}
                        disabled={one.state === 'same'}
                        onChange={(event) => mark(one.id, event.currentTarget.checked)}
                      />
                      <code>{one.id}</code>
                      <small classList={{ 'seal-differs': one.state === 'differs' }}>
                        {t.states[one.state]}
                        {one.needed ? '' : `, ${t.needless}`}
                      </small>
                    </label>
                  </li>
                )}
              </For>
            </ul>
            <p class="seal-problem" role="alert">
              {problem()}
            </p>
          </div>
        )}
      </Show>
    </Dialog>
  )
}

export default UnsealDialog
