import { createEffect, createMemo, createSignal, on, Show, type Component } from 'solid-js'
import ChevronDown from 'lucide-solid/icons/chevron-down'
import ChevronRight from 'lucide-solid/icons/chevron-right'
import { describeDuration } from '#engine/base/duration.ts'
import type { Report } from '#engine/runner/report/report.ts'
import { OutcomeBadge } from '../components/OutcomeBadge.tsx'
import { unequalLines } from '../components/lists/scroller.ts'
import { createVirtualTree, type TreeState } from '../components/lists/virtual-tree.ts'
import { TreeItem, VirtualTree } from '../components/lists/VirtualTree.tsx'
import { StepFailure } from '../run/results/FailedCheck.tsx'
import { formatOffset } from '../run/format.ts'
import { resultName } from '../run/results/ResultItem.tsx'
import { ROW, rowHeight } from '../run/results/result-heights.ts'
import PhasesOfBar from '../run/results/PhasesOfBar.tsx'
import { ResultBar } from '../run/results/ResultBar.tsx'
import { failedChecks, isBad, resultRows, type ResultRow, type RowCache } from '../run/results/result-rows.ts'
import { runTexts } from '../run/texts.ts'
import { rowsInRange, stateOfRange } from '../run/results/row-ranges.ts'
import { bar, runLength } from '../run/results/waterfall.ts'
import '../run/results/results-tree.css'
import { outcomeOfRow } from './outcome-of-row.ts'
import { reportPageTexts as texts } from './texts.ts'

/** See {@link ReportTree}. */
export interface ReportTreeProps {
  /** What is shown of it. */
  report: Report
  whole: Report
  query: string
  filtered: boolean
  selected: string | undefined
  onSelect(row: ResultRow): void
  /** It was chosen by a click or Enter. */
  onOpen(): void
}

/** The results as a tree with a waterfall; the first that failed is selected. */
export const ReportTree: Component<ReportTreeProps> = (props) => {
  const [opened, setOpened] = createSignal<ReadonlyMap<string, boolean>>(new Map())
  let cache: RowCache = new WeakMap()
  const rows = createMemo(() => {
    cache = new WeakMap()
    return openedRows(props.report, opened(), props.filtered, cache)
  })
  // What a user opened among all results says nothing about those that a search leaves.
  createEffect(on([() => props.query, () => props.filtered], () => setOpened(new Map()), { defer: true }))
  createEffect(
    on(rows, (all) => {
      if (all.some(({ id }) => id === props.selected)) return
      const first = all.find(({ step }) => isBad(step?.outcome)) ?? all.find(({ step }) => step) ?? all[0]
      if (first) props.onSelect(first)
    }),
  )
  const toggle = (row: ResultRow, open: boolean) => setOpened((before) => new Map(before).set(row.id, open))
  const choose = (row: ResultRow) => {
    props.onSelect(row)
    if (row.step || row.expanded === undefined) props.onOpen()
    else toggle(row, !row.expanded)
  }
  const tree = createVirtualTree<ResultRow>({
    rows,
    lines: unequalLines(rows, rowHeight, ROW),
    selected: () => props.selected,
    focus: 'tree',
    label: resultName,
    onGo: (row) => props.onSelect(row),
    onToggle: toggle,
    keys: (row) => ({ Enter: () => choose(row), ' ': () => choose(row) }),
  })
  return (
    <VirtualTree
      tree={tree}
      label={texts.results}
      class="results"
      empty={<p class="results-none">{props.filtered ? texts.nothingFound(props.query) : texts.noSteps}</p>}
    >
      {(row) => (
        <Item
          tree={tree}
          row={row()}
          report={props.whole}
          onChoose={() => choose(row())}
          onToggle={() => toggle(row(), !row().expanded)}
        />
      )}
    </VirtualTree>
  )
}

/** Ranges in ranges, of a million rows. */
const deepestRange = 3

