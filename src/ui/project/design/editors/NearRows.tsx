import { createMemo, createSignal, Index, onCleanup, onMount, Show, type Accessor, type JSX } from 'solid-js'

/** Pixels of the edges above and below a drawn block, which lie over its neighbors; the style sheet says the same. */
const edges = 4
/** Pixels above and below what can be seen in which rows are drawn. */
const margin = '200px 0px'

/** What can be called on a list from outside. */
export interface NearRowsHandle {
  /** Once an edit is there, puts the focus on what `selector` finds in a row, drawn or not; beyond the last row it is that one's. */
  focus(index: number, selector: string): void
}

/** See {@link NearRows}. */
export interface NearRowsProps<Row> {
  class?: string
  each: readonly Row[]
  /** Rows that are drawn together: some milliseconds of work. */
  together: number
  /** Pixels that a row takes before it was ever drawn, with the gap to the next one. */
  height(row: Row): number
  handle(handle: NearRowsHandle): void
  children(row: Accessor<Row>, index: number): JSX.Element
}

/**
 * The rows of a form, of any number and height: drawn are those near the part of the designer's column that can be seen, and those around the
 * focus. The others keep their room: so Tab, which scrolls, always finds the next one.
 */
export const NearRows = <Row,>(props: NearRowsProps<Row>): JSX.Element => {
  let list: HTMLDivElement | undefined
  const { together } = props
  const starts = createMemo(() => Array.from({ length: Math.ceil(props.each.length / together) }, (_, at) => at * together))
  const draw = new Map<Element, Tell>()
  const watch = createWatch(draw, () => list?.closest('.designer-stacked, .designer-model') ?? null)
  props.handle({
    focus: (index, selector) =>
      queueMicrotask(() => {
        const at = Math.min(index, props.each.length - 1)
        const block = list?.children[Math.floor(at / together)]
        if (!block) return
        draw.get(block)?.(true, 0)
        const found = block.children[at % together]?.querySelector<HTMLElement>(selector)
        found?.focus()
        if (found instanceof HTMLInputElement) found.select()
      }),
  })
  return (
    <div class={`designer-near${props.class ? ` ${props.class}` : ''}`} ref={(element) => (list = element)}>
      <Index each={starts()}>
        {(_, block) => {
          let element: HTMLDivElement | undefined
          const from = block * together
          const rows = createMemo(() => props.each.slice(from, from + together))
          // What is seen first is drawn at once.
          const [isNear, setNear] = createSignal(block === 0)
          const [isFocused, setFocused] = createSignal(false)
          const isDrawn = createMemo(() => isNear() || isFocused())
          let height: number | undefined
          onMount(() => {
            if (!element) return
            const target = element
            draw.set(target, (now, seen) => {
              if (!now && isDrawn()) height = seen
              setNear(now)
            })
            watch.observe(target)
            onCleanup(() => {
              draw.delete(target)
              watch.unobserve(target)
            })
          })
          const room = () =>
            isDrawn() ? undefined : `${(height ?? rows().reduce((sum, row) => sum + props.height(row), 0)) - edges}px`
          return (
            <div
              // What is not drawn is a plain box: of hundreds each costs what its style asks for.
              classList={{ 'designer-block': isDrawn() }}
              ref={(made) => (element = made)}
              style={{ height: room() }}
              onFocusIn={() => setFocused(true)}
              onFocusOut={() => setFocused(false)}
            >
              <Show when={isDrawn()}>
                <Index each={rows()}>{(row, at) => props.children(row, from + at)}</Index>
              </Show>
            </div>
          )
        }}
      </Index>
    </div>
  )
}

/** Hears whether an element is near, and how high it was when that was seen: to ask it then would lay the page out. */
type Tell = (isNear: boolean, height: number) => void

/** Tells elements whether they are near: one that comes near with each picture, since many together would hold the page up. */
function createWatch(tell: ReadonlyMap<Element, Tell>, root: () => Element | null) {
  const news = new Map<Element, IntersectionObserverEntry>()
  let frame = 0
  const next = () => {
    frame = 0
    for (const [target, entry] of news) {
      if (entry.isIntersecting) continue
      news.delete(target)
      tell.get(target)?.(false, entry.boundingClientRect.height)
    }
    const [entry] = news.values()
    if (entry) {
      news.delete(entry.target)
      tell.get(entry.target)?.(true, entry.boundingClientRect.height)
    }
    if (news.size > 0) frame = requestAnimationFrame(next)
  }
  let observer: IntersectionObserver | undefined
  onCleanup(() => {
    cancelAnimationFrame(frame)
    observer?.disconnect()
  })
  const start = () =>
    new IntersectionObserver(
      (entries) => {
        for (const entry of entries) news.set(entry.target, entry)
        frame ||= requestAnimationFrame(next)
      },
      { root: root(), rootMargin: margin },
    )
  return {
    observe: (element: Element) => (observer ??= start()).observe(element),
    unobserve: (element: Element) => observer?.unobserve(element),
  }
}
