import { createMemo, For, Show, type Component } from 'solid-js'
import { Dynamic } from 'solid-js/web'
import ChevronDown from 'lucide-solid/icons/chevron-down'
import ChevronRight from 'lucide-solid/icons/chevron-right'
import TriangleAlert from 'lucide-solid/icons/triangle-alert'
import { describeDuration } from '#engine/base/duration.ts'
import { same } from '#engine/base/deep-equal.ts'
import type { Step } from '#engine/project/format/schema.ts'
import type { OutcomeName } from '#engine/runner/report/events.ts'
import { worse } from '#engine/runner/report/outcomes.ts'
import { divider } from '#engine/steps/summary.ts'
import { useProject } from '../project-context.ts'
import { OutcomeBadge } from '../../components/OutcomeBadge.tsx'
import type { Lines } from '../../components/lists/scroller.ts'
import { formatClock } from '../../run/format.ts'
import { viewOf } from '../../steps/index.ts'
import { InlineName } from '../tree/InlineName.tsx'
import { summaryOf, summaryText } from './step-summary.ts'
import { outcomeWords, projectTexts as texts } from '../texts.ts'
import { counted } from '#engine/base/counted.ts'
import type { StepReport } from '#engine/runner/report/report.ts'
import { countRows } from '#engine/steps/count-rows.ts'

/** See {@link StepRow}. */
export interface StepRowProps {
  caseId: string
  step: Step
  /** In how many loops it stands. */
  depth: number
  /** Its index in the case. */
  index: number
  /** Its row in the list, and of how many. */
  row: number
  count: number
  lines: Lines
  /** The steps that are nested under it, and whether they are shown. */
  nested: readonly Step[]
  expanded: boolean
  /** The step that it is nested under. */
  owner: Step | undefined
  onToggle(): void
  chosen: boolean
  open: boolean
  /** Tab reaches it. */
  reachable: boolean
  draggable: boolean
  /** It is being dragged. */
  dragged: boolean
  renaming: boolean
  onRenamed(name: string | undefined): void
  onRename(): void
  onFocus(): void
  onClick(event: MouseEvent): void
  onKeyDown(event: KeyboardEvent): void
  onContextMenu(event: MouseEvent): void
  onDrag(on: boolean): void
}

