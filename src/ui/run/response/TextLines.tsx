import { createEffect, createMemo, createSignal, For, on, onCleanup, Show, type Component } from 'solid-js'
import ChevronDown from 'lucide-solid/icons/chevron-down'
import ChevronRight from 'lucide-solid/icons/chevron-right'
import type { LargeText } from '#workers/text-client.ts'
import { opensBlock, type TextForm, type TextLayout, type TextRow } from '#workers/text/text-document.ts'
import { VirtualList } from '../../components/lists/VirtualList.tsx'
import { MaskedText } from '../log/MaskedText.tsx'
import { messageTexts } from '../results/message-texts.ts'
import { foldedRows, shownAgain, type Fold } from './folds.ts'
import { highlight } from './highlight.ts'

/** See {@link TextLines}. */
export interface TextLinesProps {
  text: LargeText
  /** Falls back to raw where there is no pretty form. */
  view: 'pretty' | 'raw'
  needle: string
  /** Row to bring into view. */
  show: number | undefined
  /** A view was laid out; the pretty one with its form, if the text has any. */
  onLayout(view: 'pretty' | 'raw', form: TextForm | undefined): void
  /** A row of the pretty view was chosen; its box is where what is offered stands. */
  onPick?: ((row: number, box: DOMRect) => void) | undefined
  /** The row that the keys moved to. */
  current: number | undefined
  onCurrent(row: number): void
}

/** Rows that are fetched at once. */
const PAGE = 200
/** Width of a character of the code font at 12 px. */
const CHARACTER = 7.21
/** Line numbers and the space beside them, on narrow panes less; as in response.css. */
const gutter = (width: number): number => (width <= 520 ? 44 : 68)

/** The lines of a large text, wrapped at the view's width; only what can be seen is fetched from the worker. */
export const TextLines: Component<TextLinesProps> = (props) => {
  const [columns, setColumns] = createSignal<number>()
  const [layout, setLayout] = createSignal<TextLayout & { view: 'pretty' | 'raw' }>({ rows: 0, lines: 0, view: 'raw' })
  const [version, setVersion] = createSignal(0)
  const [folds, setFolds] = createSignal<readonly Fold[]>([])
  const folded = createMemo(() => foldedRows(folds()))
  const count = () => folded().count(layout().rows)
  let pages = new Map<number, TextRow[] | undefined>()
  let range: [number, number] = [0, 0]
  let turn = 0

  createEffect(
    on([() => props.text, () => props.view, columns], async ([text, wanted, width]) => {
      if (width === undefined) return
      const own = ++turn
      let view = wanted
      let made = await text.layout(wanted, width).catch(() => undefined)
      if (own !== turn) return
      if (wanted === 'pretty') props.onLayout('pretty', made?.form)
      if (!made && wanted === 'pretty') {
        view = 'raw'
        made = await text.layout('raw', width).catch(() => undefined)
        if (own !== turn) return
      }
      pages = new Map()
      setFolds([])
      setLayout({ rows: 0, lines: 0, ...made, view })
      if (view === 'raw') props.onLayout('raw', undefined)
      want(...range)
    }),
  )

  function want(from: number, to: number): void {
    range = [from, to]
    for (let line = from; line < Math.min(to, count()); line++) {
      const page = Math.floor(folded().rowAt(line) / PAGE)
      if (pages.has(page)) continue
      pages.set(page, undefined)
      void fetchPage(page)
    }
  }
  createEffect(on(folds, () => want(...range), { defer: true }))
  // What a search goes to, or the keys, can be seen.
  createEffect(
    on([() => props.show, () => props.current], (rows) => {
      for (const row of rows) if (row !== undefined) setFolds((before) => shownAgain(before, row))
    }),
  )
  const toggle = async (row: number) => {
    if (folds().some((one) => one.row === row)) return setFolds((before) => before.filter((one) => one.row !== row))
    const own = pages
    const block = await props.text.blockAt(row).catch(() => undefined)
    if (block && own === pages) setFolds((before) => [...before, { row, ...block }])
  }
  async function fetchPage(page: number): Promise<void> {
    const own = pages
    const rows = await props.text.rows(layout().view, page * PAGE, (page + 1) * PAGE).catch(() => undefined)
    if (own !== pages) return
    if (rows) pages.set(page, rows)
    else pages.delete(page)
    // Memory stays bounded however far one scrolls.
    if (pages.size > 200) pages = new Map([...pages].slice(-100))
    setVersion((before) => before + 1)
  }

  let resize: ReturnType<typeof setTimeout> | undefined
  onCleanup(() => clearTimeout(resize))
  const measured = (width: number) => {
    const next = Math.max(20, Math.floor((width - gutter(width) - 8) / CHARACTER))
    clearTimeout(resize)
    if (columns() === undefined) setColumns(next)
    else resize = setTimeout(() => setColumns(next), 150)
  }

  const textAt = (index: number): TextRow | undefined => {
    version()
    layout()
    return pages.get(Math.floor(index / PAGE))?.[index % PAGE]
  }

  const picks = () => props.onPick !== undefined && layout().form === 'json'
  let list: HTMLDivElement | undefined
  const keyDown = (event: KeyboardEvent) => {
    if (!picks() || event.altKey || event.ctrlKey || event.metaKey) return
    const at = props.current === undefined ? range[0] - 1 : folded().lineOf(props.current)
    const to = { ArrowDown: at + 1, ArrowUp: at - 1 }[event.key]
    const isFolded = folds().some(({ row }) => row === props.current)
    if (to !== undefined) props.onCurrent(folded().rowAt(Math.max(0, Math.min(count() - 1, to))))
    else if (props.current !== undefined && event.key === (isFolded ? 'ArrowRight' : 'ArrowLeft')) void toggle(props.current)
    else if ((event.key === 'Enter' || event.key === ' ') && props.current !== undefined) {
      const box = list?.querySelector('.text-lines-current')?.getBoundingClientRect()
      if (box) props.onPick?.(props.current, box)
    } else return
    event.preventDefault()
  }
  /** A click that marks text, or presses a button in it, is not for the row. */
  const click = (index: number, event: MouseEvent & { currentTarget: HTMLElement }) => {
    if (!picks() || !getSelection()?.isCollapsed || (event.target as Element).closest('button')) return
    props.onCurrent(index)
    props.onPick?.(index, new DOMRect(event.clientX, event.clientY, 0, 8))
  }

  return (
    <VirtualList
      ref={(element) => (list = element)}
      class={`text-lines${picks() ? ' text-lines-picks' : ''}`}
      description={picks() ? messageTexts.response.pickKeys : undefined}
      onKeyDown={keyDown}
      current={picks() && props.current !== undefined ? folded().lineOf(props.current) : undefined}
      label={messageTexts.response.lineLabel}
      count={count()}
      rowHeight={20}
      onRange={want}
      onResize={measured}
      show={props.show === undefined ? undefined : folded().lineOf(props.show)}
      render={(line) => {
        const index = () => folded().rowAt(line)
        return (
          <Show when={textAt(index())}>
            {(row) => (
              <Row
                row={row()}
                form={layout().form}
                needle={props.needle}
                current={index() === props.show}
                chosen={picks() && index() === props.current}
                fold={folds().find((one) => one.row === index())}
                onFold={() => void toggle(index())}
                onClick={(event) => click(index(), event)}
              />
            )}
          </Show>
        )
      }}
    />
  )
}

