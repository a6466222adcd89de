import {
  children,
  createContext,
  createEffect,
  createMemo,
  createSignal,
  For,
  on,
  onCleanup,
  Show,
  untrack,
  useContext,
  type Component,
  type JSX,
} from 'solid-js'
import { moveBorder, readSizes, sizeStyle, writeSizes, type SplitSize } from './split-sizes.ts'
import { componentTexts as texts } from '../texts.ts'
import './Split.css'

export type { SplitSize } from './split-sizes.ts'

interface Pane {
  element: HTMLElement
  props: SplitPaneProps
  size(): SplitSize
  setSize(size: SplitSize): void
}

interface SplitState {
  row(): boolean
  /** Changes with the sizes that are kept. */
  key(): string
  stored(label: string): SplitSize | undefined
  register(pane: Pane): void
}

const Context = createContext<SplitState>()

/**
 * Panes side by side (`row`) or below each other (`column`) with borders that can be moved by pointer and arrow keys. Panes
 * given in pixels keep them when the window changes, the others share the rest. Sizes are kept per `id`; with another
 * direction goes another `id`.
 */
export const Split: Component<{
  direction: 'row' | 'column'
  id: string
  class?: string | undefined
  children: JSX.Element
}> = (props) => {
  const key = createMemo(() => `assay.split.${props.id}`)
  const sizes = createMemo(() => readSizes(key()))
  const panes = new Map<Element, Pane>()
  const state: SplitState = {
    row: () => props.direction === 'row',
    key,
    stored: (label) => sizes()[label],
    register(pane) {
      panes.set(pane.element, pane)
      onCleanup(() => panes.delete(pane.element))
    },
  }
  const keep = () => {
    for (const pane of panes.values()) sizes()[pane.props.label] = pane.size()
    writeSizes(key(), sizes())
  }
  return (
    <div class={`split split-${props.direction}${props.class ? ` ${props.class}` : ''}`}>
      <Context.Provider value={state}>
        <Bordered panes={panes} row={props.direction === 'row'} onMoved={keep}>
          {props.children}
        </Bordered>
      </Context.Provider>
    </div>
  )
}

/** The panes with a border before each but the first. */
const Bordered: Component<{ panes: Map<Element, Pane>; row: boolean; onMoved(): void; children: JSX.Element }> = (props) => {
  const resolved = children(() => props.children)
  const elements = createMemo(() => resolved.toArray().filter((pane): pane is HTMLElement => pane instanceof HTMLElement))
  return (
    <For each={elements()}>
      {(element, index) => (
        <>
          <Show when={index() > 0 && elements()[index() - 1]}>
            {(before) => (
              <Border
                row={props.row}
                before={() => props.panes.get(before())}
                after={() => props.panes.get(element)}
                onMoved={props.onMoved}
              />
            )}
          </Show>
          {element}
        </>
      )}
    </For>
  )
}

const pixels = (size: SplitSize): number => (typeof size === 'number' ? 0 : Number.parseFloat(size))

const Border: Component<{ row: boolean; before(): Pane | undefined; after(): Pane | undefined; onMoved(): void }> = (props) => {
  const [share, setShare] = createSignal(50)
  const length = (pane: Pane) => (props.row ? pane.element.offsetWidth : pane.element.offsetHeight)
  const pair = () => {
    const before = props.before()
    const after = props.after()
    return before && after ? { before, after } : undefined
  }
  const move = (delta: number, start?: { before: number; after: number }) => {
    const both = pair()
    if (!both) return
    const from = start ?? { before: length(both.before), after: length(both.after) }
    const moved = moveBorder(
      { size: both.before.size(), pixels: from.before, min: pixels(both.before.props.min) },
      { size: both.after.size(), pixels: from.after, min: pixels(both.after.props.min) },
      delta,
    )
    both.before.setSize(moved.before)
    both.after.setSize(moved.after)
    measure()
  }
  const measure = () => {
    const both = pair()
    if (!both) return
    const whole = length(both.before) + length(both.after)
    setShare(whole === 0 ? 50 : Math.round((length(both.before) / whole) * 100))
  }
  const drag = (event: PointerEvent & { currentTarget: HTMLElement }) => {
    const both = pair()
    if (!both || event.button !== 0) return
    event.preventDefault()
    const border = event.currentTarget
    border.setPointerCapture(event.pointerId)
    const origin = props.row ? event.clientX : event.clientY
    const start = { before: length(both.before), after: length(both.after) }
    const follow = (next: PointerEvent) => move((props.row ? next.clientX : next.clientY) - origin, start)
    const end = () => {
      border.removeEventListener('pointermove', follow)
      border.removeEventListener('lostpointercapture', end)
      props.onMoved()
    }
    border.addEventListener('pointermove', follow)
    border.addEventListener('lostpointercapture', end)
  }
  const keyDown = (event: KeyboardEvent) => {
    const step = event.shiftKey ? 64 : 16
    const delta = {
      [props.row ? 'ArrowLeft' : 'ArrowUp']: -step,
      [props.row ? 'ArrowRight' : 'ArrowDown']: step,
      Home: -100_000,
      End: 100_000,
    }[event.key]
    if (delta === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    move(delta)
    props.onMoved()
  }
  const reset = () => {
    const both = pair()
    both?.before.setSize(both.before.props.initial)
    both?.after.setSize(both.after.props.initial)
    props.onMoved()
  }
  return (
    <div
      class="split-border"
      classList={{ 'split-border-hidden': props.before()?.props.collapsed || props.after()?.props.collapsed || false }}
      role="separator"
      tabindex="0"
      aria-orientation={props.row ? 'vertical' : 'horizontal'}
      aria-label={texts.resize(props.before()?.props.label ?? '')}
      aria-valuenow={share()}
      aria-valuemin={0}
      aria-valuemax={100}
      onFocus={measure}
      onPointerDown={drag}
      onDblClick={reset}
      onKeyDown={keyDown}
    />
  )
}

/** See {@link SplitPane}. */
export interface SplitPaneProps {
  /** Pixels are kept when the window changes; numbers are shares of what is left. */
  initial: SplitSize
  min: SplitSize
  collapsible?: boolean | undefined
  /** Names the pane for its border, and the size that is kept. */
  label: string
  /** Folds it away, for collapsible panes. */
  collapsed?: boolean | undefined
  /** Takes all the room, for as long as the other panes are folded away. */
  fills?: boolean | undefined
  children: JSX.Element
}

/** One pane of a {@link Split}. */
export const SplitPane: Component<SplitPaneProps> = (props) => {
  const state = useContext(Context)
  const fresh = () => untrack(() => state?.stored(props.label) ?? props.initial)
  const [size, setSize] = createSignal<SplitSize>(fresh())
  createEffect(
    on(
      () => state?.key(),
      () => setSize(fresh()),
      { defer: true },
    ),
  )
  return (
    <div
      ref={(element) => state?.register({ element, props, size, setSize })}
      class="split-pane"
      hidden={props.collapsed}
      style={{
        flex: sizeStyle(props.fills ? 1 : size()),
        [state?.row() === false ? 'min-height' : 'min-width']: typeof props.min === 'number' ? `${props.min * 100}%` : props.min,
      }}
    >
      {props.children}
    </div>
  )
}
