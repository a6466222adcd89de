import { For, Show, type Component } from 'solid-js'
import type { TokenActionResult } from '#engine/steps/oauth2/token-action.ts'
import { Notice } from '../../components/Notice.tsx'
import { prettyJson } from './advice/diagnostics.ts'

/** What came of an action at the provider, with its masked messages. */
export const ActionResult: Component<{ result: TokenActionResult; onClose(): void }> = (props) => (
  <Notice kind={props.result.ok ? 'info' : 'error'} live onClose={() => props.onClose()}>
    {props.result.message} {props.result.hint}
    <For each={props.result.exchanges.filter(({ purpose }) => purpose !== 'discovery' && purpose !== 'jwks')}>
      {({ request, response, tokens }) => (
        <div class="oauth2-decoded">
          <figure>
            <figcaption>
              {request.method} {request.url}
              {/* What a window of the browser was shown has no status here. */}
              <Show when={response?.status}>{(status) => ` · ${status()}`}</Show>
            </figcaption>
            {/* Of a JWT its claims can be read. */}
            <Show when={tokens?.find(({ name }) => name === 'userinfo')?.claims ?? response?.text}>
              {(text) => <pre tabindex="0">{prettyJson(text())}</pre>}
            </Show>
          </figure>
        </div>
      )}
    </For>
  </Notice>
)
