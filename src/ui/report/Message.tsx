import { createMemo, For, Show, type Component, type JSX } from 'solid-js'
import { formatSize } from '#engine/base/format-size.ts'
import type { Exchange } from '#engine/reporters/reporter.ts'
import { formatJson } from '#workers/text/format-json.ts'
import { readClaims } from '../run/exchange/claims.ts'
import { formatOffset } from '../run/format.ts'
import { MaskedLabel } from '../run/log/MaskedText.tsx'
import { messageTexts } from '../run/results/message-texts.ts'
import { NamedValues } from './NamedValues.tsx'
import { reportPageTexts as texts } from './texts.ts'
import { PhaseTable } from '../run/exchange/PhaseTable.tsx'
import { messageTimes } from '../run/exchange/message-times.ts'
import '../run/exchange/message-parts.css'
import '../run/exchange/pair-table.css'

const words = messageTexts.exchange

/** See {@link Message}. */
export interface MessageProps {
  exchange: Exchange
  /** The answer's body, where it was kept apart. */
  body: string | undefined
  /** What of its bodies is not here. */
  notes: Record<string, string>
  ref?: (element: HTMLElement) => void
}

/** A request and its answer, whole: address, headers, parameters, bodies, tokens, times. */
export const Message: Component<MessageProps> = (props) => (
  <div class="report-message-pair" ref={(element) => props.ref?.(element)}>
    <Request {...props} />
    <Response {...props} />
  </div>
)

const Request: Component<MessageProps> = (props) => {
  const request = () => props.exchange.request
  return (
    <section class="report-side" aria-label={words.request}>
      <h4>
        {words.request} <span class="report-purpose">{words.purposes[props.exchange.purpose]}</span>
      </h4>
      <p class="message-line">
        <strong>{request().method}</strong>{' '}
        <code>
          <MaskedLabel text={request().url} />
        </code>
      </p>
      <Meaning text={props.exchange.meaning?.request} reference={props.exchange.meaning?.reference} />
      <Pairs title={words.parameters} pairs={request().parameters} />
      <Pairs title={words.headers} pairs={request().headers} />
      <Body
        title={texts.body(request().body?.mediaType ?? '', request().body?.size)}
        text={request().body?.text}
        note={props.notes[`${props.exchange.id} request`]}
      />
      <Body title={words.signed} text={props.exchange.signed} note={undefined} />
      <p class="message-times">{words.started(formatOffset(props.exchange.at))}</p>
    </section>
  )
}

const Response: Component<MessageProps> = (props) => {
  const response = () => props.exchange.response
  /** Of a page that a script was on the body is its picture. */
  const picture = () => (props.exchange.purpose === 'login-page' ? props.body : undefined)
  const body = () => (picture() === undefined ? props.body : undefined) ?? response()?.text
  const times = () => messageTimes(props.exchange)
  return (
    <section class="report-side" aria-label={words.response}>
      <h4>{words.response}</h4>
      <Show when={props.exchange.error}>
        {(error) => (
          <div class="message-error">
            <strong>
              <MaskedLabel text={error().message} />
            </strong>
            <Show when={error().cause}>
              {(cause) => (
                <p>
                  {words.cause}: <code>{cause()}</code>
                </p>
              )}
            </Show>
          </div>
        )}
      </Show>
      <Show when={response()}>
        {(answer) => (
          <p class="message-line">
            <Show when={props.exchange.purpose !== 'login-page'}>
              <strong>{answer().status === 0 ? words.noAnswer : answer().status}</strong>{' '}
            </Show>
            {answer().statusText}
          </p>
        )}
      </Show>
      <Meaning text={props.exchange.meaning?.response} reference={props.exchange.meaning?.reference} />
      <Show when={picture()}>
        {(address) => <img class="message-picture" src={address()} alt={words.picture(response()?.statusText ?? '')} />}
      </Show>
      <For each={props.exchange.tokens}>
        {(token) => (
          <Part title={`${words.tokens} · ${token.name}`}>
            <Claims title={words.claims} json={token.claims} />
            <Claims title={words.header} json={token.header} />
          </Part>
        )}
      </For>
      <Pairs title={words.parameters} pairs={response()?.parameters} />
      <Pairs
        title={words.redirected}
        pairs={response()?.redirects?.map((hop): [string, string] => [`${hop.status} ${hop.url}`, hop.location])}
      />
      <Pairs title={words.headers} pairs={response()?.headers} />
      <Body
        title={texts.body(response()?.body?.mediaType ?? '', response()?.body?.size ?? response()?.text?.length)}
        text={body()}
        note={[cutNote(response()?.body), props.notes[`${props.exchange.id} response`]].filter(Boolean).join(' ')}
      />
      <PhaseTable exchange={props.exchange} />
      <p class="message-times">{times().join(' · ')}</p>
    </section>
  )
}

type AnswerBody = NonNullable<Exchange['response']>['body']

/** Why an answer's body itself is not whole. */
const cutNote = (body: AnswerBody): string =>
  body?.cut === undefined ? '' : messageTexts.response.cut[body.cut](formatSize(body.size))

const Part: Component<{ title: string; children: JSX.Element }> = (props) => (
  <details class="message-part" open>
    <summary>{props.title}</summary>
    {props.children}
  </details>
)

const Pairs: Component<{ title: string; pairs: readonly [string, string][] | undefined }> = (props) => (
  <Show when={props.pairs?.length ? props.pairs : undefined}>
    {(pairs) => (
      <Part title={props.title}>
        <NamedValues pairs={pairs()} />
      </Part>
    )}
  </Show>
)

const Claims: Component<{ title: string; json: string }> = (props) => (
  <>
    <h5>{props.title}</h5>
    <dl class="named-values">
      <For each={readClaims(props.json) ?? [{ name: '', value: props.json }]}>
        {({ name, value, time }: { name: string; value: string; time?: string }) => (
          <div>
            <dt>{name}</dt>
            <dd>
              <MaskedLabel text={value} />
              <Show when={time}>
                <span class="token-time">{time}</span>
              </Show>
            </dd>
          </div>
        )}
      </For>
    </dl>
  </>
)

const Body: Component<{ title: string; text: string | undefined; note: string | undefined }> = (props) => {
  const pretty = createMemo(() => (props.text === undefined ? undefined : (formatJson(props.text) ?? props.text)))
  return (
    <Show when={props.text || props.note}>
      <Part title={props.title}>
        <Show when={pretty()}>
          {(text) => (
            <pre class="message-text" tabindex="0" role="group" aria-label={props.title}>
              <MaskedLabel text={text()} />
            </pre>
          )}
        </Show>
        <Show when={props.note}>
          <p class="report-hint">{props.note}</p>
        </Show>
      </Part>
    </Show>
  )
}

const Meaning: Component<{ text: string | undefined; reference: string | undefined }> = (props) => (
  <Show when={props.text}>
    <p class="message-meaning">
      {props.text} <span class="report-reference">{props.reference}</span>
    </p>
  </Show>
)