/** The rows of the tree, with ranges open that hold what is looked for: of a search all, else the first in which a row failed. */
function openedRows(report: Report, opened: ReadonlyMap<string, boolean>, filtered: boolean, cache: RowCache): ResultRow[] {
  const open = new Map(opened)
  for (let depth = 0; ; depth++) {
    const rows = resultRows(report, { failedOnly: false, opened: open, unfolded: filtered }, cache)
    const ranges = rows.filter(
      ({ range, case: entry }) =>
        entry && range && (filtered ? rowsInRange(entry, range).length > 0 : isBad(stateOfRange(entry, range).outcome)),
    )
    const next = (filtered ? ranges : ranges.slice(0, depth + 1)).filter(({ id }) => !open.has(id))
    if (depth < deepestRange && next.length > 0) for (const { id } of next) open.set(id, true)
    // A range without rows that are looked for is nothing to look at.
    else return filtered ? rows.filter(({ range }) => !range || ranges.some((one) => one.range === range)) : rows
  }
}

const Item: Component<{ tree: TreeState<ResultRow>; row: ResultRow; report: Report; onChoose(): void; onToggle(): void }> = (
  props,
) => {
  const part = () => (props.row.range ? undefined : (props.row.step ?? props.row.row ?? props.row.case))
  const outcome = () => outcomeOfRow(props.row)
  const note = () => {
    const { step, row, case: entry, suite } = props.row
    if (step) {
      const failure = step.outcome === 'failed' ? failedChecks(step)[0] : undefined
      return failure?.subject ?? (step.status === undefined ? '' : String(step.status))
    }
    if (row || props.row.range) return ''
    if (!entry) return runTexts.cases(suite.cases.length)
    return entry.attempt === undefined ? '' : texts.attempt(entry.attempt)
  }
  const wave = () => {
    const { step, row, range, case: entry } = props.row
    if (!entry || range || outcome() === 'skipped') return undefined
    const { startedAt, duration } = step ?? row ?? entry
    return bar(startedAt, duration, runLength(props.report))
  }
  const failure = () => (props.row.step && rowHeight(props.row) > ROW ? props.row.step : undefined)
  const duration = () => {
    const ms = part()?.duration
    return ms === undefined || outcome() === 'skipped' ? '' : describeDuration(ms)
  }
  const barTitle = () => runTexts.bar(formatOffset(part()?.startedAt ?? 0), duration())
  return (
    <TreeItem
      tree={props.tree}
      row={props.row}
      class={`result result-${props.row.kind}`}
      classList={{
        'result-selected': props.tree.isSelected(props.row.id),
        'result-active': props.tree.isCurrent(props.row.id),
        'result-quiet': outcome() === 'skipped',
      }}
      onClick={() => {
        props.tree.setCurrent(props.row.id)
        props.onChoose()
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
            >
              <Show when={props.row.expanded} fallback={<ChevronRight aria-hidden="true" />}>
                <ChevronDown aria-hidden="true" />
              </Show>
            </span>
          </Show>
          <OutcomeBadge outcome={outcome()} iconOnly />
        </span>
        <span class="result-name">
          <span class="result-title">{resultName(props.row)}</span>
          <span class="visually-hidden">, {runTexts.outcomes[outcome()].toLowerCase()}</span>{' '}
          <span class="result-note" aria-hidden="true">
            {note()}
          </span>
        </span>
        <span class="result-time" aria-hidden="true">
          {duration()}
        </span>
        <span class="result-wave" aria-hidden="true">
          <Show when={wave()}>
            {(place) => (
              <ResultBar place={place()} outcome={outcome()} title={barTitle()}>
                <Show when={props.row.step}>{(step) => <PhasesOfBar title={barTitle()} step={step()} />}</Show>
              </ResultBar>
            )}
          </Show>
        </span>
      </div>
      <Show when={failure()}>
        {(step) => (
          <div class="result-why" aria-hidden="true">
            <StepFailure step={step()} />
          </div>
        )}
      </Show>
    </TreeItem>
  )
}
