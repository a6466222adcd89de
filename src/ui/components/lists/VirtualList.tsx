import { createEffect, createMemo, Index, on, type Component, type JSX } from 'solid-js'
import { createScroller, equalLines } from './scroller.ts'
import './VirtualList.css'

/** See {@link VirtualList}. */
export interface VirtualListProps {
  /** Makes it a group of this name. */
  label?: string | undefined
  count: number
  /** Pixels, the same for all. */
  rowHeight: number
  /** The row at an index; called for rows near the visible ones only. */
  render(index: number): JSX.Element
  /** Told whenever other rows can be seen; the end is exclusive. */
  onRange?(from: number, to: number): void
  /** Scrolls so that this row can be seen, whenever it changes. */
  show?: number | undefined
  /** Stays at the end while rows are added and it is there. */
  follow?: boolean | undefined
  class?: string | undefined
  ref?: ((element: HTMLDivElement) => void) | undefined
  onResize?(width: number, height: number): void
  onKeyDown?(event: KeyboardEvent): void
  /** What the keys do, for screen readers. */
  description?: string | undefined
  /** Scrolls as little as it takes so that this row can be seen, whenever it changes. */
  current?: number | undefined
}

/** A list of equally high rows of any number that draws what can be seen. */
export const VirtualList: Component<VirtualListProps> = (props) => {
  const scroller = createScroller(
    equalLines(
      () => props.rowHeight,
      () => props.count,
    ),
    { follow: () => props.follow, onResize: (width, height) => props.onResize?.(width, height) },
  )
  const indexes = createMemo(() => {
    const { first, last } = scroller.range()
    return Array.from({ length: Math.max(0, last - first) }, (_, offset) => first + offset)
  })
  createEffect(() => props.onRange?.(scroller.range().first, scroller.range().last))
  createEffect(on([() => props.show, () => props.count], ([row]) => row !== undefined && scroller.reveal(row, 'middle')))
  createEffect(on([() => props.current], ([row]) => row !== undefined && scroller.reveal(row)))
  return (
    <div
      ref={(element) => {
        scroller.attach(element)
        props.ref?.(element)
      }}
      class={`virtual-list ${props.class ?? ''}`}
      role={props.label === undefined ? undefined : 'group'}
      aria-label={props.label}
      aria-description={props.description}
      tabindex="0"
      onKeyDown={(event) => props.onKeyDown?.(event)}
    >
      <div class="virtual-list-space" style={{ height: `${scroller.space()}px` }}>
        <Index each={indexes()}>
          {(index) => (
            <div
              class="virtual-list-row"
              style={{ height: `${props.rowHeight}px`, transform: `translateY(${scroller.place(index())}px)` }}
            >
              {props.render(index())}
            </div>
          )}
        </Index>
      </div>
    </div>
  )
}
