import { createEffect, createMemo, createSelector, createSignal, createUniqueId, For, on, Show, untrack } from 'solid-js'
import type { Accessor, JSX } from 'solid-js'
import { createScroller, type Lines } from './scroller.ts'
import { treeKeys, type TreeKeyActions } from './tree-keys.ts'
import './VirtualTree.css'

/** What a tree must know of a visible row. Children of collapsed rows are no rows. */
export interface TreePlace {
  id: string
  /** From 1, as `aria-level`. */
  level: number
  /** From 1, among its siblings. */
  position: number
  /** How many siblings there are, itself included. */
  size: number
  /** Undefined: has no children. */
  expanded?: boolean | undefined
}

/** See {@link createVirtualTree}. */
export interface TreeOptions<Row extends TreePlace> extends Pick<TreeKeyActions<Row>, 'rows' | 'label' | 'onToggle' | 'keys'> {
  lines: Lines
  selected(): string | undefined
  /** `rows` have the focus in turn; or the `tree` has it and names the row: it stays when rows come and go. */
  focus: 'rows' | 'tree'
  /** A key went to this row. */
  onGo?(row: Row): void
}

/** What {@link VirtualTree} and {@link TreeItem} share. */
export interface TreeState<Row extends TreePlace> {
  options: TreeOptions<Row>
  attach(element: HTMLElement): void
  space(): number
  /** Ids of the rows to draw. Elements are kept by id, so that focus survives when row objects are made anew. */
  ids(): string[]
  row(id: string): Row | undefined
  /** Which of the rows it is. */
  index(id: string): number
  /** Where to draw the row at an index, in pixels. */
  top(index: number): number
  height(index: number): number
  /** The row that Tab reaches and that keys start from. */
  current(): string | undefined
  isCurrent(id: string): boolean
  isSelected(id: string): boolean
  setCurrent(id: string): void
  keyDown(event: KeyboardEvent): void
  /** Ids of projects may hold anything; those of elements no spaces. */
  elementId(id: string): string
}

/** The rows of a tree of any size: which are drawn, and where the keys are. Of what they show it knows nothing. */
export function createVirtualTree<Row extends TreePlace>(options: TreeOptions<Row>): TreeState<Row> {
  const { rows, lines } = options
  const scroller = createScroller(lines)
  const base = createUniqueId()
  const [chosen, setCurrent] = createSignal<string>()
  let root: HTMLElement | undefined

  const find = (id: string | undefined) => (id === undefined ? -1 : rows().findIndex((row) => row.id === id))
  const at = createMemo(() => {
    const index = find(chosen())
    return index >= 0 ? index : Math.max(0, find(options.selected()))
  })
  const current = createMemo(() => rows()[at()]?.id)
  const near = createMemo(() => {
    const { first, last } = scroller.range()
    const shown = rows().slice(first, last)
    return new Map(shown.map((row, offset) => [row.id, first + offset]))
  })
  // The current row stays drawn out of sight, else the focus would be lost with it.
  const apart = createMemo(() => (near().has(current() ?? '') ? undefined : current()))
  const ids = createMemo(() => {
    const id = apart()
    return id === undefined ? [...near().keys()] : [...near().keys(), id]
  })
  const index = (id: string) => near().get(id) ?? (id === apart() ? at() : -1)

  createEffect(
    on(options.selected, (id) => {
      if (id === undefined) return
      // A row that was just pressed must not move away under the pointer before a double click.
      const how = chosen() === id ? 'line' : 'nearest'
      setCurrent(id)
      queueMicrotask(() => scroller.reveal(find(id), how))
    }),
  )
  const press = treeKeys<Row>({
    ...options,
    page: scroller.page,
    go(row) {
      setCurrent(row.id)
      scroller.reveal(find(row.id))
      if (options.focus === 'rows')
        root?.querySelector<HTMLElement>(`[data-id="${CSS.escape(row.id)}"]`)?.focus({ preventScroll: true })
      options.onGo?.(row)
    },
  })
  return {
    options,
    attach(element) {
      root = element
      scroller.attach(element)
    },
    space: scroller.space,
    ids,
    row: (id) => rows()[index(id)],
    index,
    top: scroller.place,
    height: (index) => lines.start(index + 1) - lines.start(index),
    current,
    isCurrent: createSelector(current),
    isSelected: createSelector(options.selected),
    setCurrent,
    keyDown: (event) => press(event, at()),
    elementId: (id) => `${base}-${id.replace(/[^\w-]/g, (char) => `.${char.charCodeAt(0)}`)}`,
  }
}

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

/** A tree of any size that draws what can be seen, with the keys of {@link treeKeys}. */
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
  // Scrolling draws other rows, and leaves this one as it is.
  const index = createMemo(() => tree.index(id))
  // Attributes are written one by one, not spread: that would read all of them again whenever one changes.
  return (
    <div
      role="treeitem"
      id={tree.elementId(id)}
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
      // Read anew with all rows: it may be brought up to date in place.
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
