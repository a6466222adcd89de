import { createEffect, createSignal, For, onCleanup, Show, type Component } from 'solid-js'
import ExternalLink from 'lucide-solid/icons/external-link'
import KeyRound from 'lucide-solid/icons/key-round'
import { redirectSuspect, suspectAfter } from '#engine/oauth/diagnosis/redirect-suspect.ts'
import { Button } from '../components/Button.tsx'
import { DeviceCode } from './DeviceCode.tsx'
import { formatCountdown } from './format.ts'
import type { PendingAction, RunSession } from './session/run-session-type.ts'
import { messageTexts } from './results/message-texts.ts'
import './action-required.css'

/**
 * Logins and devices that wait for a user: a card each, next to the page, not in its way (O13, cases 27, 28), and beside the
 * pane that is at the right edge, if `pane` says that there is one.
 */
export const ActionRequired: Component<{ session: RunSession; pane: boolean }> = (props) => {
  const [room, setRoom] = createSignal(0)
  createEffect(() => {
    const pane = props.pane ? document.querySelector('.app-assistant') : null
    if (!pane) return void setRoom(0)
    const sizes = new ResizeObserver(() => setRoom(window.innerWidth - pane.getBoundingClientRect().left))
    sizes.observe(pane)
    onCleanup(() => sizes.disconnect())
  })
  return (
    <div class="actions-required" style={{ '--pane': `${room()}px` }}>
      <For each={props.session.actions().map((action) => action.action)}>
        {(id) => (
          <Show when={props.session.actions().find((action) => action.action === id)}>
            {(action) => <Card action={action()} session={props.session} />}
          </Show>
        )}
      </For>
    </div>
  )
}

const Card: Component<{ action: PendingAction; session: RunSession }> = (props) => {
  const [now, setNow] = createSignal(Date.now())
  const timer = setInterval(() => setNow(Date.now()), 500)
  onCleanup(() => clearInterval(timer))
  let card: HTMLElement | undefined
  /** Where the focus came from, and goes back to with the card. */
  let before: EventTarget | null = null
  onCleanup(() => {
    if (!card?.contains(document.activeElement)) return
    queueMicrotask(() => before instanceof HTMLElement && before.focus())
  })
  const left = () => props.action.deadline - now()
  const titleId = () => `action-${props.action.action}`
  const hasWindow = () => props.action.kind === 'login'
  const shownAt = Date.now()
  /** The redirect URI, once it is to be suspected: no one came back from a window that has been open for a while. */
  const suspect = () =>
    props.action.state !== 'blocked' && now() - shownAt >= suspectAfter ? props.action.redirectUri : undefined
  const explanation = () =>
    !hasWindow()
      ? props.action.kind === 'device'
        ? messageTexts.action.device
        : messageTexts.action.ownDevice(props.action.userCode ?? '')
      : {
          waiting: messageTexts.action.waiting,
          blocked: messageTexts.action.blocked,
          'out-of-sight': messageTexts.action.outOfSight,
        }[props.action.state]
  /** Where the link leads: to the page that has the device's code already (RFC 8628 section 3.3.1), of the same site. */
  const target = () => {
    const { url, completeUrl } = props.action
    return completeUrl !== undefined && originOf(completeUrl) === originOf(url) ? completeUrl : url
  }
  const stepName = () => props.session.step(props.action.case, props.action.step)?.name

  return (
    <section
      ref={(element) => (card = element)}
      onFocusIn={({ relatedTarget }) => {
        if (relatedTarget && !card?.contains(relatedTarget as Node)) before = relatedTarget
      }}
      class={`action-required action-required-${props.action.state}`}
      role="alertdialog"
      aria-modal="false"
      aria-labelledby={titleId()}
      aria-describedby={`${titleId()}-text`}
    >
      <div class="action-required-head">
        <KeyRound aria-hidden="true" />
        <h2 id={titleId()}>{messageTexts.action.title}</h2>
        <span class="action-required-left" role="timer" classList={{ 'action-required-soon': left() < 20_000 }}>
          {left() > 0 ? messageTexts.action.left(formatCountdown(left())) : messageTexts.action.over}
        </span>
      </div>
      <Show when={stepName()}>{(name) => <p class="action-required-step">{messageTexts.action.for(name())}</p>}</Show>
      <Show when={suspect()}>
        {(redirectUri) => (
          <p class="action-required-suspect" role="status">
            {redirectSuspect(redirectUri())}
          </p>
        )}
      </Show>
      <p id={`${titleId()}-text`}>{explanation()}</p>
      <Show when={props.action.url}>
        <a class="action-required-address" href={safeAddress(target())} target="_blank" rel="noopener noreferrer">
          <span>{props.action.url}</span>
          <ExternalLink aria-hidden="true" />
        </a>
      </Show>
      <Show when={props.action.kind === 'device' && props.action.userCode}>
        {(code) => <DeviceCode userCode={code()} address={props.action.completeUrl ?? props.action.url} />}
      </Show>
      <div class="action-required-buttons">
        <Show
          when={props.action.state === 'blocked'}
          fallback={
            <Show when={hasWindow()}>
              <Button
                kind={props.action.state === 'out-of-sight' ? 'primary' : 'plain'}
                onClick={() => props.session.reopen(props.action.action)}
              >
                {messageTexts.action.reopen}
              </Button>
            </Show>
          }
        >
          <Button kind="primary" onClick={() => props.session.reopen(props.action.action)}>
            {messageTexts.action.continue}
          </Button>
        </Show>
        <Button onClick={() => props.session.cancelAction(props.action.action)}>{messageTexts.action.cancel}</Button>
      </div>
    </section>
  )
}

const originOf = (url: string): string | undefined => (URL.canParse(url) ? new URL(url).origin : undefined)

/** A URL that may be followed; a project file could name any scheme. */
function safeAddress(url: string): string | undefined {
  try {
    return ['http:', 'https:'].includes(new URL(url).protocol) ? url : undefined
  } catch {
    return undefined
  }
}
