import { createEffect, createMemo, on, onCleanup, Show, type Component } from 'solid-js'
import Plug from 'lucide-solid/icons/plug'
import Unplug from 'lucide-solid/icons/unplug'
import { IconButton } from '../../components/IconButton.tsx'
import { useProject } from '../../project/project-context.ts'
import { companionState } from './companion-state.ts'
import { companionTexts as t, statusText } from './texts.ts'
import './companion.css'

/** Milliseconds after an edit after which the project's needs are checked again. */
const calm = 1_500
/** Of a project with more cases that is done when it is opened and after runs only. */
const manyCases = 300

/** How the link to the companion stands; opens its dialog. */
const CompanionStatus: Component = () => {
  const context = useProject()
  const { workspace, session } = context
  const companion = companionState(context)
  companion.follow()
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = (): void => void companion.look()
  createEffect(on(() => [workspace.localId(), session.running(), companion.status().state] as const, look))
  createEffect(
    on(
      () => workspace.saveState().state,
      () => {
        const cases = (workspace.head()?.suites ?? []).reduce((sum, suite) => sum + suite.cases.length, 0)
        clearTimeout(timer)
        if (cases <= manyCases) timer = setTimeout(look, calm)
      },
      { defer: true },
    ),
  )
  const connected = createMemo(() => companion.status().state === 'connected')
  const matters = createMemo(
    () =>
      companion.status().state !== 'none' ||
      (companion.needs()?.steps ?? []).length > 0 ||
      (session.running() ? false : session.counts().broken > 0),
  )
  const project = createMemo(() => workspace.head()?.id)
  createEffect(
    on([connected, project, workspace.localId], ([isConnected, id]) => {
      if (!isConnected || id === undefined) return
      const stopper = new AbortController()
      onCleanup(() => stopper.abort())
      void import('../../assistant/proposals/agent-proposals.ts').then((loaded) =>
        loaded.followAgentProposals(context, id, stopper.signal),
      )
    }),
  )
  return (
    <span class="companion-status" classList={{ 'companion-status-on': connected() }}>
      <span role="status" aria-label={t.label} class="visually-hidden">
        {statusText(companion.status())}
      </span>
      {/* Where nothing needs one there is nothing to say; Companion… is in the project menu and the palette. */}
      <Show when={matters()}>
        <IconButton
          label={`${t.label}: ${statusText(companion.status())}`}
          icon={connected() ? Plug : Unplug}
          onClick={() => context.dialogs.show({ name: 'companion' })}
        />
      </Show>
    </span>
  )
}

export default CompanionStatus
