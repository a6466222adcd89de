import { createMemo, createSignal, Show, type Component } from 'solid-js'
import { messageWithHint } from '#engine/base/errors.ts'
import { Button } from '../../components/Button.tsx'
import { Notice } from '../../components/Notice.tsx'
import { showToast } from '../../components/overlays/toasts.tsx'
import { hostsToAllow } from '../../project/hosts-to-allow.ts'
import { useProject } from '../../project/project-context.ts'
import { companionState } from './companion-state.ts'
import { startCommand } from './start-command.ts'
import { companionTexts as t } from './texts.ts'
import { copyText } from '../../steps/copy-text.ts'
import './companion.css'

/** How many steps are named. */
const named = 3

/** What the open project needs the companion for, while it lacks it: said before a run. */
const CompanionNotice: Component = () => {
  const context = useProject()
  const { workspace, dialogs } = context
  const companion = companionState(context)
  /** The projects whose notice was closed. */
  const [closed, setClosed] = createSignal<readonly string[]>([])
  const open = () => workspace.phase() === 'open' && !closed().includes(workspace.localId() ?? '')
  const steps = createMemo(() => (open() ? (companion.needs()?.steps ?? []) : []))
  const connected = () => companion.status().state === 'connected'
  const asked = createMemo(() =>
    open() && connected() && steps().length > 0
      ? (companion.needs()?.hosts ?? []).filter((one) => one.private && !one.allowed).map(({ host }) => host)
      : [],
  )
  const names = () => {
    const told = steps().slice(0, named)
    const more = steps().length - told.length
    return [...told.map(({ name, limit }) => t.need(name, limit)), ...(more > 0 ? [t.more(more)] : [])].join('; ')
  }
  const close = () => setClosed((ids) => [...ids, workspace.localId() ?? ''])
  const allow = async () => {
    try {
      await (await hostsToAllow(context, context.environment()))?.allow()
      await companion.look()
    } catch (thrown) {
      showToast(messageWithHint(thrown), 'error')
    }
  }
  return (
    <div class="companion-notices">
      <Show when={!connected() && steps().length > 0}>
        <Notice
          kind="info"
          onClose={close}
          action={
            <>
              <Button small onClick={() => void copyText(startCommand(), t.copied)}>
                {t.copy} <code>{startCommand()}</code>
              </Button>
              <Button small onClick={() => dialogs.show({ name: 'companion' })}>
                {t.connectDots}
              </Button>
            </>
          }
        >
          {t.needs(steps().length, names())}
        </Notice>
      </Show>
      <Show when={asked().length > 0}>
        <Notice
          kind="info"
          onClose={close}
          action={
            <Button small onClick={() => void allow()}>
              {t.allow}
            </Button>
          }
        >
          {t.allowAsk(asked().join(', '), asked().length)}
        </Notice>
      </Show>
    </div>
  )
}

export default CompanionNotice
