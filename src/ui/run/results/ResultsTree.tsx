import { createEffect, createMemo, createSignal, on, untrack, type Component } from 'solid-js'
import { textOf } from '#engine/base/errors.ts'
import type { CaseReport, Report, RowReport } from '#engine/runner/report/report.ts'
import { unequalLines } from '../../components/lists/scroller.ts'
import { showToast } from '../../components/overlays/toasts.tsx'
import { createVirtualTree } from '../../components/lists/virtual-tree.ts'
import { VirtualTree } from '../../components/lists/VirtualTree.tsx'
import { ROW, rowHeight } from './result-heights.ts'
import { ResultItem, resultName } from './ResultItem.tsx'
import { groupOf, groupRowId, resultRows, seenRowId, type ResultRow, type RowCache } from './result-rows.ts'
import { rangesIn, rowsInRange, type RowRange } from './row-ranges.ts'
import { useRun } from '../run-context.ts'
import { runTexts as texts } from '../texts.ts'
import { runLength } from './waterfall.ts'
import './results-tree.css'

/** The results, suite > case > (row of a loop >) step: what is open, chosen and shown of the report; a row looks as {@link ResultItem}. */
export const ResultsTree: Component<{ report: Report; failedOnly: boolean }> = (props) => {
  const { session, details, steps, openStep } = useRun()
  const [opened, setOpened] = createSignal<ReadonlyMap<string, boolean>>(new Map())
  const [read, setRead] = createSignal<ReadonlyMap<string, readonly RowReport[]>>(new Map())
  let cache: RowCache = new WeakMap()

  createEffect(
    on(
      () => props.report.run,
      () => {
        cache = new WeakMap()
        setOpened(new Map())
        setRead(new Map())
      },
      { defer: true },
    ),
  )
  const rows = createMemo(() => {
    details.version()
    return resultRows(
      props.report,
      { failedOnly: props.failedOnly, opened: opened(), read: read(), nestingOf: steps?.nestingOf },
      cache,
    )
  })

  const length = createMemo(() => (details.version(), runLength(props.report)))

  const choose = (row: ResultRow) => {
    const group = groupOf(row)
    if (group) return details.selectGroup(group)
    if (!row.step || !row.case) return
    session.select({ case: row.case.id, step: row.step.id, rows: row.row?.rows })
  }
  const toggle = (row: ResultRow, open: boolean) => {
    setOpened((before) => new Map(before).set(row.id, open))
    if (open && row.case && row.range) void readRange(row.id, row.case, row.range)
  }
  /** Rows that the report does not list are read when someone opens the range that they are in. */
  const readRange = async (id: string, entry: CaseReport, range: RowRange) => {
    const { loop, around, from, to } = range
    if (around || rangesIn(range) || rowsInRange(entry, range).length > to - from) return
    try {
      const rows = await details.unlistedRows(entry.id, loop, [from, to])
      setRead((before) => new Map(before).set(id, rows))
    } catch (thrown) {
      showToast(textOf(thrown), 'error')
    }
  }
  // A range that was opened while the run went on has more rows since.
  createEffect(
    on(
      () => details.goesOn(),
      (goesOn) => {
        if (goesOn) return
        for (const row of untrack(rows))
          if (row.case && row.range && untrack(read).has(row.id)) void readRange(row.id, row.case, row.range)
      },
      { defer: true },
    ),
  )
  const open = (row: ResultRow) => {
    if (row.step && row.case) openStep(row.case.id, row.step.id)
    else toggle(row, !row.expanded)
  }
  // What is selected elsewhere (the step list) is shown here too, if it is part of this run.
  const selected = createMemo(() => {
    const group = details.group()
    if (group) return groupRowId(group)
    const place = session.selected()
    return place && seenRowId(rows(), props.report, place)
  })
  const tree = createVirtualTree<ResultRow>({
    rows,
    lines: unequalLines(rows, rowHeight, ROW),
    selected,
    focus: 'tree',
    label: resultName,
    onGo: choose,
    onToggle: toggle,
    keys: (row) => ({ Enter: () => open(row), ' ': () => choose(row) }),
  })

  return (
    <VirtualTree
      tree={tree}
      label={texts.results}
      class="results"
      empty={props.failedOnly && <p class="results-none">{texts.noFailed}</p>}
    >
      {(row) => (
        <ResultItem
          tree={tree}
          row={row()}
          length={length()}
          onChoose={() => {
            tree.setCurrent(row().id)
            choose(row())
          }}
          onToggle={() => {
            tree.setCurrent(row().id)
            toggle(row(), !row().expanded)
          }}
          onOpen={() => open(row())}
        />
      )}
    </VirtualTree>
  )
}
