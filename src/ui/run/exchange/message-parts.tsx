import { Show, type Component, type JSX } from 'solid-js'
import { formatSize } from '#engine/base/format-size.ts'
import type { Exchange } from '#engine/ports/http/exchange.ts'
import { formatJson } from '#workers/text/format-json.ts'
import { StandardReferences } from '../../components/about/StandardReferences.tsx'
import { formatOffset } from '../format.ts'
import { MaskedText } from '../log/MaskedText.tsx'
import { messageTexts } from '../results/message-texts.ts'
import { readClaims } from './claims.ts'
import { messageTimes } from './message-times.ts'
import { PairTable } from './PairTable.tsx'
import './message-parts.css'

/** A request as it was sent: address, parameters, headers, body. */
export const RequestParts: Component<{ exchange: Exchange }> = (props) => {
  const request = () => props.exchange.request
  return (
    <>
      <p class="message-line">
        <strong>{request().method}</strong>{' '}
        <code>
          <MaskedText text={request().url} />
        </code>
      </p>
      <Meaning text={props.exchange.meaning?.request} reference={props.exchange.meaning?.reference} />
      <Part title={messageTexts.exchange.parameters} when={request().parameters?.length}>
        <PairTable pairs={request().parameters ?? []} />
      </Part>
      <Part title={messageTexts.exchange.headers} when={request().headers.length}>
        <PairTable pairs={request().headers} />
      </Part>
      <Part title={bodyTitle(request().body?.mediaType, request().body?.size)} when={request().body?.text}>
        <pre class="message-text">
          <MaskedText text={readable(request().body?.text ?? '')} />
        </pre>
      </Part>
      <Part title={messageTexts.exchange.signed} when={props.exchange.signed}>
        <pre class="message-text">
          <MaskedText text={props.exchange.signed ?? ''} />
        </pre>
      </Part>
      <p class="message-times">{messageTexts.exchange.started(formatOffset(props.exchange.at))}</p>
    </>
  )
}

/** The redirects that were followed, each with where it led. */
export const Redirects: Component<{ exchange: Exchange }> = (props) => {
  const hops = () => props.exchange.response?.redirects ?? []
  return (
    <Part title={messageTexts.exchange.redirected} when={hops().length}>
      <PairTable pairs={hops().map((hop): [string, string] => [`${hop.status} ${hop.url}`, hop.location])} />
    </Part>
  )
}

/** When a message was sent, and how long its answer took, in words. */
export const Times: Component<{ exchange: Exchange }> = (props) => (
  <p class="message-times">
    {[messageTexts.exchange.started(formatOffset(props.exchange.at)), ...messageTimes(props.exchange)].join(' · ')}
  </p>
)

/** What a message means, with the standard that says so. */
export const Meaning: Component<{ text: string | undefined; reference: string | undefined }> = (props) => (
  <Show when={props.text}>
    <p class="message-meaning">
      {props.text} <StandardReferences text={props.reference} />
    </p>
  </Show>
)

/** A part of a message that can be folded. */
export const Part: Component<{ title: string; when: unknown; children: JSX.Element }> = (props) => (
  <Show when={props.when}>
    <details class="message-part" open>
      <summary>{props.title}</summary>
      {props.children}
    </details>
  </Show>
)

/** `Body · application/json · 129 B`. */
export const bodyTitle = (mediaType: string | undefined, size: number | undefined): string =>
  [messageTexts.exchange.body, mediaType, size === undefined ? '' : formatSize(size)].filter(Boolean).join(' · ')

/** JSON with line breaks; anything else as it came. */
export const readable = (text: string): string => (readClaims(text) || text.startsWith('[') ? (formatJson(text) ?? text) : text)
