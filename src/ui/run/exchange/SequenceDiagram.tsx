import { createEffect, createMemo, createSignal, For, onCleanup, onMount, Show, type Component, type JSX } from 'solid-js'
import { sequenceTexts } from '#engine/oauth/record/sequence-texts.ts'
import { MaskedLabel } from '../log/MaskedText.tsx'
import { messageTexts } from '../results/message-texts.ts'
import { laneAt, lanesOf, laneTitle, linesOf, span, type Arrow, type Lane, type Line } from '#engine/oauth/record/sequence.ts'

/** See {@link SequenceDiagram}. */
export interface SequenceDiagramProps {
  arrows: Arrow[]
  /** Id of the arrow whose message is open. */
  open: string | undefined
  /** Index of the arrow that the diagnosis is at; -1: none. */
  faulty: number
  /** That message is what was wrong, not what a step looked for in it. */
  blamed: boolean
  onOpen(id: string): void
  /** Whether two exchanges are of one step, if the arrows are of several. */
  sameStep?: ((a: number, b: number) => boolean) | undefined
  /** Stands above the arrow of this index: which step the messages from here on are of. */
  heading?: ((index: number) => JSX.Element) | undefined
  /** Stands below the faulty arrow; beside the diagram, where there is room. */
  diagnosis: JSX.Element
}

/** Lanes and arrows; where there is no room for lanes, a list of the same buttons. */
export const SequenceDiagram: Component<SequenceDiagramProps> = (props) => {
  const lanes = createMemo(() => lanesOf(props.arrows))
  const lines = createMemo(() => linesOf(props.arrows, props.sameStep))
  const [width, setWidth] = createSignal(Number.POSITIVE_INFINITY)
  /** Shows the parts next to the diagram. */
  const [room, setRoom] = createSignal(Number.POSITIVE_INFINITY)
  /** The diagnosis of a step is next to the messages, so that both are seen at once. */
  const isBeside = () => !props.heading && room() >= (lanes().length > 3 ? 980 : 720)
  const isPlain = () => width() < (lanes().length > 3 ? 520 : 300)
  let element: HTMLDivElement | undefined
  onMount(() => {
    if (!element) return
    const sizes = new ResizeObserver(([entry]) => {
      setWidth(entry?.contentRect.width ?? width())
      setRoom(entry?.borderBoxSize[0]?.inlineSize ?? room())
    })
    sizes.observe(element)
    onCleanup(() => sizes.disconnect())
  })
  const left = (index: number) => ({ left: `${laneAt(index, lanes().length)}%` })
  const isFaulty = ({ ids }: Line) => ids.includes(props.arrows[props.faulty]?.id ?? '')
  return (
    <div
      ref={(box) => (element = box)}
      class="sequence"
      classList={{ 'sequence-plain': isPlain(), 'sequence-beside': isBeside() }}
      style={{ '--faulty-line': lines().findIndex(isFaulty) }}
    >
      <div class="sequence-lanes" aria-hidden="true">
        <For each={lanes()}>{(lane, index) => <span style={left(index())}>{laneTitle(lane, props.arrows)}</span>}</For>
      </div>
      <div class="sequence-lines" aria-hidden="true">
        <For each={lanes()}>{(_, index) => <span style={left(index())} />}</For>
      </div>
      <ol class="sequence-list" aria-label={messageTexts.exchange.list}>
        <For each={lines()}>
          {(line) => (
            <li>
              {props.heading?.(line.index)}
              <Message
                line={line}
                lanes={lanes()}
                bad={(line.arrow.state !== 'ok' && line.arrow.state !== 'given-up') || (props.blamed && isFaulty(line))}
                open={props.open !== undefined && line.ids.includes(props.open)}
                onOpen={() => props.onOpen(line.arrow.id)}
              />
              <Show when={isFaulty(line)}>{props.diagnosis}</Show>
            </li>
          )}
        </For>
      </ol>
    </div>
  )
}

const Message: Component<{ line: Line; lanes: Lane[]; bad: boolean; open: boolean; onOpen(): void }> = (props) => {
  const arrow = () => props.line.arrow
  const place = () => span(arrow(), props.lanes)
  let button: HTMLButtonElement | undefined
  // Beside an open message there is less room: the arrow may have moved out of sight.
  createEffect(() => {
    if (props.open) requestAnimationFrame(() => button?.scrollIntoView({ block: 'nearest' }))
  })
  const route = () => `${sequenceTexts.lanes[arrow().from]} → ${sequenceTexts.lanes[arrow().to]}`
  return (
    <button
      ref={(element) => (button = element)}
      type="button"
      class="sequence-message"
      classList={{
        'sequence-bad': props.bad,
        'sequence-lost': arrow().state === 'lost' || arrow().state === 'given-up',
        'sequence-left': place().toLeft,
        'sequence-open': props.open,
        'sequence-person': arrow().from === 'tester',
      }}
      aria-expanded={props.open}
      onClick={() => props.onOpen()}
    >
      <span class="sequence-route">{route()}: </span>
      <span
        class="sequence-label"
        style={{ '--middle': `${place().middle}%`, '--room': `${place().room}%` }}
        title={[arrow().head, arrow().code, arrow().note].filter(Boolean).join(' ')}
      >
        <span>{arrow().head}</span>{' '}
        <Show when={arrow().code}>
          <code>
            <MaskedLabel text={arrow().code} />
          </code>
        </Show>{' '}
        <Show when={arrow().note}>
          <span class="sequence-note">{arrow().note}</span>
        </Show>
        <Show when={props.line.times > 1}>
          {' '}
          <span class="sequence-times">{sequenceTexts.times(props.line.times)}</span>
        </Show>
      </span>
      <span class="sequence-arrow" aria-hidden="true" style={{ left: `${place().left}%`, width: `${place().width}%` }} />
    </button>
  )
}
