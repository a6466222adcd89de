import { createEffect, createMemo, createSignal, Index, onCleanup, onMount, type Component, type JSX } from 'solid-js'
import './VirtualList.css'

/** See {@link VirtualList}. */
export interface VirtualListProps {
  count: number
  /** Pixels; all rows are equally high. */
  rowHeight: number
  /** The row at an index; called for rows near the visible ones only. */
  render(index: number): JSX.Element
  label?: string | undefined
  class?: string | undefined
  /** Scrolls as little as needed for this index to be seen, whenever it changes. */
  scrollTo?: number | undefined
  role?: JSX.HTMLAttributes<HTMLDivElement>['role']
}

/** A scrolling list of any length that draws what can be seen. */
export const VirtualList: Component<VirtualListProps> = (props) => {
  const scroller = createScroller(
    () => props.rowHeight,
    () => props.count,
  )
  createEffect(() => {
    if (props.scrollTo !== undefined) scroller.reveal(props.scrollTo)
  })
  const indexes = createMemo(() => {
    const { first, last } = scroller.range()
    return Array.from({ length: Math.max(0, last - first) }, (_, offset) => first + offset)
  })
  return (
    <div
      ref={scroller.attach}
      class={`virtual-list${props.class ? ` ${props.class}` : ''}`}
      role={props.role}
      aria-label={props.label}
      tabindex={props.role === undefined ? 0 : undefined}
    >
      <div class="virtual-list-space" style={{ height: `${props.count * props.rowHeight}px` }} role="presentation">
        <Index each={indexes()}>
          {(index) => (
            <div
              class="virtual-list-row"
              role="presentation"
              style={{ height: `${props.rowHeight}px`, transform: `translateY(${index() * props.rowHeight}px)` }}
            >
              {props.render(index())}
            </div>
          )}
        </Index>
      </div>
    </div>
  )
}

/** Follows an element's scrolling: which of `count` equally high rows are near the visible part. */
export function createScroller(rowHeight: () => number, count: () => number) {
  const overscan = 6
  const [top, setTop] = createSignal(0)
  const [height, setHeight] = createSignal(600)
  let element: HTMLElement | undefined
  const range = createMemo(
    () => ({
      first: Math.max(0, Math.floor(top() / rowHeight()) - overscan),
      last: Math.min(count(), Math.ceil((top() + height()) / rowHeight()) + overscan),
    }),
    undefined,
    { equals: (a, b) => a.first === b.first && a.last === b.last },
  )
  return {
    range,
    attach(to: HTMLElement) {
      element = to
      const follow = () => setTop(to.scrollTop)
      to.addEventListener('scroll', follow, { passive: true })
      const sizes = new ResizeObserver(() => setHeight(to.clientHeight))
      onMount(() => {
        setHeight(to.clientHeight || 600)
        sizes.observe(to)
      })
      onCleanup(() => {
        to.removeEventListener('scroll', follow)
        sizes.disconnect()
      })
    },
    /** Scrolls as little as needed for a row to be seen. */
    reveal(index: number) {
      if (!element || index < 0) return
      const start = index * rowHeight()
      if (start < element.scrollTop) element.scrollTop = start
      else if (start + rowHeight() > element.scrollTop + element.clientHeight)
        element.scrollTop = start + rowHeight() - element.clientHeight
      setTop(element.scrollTop)
    },
    /** Rows that fit, for Page Up and Page Down. */
    page: () => Math.max(1, Math.floor(height() / rowHeight()) - 1),
  }
}
