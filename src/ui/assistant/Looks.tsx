import { For, Show, type Component } from 'solid-js'
import type { Look } from '#engine/assistant/loop.ts'
import { assistantTexts as texts } from './texts.ts'

/** What the model looked at, one line each; expanded, it shows the request and the result. */
export const Looks: Component<{ looks: readonly Look[] }> = (props) => (
  <Show when={props.looks.some(isLookup)}>
    <ul class="assistant-looks" aria-label={texts.looks}>
      <For each={props.looks.filter(isLookup)}>
        {(look) => (
          <li>
            <details>
              <summary classList={{ 'assistant-look-refused': look.kind === 'problems' }}>{look.title}</summary>
              <Part title={texts.lookArguments} text={argumentsOf(look)} />
              <Part title={texts.lookResult} text={look.result} />
            </details>
          </li>
        )}
      </For>
    </ul>
  </Show>
)

/** What ends a turn is shown as its result already. */
const isLookup = ({ kind }: Look): boolean => kind === 'data' || kind === 'problems'

const argumentsOf = ({ arguments: given }: Look): string =>
  typeof given === 'string' ? given : (JSON.stringify(given, null, 2) ?? '')

const Part: Component<{ title: string; text: string }> = (props) => (
  <figure class="assistant-look-part">
    <figcaption>{props.title}</figcaption>
    <pre tabindex="0" aria-label={props.title}>
      {props.text}
    </pre>
  </figure>
)