/** One step in the list: number, name, outcome, and what it does; with what is nested under it, whose outcome counts with its own. */
export const StepRow: Component<StepRowProps> = (props) => {
  const context = useProject()
  const result = () => context.session.step(props.caseId, props.step.id)
  const problems = () => context.problems.of(props.step.id)
  // The result is one object that moves on, several times a second in a loop: only what changed of it is drawn.
  const nested = createMemo(() => props.nested.flatMap((step) => (step.disabled ? [] : step)))
  const resultOf = (step: Step) => context.session.step(props.caseId, step.id)
  const ended = createMemo(() => {
    const own = result()?.outcome
    const bad = nested().flatMap((step) => {
      const found = resultOf(step)?.outcome
      return found === undefined || found === 'passed' || found === 'skipped' ? [] : found
    })
    return bad.reduce<OutcomeName | undefined>((worst, one) => (worst ? worse(worst, one) : one), own)
  })
  const unchecked = createMemo(() => result()?.unchecked === true && !context.changedSince.lookedAt(props.caseId, props.step.id))
  const summary = createMemo(
    () => {
      const parts = summaryOf(props.step, result(), unchecked())
      // The parent step shows the number of checks.
      return props.owner ? parts.slice(parts.indexOf(divider) + 1) : parts
    },
    undefined,
    { equals: same },
  )
  const isRunning = (step: Step) => resultOf(step)?.running === true && resultOf(step)?.outcome === undefined
  const running = createMemo(() => isRunning(props.step) || nested().some(isRunning))
  const outcome = () => {
    if (props.step.disabled) return texts.disabled
    if (running()) return texts.running
    const found = ended()
    return found ? outcomeWords[found] : texts.notRun
  }
  const duration = createMemo(() => {
    const found = result()
    return ended() === 'passed' && found?.duration !== undefined ? describeDuration(found.duration) : undefined
  })
  const run = createMemo(() => context.session.details?.knownRun(props.caseId, props.step.id))
  const isChanged = (step: Step) =>
    context.changedSince.step(props.caseId, step.id, context.session.details?.knownRun(props.caseId, step.id)?.run)
  const changed = () => shown() && (isChanged(props.step) || nested().some(isChanged))
  const group = createMemo(() => (props.nested.length > 0 ? groupText(props.nested, resultOf) : ''))
  const since = () => {
    const known = run()
    return known && shown() ? texts.since(outcome(), formatClock(Date.parse(known.startedAt), Date.now()), changed()) : undefined
  }
  const shown = createMemo(() => !props.step.disabled && (result()?.outcome !== undefined || result()?.running === true))
  const groupFailed = () => !changed() && nested().some((step) => resultOf(step)?.outcome === 'failed')
  return (
    <div
      role="option"
      class="step-row"
      classList={{
        'step-row-chosen': props.chosen,
        'step-row-open': props.open,
        'step-row-disabled': props.step.disabled,
        'step-row-dragged': props.dragged,
        'step-row-running': running(),
        'step-row-nested': props.owner !== undefined,
        'step-row-expanded': props.nested.length > 0 && props.expanded,
      }}
      data-id={props.step.id}
      aria-description={
        [
          ...(props.nested.length > 0 ? [texts.group(group(), props.expanded)] : []),
          ...(props.owner ? [texts.nestedUnder(props.owner.name || texts.unnamed)] : []),
          ...(unchecked() ? [`${texts.unchecked(result()?.status)}.`] : []),
          ...(changed() ? [texts.changedSince] : []),
          ...problems().map(texts.problem),
        ].join(' ') || undefined
      }
      aria-selected={props.chosen}
      aria-posinset={props.row + 1}
      aria-setsize={props.count}
      tabindex={props.reachable ? 0 : -1}
      draggable={props.draggable && !props.renaming}
      style={{
        height: `${props.lines.start(props.row + 1) - props.lines.start(props.row)}px`,
        transform: `translateY(${props.lines.start(props.row)}px)`,
        '--depth': props.depth || undefined,
      }}
      onFocus={() => props.onFocus()}
      onClick={(event) => props.onClick(event)}
      onDblClick={() => props.onRename()}
      onKeyDown={(event) => props.onKeyDown(event)}
      onContextMenu={(event) => props.onContextMenu(event)}
      onDragStart={(event) => {
        event.dataTransfer?.setData('text/plain', props.step.name)
        props.onDrag(true)
      }}
      onDragEnd={() => props.onDrag(false)}
    >
      <span class="step-row-number">{props.index + 1} </span>
      <Show
        when={props.renaming}
        fallback={
          <span class="step-row-name">
            <span>{props.step.name || texts.unnamed} </span>
            <Show when={problems().length > 0}>
              <TriangleAlert class="step-row-problem" aria-hidden="true" />
            </Show>
          </span>
        }
      >
        <InlineName label={texts.stepName} value={props.step.name} onDone={(to) => props.onRenamed(to)} />
      </Show>
      <span class="step-row-outcome" classList={{ 'outcome-of-before': changed() }} title={since()}>
        <Show when={shown()} fallback={<span class={props.step.disabled ? '' : 'visually-hidden'}>{outcome()}</span>}>
          <OutcomeBadge
            outcome={ended()}
            running={running()}
            unchecked={unchecked()}
            iconOnly={changed() || duration() !== undefined || props.owner !== undefined}
          />
          <span
            aria-hidden="true"
            class={
              changed()
                ? 'step-row-changed'
                : `step-row-duration outcome-${unchecked() && ended() === 'passed' ? 'unchecked' : ended()}`
            }
          >
            {changed() ? texts.changed : props.owner ? '' : duration()}
          </span>
        </Show>
      </span>
      <Dynamic component={viewOf(props.step.kind).icon} class="step-row-icon" aria-hidden="true" />
      <span
        class="step-row-summary"
        classList={{ 'step-row-unchecked': unchecked() }}
        aria-hidden="true"
        title={problems()[0] ?? summaryText(summary())}
      >
        <For each={summary()}>
          {(part) =>
            part.as === 'words' ? part.text : <code classList={{ 'step-row-variable': part.as === 'variable' }}>{part.text}</code>
          }
        </For>
      </span>
      <Show when={props.nested.length > 0}>
        <span
          class="step-row-group"
          classList={{ 'outcome-failed': groupFailed() }}
          aria-hidden="true"
          onClick={(event) => {
            event.stopPropagation()
            props.onToggle()
          }}
          onDblClick={(event) => event.stopPropagation()}
        >
          <Show when={props.expanded} fallback={<ChevronRight aria-hidden="true" />}>
            <ChevronDown aria-hidden="true" />
          </Show>
          {group()}
        </span>
      </Show>
    </div>
  )
}

/** What is nested under a step, in a few words: `3 checks · 1 variable`; with how many failed in the last run. */
function groupText(nested: readonly Step[], resultOf: (step: Step) => StepReport | undefined): string {
  const { checks, variables, scripts } = countRows(nested)
  const results = nested.flatMap((step) => (step.disabled ? [] : (resultOf(step)?.checks ?? [])))
  const failed = results.filter(({ passed }) => !passed).length
  const parts = [
    failed > 0 ? texts.checksFailed(failed, Math.max(checks, failed)) : checks > 0 ? counted(checks, 'check') : '',
    variables > 0 ? counted(variables, 'variable') : '',
    scripts > 0 ? counted(scripts, 'script') : '',
  ]
  return parts.filter(Boolean).join(' · ') || texts.noChecksYet
}
