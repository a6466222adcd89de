import { createEffect, createMemo, createSignal, Index, on, onCleanup, onMount, type Component, type JSX } from 'solid-js'
import './line-list.css'

/** See {@link LineList}. */
export interface LineListProps {
  label: string
  count: number
  /** Pixels, the same for all. */
  rowHeight: number
  render(index: number): JSX.Element
  /** Told whenever other rows can be seen; the end is exclusive. */
  onRange?(from: number, to: number): void
  /** Scrolls so that this row can be seen, whenever it changes. */
  show?: number | undefined
  /** Stays at the end while rows are added and it is there. */
  follow?: boolean | undefined
  class?: string | undefined
  onResize?(width: number, height: number): void
}

/** Browsers stop at about 16 to 33 million pixels of scrolling; beyond this the scroll bar is scaled. */
const TALLEST = 12_000_000
const OVERSCAN = 10

/** A list of equally high rows of any number that draws what can be seen. */
export const LineList: Component<LineListProps> = (props) => {
  let element: HTMLDivElement | undefined
  const [top, setTop] = createSignal(0)
  const [height, setHeight] = createSignal(300)
  const whole = () => props.count * props.rowHeight
  const shown = () => Math.min(TALLEST, whole())
  /** Pixels of rows that one pixel of scrolling stands for. */
  const scale = () => {
    const room = shown() - height()
    return whole() > TALLEST && room > 0 ? (whole() - height()) / room : 1
  }
  const first = createMemo(() => Math.max(0, Math.floor((top() * scale()) / props.rowHeight) - OVERSCAN))
  const last = createMemo(() => Math.min(props.count, Math.ceil((top() * scale() + height()) / props.rowHeight) + OVERSCAN))
  const indexes = createMemo(() => Array.from({ length: Math.max(0, last() - first()) }, (_, i) => first() + i))
  const offset = (index: number) => index * props.rowHeight - top() * scale() + top()

  createEffect(() => props.onRange?.(first(), last()))

  onMount(() => {
    const box = element
    if (!box) return
    const measure = () => {
      setHeight(box.clientHeight)
      props.onResize?.(box.clientWidth, box.clientHeight)
    }
    const sizes = new ResizeObserver(measure)
    sizes.observe(box)
    measure()
    onCleanup(() => sizes.disconnect())
  })

  const scrollTo = (y: number) => {
    if (!element) return
    element.scrollTop = y
    setTop(element.scrollTop)
  }
  createEffect(
    on([() => props.show, () => props.count], ([row]) => {
      if (row === undefined || row < 0) return
      const y = row * props.rowHeight
      const from = top() * scale()
      if (y >= from && y + props.rowHeight <= from + height()) return
      scrollTo(Math.max(0, y - height() / 2) / scale())
    }),
  )
  createEffect(
    on(
      () => props.count,
      (count, before) => {
        if (!props.follow || !element || before === undefined) return
        if (top() + height() >= Math.min(TALLEST, before * props.rowHeight) - props.rowHeight)
          queueMicrotask(() => scrollTo(count * props.rowHeight))
      },
    ),
  )

  return (
    <div
      ref={(box) => (element = box)}
      class={`line-list ${props.class ?? ''}`}
      role="group"
      aria-label={props.label}
      tabindex="0"
      onScroll={(event) => setTop(event.currentTarget.scrollTop)}
    >
      <div class="line-list-space" style={{ height: `${shown()}px` }}>
        <Index each={indexes()}>
          {(index) => (
            <div class="line-list-row" style={{ height: `${props.rowHeight}px`, transform: `translateY(${offset(index())}px)` }}>
              {props.render(index())}
            </div>
          )}
        </Index>
      </div>
    </div>
  )
}
