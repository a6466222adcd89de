import {
  createEffect,
  createMemo,
  createSignal,
  createUniqueId,
  For,
  Index,
  on,
  onCleanup,
  onMount,
  Show,
  type Component,
} from 'solid-js'
import { asTsv, inside, isIn, movedBy, rangeOf, type GridCell, type GridRange } from './grid-keys.ts'
import { Menu } from '../overlays/Menu.tsx'
import type { MenuItem } from '../overlays/menu-item.ts'
import { createScroller, equalLines } from '../lists/scroller.ts'
import './DataGrid.css'

/** Texts of the grid of data. */
const gridTexts = {
  rowNumber: 'Row',
  columnActions: (name: string) => `Actions for column ${name}`,
  cellOf: (column: string, row: number) => `${column}, row ${row}`,
} as const

/** See {@link DataGrid}. */
export interface DataGridProps {
  label: string
  columns: readonly string[]
  count: number
  cell(row: number, column: number): string
  /** The label to the left of a row; default: its number. */
  rowName?: ((row: number) => string) | undefined
  /** Why a row can't be used. */
  problem?: ((row: number) => string | undefined) | undefined
  readOnly: boolean
  /** Any CSS height. */
  height?: string | undefined
  /** Cells were typed or taken away; the row after the last one is a new one. */
  onCells?(from: GridCell, cells: string[][]): void
  /** A text was pasted at a cell. */
  onPaste?(at: GridCell, text: string): void
  columnItems?(column: number): MenuItem[]
  /** Other cells are chosen; the end is included. */
  onChoose?(range: GridRange): void
}

const rowHeight = 28
/** The least that a column has, in pixels. */
const columnWidth = 140

/**
 * A grid of cells of any number of rows, with the keys of a spreadsheet: arrows move, Shift chooses a range, Enter or typing edits, Delete
 * empties, and cells are copied and pasted as text. Draws the rows that can be seen.
 */
