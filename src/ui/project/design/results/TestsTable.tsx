import { createMemo, createSignal, For, Show, createResource, type Component } from 'solid-js'
import { designClient } from '#workers/design-client.ts'
import type { ShownDesign } from '#workers/design/shown-design.ts'
import { createScroller, equalLines } from '../../../components/lists/scroller.ts'
import { createRipple } from '../deferred-drawing.ts'
import { useDesigner } from '../designer-context.ts'
import { columnsOf, type TestColumn } from './test-columns.ts'
import { designTexts } from '../texts.ts'

const t = designTexts.tests
/** Height of a row in pixels; the style sheet says the same. */
const rowHeight = 26
/** Pixels of one character and of a cell's padding. */
const [character, padding] = [7.3, 20]
/** Pixels of the column of numbers; the style sheet says the same. */
const numberWidth = 56
/** Pixels beside what can be seen in which columns are drawn. */
const margin = 60
/** Rows that are drawn with one picture, and pictures until all that fit are: together they would hold the page up. */
const [together, pictures] = [10, 5]
/** Characters that are drawn of a text, and told of it when one points at it: a way through a large machine has many thousands. */
const [mostDrawn, mostTold] = [200, 2_000]
/** Items that are listed for a test. */
const mostAdded = 200

const shortened = (text: string, most = mostDrawn): string => (text.length > most ? `${text.slice(0, most)}…` : text)

/** Each cell has its own place: what changes in one moves no other. */
const cellStyle = ({ from, size }: Place): string => `left: ${from}px; width: ${size}px`

/** A column where it lies, in pixels. */
interface Place {
  column: TestColumn
  from: number
  size: number
  index: number
}

function placesOf(columns: readonly TestColumn[]): Place[] {
  let at = numberWidth
  return columns.map((column, index) => {
    const size = Math.round(column.width * character + padding)
    const place = { column, from: at, size, index }
    at += size
    return place
  })
}

/** The tests with what each of them adds. Only the rows and columns that can be seen are drawn. */
export const TestsTable: Component<{ result: ShownDesign }> = (props) => {
  const designer = useDesigner()
  const [left, setLeft] = createSignal(0)
  const [width, setWidth] = createSignal(800)
  const scroller = createScroller(
    equalLines(
      () => rowHeight,
      () => props.result.tests.length,
    ),
    { onResize: (now) => setWidth(now), onScroll: (now) => setLeft(now), overscan: 3 },
  )
  // Columns that are as before stay, and their cells: of a suite that shrinks only what is in them changes.
  const columns = createMemo(() => columnsOf(props.result), [], {
    equals: (a, b) => a.length === b.length && a.every(({ title, width }, at) => title === b[at]?.title && width === b[at].width),
  })
  const places = createMemo(() => placesOf(columns()))
  const shown = createMemo(() => ({ result: props.result, places: places() }))
  const isSeen = ({ from, size }: Place) => from + size >= left() - margin && from <= left() + width() + margin
  const seenOf = (all: () => readonly Place[]) =>
    createMemo(() => all().filter(isSeen), [], { equals: (a, b) => a.length === b.length && a[0] === b[0] })
  const headings = seenOf(places)
  /** What some of the rows show, and its columns that can be seen. */
  const parts = createRipple(shown, pictures).map((part) => ({
    result: () => part()?.result,
    visible: seenOf(() => part()?.places ?? []),
  }))
  const whole = () => {
    const last = places().at(-1)
    return last ? last.from + last.size : numberWidth
  }
  const indexes = createMemo(() => {
    const { first, last } = scroller.range()
    return Array.from({ length: Math.max(0, last - first) }, (_, offset) => first + offset)
  })
  return (
    <>
      <div class="designer-tests-frame">
        <div
          ref={(element) => scroller.attach(element)}
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
            <For each={headings()}>
              {(place) => (
                <span class="designer-tests-cell" role="columnheader" aria-colindex={place.index + 2} style={cellStyle(place)}>
                  {place.column.title}
                </span>
              )}
            </For>
          </div>
          <div class="designer-tests-space" role="rowgroup" style={{ height: `${scroller.space()}px`, width: `${whole()}px` }}>
            {/* By their number: rows that stay in sight stay as they are. */}
            <For each={indexes()}>
              {(index) => {
                const part = parts[Math.floor(index / together) % pictures]
                const test = () => part?.result()?.tests[index]
                return (
                  <Show when={test()}>
                    {(one) => (
                      <div
                        class="designer-tests-row"
                        classList={{
                          'designer-tests-invalid': !one().valid,
                          'designer-tests-chosen': designer.chosen() === index,
                        }}
                        role="row"
                        aria-rowindex={index + 2}
                        style={{ top: `${scroller.place(index)}px`, width: `${whole()}px` }}
                        onClick={() => designer.choose(index)}
                      >
                        <span class="designer-tests-cell designer-tests-number" role="rowheader" aria-colindex="1">
                          <button
                            type="button"
                            class="designer-tests-choose"
                            aria-label={t.test(index + 1)}
                            aria-pressed={designer.chosen() === index}
                            onClick={(event) => {
                              event.stopPropagation()
                              designer.choose(designer.chosen() === index ? undefined : index)
                            }}
                          >
                            {index + 1}
                          </button>
                        </span>
                        <For each={part?.visible()}>
                          {(place) => {
                            const { column } = place
                            const text = createMemo(() => column.cell(one(), part?.result() ?? props.result))
                            return (
                              <span
                                class="designer-tests-cell"
                                classList={{
                                  'designer-tests-wrong': column.isInvalid?.(one()) ?? false,
                                  'designer-tests-long': text().length > column.width,
                                }}
                                role="cell"
                                aria-colindex={place.index + 2}
                                style={cellStyle(place)}
                                title={text().length > column.width ? shortened(text(), mostTold) : undefined}
                              >
                                {shortened(text())}
                              </span>
                            )
                          }}
                        </For>
                      </div>
                    )}
                  </Show>
                )
              }}
            </For>
          </div>
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
