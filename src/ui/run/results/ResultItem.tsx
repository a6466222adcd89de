import { createMemo, lazy, Show, Suspense, type Component } from 'solid-js'
import ChevronDown from 'lucide-solid/icons/chevron-down'
import ChevronRight from 'lucide-solid/icons/chevron-right'
import SquareArrowOutUpRight from 'lucide-solid/icons/square-arrow-out-up-right'
import { describeDuration } from '#engine/base/duration.ts'
import { same } from '#engine/base/deep-equal.ts'
import { rowNumber } from '#engine/runner/execute/place.ts'
import { OutcomeBadge } from '../../components/OutcomeBadge.tsx'
import type { TreeState } from '../../components/lists/virtual-tree.ts'
import { TreeItem } from '../../components/lists/VirtualTree.tsx'
import { formatCount, formatOffset } from '../format.ts'
import { ResultBar } from './ResultBar.tsx'
import { ROW, rowHeight } from './result-heights.ts'
import { failedChecks, outcomeWithNested, type ResultRow } from './result-rows.ts'
import { stateOfRange } from './row-ranges.ts'
import { useRun } from '../run-context.ts'
import { outcomeOfSuite } from '../session/report-places.ts'
import { runTexts as texts } from '../texts.ts'
import { bar } from './waterfall.ts'

const PhasesOfBar = lazy(() => import('./PhasesOfBar.tsx'))
const StepFailure = lazy(async () => ({ default: (await import('./FailedCheck.tsx')).StepFailure }))

/** What a row of the results is called. */
export function resultName({ step, row, range, case: entry, suite }: ResultRow): string {
  if (range) return texts.rows(formatCount(range.from), formatCount(range.to))
  if (row && !step) return texts.rowOf(rowNumber(row.rows), Object.entries(row.values))
  return (step ?? entry ?? suite).name || texts.unnamed
}

/** See {@link ResultItem}. */
export interface ResultItemProps {
  tree: TreeState<ResultRow>
  row: ResultRow
  /** Milliseconds that the whole width of the bars represents. */
  length: number
  onChoose(): void
  /** A press on the arrow before it, or twice on it. */
  onToggle(): void
  onOpen(): void
}

/**
 * How a row of the results looks. Its report is a plain object that moves on: everything is read again with each version, once,
 * and drawn where it has changed.
 */