export const DataGrid: Component<DataGridProps> = (props) => {
  const id = createUniqueId()
  const [active, setActive] = createSignal<GridCell>({ row: 0, column: 0 })
  const [anchor, setAnchor] = createSignal<GridCell>({ row: 0, column: 0 })
  /** What is typed into the active cell; undefined: it is not edited. */
  const [typed, setTyped] = createSignal<string>()
  let grid: HTMLDivElement | undefined
  const canEdit = () => !props.readOnly && props.onCells !== undefined
  const rows = () => props.count + (canEdit() ? 1 : 0)
  // The header is a line too, which stays where it is.
  const scroller = createScroller(
    equalLines(
      () => rowHeight,
      () => rows() + 1,
    ),
  )
  const indexes = createMemo(() => {
    const { first, last } = scroller.range()
    return Array.from({ length: Math.max(0, Math.min(last, rows()) - first) }, (_, offset) => first + offset)
  })
  const chosen = createMemo(() => rangeOf(anchor(), active()))
  const numberWidth = () => Math.max(48, 24 + String(props.count).length * 8)
  const cellId = ({ row, column }: GridCell) => `${id}-${row}-${column}`
  createEffect(() => props.onChoose?.(chosen()))
  createEffect(on([rows, () => props.columns.length], ([count, columns]) => go(inside(active(), count, columns))))

  const go = (to: GridCell, extend = false) => {
    setTyped(undefined)
    setActive(to)
    if (!extend) setAnchor(to)
    scroller.reveal(to.row + 1)
    if (to.row === 0) scroller.reveal(0)
    queueMicrotask(() => document.getElementById(cellId(to))?.scrollIntoView({ block: 'nearest', inline: 'nearest' }))
  }
  const commit = (to?: GridCell) => {
    const text = typed()
    setTyped(undefined)
    if (text !== undefined && text !== textAt(active())) props.onCells?.(active(), [[text]])
    if (!to) return
    go(inside(to, rows(), props.columns.length))
    grid?.focus()
  }
  const textAt = ({ row, column }: GridCell) => (row < props.count ? props.cell(row, column) : '')
  const begin = (text: string) => {
    if (canEdit() && props.columns.length > 0) setTyped(text)
  }
  const chosenCells = () => {
    const { from, to } = chosen()
    const last = Math.min(to.row, props.count - 1)
    return Array.from({ length: Math.max(0, last - from.row + 1) }, (_, offset) =>
      Array.from({ length: to.column - from.column + 1 }, (__, at) => props.cell(from.row + offset, from.column + at)),
    )
  }
  const keyDown = (event: KeyboardEvent) => {
    if (typed() !== undefined || event.altKey) return
    const to = movedBy(event, active(), { rows: rows(), columns: props.columns.length, page: scroller.page() - 1 })
    if (to) go(to, event.shiftKey)
    else if (event.key === 'Enter' || event.key === 'F2') begin(textAt(active()))
    else if (event.key === 'Delete' || event.key === 'Backspace') {
      const cells = chosenCells()
      if (canEdit() && cells.length > 0)
        props.onCells?.(
          chosen().from,
          cells.map((row) => row.map(() => '')),
        )
    } else if ((event.ctrlKey || event.metaKey) && event.key === 'a') {
      setAnchor({ row: 0, column: 0 })
      setActive({ row: Math.max(0, props.count - 1), column: Math.max(0, props.columns.length - 1) })
    } else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey) begin(event.key)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const editKey = (event: KeyboardEvent) => {
    const { row, column } = active()
    if (event.key === 'Enter') commit({ row: row + 1, column })
    else if (event.key === 'Tab') commit({ row, column: column + (event.shiftKey ? -1 : 1) })
    else if (event.key === 'Escape') {
      setTyped(undefined)
      grid?.focus()
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  const press = (event: PointerEvent, at: GridCell) => {
    if (event.button !== 0 || (typed() !== undefined && at.row === active().row && at.column === active().column)) return
    commit()
    go(at, event.shiftKey)
  }
  // Firefox and WebKit tell of copying and pasting where the selection is, which need not be where the focus is.
  const isMine = () => typed() === undefined && grid?.contains(document.activeElement)
  const copy = (event: ClipboardEvent) => {
    if (!isMine()) return
    event.clipboardData?.setData('text/plain', asTsv(chosenCells()))
    event.preventDefault()
  }
  const paste = (event: ClipboardEvent) => {
    if (!isMine() || props.readOnly || !props.onPaste) return
    event.preventDefault()
    event.stopPropagation()
    props.onPaste(chosen().from, event.clipboardData?.getData('text/plain') ?? '')
  }
  onMount(() => {
    document.addEventListener('copy', copy)
    document.addEventListener('paste', paste)
  })
  onCleanup(() => {
    document.removeEventListener('copy', copy)
    document.removeEventListener('paste', paste)
  })
  return (
    <div
      ref={(element) => {
        grid = element
        scroller.attach(element)
      }}
      class="data-grid"
      role="grid"
      aria-label={props.label}
      aria-rowcount={rows() + 1}
      aria-colcount={props.columns.length + 1}
      aria-readonly={!canEdit()}
      aria-multiselectable="true"
      aria-activedescendant={typed() === undefined && props.columns.length > 0 && rows() > 0 ? cellId(active()) : undefined}
      tabindex="0"
      style={{
        'max-height': props.height ?? '420px',
        '--data-grid-columns': `${numberWidth()}px repeat(${props.columns.length}, minmax(${columnWidth}px, 1fr))`,
        '--data-grid-width': `${numberWidth() + props.columns.length * columnWidth}px`,
      }}
      onKeyDown={keyDown}
    >
      <div class="data-grid-head" role="row" aria-rowindex={1}>
        <span class="data-grid-cell data-grid-number" role="columnheader" aria-label={gridTexts.rowNumber}>
          #
        </span>
        <For each={props.columns}>
          {(name, column) => (
            <span class="data-grid-cell" role="columnheader" aria-colindex={column() + 2}>
              <span>{name}</span>
              <Show when={!props.readOnly && props.columnItems?.(column())}>
                {(items) => <Menu label={gridTexts.columnActions(name)} items={items()} />}
              </Show>
            </span>
          )}
        </For>
      </div>
      <div class="data-grid-space" role="rowgroup" style={{ height: `${scroller.space() - rowHeight}px` }}>
        <Index each={indexes()}>
          {(row) => (
            <div
              class="data-grid-row"
              classList={{ 'data-grid-bad': props.problem?.(row()) !== undefined }}
              role="row"
              aria-rowindex={row() + 2}
              title={props.problem?.(row())}
              style={{ transform: `translateY(${scroller.place(row())}px)` }}
            >
              <span class="data-grid-cell data-grid-number" role="rowheader" aria-colindex={1}>
                {row() < props.count ? (props.rowName?.(row()) ?? row() + 1) : '+'}
              </span>
              <Index each={props.columns}>
                {(_, column) => {
                  const here = () => active().row === row() && active().column === column
                  return (
                    <span
                      id={cellId({ row: row(), column })}
                      class="data-grid-cell"
                      classList={{ 'data-grid-active': here(), 'data-grid-chosen': isIn(chosen(), row(), column) }}
                      role="gridcell"
                      aria-colindex={column + 2}
                      aria-selected={isIn(chosen(), row(), column)}
                      onPointerDown={(event) => press(event, { row: row(), column })}
                      onDblClick={() => begin(textAt(active()))}
                    >
                      <Show when={here() && typed() !== undefined} fallback={<span>{textAt({ row: row(), column })}</span>}>
                        <input
                          class="data-grid-input"
                          aria-label={gridTexts.cellOf(props.columns[column] ?? '', row() + 1)}
                          value={typed()}
                          ref={(element) => queueMicrotask(() => element.focus())}
                          onInput={(event) => setTyped(event.currentTarget.value)}
                          onKeyDown={editKey}
                          onBlur={() => commit()}
                        />
                      </Show>
                    </span>
                  )
                }}
              </Index>
            </div>
          )}
        </Index>
      </div>
    </div>
  )
}
