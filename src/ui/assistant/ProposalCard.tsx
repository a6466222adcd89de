import { createEffect, For, on, Show, type Component } from 'solid-js'
import Play from 'lucide-solid/icons/play'
import Undo2 from 'lucide-solid/icons/undo'
import type { ChangeSet } from '#engine/case-builder/change-set/change-set.ts'
import { Button } from '../components/Button.tsx'
import { Notice } from '../components/Notice.tsx'
import { useProject } from '../project/project-context.ts'
import type { Entry } from './conversation.ts'
import type { AssistantSession } from './session.ts'
import { texts } from './texts.ts'
import { countsOf } from './ticks.ts'

/** See {@link ProposalCard}. */
export interface ProposalCardProps {
  entry: Entry
  changeSet: ChangeSet
  session: AssistantSession
}

/** A proposal in the conversation: how much of what, what was assumed, and what to do with it. */
export const ProposalCard: Component<ProposalCardProps> = (props) => {
  const context = useProject()
  const open = () => props.entry.card === 'open' || props.entry.card === 'busy'
  const unticked = () => (open() ? props.session.unticked() : new Set<string>())
  const counts = () => {
    const found = countsOf(props.changeSet.items, unticked())
    return (['added', 'changed', 'removed', 'moved'] as const).flatMap((what) =>
      found[what] > 0 ? [texts.counts[what](found[what])] : [],
    )
  }
  const where = () =>
    props.changeSet.created ? texts.newProject(props.changeSet.projectName) : texts.inProject(props.changeSet.projectName)
  let review: HTMLButtonElement | undefined
  // Who leaves the review by its own keys goes on where it was opened.
  createEffect(
    on(
      () => context.assistant.reviewing(),
      (shown) => shown || requestAnimationFrame(() => document.activeElement === document.body && review?.focus()),
      { defer: true },
    ),
  )
  const nothing = () => props.changeSet.items.length > 0 && counts().length === 0
  const outcome = () => {
    const { card } = props.entry
    return card === 'applied' || card === 'discarded' || card === 'replaced' ? texts[card] : undefined
  }
  return (
    <section class="assistant-card" classList={{ 'assistant-card-closed': !open() }} aria-label={texts.proposal}>
      <header class="assistant-card-head">
        <h3>{props.changeSet.label}</h3>
        <p>
          {where()}
          <For each={counts()}>{(text) => <span class="assistant-count">{text}</span>}</For>
          <Show when={unticked().size > 0}>
            <span class="assistant-count">{texts.untickedCount(unticked().size)}</span>
          </Show>
        </p>
      </header>
      <Show when={props.changeSet.warnings.length > 0}>
        <Notice kind="warning">
          <ul class="assistant-warnings" aria-label={texts.warnings}>
            <For each={props.changeSet.warnings}>{(text) => <li>{text}</li>}</For>
          </ul>
        </Notice>
      </Show>
      <Show when={props.changeSet.assumptions.length > 0}>
        <div class="assistant-assumptions" role="group" aria-label={texts.assumptions}>
          <For each={props.changeSet.assumptions}>{(one) => <span class="assistant-assumption">{one.text}</span>}</For>
        </div>
      </Show>
      <Show
        when={open()}
        fallback={
          <p class="assistant-outcome">
            {outcome()}
            <Show when={props.entry.card === 'applied' && context.workspace.history().undo === props.changeSet.label}>
              <Button small kind="ghost" icon={Undo2} onClick={() => void context.workspace.undo()}>
                {texts.undo}
              </Button>
            </Show>
          </p>
        }
      >
        <div class="assistant-card-actions">
          <Button
            small
            ref={(element: HTMLButtonElement) => (review = element)}
            aria-pressed={context.assistant.reviewing()}
            onClick={() => {
              context.assistant.setReviewing(!context.assistant.reviewing())
              context.panes.showPage('step')
            }}
          >
            {texts.review}
          </Button>
          <Button
            small
            kind="primary"
            busy={props.entry.card === 'busy'}
            disabled={nothing()}
            onClick={() => void props.session.apply(false)}
          >
            {texts.apply}
          </Button>
          <Show when={props.changeSet.runs.length > 0}>
            <Button
              small
              icon={Play}
              busy={props.entry.card === 'busy'}
              disabled={nothing() || context.session.running()}
              onClick={() => void props.session.apply(true)}
            >
              {texts.applyAndRun}
            </Button>
          </Show>
          <Button small kind="ghost" onClick={() => props.session.discard()}>
            {texts.discard}
          </Button>
        </div>
        <Show when={nothing()}>
          <p class="assistant-quiet">{texts.nothingTicked}</p>
        </Show>
      </Show>
    </section>
  )
}
