import { createMemo, For, Index, type Component } from 'solid-js'
import { createScroller, equalLines } from '../lists/scroller.ts'
import './RowsGrid.css'

/** One cell as it is shown. */
export interface ShownCell {
  text: string
  /** `number`: to the right. `special`: it says what it is, such as NULL. */
  as: 'text' | 'number' | 'special'
}

/** See {@link RowsGrid}. */
export interface RowsGridProps {
  /** Its name, for a screen reader. */
  label: string
  columns: readonly string[]
  count: number
  /** One row, a cell for each column; asked for rows near the visible ones only. */
  row(index: number): readonly ShownCell[]
}

/** Height of a row in pixels; the style sheet says the same. */
const rowHeight = 26
/** Characters up to which a column grows with what is in it. */
const widest = 48
/** Rows that decide how wide the columns are. */
const looked = 100

/** Rows and columns to be read, of any number of rows; the column names stay in sight. Only what can be seen is drawn. */
export const RowsGrid: Component<RowsGridProps> = (props) => {
  const scroller = createScroller(
    equalLines(
      () => rowHeight,
      () => props.count,
    ),
  )
  const indexes = createMemo(() => {
    const { first, last } = scroller.range()
    return Array.from({ length: Math.max(0, last - first) }, (_, offset) => first + offset)
  })
  const widths = createMemo(() => {
    const longest = props.columns.map((column) => column.length)
    for (let index = 0; index < Math.min(props.count, looked); index++)
      for (const [at, { text }] of props.row(index).entries()) longest[at] = Math.max(longest[at] ?? 0, text.length)
    const digits = Math.max(2, String(props.count).length)
    return [digits, ...longest.map((length) => Math.min(widest, Math.max(4, length)))]
      .map((length) => `calc(${length + 1}ch + 22px)`)
      .join(' ')
  })
  return (
    <div
      ref={scroller.attach}
      class="rows-grid"
      role="grid"
      aria-label={props.label}
      aria-rowcount={props.count + 1}
      aria-colcount={props.columns.length + 1}
      aria-readonly="true"
      tabindex="0"
    >
      <div class="rows-grid-row rows-grid-head" role="row" aria-rowindex="1" style={{ 'grid-template-columns': widths() }}>
        <span class="rows-grid-cell rows-grid-number" role="columnheader">
          #
        </span>
        <For each={props.columns}>
          {(column) => (
            <span class="rows-grid-cell" role="columnheader" title={column}>
              {column}
            </span>
          )}
        </For>
      </div>
      <div class="rows-grid-space" role="presentation" style={{ height: `${scroller.space()}px` }}>
        <Index each={indexes()}>
          {(index) => (
            <div
              class="rows-grid-row rows-grid-body"
              role="row"
              aria-rowindex={index() + 2}
              style={{ 'grid-template-columns': widths(), transform: `translateY(${scroller.place(index())}px)` }}
            >
              <span class="rows-grid-cell rows-grid-number" role="rowheader">
                {index() + 1}
              </span>
              <For each={props.row(index())}>
                {(cell) => (
                  <span
                    class="rows-grid-cell"
                    classList={{ 'rows-grid-numeric': cell.as === 'number', 'rows-grid-special': cell.as === 'special' }}
                    role="gridcell"
                    title={cell.text.length > widest ? cell.text.slice(0, 2_000) : undefined}
                  >
                    {cell.text.slice(0, 500)}
                  </span>
                )}
              </For>
            </div>
          )}
        </Index>
      </div>
    </div>
  )
}
