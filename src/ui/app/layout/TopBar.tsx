import { lazy, Show, Suspense, type Component } from 'solid-js'
import Check from 'lucide-solid/icons/check'
import ChevronDown from 'lucide-solid/icons/chevron-down'
import Lock from 'lucide-solid/icons/lock'
import LockOpen from 'lucide-solid/icons/lock-open'
import Play from 'lucide-solid/icons/play'
import Search from 'lucide-solid/icons/search'
import Sparkles from 'lucide-solid/icons/sparkles'
import Square from 'lucide-solid/icons/square'
import { Button } from '../../components/Button.tsx'
import { IconButton } from '../../components/IconButton.tsx'
import { Kbd } from '../../components/Kbd.tsx'
import { Menu } from '../../components/overlays/Menu.tsx'
import { Select } from '../../components/fields/Select.tsx'
import { useProject } from '../../project/project-context.ts'
import { firstUse } from '../../page/first-use.ts'
import { describeKeys } from '../../page/keys.ts'
import { SaveStatus } from './SaveStatus.tsx'
import { appTexts as texts } from '../texts.ts'
import './TopBar.css'

const CompanionStatus = lazy(() => firstUse.then(() => import('../companion/CompanionStatus.tsx')))

/** The bar at the top: project, environment, run, search. */
export const TopBar: Component = () => {
  const context = useProject()
  const open = () => context.workspace.phase() === 'open'
  const look = (event: PointerEvent & { currentTarget: HTMLElement }) => {
    const { currentTarget } = event
    void import('./environment-look.tsx').then(({ lookAtEnvironment }) => lookAtEnvironment(context, currentTarget))
  }
  const runs = () => context.node().kind
  const environments = () => [
    ...(context.workspace.head()?.environments ?? []).map((one) => ({ value: one.id, label: one.name })),
    { value: '', label: texts.noEnvironment },
  ]
  return (
    <header class="top-bar">
      <span class="top-bar-logo">
        <i aria-hidden="true">
          <Check />
        </i>
        <span class="top-bar-name">{texts.app}</span>
      </span>
      <div class="top-bar-project">
        <h1 class="top-bar-project-name">{context.workspace.head()?.name ?? texts.noProject}</h1>
        <Menu
          label={texts.projectMenu}
          class="top-bar-cover"
          items={() => import('../commands/project-menu.ts').then(({ projectMenu }) => projectMenu(context))}
          trigger={<ChevronDown aria-hidden="true" />}
        />
      </div>
      <SaveStatus />
      <span class="top-bar-companion">
        <Suspense>
          <CompanionStatus />
        </Suspense>
      </span>
      <Show when={context.vault.state() === 'locked' || context.vault.state() === 'unlocked'}>
        <IconButton
          class="top-bar-vault"
          label={context.vault.state() === 'locked' ? texts.unlockVault : texts.vault}
          icon={context.vault.state() === 'locked' ? Lock : LockOpen}
          onClick={() => context.dialogs.show({ name: 'vault' })}
        />
      </Show>
      <span class="top-bar-space" />
      <Show when={open()}>
        <span
          class="top-bar-environment"
          classList={{ 'top-bar-environment-none': context.environment() === undefined }}
          onPointerEnter={look}
        >
          <Select
            label={texts.environment}
            hideLabel
            value={context.environment() ?? ''}
            options={environments()}
            onChange={(id) => context.setEnvironment(id || undefined)}
          />
        </span>
        <span class="top-bar-run">
          <Button
            kind="primary"
            icon={Play}
            title={`${texts.runsNamed[runs()]} (${describeKeys('Mod+Enter')})`}
            aria-description={texts.runsNamed[runs()]}
            onClick={() => context.runNode(context.node())}
          >
            {texts.run}
          </Button>
          <Menu
            label={texts.runMenu(texts.runs[runs()])}
            class="button button-primary top-bar-run-more"
            items={() => import('../commands/run-menu.ts').then(({ runMenu }) => runMenu(context))}
            trigger={
              <>
                {texts.runs[runs()]}
                <ChevronDown aria-hidden="true" />
              </>
            }
          />
        </span>
        <Show when={context.session.running()}>
          <Button
            class="top-bar-stop"
            icon={Square}
            busy={context.session.stopping()}
            title={describeKeys('Mod+.')}
            onClick={() => context.session.stop()}
          >
            {texts.stop}
          </Button>
        </Show>
      </Show>
      <div class="button top-bar-search">
        <Search aria-hidden="true" />
        <span class="top-bar-search-text" aria-hidden="true">
          {texts.search}
        </span>
        <span aria-hidden="true">
          <Kbd keys={describeKeys('Mod+K')} />
        </span>
        <button
          type="button"
          class="top-bar-cover"
          aria-label={texts.palette}
          title={texts.palette}
          onClick={() => context.dialogs.show({ name: 'palette' })}
        />
      </div>
      <Button
        class="top-bar-assistant"
        kind="ghost"
        icon={Sparkles}
        aria-pressed={context.panes.assistant()}
        title={texts.assistant}
        onClick={() => context.panes.toggleAssistant()}
      >
        <span class="top-bar-assistant-text">{texts.assistant}</span>
      </Button>
    </header>
  )
}
