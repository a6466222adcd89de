import { For, Show, type Component } from 'solid-js'
import type { Look } from '#engine/assistant/loop.ts'
import { texts } from './texts.ts'

/** What the model looked at, one line each; opened, it shows what was asked for and what was returned. */
export const Looks: Component<{ looks: readonly Look[] }> = (props) => (
  <Show when={props.looks.length > 0}>
    <ul class="assistant-looks" aria-label={texts.looks}>
      <For each={props.looks}>
        {(look) => (
          <li>
            <details>
              <summary>{look.title}</summary>
              <pre tabindex="0">
                {typeof look.arguments === 'string' ? look.arguments : JSON.stringify(look.arguments, null, 2)}
              </pre>
              <pre tabindex="0">{look.result}</pre>
            </details>
          </li>
        )}
      </For>
    </ul>
  </Show>
)
