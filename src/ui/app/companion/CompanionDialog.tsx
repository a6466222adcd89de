import { createResource, createSignal, For, Index, Match, Show, Switch as Choose, type Component } from 'solid-js'
import { messageWithHint } from '#engine/base/errors.ts'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/overlays/Dialog.tsx'
import { Notice } from '../../components/Notice.tsx'
import { Switch } from '../../components/fields/Switch.tsx'
import { TextField } from '../../components/fields/TextField.tsx'
import { showToast } from '../../components/overlays/toasts.tsx'
import type { DialogProps } from '../../page/dialogs.ts'
import { useProject } from '../../project/project-context.ts'
import { copyText } from '../../steps/copy-text.ts'
import { companionState } from './companion-state.ts'
import { isServedLocally, startCommand, usualAddress } from './start-command.ts'
import { companionTexts as t, statusText } from './texts.ts'
import './companion.css'

/** The link to the companion: made, looked at, and ended. */
const CompanionDialog: Component<DialogProps<'companion'>> = (props) => {
  const state = companionState(useProject())
  state.follow()
  const connected = () => {
    const status = state.status()
    return status.state === 'connected' ? status : undefined
  }
  return (
    <Dialog title={connected() ? t.title : t.connectTitle} open onClose={props.onClose}>
      <Choose fallback={<Connecting onDone={props.onClose} />}>
        <Match when={connected()}>{(status) => <Connected address={status().address} version={status().version} />}</Match>
      </Choose>
    </Dialog>
  )
}

const Connecting: Component<{ onDone(): void }> = (props) => {
  const context = useProject()
  const { companion } = context.services.client
  const state = companionState(context)
  const [address, setAddress] = createSignal(usualAddress())
  const [code, setCode] = createSignal('')
  const [problem, setProblem] = createSignal<string>()
  const [news, setNews] = createSignal<string>()
  const [busy, setBusy] = createSignal(false)
  /** The origin of what was typed: a user may paste the whole address, code and all. */
  const origin = () => (URL.canParse(address()) && /^https?:/.test(address()) ? new URL(address()).origin : undefined)

  const attempt = async (work: (to: string) => Promise<void>): Promise<void> => {
    const to = origin()
    setNews(undefined)
    if (to === undefined) return void setProblem(t.noAddress)
    setProblem(undefined)
    setBusy(true)
    try {
      await reachFromClick(to)
      await work(to)
    } catch (thrown) {
      setProblem(messageWithHint(thrown))
    } finally {
      setBusy(false)
    }
  }
  const show = () =>
    attempt(async (to) => {
      await companion.ask(to)
      setNews(t.shown)
    })
  const connect = () =>
    attempt(async (to) => {
      if (code().trim() === '') return void setProblem(t.noCode)
      const status = await companion.pair(to, code().trim())
      if (status.state !== 'connected') return void setProblem(statusText(status))
      showToast(t.pairedNow)
      props.onDone()
    })
  const apart = () => {
    const status = state.status()
    return status.state === 'apart' ? status : undefined
  }
  return (
    <form
      class="companion-form"
      onSubmit={(event) => {
        event.preventDefault()
        void connect()
      }}
    >
      <p>{t.what}</p>
      <Show when={apart()}>
        {(status) => (
          <Notice
            kind="warning"
            action={
              <Button small onClick={() => void companion.connect()}>
                {t.tryAgain}
              </Button>
            }
          >
            {`${t.label} ${statusText(status())}`}
          </Notice>
        )}
      </Show>
      <Show when={isServedLocally()} fallback={<p>{t.start}</p>}>
        <p>{t.running}</p>
      </Show>
      <div class="companion-command">
        <code>{startCommand()}</code>
        <Button small onClick={() => void copyText(startCommand(), t.copied)}>
          {t.copy}
        </Button>
      </div>
      <TextField label={t.address} value={address()} onInput={setAddress} variables={false} code hint={t.addressHint} />
      <TextField
        label={t.code}
        value={code()}
        onInput={setCode}
        variables={false}
        code
        short
        hint={t.codeHint}
        trailing={
          <Button busy={busy()} onClick={() => void show()}>
            {t.show}
          </Button>
        }
      />
      <Show when={location.protocol === 'https:'}>
        <p class="companion-note">{t.permission}</p>
      </Show>
      <div role="status">
        <Show when={news()}>{(text) => <Notice kind="info">{text()}</Notice>}</Show>
      </div>
      <Show when={problem()}>
        {(text) => (
          <Notice kind="error" live>
            {text()}
          </Notice>
        )}
      </Show>
      <Button type="submit" kind="primary" busy={busy()}>
        {t.connect}
      </Button>
    </form>
  )
}

const Connected: Component<{ address: string; version: string }> = (props) => {
  const context = useProject()
  const { companion } = context.services.client
  const state = companionState(context)
  const [pairings, { refetch }] = createResource(() => companion.pairings())
  // What was typed a moment ago counts: a user who was told to allow a host finds it here.
  void state.look()
  const hosts = () => state.needs()?.hosts ?? []
  const telling = (work: Promise<unknown>): void =>
    void work.catch((thrown: unknown) => showToast(messageWithHint(thrown), 'error'))
  const disconnect = async (): Promise<void> => {
    const own = pairings()?.find((one) => one.own)
    if (own) await companion.revoke(own.id).catch(() => undefined)
    await companion.forget()
    showToast(t.disconnected)
  }
  const revoke = async (id: string): Promise<void> => {
    await companion.revoke(id)
    await refetch()
  }
  return (
    <div class="companion-form">
      <div class="companion-command">
        <p>{t.connectedTo(props.address, props.version)}</p>
        <Button small onClick={() => telling(disconnect())}>
          {t.disconnect}
        </Button>
      </div>
      <Show when={context.workspace.phase() === 'open'}>
        <h3>{t.hosts}</h3>
        <p class="companion-note">{hosts().length === 0 ? t.noHosts : t.hostsWhat}</p>
        <ul class="companion-list">
          {/* By index: all of them are checked again after each change, and the focus stays where it is. */}
          <Index each={hosts()}>
            {(one) => (
              <li>
                <Switch
                  inline
                  label={one().host}
                  checked={one().allowed}
                  onChange={(on) => telling(state.allow(one().host, on))}
                />
              </li>
            )}
          </Index>
        </ul>
      </Show>
      <h3>{t.pages}</h3>
      <ul class="companion-list">
        <For each={pairings()}>
          {(one) => (
            <li>
              <span>
                <code>{one.origin}</code> <Show when={one.own}>({t.thisPage})</Show>{' '}
                <span class="companion-note">{t.since(new Date(one.since).toLocaleTimeString())}</span>
              </span>
              <Show when={!one.own}>
                <Button small kind="danger" aria-label={t.revokeOf(one.origin)} onClick={() => telling(revoke(one.id))}>
                  {t.revoke}
                </Button>
              </Show>
            </li>
          )}
        </For>
      </ul>
    </div>
  )
}

export default CompanionDialog

/**
 * Reaches out for a URL of this machine from within a click: Chrome asks then whether a page of the public web may (Local
 * Network Access), which it does not for a worker. The following call reports its result.
 */
async function reachFromClick(origin: string): Promise<void> {
  if (location.protocol !== 'https:') return
  await fetch(`${origin}/`, { mode: 'no-cors', credentials: 'omit', cache: 'no-store' }).catch(() => undefined)
}
