import type { MenuItem } from '../../components/overlays/menu-item.ts'
import { describeKeys } from '../../page/keys.ts'
import type { ProjectContext } from '../../project/project-context.ts'
import { commandsOf, tagsOf } from './commands.ts'
import { commandTexts } from './command-texts.ts'

/** What the menu beside Run holds just now. */
export function runMenu(context: ProjectContext): MenuItem[] {
  const commands = commandsOf(context)
  const node = context.node().kind
  const items: MenuItem[] = ['run', 'run-step', 'run-up-to', 'run-all', 'run-failed', 'run-with'].flatMap((id) => {
    const command = commands.find((one) => one.id === id)
    // With the project open, Run is Run all.
    if (!command || (id === 'run' && node === 'project')) return []
    const keys = command.keys === undefined ? {} : { keys: describeKeys(command.keys) }
    return [{ label: command.label, disabled: command.enabled === false, onSelect: command.run, ...keys }]
  })
  const tags = tagsOf(context)
  if (tags.length > 0) items.push('separator')
  for (const tag of tags) items.push({ label: commandTexts.runTag(tag), onSelect: () => context.run({ tags: [tag] }) })
  return items
}
