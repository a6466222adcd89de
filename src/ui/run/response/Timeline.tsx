import { Show, type Component } from 'solid-js'
import type { Exchange } from '#engine/ports/http/exchange.ts'
import { Redirects, Times } from '../exchange/message-parts.tsx'
import { PhaseTable } from '../exchange/PhaseTable.tsx'
import { messageTexts } from '../results/message-texts.ts'

/**
 * How an answer came about in time: the redirects on the way to it, the phases of its request, and when it started and was
 * complete.
 */
export const Timeline: Component<{ exchange: Exchange }> = (props) => (
  <>
    <Redirects exchange={props.exchange} />
    <Show
      when={props.exchange.connecting}
      fallback={<p class="response-hidden">{messageTexts.response.noPhases[props.exchange.by ?? 'browser']}</p>}
    >
      <PhaseTable exchange={props.exchange} />
    </Show>
    <Times exchange={props.exchange} />
  </>
)
