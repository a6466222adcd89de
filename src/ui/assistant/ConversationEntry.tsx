import { For, Match, Show, Switch, type Component } from 'solid-js'
import FileText from 'lucide-solid/icons/file-text'
import { Button } from '../components/Button.tsx'
import { Notice } from '../components/Notice.tsx'
import { useProject } from '../project/project-context.ts'
import { ProposalCard } from './ProposalCard.tsx'
import { sentIn, type Entry } from './conversation.ts'
import { Looks } from './Looks.tsx'
import type { AssistantSession } from './session.ts'
import { workingText } from './status.ts'
import { texts } from './texts.ts'
import { WithheldSecret } from './WithheldSecret.tsx'

/** One request and what came of it. */
export const ConversationEntry: Component<{ entry: Entry; session: AssistantSession }> = (props) => {
  const context = useProject()
  const isLast = () => props.session.entries.at(-1)?.id === props.entry.id
  return (
    <div class="assistant-entry">
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
      <div class="assistant-answer">
        <span class="assistant-who">{texts.assistant}</span>
        <Switch>
          <Match when={props.entry.state === 'working'}>
            <Looks looks={props.entry.looks} />
            <p class="assistant-working">{workingText(props.entry)}</p>
          </Match>
          <Match when={props.entry.state === 'stopped'}>
            <p class="assistant-quiet">{texts.stopped}</p>
          </Match>
          <Match when={props.entry.error}>
            {(error) => (
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
            )}
          </Match>
          <Match when={props.entry.turn}>
            {(turn) => (
              <>
                <Looks looks={turn().rounds.flatMap(({ calls }) => calls)} />
                <p class="assistant-text">{turn().text}</p>
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
                <Show when={turn().notDone?.length ? turn().notDone : undefined}>
                  {(notDone) => (
                    <Notice kind="warning">
                      {texts.notDone}
                      <ul class="assistant-warnings" aria-label={texts.notDone}>
                        <For each={notDone()}>{(text) => <li>{text}</li>}</For>
                      </ul>
                    </Notice>
                  )}
                </Show>
                <Show when={turn().proposal}>
                  {(changeSet) => <ProposalCard entry={props.entry} changeSet={changeSet()} session={props.session} />}
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