export const ResultItem: Component<ResultItemProps> = (props) => {
  const { details, steps } = useRun()
  const live = <T,>(read: () => T, equals?: (a: T, b: T) => boolean) =>
    createMemo(() => (details.version(), read()), undefined, equals && { equals })
  const step = () => props.row.step
  /** What of the report the line is about; undefined for a suite. */
  const part = () => (props.row.range ? undefined : (props.row.step ?? props.row.row ?? props.row.case))
  const range = live(() => {
    const { case: entry, range: rows } = props.row
    return entry && rows ? stateOfRange(entry, rows) : undefined
  }, same)
  const name = live(() => resultName(props.row))
  const running = live(() => {
    if (!details.goesOn()) return false
    if (step()) return step()?.running === true || props.row.nested?.some((nested) => nested.running === true) === true
    const rows = range()
    if (rows) return rows.running
    const current = part()
    return current ? current.outcome === undefined : props.row.suite.cases.some(({ outcome: ended }) => ended === undefined)
  })
  const outcome = live(() => {
    const current = part()
    const rows = range()
    if (rows) return rows.outcome
    if (!current) return outcomeOfSuite(props.row.suite)
    const ofStep = step()
    return ofStep ? outcomeWithNested(ofStep, props.row.nested) : current.outcome
  })
  const unchecked = live(() => {
    const { case: one, row, range, suite } = props.row
    if (outcome() !== 'passed' || row || range) return undefined
    const current = step()
    for (const { id, steps: all } of one ? [one] : suite.cases) {
      const found = (current ? [current] : all).find((of) => of.unchecked === true && steps?.lookedAt(id, of.id) !== true)
      if (found) return found
    }
    return undefined
  })
  const note = live(() => {
    const loose = unchecked()
    if (loose) return texts.unchecked(loose.status)
    const current = step()
    if (current) {
      const failure = current.outcome === 'failed' ? failedChecks(current)[0] : undefined
      return failure?.subject ?? (current.status === undefined ? '' : String(current.status))
    }
    if (props.row.row || props.row.range) return ''
    // A case is skipped by itself only where it has nothing to run.
    if (props.row.case) return outcome() === 'skipped' && props.row.case.steps.length === 0 ? texts.noSteps : ''
    return texts.cases(props.row.suite.cases.length)
  })
  const changed = createMemo(() => {
    const [current, one] = [step(), props.row.case]
    if (outcome() === undefined || !current || !one) return false
    return [current, ...(props.row.nested ?? [])].some(({ id }) => steps?.changed(one.id, id, details.run()) === true)
  })
  const duration = live(() => part()?.duration)
  const wave = live(() => {
    const current = part()
    return current && current.outcome !== 'skipped' ? bar(current.startedAt, current.duration, props.length) : undefined
  }, same)
  const blockHeight = live(() => rowHeight(props.row) - ROW)
  const started = () => part()?.startedAt ?? 0
  const barTitle = () => texts.bar(formatOffset(started()), describeDuration(duration() ?? 0))
  const why = () => `${props.tree.elementId(props.row.id)}-why`
  const spoken = () => {
    const state = outcome()
    return (running() ? texts.running : state ? texts.outcomes[state] : texts.notRun).toLowerCase()
  }

  return (
    <TreeItem
      tree={props.tree}
      row={props.row}
      class={`result result-${props.row.kind}`}
      classList={{
        'result-selected': props.tree.isSelected(props.row.id),
        'result-active': props.tree.isCurrent(props.row.id),
        'result-quiet': outcome() === 'skipped' || (!outcome() && !running()),
      }}
      aria-describedby={blockHeight() > 0 ? why() : undefined}
      onClick={() => props.onChoose()}
      onDblClick={() => {
        if (step()) props.onOpen()
        else props.onToggle()
      }}
    >
      <div class="result-line">
        <span class="result-icons" aria-hidden="true">
          <Show when={props.row.expanded !== undefined}>
            <span
              class="result-toggle"
              onClick={(event) => {
                event.stopPropagation()
                props.onToggle()
              }}
              onDblClick={(event) => event.stopPropagation()}
            >
              <Show when={props.row.expanded} fallback={<ChevronRight aria-hidden="true" />}>
                <ChevronDown aria-hidden="true" />
              </Show>
            </span>
          </Show>
          <OutcomeBadge outcome={outcome()} running={running()} unchecked={unchecked() !== undefined} iconOnly />
        </span>
        <span class="result-name">
          <span class="result-title" title={name()}>
            {name()}
          </span>
          <span class="visually-hidden">
            , {spoken()}
            {unchecked() ? `, ${note()}` : ''}
            {changed() ? `, ${texts.run.changed}` : ''}
          </span>{' '}
          <Show when={changed()}>
            <span class="result-changed" title={texts.run.changedHint} aria-hidden="true">
              {texts.run.changed}
            </span>{' '}
          </Show>
          <span
            class="result-note"
            classList={{ 'result-unchecked': unchecked() !== undefined, 'result-status': note().length <= 3 }}
            title={unchecked() ? texts.uncheckedHint : undefined}
            aria-hidden="true"
          >
            {note()}
          </span>
        </span>
        <Show when={step()}>
          <button
            type="button"
            class="result-open"
            tabindex="-1"
            aria-hidden="true"
            title={texts.openStep}
            aria-label={texts.openStep}
            onClick={(event) => {
              event.stopPropagation()
              props.onOpen()
            }}
          >
            <SquareArrowOutUpRight aria-hidden="true" />
          </button>
        </Show>
        <span class="result-time" aria-hidden="true">
          {duration() === undefined || outcome() === 'skipped' ? '' : describeDuration(duration() ?? 0)}
        </span>
        <span class="result-wave" aria-hidden="true">
          <Show when={wave()}>
            {(place) => (
              <ResultBar place={place()} outcome={outcome()} title={barTitle()}>
                <Show when={step()?.phases && step()}>
                  {(phased) => (
                    <Suspense>
                      <PhasesOfBar title={barTitle()} step={phased()} />
                    </Suspense>
                  )}
                </Show>
              </ResultBar>
            )}
          </Show>
        </span>
      </div>
      {/* Drawn again when there is more to show: the step itself is the same object. */}
      <Show when={blockHeight()} keyed>
        <div class="result-why" id={why()} aria-hidden="true">
          <Show when={step()}>
            {(failed) => (
              <Suspense>
                <StepFailure step={failed()} />
              </Suspense>
            )}
          </Show>
        </div>
      </Show>
    </TreeItem>
  )
}
