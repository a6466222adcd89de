import { onCleanup, onMount } from 'solid-js'
import type { ProjectContext } from '../project/project-context.ts'
import { commandsOf } from './commands.ts'
import { isTyping, matches } from '../page/keys.ts'

/** Listens for the keys of all commands; once in the page. */
export function bindKeys(context: ProjectContext): void {
  const press = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing) return
    if (!event.ctrlKey && !event.metaKey && event.key !== '?') return
    const command = commandsOf(context).find((one) => one.keys !== undefined && matches(one.keys, event))
    if (!command || !allowed(context, command.id, event)) return
    if (!command.whileTyping && isTyping(event.target)) return
    event.preventDefault()
    event.stopPropagation()
    if (command.enabled !== false) command.run()
  }
  // Capturing: Monaco and fields would take some of these keys for themselves.
  onMount(() => window.addEventListener('keydown', press, { capture: true }))
  onCleanup(() => window.removeEventListener('keydown', press, { capture: true }))
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
