import { Show, type Component } from 'solid-js'
import Check from 'lucide-solid/icons/check'
import ChevronDown from 'lucide-solid/icons/chevron-down'
import Lock from 'lucide-solid/icons/lock'
import LockOpen from 'lucide-solid/icons/lock-open'
import Play from 'lucide-solid/icons/play'
import Search from 'lucide-solid/icons/search'
import Sparkles from 'lucide-solid/icons/sparkles'
import Square from 'lucide-solid/icons/square'
import { Button } from '../components/Button.tsx'
import { IconButton } from '../components/IconButton.tsx'
import { Kbd } from '../components/Kbd.tsx'
import { Menu, type MenuItem } from '../components/Menu.tsx'
import { Select } from '../components/Select.tsx'
import { useApp } from './app-state.ts'
import { commandsOf, tagsOf } from './commands.ts'
import { describeKeys } from './keys.ts'
import { SaveStatus } from './SaveStatus.tsx'
import { projectMenu } from './project-menu.ts'
import { texts } from './texts.ts'
import './TopBar.css'

/** The bar at the top: project, environment, run, search. */
export const TopBar: Component = () => {
  const app = useApp()
  const open = () => app.workspace.phase() === 'open'
  const environments = () => [
    ...(app.workspace.head()?.environments ?? []).map((one) => ({ value: one.id, label: one.name })),
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
        <h1 class="top-bar-project-name">{app.workspace.head()?.name ?? texts.noProject}</h1>
        <Menu
          label={texts.projectMenu}
          class="top-bar-cover"
          items={projectMenu(app)}
          trigger={<ChevronDown aria-hidden="true" />}
        />
      </div>
      <SaveStatus />
      <span class="top-bar-space" />
      <Show when={open()}>
        <span class="top-bar-environment" classList={{ 'top-bar-environment-none': app.environment() === undefined }}>
          <Select
            label={texts.environment}
            hideLabel
            value={app.environment() ?? ''}
            options={environments()}
            onChange={(id) => app.setEnvironment(id || undefined)}
          />
        </span>
        <span class="top-bar-run">
          <Button kind="primary" icon={Play} keys={describeKeys('Mod+Enter')} onClick={() => app.runNode(app.node())}>
            {texts.run}
          </Button>
          <Menu
            label={texts.runMenu}
            class="button button-primary top-bar-run-more"
            items={runMenu(app)}
            trigger={<ChevronDown aria-hidden="true" />}
          />
        </span>
        <Show when={app.session.running()}>
          <Button
            class="top-bar-stop"
            icon={Square}
            busy={app.session.stopping()}
            title={describeKeys('Mod+.')}
            onClick={() => app.session.stop()}
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
          onClick={() => app.dialogs.show({ name: 'palette' })}
        />
      </div>
      <IconButton
        class="top-bar-vault"
        label={app.vault.state() === 'locked' ? texts.unlockVault : texts.vault}
        icon={app.vault.state() === 'open' || app.vault.state() === 'unknown' ? LockOpen : Lock}
        onClick={() => app.dialogs.show({ name: 'vault' })}
      />
      <Button
        class="top-bar-assistant"
        kind="ghost"
        icon={Sparkles}
        aria-pressed={app.panes.assistant()}
        title={texts.assistant}
        onClick={() => app.panes.setAssistant(!app.panes.assistant())}
      >
        <span class="top-bar-assistant-text">{texts.assistant}</span>
      </Button>
    </header>
  )
}

function runMenu(app: ReturnType<typeof useApp>): MenuItem[] {
  const of = (id: string) => commandsOf(app).find((command) => command.id === id)
  const { case: opened, step } = app.router.route()
  const items: MenuItem[] = ['run', 'run-all', 'run-failed'].flatMap((id) => {
    const command = of(id)
    if (!command) return []
    const keys = command.keys === undefined ? {} : { keys: describeKeys(command.keys) }
    const start = id === 'run' ? () => app.runNode(app.node()) : command.run
    return [{ label: command.label, disabled: command.enabled === false, onSelect: start, ...keys }]
  })
  if (opened && step) {
    items.splice(1, 0, { label: texts.commands.runSelected, onSelect: () => app.run({ step: { case: opened, step } }) })
  }
  const tags = tagsOf(app)
  if (tags.length > 0) items.push('separator')
  for (const tag of tags) items.push({ label: texts.commands.runTag(tag), onSelect: () => app.run({ tags: [tag] }) })
  return items
}
