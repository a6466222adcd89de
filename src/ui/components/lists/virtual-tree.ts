import { createEffect, createMemo, createSelector, createSignal, createUniqueId, on } from 'solid-js'
import { createScroller, type Lines } from './scroller.ts'
import { treeKeys, type TreeKeyActions } from './tree-keys.ts'
import type { TreePlace } from './tree-place.ts'

/** See {@link createVirtualTree}. */
export interface TreeOptions<Row extends TreePlace> extends Pick<TreeKeyActions<Row>, 'rows' | 'label' | 'onToggle' | 'keys'> {
  lines: Lines
  selected(): string | undefined
  /** `rows` have the focus in turn; or the `tree` has it and names the row: it stays when rows come and go. */
  focus: 'rows' | 'tree'
  /** A key went to this row. */
  onGo?(row: Row): void
}

/** What `VirtualTree` and `TreeItem` share. */
export interface TreeState<Row extends TreePlace> {
  options: TreeOptions<Row>
  attach(element: HTMLElement): void
  space(): number
  /** Ids of the rows to draw. Elements are kept by id, so that focus survives when row objects are made again. */
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
  const [chosen, setChosen] = createSignal<string>()
  /** What was selected while it had no row: the keys go to it when it gets one, unless they have gone elsewhere. */
  let awaited: string | undefined
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

  const setCurrent = (id: string) => {
    awaited = undefined
    setChosen(id)
  }

  const follow = () => {
    const id = awaited
    if (id === undefined || find(id) < 0) return
    // A row that was just pressed must not move away under the pointer before a double click.
    const how = chosen() === id ? 'line' : 'nearest'
    setCurrent(id)
    queueMicrotask(() => scroller.reveal(find(id), how))
  }
  createEffect(
    on(options.selected, (id) => {
      awaited = id
      follow()
    }),
  )
  createEffect(on(rows, follow, { defer: true }))
  const press = treeKeys<Row>({
    ...options,
    page: scroller.page,
    go(row) {
      setCurrent(row.id)
      scroller.reveal(find(row.id))
      options.onGo?.(row)
      // At last: it lays the page out, once with all that the key has changed.
      if (options.focus === 'rows')
        root?.querySelector<HTMLElement>(`[data-id="${CSS.escape(row.id)}"]`)?.focus({ preventScroll: true })
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
