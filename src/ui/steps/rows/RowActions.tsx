import type { Component } from 'solid-js'
import Copy from 'lucide-solid/icons/copy'
import { Menu } from '../../components/overlays/Menu.tsx'
import ArrowDown from 'lucide-solid/icons/arrow-down'
import ArrowUp from 'lucide-solid/icons/arrow-up'
import Trash from 'lucide-solid/icons/trash'
import { rowTexts } from './row-texts.ts'
import { stepEditorTexts as texts } from '../texts.ts'

/** The menu of a row in a list: move, duplicate, remove. */
export const RowActions: Component<{
  /** What the row is: `check 2`. */
  what: string
  index: number
  count: number
  readOnly: boolean
  onMove(to: number): void
  onDuplicate(): void
  onRemove(): void
}> = (props) => (
  <Menu
    label={rowTexts.more(props.what)}
    disabled={props.readOnly}
    items={[
      { label: texts.duplicate, icon: Copy, onSelect: () => props.onDuplicate() },
      {
        label: texts.moveUp,
        icon: ArrowUp,
        keys: 'Alt+Up',
        disabled: props.index === 0,
        onSelect: () => props.onMove(props.index - 1),
      },
      {
        label: texts.moveDown,
        icon: ArrowDown,
        keys: 'Alt+Down',
        disabled: props.index === props.count - 1,
        onSelect: () => props.onMove(props.index + 1),
      },
      'separator',
      { label: texts.remove, icon: Trash, danger: true, onSelect: () => props.onRemove() },
    ]}
  />
)
