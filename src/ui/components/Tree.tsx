import { createEffect, createMemo, createSignal, For, on, Show, type Component, type JSX } from 'solid-js'
import ChevronRight from 'lucide-solid/icons/chevron-right'
import { openContextMenu, type MenuItem } from './Menu.tsx'
import { createScroller } from './VirtualList.tsx'
import { treeKeys, type DropPlace } from './tree-keys.ts'
import './Tree.css'

/** One visible row of a tree. */
export interface TreeRow {
  id: string
  /** From 1. */
  level: number
  /** Undefined: has no children. */
  expanded?: boolean | undefined
  /** The accessible name, and what typing ahead looks for. */
  label: string
  render(): JSX.Element
  posInSet?: number | undefined
  setSize?: number | undefined
}

/** See {@link Tree}. */
export interface TreeProps {
  label: string
  /** The visible rows in order: children of collapsed rows left out. */
  rows: readonly TreeRow[]
  selected?: string | undefined
  onSelect(id: string): void
  onToggle(id: string, expanded: boolean): void
  onRename?: ((id: string) => void) | undefined
  onDelete?: ((id: string) => void) | undefined
  onMove?: ((id: string, delta: -1 | 1) => void) | undefined
  onDrop?: ((drag: string, target: string, where: DropPlace) => void) | undefined
  menu?: ((id: string) => readonly MenuItem[]) | undefined
  /** Arrow keys select at once instead of moving the focus only. */
  selectOnFocus?: boolean | undefined
  /** Pixels; 28 unless given. */
  rowHeight?: number | undefined
  /** Shown when there are no rows. */
  empty?: JSX.Element
}

/**
 * A tree of any size that draws what can be seen: arrows, Home, End, Page keys, typing ahead, Enter, F2, Delete, Alt+arrows,
 * the menu key, drag and drop; a double click renames a leaf and folds the others. Rows are kept by id, so that focus survives
 * when row objects are made anew.
 */
export const Tree: Component<TreeProps> = (props) => {
  const height = () => props.rowHeight ?? 28
  const scroller = createScroller(height, () => props.rows.length)
  const positions = createMemo(() => new Map(props.rows.map((row, index) => [row.id, index])))
  const [current, setCurrent] = createSignal<string>()
  const [drag, setDrag] = createSignal<string>()
  const [over, setOver] = createSignal<{ id: string; where: DropPlace }>()
  let root: HTMLDivElement | undefined

  /** The row that Tab reaches. */
  const anchor = createMemo(() => {
    for (const id of [current(), props.selected]) if (id !== undefined && positions().has(id)) return id
    return props.rows[0]?.id
  })
  const drawn = createMemo(() => {
    const { first, last } = scroller.range()
    const ids = props.rows.slice(first, last).map((row) => row.id)
    const stop = anchor()
    // The row with the focus stays drawn out of sight, else the focus would be lost with it.
    if (stop !== undefined && !ids.includes(stop)) ids.push(stop)
    return ids
  })
  createEffect(
    on(
      () => props.selected,
      (id) => {
        if (id === undefined) return
        setCurrent(id)
        const index = positions().get(id)
        if (index !== undefined) queueMicrotask(() => scroller.reveal(index))
      },
    ),
  )
  const focus = (id: string) => {
    setCurrent(id)
    const index = positions().get(id)
    if (index !== undefined) scroller.reveal(index)
    root?.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"]`)?.focus({ preventScroll: true })
    if (props.selectOnFocus) props.onSelect(id)
  }
  const keyDown = treeKeys({
    rows: () => props.rows,
    position: (id) => positions().get(id) ?? 0,
    page: scroller.page,
    focus,
    tree: props,
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

  const item = (id: string) => {
    const index = () => positions().get(id) ?? -1
    const row = createMemo(() => props.rows[index()])
    const marked = (where: DropPlace) => over()?.id === id && over()?.where === where
    return (
      <Show when={row()}>
        {(shown) => (
          <div
            role="treeitem"
            class="tree-row"
            classList={{
              'tree-row-selected': props.selected === id,
              'tree-row-before': marked('before'),
              'tree-row-after': marked('after'),
              'tree-row-into': marked('into'),
            }}
            data-id={id}
            aria-label={shown().label}
            aria-level={shown().level}
            aria-expanded={shown().expanded}
            aria-selected={props.selected === id}
            aria-posinset={shown().posInSet}
            aria-setsize={shown().setSize}
            tabindex={anchor() === id ? 0 : -1}
            draggable={props.onDrop ? 'true' : undefined}
            style={{ height: `${height()}px`, transform: `translateY(${index() * height()}px)`, '--level': shown().level - 1 }}
            onFocus={() => setCurrent(id)}
            onClick={() => {
              setCurrent(id)
              props.onSelect(id)
            }}
            onDblClick={() => {
              const open = shown().expanded
              if (open === undefined) props.onRename?.(id)
              else props.onToggle(id, !open)
            }}
            onKeyDown={(event) => keyDown(event, shown())}
            onContextMenu={(event) => {
              const items = props.menu?.(id)
              if (items) openContextMenu(event, items, shown().label)
            }}
            onDragStart={(event) => {
              setDrag(id)
              event.dataTransfer?.setData('text/plain', shown().label)
            }}
            onDragEnd={() => {
              setDrag(undefined)
              setOver(undefined)
            }}
            onDragOver={(event) => dragOver(event, shown())}
            onDrop={drop}
          >
            <span
              class="tree-toggle"
              classList={{ 'tree-toggle-open': shown().expanded === true }}
              aria-hidden="true"
              onClick={(event) => {
                const open = shown().expanded
                if (open === undefined) return
                event.stopPropagation()
                props.onToggle(id, !open)
              }}
            >
              <Show when={shown().expanded !== undefined}>
                <ChevronRight />
              </Show>
            </span>
            <div class="tree-content">{shown().render()}</div>
          </div>
        )}
      </Show>
    )
  }
  return (
    <div
      role="tree"
      class="tree"
      aria-label={props.label}
      ref={(element) => {
        root = element
        scroller.attach(element)
      }}
    >
      <div class="tree-space" role="presentation" style={{ height: `${props.rows.length * height()}px` }}>
        <For each={drawn()}>{item}</For>
      </div>
      <Show when={props.rows.length === 0}>{props.empty}</Show>
    </div>
  )
}
