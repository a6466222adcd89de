import { createEffect, createMemo, createSignal, lazy, on, Suspense, onCleanup, For, Show, type Component } from 'solid-js'
import { messageWithHint } from '#engine/base/errors.ts'
import { grantOf } from '#engine/steps/oauth2/grant.ts'
import { Button } from '../../../components/Button.tsx'
import { Field } from '../../../components/fields/Field.tsx'
import { Section } from '../../../components/layout/Section.tsx'
import { showToast } from '../../../components/overlays/toasts.tsx'
import { copyText } from '../../copy-text.ts'
import { useEditorContext } from '../../editor-context.ts'
import { countdown, prettyJson } from './diagnostics.ts'
import type { PartProps } from '../part-props.ts'
import { oauthTexts as texts } from '../texts.ts'

const TokenActions = lazy(() => import('../TokenActions.tsx'))

const time = (at: number): string => new Date(at).toLocaleTimeString(undefined, { hour12: false })

/** Diagnostics: the cached token of this step, until when it is valid, what it says (O12). */
export const DiagnosticsSection: Component<PartProps> = (props) => {
  const context = useEditorContext()
  const [now, setNow] = createSignal(Date.now())
  let status: HTMLElement | undefined
  const [plain, setPlain] = createSignal<string>()
  const token = () => context.token(props.step.id)
  const obtainedAt = createMemo(() => token()?.obtainedAt)
  createEffect(on(obtainedAt, () => setPlain(undefined), { defer: true }))
  const [used, setUsed] = createSignal(false)
  createEffect(() => token() && setUsed(true))
  const why = () => {
    const known = token()
    if (!known) return undefined
    const reused = context.reusedAt?.(props.step.id)
    return [reused && texts.reused(time(reused)), known.why].filter(Boolean)
  }
  createEffect(() => {
    if (token()?.expiresAt === undefined) return
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 1000)
    onCleanup(() => clearInterval(timer))
  })
  const value = async () => {
    try {
      const known = plain() ?? (await context.revealToken(props.step.id))
      if (known === undefined) showToast(texts.tokenGone, 'warning')
      return known
    } catch (thrown) {
      showToast(messageWithHint(thrown), 'error')
      return undefined
    }
  }
  const reveal = async () => setPlain(plain() === undefined ? await value() : undefined)
  const copy = async () => {
    const text = await value()
    if (text !== undefined) await copyText(text, texts.copied)
  }
  const forget = async () => {
    await context.forgetToken(props.step.id)
    setPlain(undefined)
    // The button is gone with its token: the focus stays near.
    status?.focus()
    showToast(texts.forgotten)
  }
  return (
    <Section title={texts.titles.diagnostics} group={texts.titles.diagnostics}>
      <Field label={texts.labels.validUntil}>
        <div
          ref={(element) => (status = element)}
          role="status"
          aria-live="off"
          aria-label={texts.labels.validUntil}
          class="oauth2-status"
          tabindex="-1"
        >
          <Show when={token()} fallback={<span class="step-note">{context.tokensRead() ? texts.noToken : '–'}</span>}>
            {(known) => (
              <>
                <Show when={known().expiresAt} fallback={texts.notStated}>
                  {(until) => (
                    <>
                      {time(until())}{' '}
                      <span class="step-note">{until() <= now() ? texts.expired : texts.inTime(countdown(until() - now()))}</span>
                    </>
                  )}
                </Show>
                <span class="step-note">
                  {' · '}
                  {texts.obtained(time(known().obtainedAt))}
                  {known().hasRefreshToken ? ` · ${texts.refreshable}` : ''}
                </span>
              </>
            )}
          </Show>
        </div>
      </Field>
      <Field label={texts.labels.lastAccessToken}>
        <div role="status" aria-live="off" aria-label={texts.labels.lastAccessToken} class="oauth2-status">
          <Show when={token()} fallback={<span class="step-note">–</span>}>
            {(known) => (
              <code class="oauth2-token">
                {known().tokenType} {plain() ?? '••••••••••••••••'}
              </code>
            )}
          </Show>
        </div>
        <Show when={token()}>
          <div class="oauth2-token-actions">
            <Button small onClick={() => void reveal()}>
              {plain() === undefined ? texts.reveal : texts.hide}
            </Button>
            <Button small onClick={() => void copy()}>
              {texts.copy}
            </Button>
            <Button small kind="danger" onClick={() => void forget()}>
              {texts.forget}
            </Button>
          </div>
        </Show>
      </Field>
      <Show when={why()?.length}>
        <Field label={texts.why}>
          <div class="oauth2-why">
            <For each={why()}>{(reason) => <p>{reason}</p>}</For>
          </div>
        </Field>
      </Show>
      <Show when={used()}>
        <Suspense>
          <TokenActions
            step={props.step.id}
            token={token()}
            hasSession={grantOf(props.step).person !== undefined}
            onGone={() => status?.focus()}
          />
        </Suspense>
      </Show>
      <Show when={token()?.header ?? token()?.claims}>
        <div class="oauth2-decoded">
          <Show when={token()?.header}>
            {(header) => (
              <figure>
                <figcaption>{texts.header}</figcaption>
                <pre tabindex="0">{prettyJson(header())}</pre>
              </figure>
            )}
          </Show>
          <Show when={token()?.claims}>
            {(claims) => (
              <figure>
                <figcaption>{texts.claims}</figcaption>
                <pre tabindex="0">{prettyJson(claims())}</pre>
              </figure>
            )}
          </Show>
        </div>
      </Show>
      <Show when={token() && !token()?.header && !token()?.claims}>
        <p class="step-note">{texts.opaque}</p>
      </Show>
    </Section>
  )
}
