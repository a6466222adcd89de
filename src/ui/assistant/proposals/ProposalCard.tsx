import { createEffect, createMemo, createUniqueId, For, on, Show, type Component, type JSX } from 'solid-js'
import Play from 'lucide-solid/icons/play'
import Undo2 from 'lucide-solid/icons/undo'
import type { ChangeSet } from '#engine/case-builder/change-set/change-set.ts'
import { Button } from '../../components/Button.tsx'
import { Notice } from '../../components/Notice.tsx'
import { useProject } from '../../project/project-context.ts'
import { assistantTexts as texts } from '../texts.ts'
import { countsOf, toggled } from './selected-changes.ts'
import { warningsOf } from './warnings.ts'

/** See {@link ProposalCard}. */
export interface ProposalCardProps {
  changeSet: ChangeSet
  /** Who proposes it, where that isn't the assistant: "Claude Code". */
  from?: string | undefined
  /** What was requested and isn't in it. */
  notDone: readonly string[]
  state: 'open' | 'busy' | 'applied' | 'discarded' | 'replaced'
  /** Ids of items that are not ticked, while it is open. */
  unticked: ReadonlySet<string>
  onUntick(ids: ReadonlySet<string>): void
  onApply(run: boolean): void
  onDiscard(): void
}

/** A proposal: what is deselected, how much of what, what to look at, what was assumed, and what to do with it. */
export const ProposalCard: Component<ProposalCardProps> = (props) => {
  const context = useProject()
  const title = createUniqueId()
  const isOpen = () => props.state === 'open' || props.state === 'busy'
  const counts = () => {
    const found = countsOf(props.changeSet.items, isOpen() ? props.unticked : new Set())
    return (['added', 'changed', 'removed', 'moved'] as const).flatMap((what) =>
      found[what] > 0 ? [texts.counts[what](found[what])] : [],
    )
  }
  const where = () =>
    props.changeSet.created ? texts.newProject(props.changeSet.projectName) : texts.inProject(props.changeSet.projectName)
  const nothing = () => props.changeSet.items.length > 0 && counts().length === 0
  const outcome = () => (props.state === 'open' || props.state === 'busy' ? undefined : texts[props.state])
  let review: HTMLButtonElement | undefined
  // Who leaves the review by its own keys goes on where it was opened.
  createEffect(
    on(
      () => context.assistant.reviewing(),
      (shown) => shown || requestAnimationFrame(() => document.activeElement === document.body && review?.focus()),
      { defer: true },
    ),
  )
  return (
    <section class="assistant-card" classList={{ 'assistant-card-closed': !isOpen() }} aria-label={texts.proposal}>
      <header class="assistant-card-head">
        <h3 id={title}>{props.changeSet.label}</h3>
        <Show when={props.from}>{(who) => <p>{texts.from(who())}</p>}</Show>
      </header>
      <Show when={props.notDone.length > 0}>
        <Notice kind="warning">
          <strong>{texts.notDone}</strong>
          <Lines label={texts.notDone} lines={props.notDone} />
        </Notice>
      </Show>
      <p class="assistant-card-counts">
        {where()}
        <For each={counts()}>{(text) => <span class="assistant-count">{text}</span>}</For>
        <Show when={isOpen() && props.unticked.size > 0}>
          <span class="assistant-count">{texts.untickedCount(props.unticked.size)}</span>
        </Show>
      </p>
      <Warnings {...props} isOpen={isOpen()} />
      <Show when={props.changeSet.assumptions.length > 0}>
        <ul class="assistant-assumptions" aria-label={texts.assumptions}>
          <For each={props.changeSet.assumptions}>{(one) => <li class="assistant-assumption">{one.text}</li>}</For>
        </ul>
      </Show>
      <Show
        when={isOpen()}
        fallback={
          <p class="assistant-outcome">
            {outcome()}
            <Show when={props.state === 'applied' && context.workspace.history().undo === props.changeSet.label}>
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
          <Button small kind="primary" busy={props.state === 'busy'} disabled={nothing()} onClick={() => props.onApply(false)}>
            {texts.apply}
          </Button>
          <Show when={props.changeSet.runs.length > 0}>
            <Button
              small
              icon={Play}
              busy={props.state === 'busy'}
              disabled={nothing() || context.session.running()}
              onClick={() => props.onApply(true)}
            >
              {texts.applyAndRun}
            </Button>
          </Show>
          <Button small kind="ghost" onClick={() => props.onDiscard()}>
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

/** Items to review: what follows a check box is toggled right here. */
const Warnings: Component<ProposalCardProps & { isOpen: boolean }> = (props) => {
  const found = createMemo(() => warningsOf(props.changeSet))
  const isTicked = (ids: readonly string[]) => ids.every((id) => !props.unticked.has(id))
  const tick = (ids: readonly string[], on: boolean) => props.onUntick(toggled(props.unticked, ids, on, props.changeSet.items))
  return (
    <Show when={found().plain.length + found().toTick.length > 0}>
      <Notice kind="warning">
        <Lines label={texts.warnings} lines={found().plain} />
        <Show when={found().toTick.length > 0}>
          <div class="assistant-ticks" role="group" aria-label={texts.toTick}>
            <For each={found().toTick}>
              {({ text, ids }): JSX.Element => (
                <label>
                  <input
                    type="checkbox"
                    checked={isTicked(ids)}
                    disabled={!props.isOpen}
                    onChange={(event) => tick(ids, event.currentTarget.checked)}
                  />
                  <span>{text}</span>
                </label>
              )}
            </For>
          </div>
        </Show>
      </Notice>
    </Show>
  )
}

const Lines: Component<{ label: string; lines: readonly string[] }> = (props) => (
  <Show when={props.lines.length > 0}>
    <ul class="assistant-warnings" aria-label={props.label}>
      <For each={props.lines}>{(text) => <li>{text}</li>}</For>
    </ul>
  </Show>
)
