import { createEffect, For, Show, type Component, type JSX } from 'solid-js'
import { sequenceTexts } from '#engine/oauth/record/sequence-texts.ts'
import { MaskedLabel } from '../MaskedText.tsx'
import { messageTexts } from '../message-texts.ts'
import { span, type Arrow, type Lane } from '#engine/oauth/record/sequence.ts'

/** See {@link SequenceDiagram}. */
export interface SequenceDiagramProps {
  arrows: Arrow[]
  lanes: Lane[]
  /** Id of the arrow whose message is open. */
  open: string | undefined
  /** Index of the arrow that the diagnosis stands at; -1: none. */
  faulty: number
  /** That message is what was wrong, not what a step looked for in it. */
  blamed: boolean
  onOpen(id: string): void
  /** Stands above the arrow of this index: which step the messages from here on are of. */
  heading?: ((index: number) => JSX.Element) | undefined
  /** Stands below the faulty arrow. */
  diagnosis: JSX.Element
}

/** Lanes and arrows; where there is no room for lanes, a list of the same buttons. */
export const SequenceDiagram: Component<SequenceDiagramProps> = (props) => (
  <div class="sequence" style={{ '--lanes': props.lanes.length }}>
    <div class="sequence-lanes" aria-hidden="true">
      <For each={props.lanes}>{(lane) => <span>{sequenceTexts.lanes[lane]}</span>}</For>
    </div>
    <div class="sequence-lines" aria-hidden="true">
      <For each={props.lanes}>{(_, index) => <span style={{ left: `${((index() + 0.5) / props.lanes.length) * 100}%` }} />}</For>
    </div>
    <ol class="sequence-list" aria-label={messageTexts.exchange.list}>
      <For each={props.arrows}>
        {(arrow, index) => (
          <li>
            {props.heading?.(index())}
            <Message
              arrow={arrow}
              lanes={props.lanes}
              bad={(arrow.state !== 'ok' && arrow.state !== 'given-up') || (props.blamed && index() === props.faulty)}
              open={arrow.id === props.open}
              onOpen={() => props.onOpen(arrow.id)}
            />
            <Show when={index() === props.faulty}>{props.diagnosis}</Show>
          </li>
        )}
      </For>
    </ol>
  </div>
)

const Message: Component<{ arrow: Arrow; lanes: Lane[]; bad: boolean; open: boolean; onOpen(): void }> = (props) => {
  const place = () => span(props.arrow, props.lanes)
  let button: HTMLButtonElement | undefined
  // Beside an open message the diagram becomes a list: the arrow may have moved out of sight.
  createEffect(() => {
    if (props.open) requestAnimationFrame(() => button?.scrollIntoView({ block: 'nearest' }))
  })
  const route = () => `${sequenceTexts.lanes[props.arrow.from]} → ${sequenceTexts.lanes[props.arrow.to]}`
  return (
    <button
      ref={(element) => (button = element)}
      type="button"
      class="sequence-message"
      classList={{
        'sequence-bad': props.bad,
        'sequence-lost': props.arrow.state === 'lost' || props.arrow.state === 'given-up',
        'sequence-left': place().toLeft,
        'sequence-open': props.open,
        'sequence-person': props.arrow.from === 'tester',
      }}
      aria-expanded={props.open}
      onClick={() => props.onOpen()}
    >
      <span class="sequence-route">{route()}: </span>
      <span
        class="sequence-label"
        style={{ '--middle': `${place().middle}%`, '--room': `${2 * Math.min(place().middle, 100 - place().middle)}%` }}
      >
        <span>{props.arrow.head}</span>{' '}
        <Show when={props.arrow.code}>
          <code>
            <MaskedLabel text={props.arrow.code} />
          </code>
        </Show>{' '}
        <Show when={props.arrow.note}>
          <span class="sequence-note">{props.arrow.note}</span>
        </Show>
      </span>
      <span class="sequence-arrow" aria-hidden="true" style={{ left: `${place().left}%`, width: `${place().width}%` }} />
    </button>
  )
}
