import { Show, type Component } from 'solid-js'
import ArrowDown from 'lucide-solid/icons/arrow-down'
import ArrowUp from 'lucide-solid/icons/arrow-up'
import X from 'lucide-solid/icons/x'
import type { StepFacts } from '#engine/oauth/validation/expectations.ts'
import type { Exchange } from '#engine/ports/http/exchange.ts'
import { Button } from '../../components/Button.tsx'
import { IconButton } from '../../components/IconButton.tsx'
import { MaskedText } from '../log/MaskedText.tsx'
import { useRun } from '../run-context.ts'
import { messageTexts } from '../results/message-texts.ts'
import type { Arrow } from '#engine/oauth/record/sequence.ts'
import { sizeOf } from '#engine/ports/http/exchange-size.ts'
import { DecodedTokens } from './DecodedTokens.tsx'
import { LoginPicture } from './LoginPicture.tsx'
import { PairTable } from './PairTable.tsx'
import { PhaseTable } from './PhaseTable.tsx'
import { bodyTitle, Meaning, Part, readable, Redirects, RequestParts, Times } from './message-parts.tsx'

/** See {@link MessageDetail}. */
export interface MessageDetailProps {
  exchange: Exchange
  /** All messages of the step. */
  exchanges: Exchange[]
  /** What is known of the step besides. */
  facts: StepFacts
  arrow: Arrow
  /** The run that it belongs to. */
  run: string
  first: boolean
  last: boolean
  onMove(by: number): void
  onClose(): void
}

/** One message in full: address, headers, parameters, body, decoded tokens, times, and what it means. */
export const MessageDetail: Component<MessageDetailProps> = (props) => {
  const isRequest = () => props.arrow.side === 'request'
  return (
    <section
      class="message"
      aria-label={isRequest() ? messageTexts.exchange.request : messageTexts.exchange.response}
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          event.stopPropagation()
          props.onClose()
        }
      }}
    >
      <div class="message-bar">
        <span class="message-kind">{messageTexts.exchange.purposes[props.exchange.purpose]}</span>
        <strong>{isRequest() ? messageTexts.exchange.request : messageTexts.exchange.response}</strong>
        <span class="message-grow" />
        <IconButton
          label={messageTexts.exchange.previous}
          icon={ArrowUp}
          disabled={props.first}
          onClick={() => props.onMove(-1)}
        />
        <IconButton label={messageTexts.exchange.next} icon={ArrowDown} disabled={props.last} onClick={() => props.onMove(1)} />
        <IconButton label={messageTexts.exchange.close} icon={X} onClick={() => props.onClose()} />
      </div>
      <div class="message-body" tabindex="0" role="group" aria-label={messageTexts.exchange.purposes[props.exchange.purpose]}>
        <Show when={isRequest()} fallback={<ResponseParts {...props} />}>
          <RequestParts exchange={props.exchange} />
        </Show>
      </div>
    </section>
  )
}

/** Messages without a visible status: a window's response, and a reported page. */
const unseen: ReadonlySet<Exchange['purpose']> = new Set(['authorization', 'login-page'])

const ResponseParts: Component<MessageDetailProps> = (props) => {
  const { showTab } = useRun()
  const response = () => props.exchange.response
  return (
    <>
      <Show when={props.exchange.error}>
        {(error) => (
          <div class="message-error">
            <strong>
              <MaskedText text={error().message} />
            </strong>
            <Show when={error().cause}>
              {(cause) => (
                <p>
                  {messageTexts.exchange.cause}: <code>{cause()}</code>
                </p>
              )}
            </Show>
          </div>
        )}
      </Show>
      <Show when={response()?.status !== 0 || !unseen.has(props.exchange.purpose) ? response() : undefined}>
        {(answer) => (
          <p class="message-line">
            <strong>{answer().status === 0 ? messageTexts.exchange.noAnswer : answer().status}</strong> {answer().statusText}
          </p>
        )}
      </Show>
      <Meaning text={props.exchange.meaning?.response} reference={props.exchange.meaning?.reference} />
      <DecodedTokens exchange={props.exchange} exchanges={props.exchanges} facts={props.facts} />
      <Show when={props.exchange.purpose === 'login-page'}>
        <LoginPicture exchange={props.exchange} run={props.run} />
      </Show>
      <Part title={messageTexts.exchange.parameters} when={response()?.parameters?.length}>
        <PairTable pairs={response()?.parameters ?? []} />
      </Part>
      <Redirects exchange={props.exchange} />
      <Part title={messageTexts.exchange.headers} when={response()?.headers.length}>
        <PairTable pairs={response()?.headers ?? []} />
      </Part>
      <Part title={bodyTitle('', sizeOf(props.exchange))} when={response()?.text}>
        <pre class="message-text">
          <MaskedText text={readable(response()?.text ?? '')} />
        </pre>
      </Part>
      <Part
        title={bodyTitle(response()?.body?.mediaType, response()?.body?.size)}
        when={props.exchange.purpose !== 'login-page' && response()?.body?.size}
      >
        <Button small onClick={() => showTab('response')}>
          {messageTexts.exchange.showResponse}
        </Button>
      </Part>
      <PhaseTable exchange={props.exchange} />
      <Times exchange={props.exchange} />
    </>
  )
}
