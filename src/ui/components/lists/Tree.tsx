import { createSignal, Show, type Component, type JSX } from 'solid-js'
import ChevronRight from 'lucide-solid/icons/chevron-right'
import { openContextMenu } from '../overlays/Menu.tsx'
import type { MenuItems } from '../overlays/menu-item.ts'
import { equalLines } from './scroller.ts'
import { createVirtualTree } from './virtual-tree.ts'
import type { TreePlace } from './tree-place.ts'
import { TreeItem, VirtualTree } from './VirtualTree.tsx'
import './Tree.css'

/** One visible row of a tree. */
export interface TreeRow extends TreePlace {
  /** The accessible name, and what typing ahead looks for. */
  label: string
  render(): JSX.Element
}

/** Where a dragged row goes, seen from the row under the pointer. */
export type DropPlace = 'before' | 'after' | 'into'

/** See {@link Tree}. */
export interface TreeProps {
  label: string
  /** The visible rows in order: children of collapsed rows omitted. */
  rows: readonly TreeRow[]
  selected?: string | undefined
  onSelect(id: string): void
  /** A key moved the focus to this row: what is selected follows it, so that what keys do is done to what is seen as selected. */
  onGo?: ((id: string) => void) | undefined
  onToggle(id: string, expanded: boolean): void
  onRename?: ((id: string) => void) | undefined
  onDelete?: ((id: string) => void) | undefined
  onMove?: ((id: string, delta: -1 | 1) => void) | undefined
  onDrop?: ((drag: string, target: string, where: DropPlace) => void) | undefined
  menu?: ((id: string) => MenuItems) | undefined
}

/** Pixels of a row. */
const rowHeight = 28

/**
 * A tree whose rows can be edited: besides the keys of a {@link VirtualTree} Enter, F2, Delete, Alt+arrows, the menu key, drag
 * and drop; a double click renames a leaf and folds the others.
 */
export const Tree: Component<TreeProps> = (props) => {
  const [drag, setDrag] = createSignal<string>()
  const [over, setOver] = createSignal<{ id: string; where: DropPlace }>()

  const tree = createVirtualTree<TreeRow>({
    rows: () => props.rows,
    lines: equalLines(
      () => rowHeight,
      () => props.rows.length,
    ),
    selected: () => props.selected,
    focus: 'rows',
    label: (row) => row.label,
    onToggle: (row, expanded) => props.onToggle(row.id, expanded),
    onGo: (row) => props.onGo?.(row.id),
    keys: ({ id, label }, event) => {
      const menu = props.menu && (() => openContextMenu(event, props.menu?.(id) ?? [], label))
      return {
        Enter: () => props.onSelect(id),
        ' ': () => props.onSelect(id),
        F2: props.onRename && (() => props.onRename?.(id)),
        Delete: props.onDelete && (() => props.onDelete?.(id)),
        ContextMenu: menu,
        'Shift+F10': menu,
        'Alt+ArrowUp': props.onMove && (() => props.onMove?.(id, -1)),
        'Alt+ArrowDown': props.onMove && (() => props.onMove?.(id, 1)),
      }
    },
  })
  const dragOver = (event: DragEvent & { currentTarget: HTMLElement }, row: TreeRow) => {
    if (drag() === undefined || drag() === row.id) return
    event.preventDefault()
    const box = event.currentTarget.getBoundingClientRect()
    const part = (event.clientY - box.top) / box.height
    setOver({ id: row.id, where: part < 0.28 ? 'before' : part > 0.72 ? 'after' : 'into' })
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    const target = over()
    const dragged = drag()
    setOver(undefined)
    setDrag(undefined)
    if (target && dragged !== undefined) props.onDrop?.(dragged, target.id, target.where)
  }
  const marked = (row: TreeRow, where: DropPlace) => over()?.id === row.id && over()?.where === where

  return (
    <VirtualTree tree={tree} label={props.label} class="tree">
      {(row) => (
        <TreeItem
          tree={tree}
          row={row()}
          class="tree-row"
          classList={{
            'tree-row-selected': tree.isSelected(row().id),
            'tree-row-dragged': drag() === row().id,
            'tree-row-before': marked(row(), 'before'),
            'tree-row-after': marked(row(), 'after'),
            'tree-row-into': marked(row(), 'into'),
          }}
          aria-label={row().label}
          draggable={props.onDrop ? 'true' : undefined}
          onClick={() => {
            tree.setCurrent(row().id)
            props.onSelect(row().id)
          }}
          onDblClick={() => {
            const { id, expanded } = row()
            if (expanded === undefined) props.onRename?.(id)
            else props.onToggle(id, !expanded)
          }}
          onContextMenu={(event) => {
            const items = props.menu?.(row().id)
            if (items) openContextMenu(event, items, row().label)
          }}
          onDragStart={(event) => {
            setDrag(row().id)
            event.dataTransfer?.setData('text/plain', row().label)
          }}
          onDragEnd={() => {
            setDrag(undefined)
            setOver(undefined)
          }}
          onDragOver={(event) => dragOver(event, row())}
          onDrop={drop}
        >
          <span
            class="tree-toggle"
            classList={{ 'tree-toggle-open': row().expanded === true }}
            aria-hidden="true"
            onClick={(event) => {
              const { id, expanded } = row()
              if (expanded === undefined) return
              event.stopPropagation()
              props.onToggle(id, !expanded)
            }}
          >
            <Show when={row().expanded !== undefined}>
              <ChevronRight />
            </Show>
          </span>
          <div class="tree-content">{row().render()}</div>
        </TreeItem>
      )}
    </VirtualTree>
  )
}
