import { For, type Component } from 'solid-js'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/overlays/Dialog.tsx'
import { Kbd } from '../../components/Kbd.tsx'
import { useProject } from '../../project/project-context.ts'
import { commandsOf } from '../commands/commands.ts'
import { commandTexts, menuTexts } from '../commands/command-texts.ts'
import type { DialogProps } from '../../page/dialogs.ts'
import { describeKeys } from '../../page/keys.ts'
import { dialogTexts } from './dialog-texts.ts'
import './KeysDialog.css'

/** The list of keys. */
const KeysDialog: Component<DialogProps<'keys'>> = (props) => {
  const context = useProject()
  const plainNames: Record<string, string> = { undo: commandTexts.undo, redo: commandTexts.redo }
  const everywhere = () =>
    commandsOf(context).flatMap(({ id, label, keys }) =>
      keys === undefined ? [] : [{ label: plainNames[id] ?? label, keys: [describeKeys(keys)] }],
    )
  const k = dialogTexts.listKeys
  const inLists = [
    { label: k.move, keys: ['ArrowUp', 'ArrowDown'].map((keys) => describeKeys(keys)) },
    { label: k.unfold, keys: ['ArrowRight', 'ArrowLeft'].map((keys) => describeKeys(keys)) },
    { label: k.open, keys: [describeKeys('Enter')] },
    { label: k.rename, keys: ['F2'] },
    { label: k.remove, keys: ['Delete'] },
    { label: k.reorder, keys: ['Alt+ArrowUp', 'Alt+ArrowDown'].map((keys) => describeKeys(keys)) },
    { label: k.select, keys: ['Shift+ArrowUp', 'Shift+ArrowDown'].map((keys) => describeKeys(keys)) },
    { label: k.menu, keys: ['Shift+F10'] },
  ]
  return (
    <Dialog
      title={dialogTexts.keysTitle}
      open
      onClose={props.onClose}
      footer={<Button onClick={() => context.dialogs.show({ name: 'help' })}>{menuTexts.help}</Button>}
    >
      {table(dialogTexts.keysGroups.everywhere, everywhere())}
      {table(dialogTexts.keysGroups.lists, inLists)}
    </Dialog>
  )
}

const table = (title: string, rows: { label: string; keys: string[] }[]) => (
  <>
    <h3>{title}</h3>
    <dl class="keys-list">
      <For each={rows}>
        {(row) => (
          <div>
            <dt>{row.label}</dt>
            <dd>
              <For each={row.keys}>{(keys) => <Kbd keys={keys} />}</For>
            </dd>
          </div>
        )}
      </For>
    </dl>
  </>
)

export default KeysDialog
