import { createEffect, createSignal, For, lazy, on, onMount, Show, Suspense, type Component } from 'solid-js'
import Brain from 'lucide-solid/icons/brain'
import MessageSquarePlus from 'lucide-solid/icons/message-square-plus'
import Settings from 'lucide-solid/icons/settings'
import X from 'lucide-solid/icons/x'
import { Button } from '../components/Button.tsx'
import { IconButton } from '../components/IconButton.tsx'
import { showToast } from '../components/overlays/toasts.tsx'
import { useProject } from '../project/project-context.ts'
import { Composer } from './composer/Composer.tsx'
import { ConversationEntry } from './ConversationEntry.tsx'
import { createComposing } from './composer/composing.ts'
import { assistantSession } from './session.ts'
import { modelChoice } from './settings/settings-store.ts'
import { abilityOf, backendStatus } from './status.ts'
import { assistantTexts as texts } from './texts.ts'
import './assistant.css'

const MemoryPanel = lazy(() => import('./MemoryPanel.tsx'))

/** The assistant: the conversation, what is in focus, and the message that is being written. */
const AssistantPane: Component = () => {
  const context = useProject()
  const session = assistantSession(context)
  const composing = createComposing()
  const choice = modelChoice(context.services)
  const [memory, setMemory] = createSignal(false)
  const [over, setOver] = createSignal(false)
  let log: HTMLDivElement | undefined

  const send = () => {
    const text = composing.text().trim()
    const attachments = composing.attachments()
    if ((text === '' && attachments.length === 0) || session.busy()) return
    composing.reset()
    void session.ask(text, { attachments })
  }
  const ability = () => abilityOf(choice.settings())
  const showSettings = () => context.dialogs.show({ name: 'settings', part: 'assistant' })
  const close = () => {
    context.panes.setAssistant(false)
    if (context.panes.narrow()) context.panes.showPage('projects')
  }
  const drop = async (event: DragEvent) => {
    setOver(false)
    if (!event.dataTransfer?.types.includes('Files')) return
    event.preventDefault()
    event.stopPropagation()
    const files = [...event.dataTransfer.files]
    for (const problem of await composing.attachFiles(files)) showToast(problem, 'warning')
    composing.focus()
  }
  createEffect(
    on(context.assistant.wish, (wish) => {
      if (!wish) return
      context.assistant.take()
      if (wish.send && !session.busy()) void session.ask(wish.text, wish.focus ? { focus: wish.focus } : {})
      else composing.setText(wish.text)
      queueMicrotask(composing.focus)
    }),
  )
  // What is new is seen, unless someone reads further up.
  createEffect(() => {
    const last = session.entries.at(-1)
    void [last?.state, last?.card, last?.streamed]
    requestAnimationFrame(() => log?.scrollTo({ top: log.scrollHeight }))
  })
  // What was clicked goes away with the proposal: the keys are where one goes on.
  createEffect(
    on(
      () => [session.proposal(), session.busy()],
      () => requestAnimationFrame(() => document.activeElement === document.body && composing.focus()),
      { defer: true },
    ),
  )
  onMount(() => composing.focus())
  return (
    <aside
      class="assistant"
      classList={{ 'assistant-over': over() }}
      aria-label={texts.assistant}
      on:dragover={(event: DragEvent) => {
        if (!event.dataTransfer?.types.includes('Files')) return
        event.preventDefault()
        setOver(true)
      }}
      on:dragleave={() => setOver(false)}
      on:drop={(event: DragEvent) => void drop(event)}
    >
      <header class="assistant-head">
        <h2>{texts.assistant}</h2>
        <span class="assistant-head-space" />
        <Show when={session.entries.length > 0}>
          <IconButton label={texts.clear} icon={MessageSquarePlus} onClick={() => (session.clear(), composing.focus())} />
        </Show>
        <IconButton label={texts.memory} icon={Brain} pressed={memory()} onClick={() => setMemory(!memory())} />
        <IconButton label={texts.settings} icon={Settings} onClick={showSettings} />
        <IconButton label={texts.close} icon={X} onClick={close} />
      </header>
      <Show when={memory()}>
        <Suspense>
          <MemoryPanel session={session} />
        </Suspense>
      </Show>
      <div class="assistant-log" role="log" aria-label={texts.conversation} tabindex="0" ref={(element) => (log = element)}>
        <Show when={session.entries.length === 0}>
          <div class="assistant-empty">
            <p class="assistant-empty-title">{texts.emptyTitle}</p>
            <ul class="assistant-abilities">
              <For each={texts.abilities[ability()]}>
                {({ about, example }) => (
                  <li>
                    {about}
                    <Show when={example !== ''}>
                      <button
                        type="button"
                        class="assistant-suggestion"
                        onClick={() => (composing.setText(example), composing.focus())}
                      >
                        {example}
                      </button>
                    </Show>
                  </li>
                )}
              </For>
            </ul>
            <Show when={ability() === 'none'}>
              <Button small onClick={showSettings}>
                {texts.chooseModel}
              </Button>
            </Show>
            <p class="assistant-quiet">{texts.empty}</p>
          </div>
        </Show>
        <For each={session.entries}>{(entry) => <ConversationEntry entry={entry} session={session} />}</For>
      </div>
      <Composer composing={composing} busy={session.busy()} onSend={send} onStop={session.stop} />
      <footer class="assistant-foot">
        <span class="assistant-backend" role="status" aria-label={texts.backend}>
          {backendStatus(session, choice.settings())}
        </span>
        <Show when={session.sent.length > 0}>
          <Button small kind="ghost" onClick={() => context.dialogs.show({ name: 'sent-prompts', sent: [...session.sent] })}>
            {texts.sent}
          </Button>
        </Show>
      </footer>
      <Show when={over()}>
        <div class="assistant-drop" aria-hidden="true">
          {texts.dropHere}
        </div>
      </Show>
    </aside>
  )
}

export default AssistantPane
