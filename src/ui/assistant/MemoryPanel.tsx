import { For, Show, type Component, type JSX } from 'solid-js'
import { Button } from '../components/Button.tsx'
import { showToast } from '../components/overlays/toasts.tsx'
import type { AssistantSession } from './session.ts'
import { assistantTexts as texts } from './texts.ts'

/** What the assistant keeps between requests, and the way to clear it. */
const MemoryPanel: Component<{ session: AssistantSession }> = (props) => {
  const memory = () => props.session.memory()
  const t = texts.memoryParts
  const parts = (): { title: string; lines: string[] }[] =>
    [
      { title: t.history, lines: memory().history.map(({ said, text }) => texts.exchange(said, text)) },
      {
        title: t.designs,
        lines: memory().working.designs.map(({ id, operation, tests }) => texts.design(id, operation, tests.length)),
      },
      {
        title: t.answers,
        lines: Object.entries(memory().working.answers).map(([question, reply]) => texts.exchange(question, reply)),
      },
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
