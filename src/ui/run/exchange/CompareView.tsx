import { createMemo, createResource, For, onMount, Show, type Component } from 'solid-js'
import X from 'lucide-solid/icons/x'
import { compareAttempts, type ComparedMessage } from '#engine/oauth/record/compare.ts'
import type { Exchange } from '#engine/ports/http/exchange.ts'
import { IconButton } from '../../components/IconButton.tsx'
import { MaskedText } from '../log/MaskedText.tsx'
import type { EarlierAttempt } from '../session/run-session-type.ts'
import { exchangesOf } from '../step-events.ts'
import { messageTexts } from '../results/message-texts.ts'
import { formatMoment } from '../format.ts'
import { pathOf } from '#engine/oauth/record/sequence.ts'
import './compare-view.css'

/** See {@link CompareView}. */
export interface CompareViewProps {
  exchanges: Exchange[]
  earlier(): Promise<EarlierAttempt | undefined>
  onClose(): void
}

/** This attempt of a step beside the one of an earlier run, message by message, differences marked. */
const CompareView: Component<CompareViewProps> = (props) => {
  const [earlier] = createResource(() => props.earlier())
  const compared = createMemo(() => {
    const before = earlier()
    return before && compareAttempts(exchangesOf(before.events), props.exchanges)
  })
  return (
    <section class="compare" aria-label={messageTexts.exchange.compare.title}>
      <header class="compare-bar">
        <strong>{messageTexts.exchange.compare.title}</strong>
        <Show when={earlier()}>
          {(known) => <span>{messageTexts.exchange.compare.with(formatMoment(Date.parse(known().startedAt)))}</span>}
        </Show>
        <span class="message-grow" />
        <IconButton label={messageTexts.exchange.compare.close} icon={X} onClick={() => props.onClose()} />
      </header>
      <div
        ref={(element) => onMount(() => element.focus())}
        class="compare-body"
        tabindex="0"
        role="group"
        aria-label={messageTexts.exchange.compare.title}
      >
        <Show
          when={compared()}
          fallback={<p>{earlier.loading ? messageTexts.exchange.compare.reading : messageTexts.exchange.compare.none}</p>}
        >
          {(messages) => <For each={messages()}>{(message) => <Compared message={message} />}</For>}
        </Show>
      </div>
    </section>
  )
}

const Compared: Component<{ message: ComparedMessage }> = (props) => {
  const request = () => (props.message.after ?? props.message.before)?.request
  const note = () => {
    const { before, after, differences } = props.message
    const all = messageTexts.exchange.compare
    return !before ? all.onlyNow : !after ? all.onlyBefore : differences.length === 0 ? all.same : ''
  }
  return (
    <article>
      <h4>
        {request()?.method} <code>{pathOf(request()?.url ?? '')}</code> <span>{note()}</span>
      </h4>
      <Show when={props.message.differences.length > 0}>
        <table>
          <thead>
            <tr>
              <th />
              <th>{messageTexts.exchange.compare.before}</th>
              <th>{messageTexts.exchange.compare.now}</th>
            </tr>
          </thead>
          <tbody>
            <For each={props.message.differences}>
              {({ where, before, after }) => (
                <tr>
                  <th>{where}</th>
                  <td class="compare-before">
                    <Show when={before !== undefined} fallback="–">
                      <MaskedText text={before ?? ''} />
                    </Show>
                  </td>
                  <td class="compare-now">
                    <Show when={after !== undefined} fallback="–">
                      <MaskedText text={after ?? ''} />
                    </Show>
                  </td>
                </tr>
              )}
            </For>
          </tbody>
        </table>
      </Show>
    </article>
  )
}
export default CompareView
