import { createMemo, For, Show, untrack } from 'solid-js'
import type { Accessor, JSX } from 'solid-js'
import type { TreeState } from './virtual-tree.ts'
import type { TreePlace } from './tree-place.ts'
import './VirtualTree.css'

/** See {@link VirtualTree}. */
export interface VirtualTreeProps<Row extends TreePlace> {
  tree: TreeState<Row>
  label: string
  class: string
  /** Draws a row, as a {@link TreeItem}. */
  children(row: Accessor<Row>): JSX.Element
  /** Shown when there are no rows. */
  empty?: JSX.Element
}

/** A tree of any size that draws what can be seen, with the keys of `treeKeys`. */
export function VirtualTree<Row extends TreePlace>(props: VirtualTreeProps<Row>): JSX.Element {
  const { tree } = props
  const ownFocus = tree.options.focus === 'tree'
  const named = () => {
    const id = ownFocus ? tree.current() : undefined
    return id === undefined ? undefined : tree.elementId(id)
  }
  return (
    <div
      role="tree"
      class={props.class}
      aria-label={props.label}
      tabindex={ownFocus ? 0 : undefined}
      aria-activedescendant={named()}
      ref={tree.attach}
      onKeyDown={(event) => tree.keyDown(event)}
    >
      <div class="tree-space" role="presentation" style={{ height: `${tree.space()}px` }}>
        <For each={tree.ids()}>{(id) => <Show when={tree.row(id)}>{(row) => props.children(row)}</Show>}</For>
      </div>
      <Show when={tree.options.rows().length === 0}>{props.empty}</Show>
    </div>
  )
}

type ItemAttributes = 'class' | 'classList' | 'draggable' | 'aria-label' | 'aria-describedby' | 'children'
type ItemEvents = 'onClick' | 'onDblClick' | 'onContextMenu' | 'onDragStart' | 'onDragEnd' | 'onDragOver' | 'onDrop'

/** See {@link TreeItem}. */
export interface TreeItemProps<Row extends TreePlace> extends Pick<
  JSX.HTMLAttributes<HTMLDivElement>,
  ItemAttributes | ItemEvents
> {
  tree: TreeState<Row>
  /** Of one id as long as the item is there. */
  row: Row
}

/** The element of a row: its role, its place in the tree and on the screen; all else is given to it. */
export function TreeItem<Row extends TreePlace>(props: TreeItemProps<Row>): JSX.Element {
  const { tree } = props
  const { options } = tree
  const id = untrack(() => props.row.id)
  // Scrolling draws other rows, and leaves this one unchanged.
  const index = createMemo(() => tree.index(id))
  const elementId = tree.elementId(id)
  // Attributes are written one by one, not spread: that would read all of them again whenever one changes.
  return (
    <div
      role="treeitem"
      id={elementId}
      data-id={id}
      class={props.class}
      classList={props.classList}
      draggable={props.draggable}
      aria-label={props['aria-label']}
      aria-describedby={props['aria-describedby']}
      aria-level={props.row.level}
      aria-expanded={props.row.expanded}
      aria-selected={tree.isSelected(id)}
      aria-posinset={props.row.position}
      // Read again with all rows: it may be brought up to date in place.
      aria-setsize={(options.rows(), props.row.size)}
      tabindex={options.focus === 'tree' ? undefined : tree.isCurrent(id) ? 0 : -1}
      style={{
        height: `${tree.height(index())}px`,
        transform: `translateY(${tree.top(index())}px)`,
        '--level': props.row.level - 1,
      }}
      onFocus={() => tree.setCurrent(id)}
      onClick={props.onClick}
      onDblClick={props.onDblClick}
      onContextMenu={props.onContextMenu}
      onDragStart={props.onDragStart}
      onDragEnd={props.onDragEnd}
      onDragOver={props.onDragOver}
      onDrop={props.onDrop}
    >
      {props.children}
    </div>
  )
}