const Row: Component<{
  row: TextRow
  form: TextForm | undefined
  needle: string
  current: boolean
  chosen: boolean
  fold: Fold | undefined
  onFold(): void
  onClick(event: MouseEvent & { currentTarget: HTMLElement }): void
}> = (props) => {
  const tokens = createMemo(() => highlight(props.row.text, props.form, props.row.line === 0))
  return (
    <>
      <span class="text-lines-number" aria-hidden="true">
        {props.row.line === 0 ? '↳' : props.row.line}
      </span>
      <span class="text-lines-fold" aria-hidden="true">
        <Show when={props.form && props.row.line !== 0 && opensBlock(props.row.text, props.form)}>
          <button
            type="button"
            tabindex="-1"
            title={props.fold ? messageTexts.response.unfold : messageTexts.response.fold}
            onClick={() => props.onFold()}
          >
            <Show when={props.fold} fallback={<ChevronDown />}>
              <ChevronRight />
            </Show>
          </button>
        </Show>
      </span>
      <span class="text-lines-text" classList={{ 'text-lines-current': props.chosen }} onClick={(event) => props.onClick(event)}>
        <Show
          when={props.needle !== '' && props.row.text.toLowerCase().includes(props.needle.toLowerCase())}
          fallback={
            <For each={tokens()}>
              {(token) => (
                <span class={`token-${token.kind}`}>
                  <MaskedText text={token.text} />
                </span>
              )}
            </For>
          }
        >
          <For each={marked(props.row.text, props.needle)}>
            {(piece) => (piece.match ? <mark classList={{ 'mark-current': props.current }}>{piece.text}</mark> : piece.text)}
          </For>
        </Show>
        <Show when={props.fold}>
          {(fold) => (
            <button type="button" class="text-lines-folded" tabindex="-1" onClick={() => props.onFold()}>
              … {fold().close}
            </button>
          )}
        </Show>
      </span>
    </>
  )
}

/** A row split at what was searched. */
function marked(text: string, needle: string): { text: string; match: boolean }[] {
  const pieces: { text: string; match: boolean }[] = []
  const hay = text.toLowerCase()
  const wanted = needle.toLowerCase()
  let end = 0
  for (let at = hay.indexOf(wanted); at >= 0; at = hay.indexOf(wanted, end)) {
    if (at > end) pieces.push({ text: text.slice(end, at), match: false })
    pieces.push({ text: text.slice(at, at + wanted.length), match: true })
    end = at + wanted.length
  }
  if (end < text.length) pieces.push({ text: text.slice(end), match: false })
  return pieces
}
