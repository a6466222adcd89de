import { type Component, createSignal, For, lazy, Match, onCleanup, Show, Suspense, Switch } from 'solid-js'
import FileText from 'lucide-solid/icons/file-text'
import { Button } from '../components/Button.tsx'
import { Notice } from '../components/Notice.tsx'
import { useProject } from '../project/project-context.ts'
import { AnswerLinks } from './AnswerLinks.tsx'
import { ProposalCard } from './proposals/ProposalCard.tsx'
import { sentIn, type Entry } from './conversation.ts'
import { Looks } from './Looks.tsx'
import type { AssistantSession } from './session.ts'
import { workingText } from './status.ts'
import { assistantTexts as texts } from './texts.ts'
import { WithheldSecret } from './WithheldSecret.tsx'

const FormFill = lazy(() => import('./FormFill.tsx'))

/** One request and the result. */
export const ConversationEntry: Component<{ entry: Entry; session: AssistantSession }> = (props) => {
  const context = useProject()
  const [filled, setFilled] = createSignal(false)
  const isLast = () => props.session.entries.at(-1)?.id === props.entry.id
  return (
    <div class="assistant-entry">
      <Show when={props.entry.from === undefined}>
        <div class="assistant-said">
          <span class="assistant-who">{texts.you}</span>
          <p>{props.entry.said}</p>
          <For each={props.entry.files}>
            {(name) => (
              <span class="assistant-chip assistant-chip-file">
                <FileText aria-hidden="true" />
                <span>{name}</span>
              </span>
            )}
          </For>
        </div>
      </Show>
      <div class="assistant-answer">
        <span class="assistant-who">{props.entry.from ?? texts.assistant}</span>
        <Switch>
          <Match when={props.entry.state === 'working'}>
            <Looks looks={props.entry.looks} />
            <Working entry={props.entry} />
          </Match>
          <Match when={props.entry.state === 'stopped'}>
            <Looks looks={props.entry.looks} />
            <p class="assistant-quiet">{texts.stopped}</p>
          </Match>
          <Match when={props.entry.error}>
            {(error) => (
              <>
                <Looks looks={props.entry.looks} />
                <Notice
                  kind="error"
                  action={
                    <Button small disabled={props.session.busy()} onClick={() => void props.session.again(props.entry.id)}>
                      {texts.again}
                    </Button>
                  }
                >
                  {error().text} {error().hint}
                </Notice>
              </>
            )}
          </Match>
          <Match when={props.entry.turn}>
            {(turn) => (
              <>
                <Looks looks={turn().rounds.flatMap(({ calls }) => calls)} />
                {/* The summary of a proposal is the title of its card. */}
                <Show when={!turn().proposal}>
                  <p class="assistant-text">{turn().text}</p>
                </Show>
                <Show when={turn().about}>{(about) => <AnswerLinks about={about()} />}</Show>
                <Show when={turn().withheld}>{(withheld) => <WithheldSecret withheld={withheld()} entry={props.entry} />}</Show>
                <Show when={turn().kind === 'question' && !turn().withheld && turn().options}>
                  {(options) => (
                    <div class="assistant-options" role="group" aria-label={texts.options}>
                      <For each={options()}>
                        {(option) => (
                          <Button
                            small
                            disabled={!isLast() || props.session.busy()}
                            onClick={() => void props.session.ask(option)}
                          >
                            {option}
                          </Button>
                        )}
                      </For>
                    </div>
                  )}
                </Show>
                <Show when={turn().kind === 'form' && isLast() && !filled()}>
                  <Suspense>
                    <FormFill form={turn().form} fields={turn().fields} onDone={() => setFilled(true)} />
                  </Suspense>
                </Show>
                <Show when={turn().proposal}>
                  {(changeSet) => (
                    <ProposalCard
                      changeSet={changeSet()}
                      from={props.entry.from}
                      notDone={turn().notDone ?? []}
                      state={props.entry.card ?? 'open'}
                      unticked={props.session.unticked()}
                      onUntick={(ids) => props.session.setUnticked(ids)}
                      onApply={(run) => void props.session.apply(run)}
                      onDiscard={() => props.session.discard()}
                    />
                  )}
                </Show>
                <Show when={props.entry.note}>
                  {(note) => (
                    <Notice kind="warning" live>
                      {note()}
                    </Notice>
                  )}
                </Show>
                <Show when={sentIn(turn()).length > 0}>
                  <Button small kind="ghost" onClick={() => context.dialogs.show({ name: 'sent-prompts', sent: sentIn(turn()) })}>
                    {texts.sent}
                  </Button>
                </Show>
              </>
            )}
          </Match>
        </Switch>
      </div>
    </div>
  )
}

/** How far a request is, second by second. The log around it must not announce each of them. */
const Working: Component<{ entry: Entry }> = (props) => {
  const began = performance.now()
  const [took, setTook] = createSignal(0)
  const timer = setInterval(() => setTook(performance.now() - began), 1000)
  onCleanup(() => clearInterval(timer))
  return (
    <p class="assistant-working">
      <span class="assistant-working-dot" aria-hidden="true" />
      <span aria-live="off">{workingText(props.entry, took())}</span>
    </p>
  )
}
