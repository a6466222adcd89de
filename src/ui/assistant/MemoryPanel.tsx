import { For, Show, type Component, type JSX } from 'solid-js'
import { Button } from '../components/Button.tsx'
import { showToast } from '../components/toasts.tsx'
import type { AssistantSession } from './session.ts'
import { texts } from './texts.ts'

/** What the assistant keeps between requests, and the way to clear it. */
const MemoryPanel: Component<{ session: AssistantSession }> = (props) => {
  const memory = () => props.session.memory()
  const t = texts.memoryParts
  const parts = (): { title: string; lines: string[] }[] =>
    [
      { title: t.pending, lines: memory().pending ? [memory().pending?.question ?? ''] : [] },
      { title: t.designs, lines: memory().designs.map(({ id, operation, tests }) => texts.design(id, operation, tests)) },
      { title: t.facts, lines: memory().facts.map(({ key, value, source }) => texts.fact(key, value, texts.sources[source])) },
      { title: t.lastChange, lines: memory().lastChange ? [memory().lastChange?.label ?? ''] : [] },
      { title: t.failures, lines: memory().failures.map((one) => `${one.case} > ${one.step}: ${one.text}`) },
    ].filter(({ lines }) => lines.length > 0)
  return (
    <section class="assistant-memory" aria-label={texts.memoryTitle}>
      <h3>{texts.memoryTitle}</h3>
      <p class="assistant-quiet">{texts.memoryNote}</p>
      <Show when={parts().length > 0} fallback={<p>{texts.memoryEmpty}</p>}>
        <dl>
          <For each={parts()}>
            {({ title, lines }): JSX.Element => (
              <>
                <dt>{title}</dt>
                <For each={lines}>{(line) => <dd>{line}</dd>}</For>
              </>
            )}
          </For>
        </dl>
        <Button
          small
          kind="danger"
          onClick={() => {
            props.session.forget()
            showToast(texts.forgotten)
          }}
        >
          {texts.forget}
        </Button>
      </Show>
    </section>
  )
}

export default MemoryPanel
