import { createMemo, For, Show, type Component } from 'solid-js'
import { Dynamic } from 'solid-js/web'
import Check from 'lucide-solid/icons/check'
import Minus from 'lucide-solid/icons/minus'
import X from 'lucide-solid/icons/x'
import { checkClaims, type ClaimCheck } from '#engine/oauth/validation/check-claims.ts'
import { meaningOf } from '#engine/oauth/validation/claim-meanings.ts'
import { expectationsOf, signatureOf, type StepFacts } from '#engine/oauth/validation/expectations.ts'
import type { Exchange } from '#engine/ports/http/exchange.ts'
import { MaskedText } from '../log/MaskedText.tsx'
import { messageTexts } from '../results/message-texts.ts'
import { readClaims } from './claims.ts'
import './decoded-tokens.css'

const icons = { passed: Check, failed: X, 'not-checked': Minus }

/** See {@link DecodedTokens}. */
export interface DecodedTokensProps {
  exchange: Exchange
  /** All messages of the step: the request is in the earlier ones. */
  exchanges: Exchange[]
  facts: StepFacts
}

/** Tokens that are JWTs: every claim with its meaning and its check (O12, O17). The signature never leaves the worker. */
export const DecodedTokens: Component<DecodedTokensProps> = (props) => (
  <For each={props.exchange.tokens}>
    {(token) => {
      const claims = createMemo(() =>
        checkClaims(token.claims, expectationsOf(token.name, props.exchange, props.exchanges, props.facts)),
      )
      const signature = () => signatureOf(token.name, token.header, props.exchanges, props.facts)
      const times = createMemo(() => new Map(readClaims(token.claims)?.map(({ name, time }) => [name, time])))
      return (
        <details class="message-part token" open>
          <summary>
            {messageTexts.exchange.tokens} · <code>{token.name}</code>
          </summary>
          <div class="token-parts">
            <p class="token-signature">
              {messageTexts.exchange.signature}: <State state={signature().state} text={signature().text} />
            </p>
            <h4>{messageTexts.exchange.claims}</h4>
            <Show when={claims()} fallback={<pre class="message-text">{token.claims}</pre>}>
              {(rows) => (
                <dl class="named-values">
                  <For each={rows()}>{(row) => <ClaimRow row={row} time={times().get(row.name)} />}</For>
                </dl>
              )}
            </Show>
            <h4>{messageTexts.exchange.header}</h4>
            <Show when={readClaims(token.header)} fallback={<pre class="message-text">{token.header}</pre>}>
              {(members) => (
                <dl class="named-values">
                  <For each={members()}>
                    {({ name, value }) => <ClaimRow row={{ name, value, meaning: meaningOf(name) }} time={undefined} />}
                  </For>
                </dl>
              )}
            </Show>
          </div>
          <p class="message-times">{messageTexts.exchange.noSignature}</p>
        </details>
      )
    }}
  </For>
)

type Row = Pick<ClaimCheck, 'name' | 'value' | 'meaning'> & Partial<ClaimCheck>

const ClaimRow: Component<{ row: Row; time: string | undefined }> = (props) => (
  <div classList={{ 'claim-failed': props.row.state === 'failed' }}>
    <dt>{props.row.name}</dt>
    <dd>
      <MaskedText text={props.row.value} />
      <Show when={props.time}>
        <span class="token-time">{props.time}</span>
      </Show>
      <p class="claim-note">
        {props.row.meaning}
        <Show when={props.row.state && (props.row.state !== 'not-checked' || props.row.why) ? props.row.state : undefined}>
          {(state) => (
            <>
              {props.row.meaning ? ' · ' : ''}
              <State state={state()} text={noteOf(props.row)} />
            </>
          )}
        </Show>
      </p>
    </dd>
  </div>
)

const noteOf = ({ state, expected, why }: Row): string =>
  state === 'failed'
    ? [expected && messageTexts.exchange.expectedClaim(expected), why].filter(Boolean).join('; ')
    : state === 'not-checked'
      ? (why ?? '')
      : ''

const State: Component<{ state: ClaimCheck['state']; text: string }> = (props) => (
  <span class={`claim-state claim-${props.state}`}>
    <Dynamic component={icons[props.state]} aria-hidden="true" /> {messageTexts.exchange.checks[props.state]}
    <Show when={props.text}>
      {': '}
      <MaskedText text={props.text} />
    </Show>
  </span>
)
