import { createMemo, createSignal, For, Index, onCleanup, onMount, Show, createResource, type Component } from 'solid-js'
import { designClient } from '#workers/design-client.ts'
import type { ShownDesign } from '#workers/shown-design.ts'
import { createScroller, equalLines } from '../../components/scroller.ts'
import { useDesigner } from './designer-context.ts'
import { columnsOf } from './test-columns.ts'
import { designTexts } from './texts.ts'

const t = designTexts.tests
/** Height of a row in pixels; the style sheet says the same. */
const rowHeight = 26
/** Pixels of one character and of a cell's padding. */
const [character, padding] = [7.3, 20]
/** Items that are listed for a test. */
const mostAdded = 200

/** The tests with what each of them adds. Only the rows and columns that can be seen are drawn. */
export const TestsTable: Component<{ result: ShownDesign }> = (props) => {
  const designer = useDesigner()
  let frame: HTMLDivElement | undefined
  const [left, setLeft] = createSignal(0)
  const [width, setWidth] = createSignal(800)
  // The frame comes first, its rows with the next picture: together they would hold the page up.
  const [isFramed, setFramed] = createSignal(false)
  const scroller = createScroller(
    equalLines(
      () => rowHeight,
      () => props.result.tests.length,
    ),
    { onResize: (now) => setWidth(now) },
  )
  onMount(() => {
    const next = requestAnimationFrame(() => setFramed(true))
    onCleanup(() => cancelAnimationFrame(next))
    const follow = () => setLeft(frame?.scrollLeft ?? 0)
    frame?.addEventListener('scroll', follow, { passive: true })
    onCleanup(() => frame?.removeEventListener('scroll', follow))
  })
  const columns = createMemo(() => columnsOf(props.result))
  const places = createMemo(() => {
    let at = 56
    return columns().map((column) => {
      const size = Math.round(column.width * character + padding)
      const place = { column, from: at, size }
      at += size
      return place
    })
  })
  const whole = () => {
    const last = places().at(-1)
    return last ? last.from + last.size : 56
  }
  const visible = createMemo(() =>
    places().flatMap((place, index) =>
      place.from + place.size >= left() - 200 && place.from <= left() + width() + 200 ? [{ ...place, index }] : [],
    ),
  )
  const indexes = createMemo(() => {
    if (!isFramed()) return []
    const { first, last } = scroller.range()
    return Array.from({ length: Math.max(0, last - first) }, (_, offset) => first + offset)
  })
  return (
    <>
      <div
        ref={(element) => {
          frame = element
          scroller.attach(element)
        }}
        class="designer-tests"
        role="table"
        aria-label={t.title}
        aria-rowcount={props.result.tests.length + 1}
        aria-colcount={columns().length + 1}
        tabindex="0"
      >
        <div class="designer-tests-row designer-tests-head" role="row" aria-rowindex="1" style={{ width: `${whole()}px` }}>
          <span class="designer-tests-cell designer-tests-number" role="columnheader" aria-colindex="1">
            {t.number}
          </span>
          <For each={visible()}>
            {({ column, from, size, index }) => (
              <span
                class="designer-tests-cell"
                role="columnheader"
                aria-colindex={index + 2}
                title={column.title}
                style={{ left: `${from}px`, width: `${size}px` }}
              >
                {column.title}
              </span>
            )}
          </For>
        </div>
        <div class="designer-tests-space" role="rowgroup" style={{ height: `${scroller.space()}px`, width: `${whole()}px` }}>
          <Index each={indexes()}>
            {(index) => {
              const test = () => props.result.tests[index()]
              return (
                <Show when={test()}>
                  {(one) => (
                    <div
                      class="designer-tests-row"
                      classList={{
                        'designer-tests-invalid': !one().valid,
                        'designer-tests-chosen': designer.chosen() === index(),
                      }}
                      role="row"
                      aria-rowindex={index() + 2}
                      style={{ transform: `translateY(${scroller.place(index())}px)`, width: `${whole()}px` }}
                      onClick={() => designer.choose(index())}
                    >
                      <span class="designer-tests-cell designer-tests-number" role="rowheader" aria-colindex="1">
                        <button
                          type="button"
                          class="designer-tests-choose"
                          aria-label={t.test(index() + 1)}
                          aria-pressed={designer.chosen() === index()}
                          onClick={(event) => {
                            event.stopPropagation()
                            designer.choose(designer.chosen() === index() ? undefined : index())
                          }}
                        >
                          {index() + 1}
                        </button>
                      </span>
                      <For each={visible()}>
                        {({ column, from, size, index: at }) => (
                          <span
                            class="designer-tests-cell"
                            classList={{ 'designer-tests-wrong': column.isInvalid?.(one()) ?? false }}
                            role="cell"
                            aria-colindex={at + 2}
                            style={{ left: `${from}px`, width: `${size}px` }}
                            title={column.cell(one()).length > column.width ? column.cell(one()) : undefined}
                          >
                            {column.cell(one())}
                          </span>
                        )}
                      </For>
                    </div>
                  )}
                </Show>
              )
            }}
          </Index>
        </div>
      </div>
      <Show when={designer.chosen() !== undefined}>
        <Added index={designer.chosen() ?? 0} result={props.result} />
      </Show>
    </>
  )
}

/** The items that a test is the first to exercise. */
const Added: Component<{ index: number; result: ShownDesign }> = (props) => {
  const [items] = createResource(
    () => ({ index: props.index, result: props.result }),
    ({ index }) => designClient.api.added(index, mostAdded).catch((): string[] => []),
    { initialValue: [] },
  )
  const adds = () => props.result.tests[props.index]?.adds ?? 0
  return (
    <div class="designer-added" role="status">
      <Show when={adds() > 0} fallback={<p>{t.addsNothing}</p>}>
        <p>{t.addsTitle(props.index + 1, adds())}</p>
        <ul>
          <For each={items.latest}>{(text) => <li>{text}</li>}</For>
        </ul>
        <Show when={adds() > mostAdded}>
          <p class="overview-hint">{t.more(adds() - mostAdded)}</p>
        </Show>
      </Show>
    </div>
  )
}
