import { onCleanup, onMount } from 'solid-js'
import type { ProjectContext } from '../../project/project-context.ts'
import { firstUse } from '../../page/first-use.ts'
import { isTyping, matchesKeys } from '../../page/keys.ts'
import { commandKeys } from './command-keys.ts'

/** Listens for the keys of all commands; once in the page. The commands are fetched when someone starts to use it. */
export function bindKeys(context: ProjectContext): void {
  let commandsOf: typeof import('./commands.ts').commandsOf | undefined
  const load = async () => (commandsOf ??= (await import('./commands.ts')).commandsOf)
  void firstUse.then(load)
  const press = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing) return
    if (!event.ctrlKey && !event.metaKey && event.key !== '?') return
    const [id, keys] = [...commandKeys].find(([, one]) => matchesKeys(one, event)) ?? []
    if (id === undefined || !allowed(context, id, event)) return
    if (!keys?.includes('Mod') && isTyping(event.target)) return
    event.preventDefault()
    event.stopPropagation()
    if (keys?.includes('Enter')) takeOver(event.target)
    const runCommand = (all: NonNullable<typeof commandsOf>) => {
      const command = all(context).find((one) => one.id === id)
      if (command?.enabled !== false) command?.run()
    }
    if (commandsOf) return runCommand(commandsOf)
    // What is typed from here on is meant for it, so it doesn't wait for the commands either.
    if (id === 'palette') context.dialogs.show({ name: 'palette' })
    else void load().then(runCommand)
  }
  // Capturing: Monaco and fields would take some of these keys for themselves.
  onMount(() => window.addEventListener('keydown', press, { capture: true }))
  onCleanup(() => window.removeEventListener('keydown', press, { capture: true }))
}

/** What a field takes over when it is left, it takes over before a run, which leaves it. */
function takeOver(field: EventTarget | null): void {
  if (field instanceof HTMLInputElement && isTyping(field)) field.dispatchEvent(new Event('change', { bubbles: true }))
}

/** Undo inside a code editor or a search field is theirs; under a dialog only what belongs to it goes on. */
function allowed(context: ProjectContext, id: string, event: KeyboardEvent): boolean {
  const target = event.target instanceof Element ? event.target : undefined
  if ((id === 'undo' || id === 'redo') && target?.closest('.monaco-editor, [data-own-undo]')) return false
  if (id === 'run' && target?.closest('[data-own-enter]')) return false
  const dialog = context.dialogs.open()
  if (!dialog && !document.querySelector('dialog[open]')) return true
  return ['undo', 'redo', 'save', 'stop'].includes(id) || (id === 'palette' && dialog?.name === 'palette')
}
