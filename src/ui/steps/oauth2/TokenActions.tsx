import { createEffect, createSignal, For, on, onCleanup, Show, type Component } from 'solid-js'
import type { TokenAction, TokenActionResult } from '#engine/steps/oauth2/token-action.ts'
import type { TokenSummary } from '#workers/run/run-protocol.ts'
import { Button } from '../../components/Button.tsx'
import { Notice } from '../../components/Notice.tsx'
import { useEditorContext } from '../editor-context.ts'
import { ActionResult } from './ActionResult.tsx'
import { oauthTexts as texts } from './texts.ts'

const actions: readonly { action: TokenAction; title: string }[] = [
  { action: 'refresh', title: texts.refreshNow },
  { action: 'userinfo', title: texts.userinfo },
  { action: 'introspection', title: texts.introspect },
  { action: 'revocation', title: texts.revoke },
  { action: 'end-session', title: texts.endSession },
]

/** What can be asked of the provider about the cached token, and its masked answer in place, also when the token is gone by it (O12, O17). */
const TokenActions: Component<{
  step: string
  token: TokenSummary | undefined
  /** A user signed in for it, whose session can be ended. */
  hasSession: boolean
  onGone(): void
}> = (props) => {
  const context = useEditorContext()
  const [busy, setBusy] = createSignal(false)
  const [result, setResult] = createSignal<TokenActionResult>()
  // An answer about a token that is not the one of now would mislead.
  createEffect(
    on([() => props.step, () => context.environment?.(), context.running], () => setResult(undefined), { defer: true }),
  )
  const [ending, setEnding] = createSignal<AbortController>()
  onCleanup(() => ending()?.abort())
  const act = (action: TokenAction) => {
    if (action !== 'end-session') return context.tokenAction(props.step, action)
    const waiting = new AbortController()
    setEnding(waiting)
    return context.endSession?.(props.step, waiting.signal)
  }
  const run = async (action: TokenAction) => {
    setBusy(true)
    setResult(undefined)
    try {
      setResult(await act(action))
    } catch (thrown) {
      setResult({ ok: false, message: thrown instanceof Error ? thrown.message : String(thrown), exchanges: [] })
    } finally {
      setBusy(false)
      setEnding(undefined)
      if (!props.token) props.onGone()
    }
  }
  return (
    <>
      <Show when={props.token}>
        {(token) => (
          <div class="oauth2-token-actions">
            <For each={actions.filter(({ action }) => action !== 'end-session' || props.hasSession)}>
              {({ action, title }) => (
                <Button
                  small
                  busy={busy()}
                  disabled={action === 'refresh' && !token().hasRefreshToken}
                  onClick={() => void run(action)}
                >
                  {title}
                </Button>
              )}
            </For>
          </div>
        )}
      </Show>
      <Show when={ending()}>
        {(waiting) => (
          <Notice kind="info" live>
            {texts.endingSession}{' '}
            <Button small onClick={() => waiting().abort()}>
              {texts.stopWaiting}
            </Button>
          </Notice>
        )}
      </Show>
      <Show when={result()}>{(shown) => <ActionResult result={shown()} onClose={() => setResult(undefined)} />}</Show>
    </>
  )
}
export default TokenActions
