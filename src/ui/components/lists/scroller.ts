import { batch, createEffect, createMemo, createSignal, on, onCleanup, onMount, untrack } from 'solid-js'

/** Where the rows of a list lie, in pixels from the first one. */
export interface Lines {
  count(): number
  /** Where a row starts; of `count` itself: where the last one ends. */
  start(index: number): number
  /** The row at a height: the last one that starts at or above it. */
  at(y: number): number
  /** Height of a usual row: what Page Up and Page Down count by. */
  usual(): number
}

/** Rows of one height. */
export const equalLines = (height: () => number, count: () => number): Lines => ({
  count,
  start: (index) => index * height(),
  at: (y) => Math.max(0, Math.min(count() - 1, Math.floor(y / height()))),
  usual: height,
})

/** Rows of different heights, which are decided before they are drawn, not measured after: decisions/0002. */
export function unequalLines<Row>(rows: () => readonly Row[], height: (row: Row) => number, usual: number): Lines {
  const offsets = createMemo(() => rowOffsets(rows(), height))
  return {
    count: () => rows().length,
    start: (index) => offsets()[index] ?? 0,
    at: (y) => rowAt(offsets(), y),
    usual: () => usual,
  }
}

/** Where each row starts, in pixels; one more entry than rows: the whole height. */
export function rowOffsets<Row>(rows: readonly Row[], height: (row: Row) => number): Float64Array {
  const offsets = new Float64Array(rows.length + 1)
  let at = 0
  for (const [index, row] of rows.entries()) offsets[index + 1] = at += height(row)
  return offsets
}

/** The row at a height: the last one that starts at or above it. */
export function rowAt(offsets: Float64Array, y: number): number {
  let low = 0
  let high = Math.max(0, offsets.length - 2)
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((offsets[middle] ?? 0) <= y) low = middle
    else high = middle - 1
  }
  return low
}

/** Browsers stop at about 16 to 33 million pixels of scrolling; beyond this the scroll bar is scaled. */
const TALLEST = 12_000_000
/** Rows drawn above and below the visible ones. */
const OVERSCAN = 8

/** What {@link createScroller} gives. */
export interface Scroller {
  /** The rows to draw: those near the visible part. */
  range(): { first: number; last: number }
  /** Pixels of what is scrolled. */
  space(): number
  /** Where to draw a row in it. */
  place(index: number): number
  /** To be given the element that scrolls, as its `ref`. */
  attach(element: HTMLElement): void
  /** Scrolls for a row to be seen: as little as needed, or to the middle. The start of a row that is taller than the element. */
  reveal(index: number, how?: 'nearest' | 'line' | 'middle'): void
  /** Rows that fit, for Page Up and Page Down. */
  page(): number
}

/** Follows an element's scrolling: which of any number of rows are near the visible part, and where each is drawn. */
export function createScroller(
  lines: Lines,
  options: {
    onResize?(width: number, height: number): void
    /** Told of scrolling sideways too, together with what changes by scrolling down. */
    onScroll?(left: number): void
    /** Rows drawn above and below the visible ones; some unless said. */
    overscan?: number
    /** Stays at the end while rows are added and it is there. */
    follow?(): boolean | undefined
  } = {},
): Scroller {
  const [top, setTop] = createSignal(0)
  const [height, setHeight] = createSignal(600)
  let element: HTMLElement | undefined
  let isMeasured = false
  const whole = createMemo(() => lines.start(lines.count()))
  const space = () => Math.min(TALLEST, whole())
  /** Pixels of rows that one pixel of scrolling represents. */
  const scale = createMemo(() => {
    const room = space() - height()
    return whole() > TALLEST && room > 0 ? (whole() - height()) / room : 1
  })
  const { overscan = OVERSCAN } = options
  const range = createMemo(
    () => {
      const from = top() * scale()
      return {
        first: Math.max(0, lines.at(from) - overscan),
        last: Math.min(lines.count(), lines.at(from + height()) + 1 + overscan),
      }
    },
    undefined,
    { equals: (a, b) => a.first === b.first && a.last === b.last },
  )
  const scrollTo = (y: number) => {
    if (!element) return
    element.scrollTop = y
    setTop(element.scrollTop)
  }
  createEffect(
    on(whole, (now, before) => {
      if (!options.follow?.() || before === undefined) return
      if (top() + height() >= Math.min(TALLEST, before) - lines.usual()) queueMicrotask(() => scrollTo(now))
    }),
  )
  return {
    range,
    space,
    place: (index) => (scale() === 1 ? lines.start(index) : lines.start(index) - top() * scale() + top()),
    attach(to) {
      element = to
      const follow = () => {
        // All is looked at before anything changes: after it the page would be laid out again.
        const { scrollTop, scrollLeft } = to
        batch(() => {
          options.onScroll?.(scrollLeft)
          setTop(scrollTop)
        })
      }
      to.addEventListener('scroll', follow, { passive: true })
      const measure = () => {
        setHeight(to.clientHeight)
        isMeasured = true
        options.onResize?.(to.clientWidth, to.clientHeight)
      }
      const sizes = new ResizeObserver(measure)
      onMount(() => {
        if (to.clientHeight > 0) measure()
        sizes.observe(to)
      })
      onCleanup(() => {
        to.removeEventListener('scroll', follow)
        sizes.disconnect()
      })
    },
    reveal(index, how = 'nearest') {
      if (!element || index < 0) return
      // What is known of the element: to ask it would lay the page out at once.
      const room = isMeasured ? untrack(height) : element.clientHeight
      const from = untrack(top) * scale()
      const start = lines.start(index)
      const end = how === 'line' ? start + lines.usual() : Math.min(lines.start(index + 1), start + room)
      if (start >= from && end <= from + room) return
      const nearest = start < from ? start : end - room
      scrollTo(Math.max(0, how === 'middle' ? start - room / 2 : nearest) / scale())
    },
    page: () => Math.max(1, Math.floor(height() / lines.usual()) - 1),
  }
}
