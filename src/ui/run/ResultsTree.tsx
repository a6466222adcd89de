import {
  createEffect,
  createMemo,
  createSignal,
  createUniqueId,
  For,
  on,
  onCleanup,
  onMount,
  Show,
  type Component,
} from 'solid-js'
import ChevronDown from 'lucide-solid/icons/chevron-down'
import ChevronRight from 'lucide-solid/icons/chevron-right'
import SquareArrowOutUpRight from 'lucide-solid/icons/square-arrow-out-up-right'
import { describeDuration } from '#engine/base/duration.ts'
import type { Report } from '#engine/runner/report.ts'
import { OutcomeBadge } from '../components/OutcomeBadge.tsx'
import { StepFailure } from './FailedCheck.tsx'
import { formatOffset } from './format.ts'
import { bar, caseScale, failedChecks, resultRows, ROW, rowAt, rowOffsets, type ResultRow, type RowCache } from './result-rows.ts'
import { useRun } from './run-context.ts'
import { texts } from './texts.ts'
import './results-tree.css'

/** Rows drawn above and below the visible ones. */
const OVERSCAN = 8

/** The results, suite > case (row) > step; draws what can be seen, of any length. */
export const ResultsTree: Component<{ report: Report; failedOnly: boolean }> = (props) => {
  const { session, details, openStep } = useRun()
  const base = createUniqueId()
  /** Ids of projects may hold anything; those of elements no spaces. */
  const elementId = (row: string) => `${base}-${row.replace(/[^\w-]/g, (char) => `.${char.charCodeAt(0)}`)}`
  const [opened, setOpened] = createSignal<ReadonlyMap<string, boolean>>(new Map())
  const [active, setActive] = createSignal<string>()
  const [top, setTop] = createSignal(0)
  const [height, setHeight] = createSignal(400)
  let cache: RowCache = new WeakMap()
  let element: HTMLDivElement | undefined

  createEffect(
    on(
      () => props.report.run,
      () => {
        cache = new WeakMap()
        setOpened(new Map())
      },
      { defer: true },
    ),
  )

  const rows = createMemo(() => {
    details.version()
    return resultRows(props.report, { failedOnly: props.failedOnly, opened: opened() }, cache)
  })
  const offsets = createMemo(() => rowOffsets(rows()))
  const visible = createMemo(() => {
    const all = rows()
    if (all.length === 0) return []
    const first = Math.max(0, rowAt(offsets(), top()) - OVERSCAN)
    const last = Math.min(all.length, rowAt(offsets(), top() + height()) + 1 + OVERSCAN)
    return all.slice(first, last)
  })
  const places = createMemo(() => {
    const map = new Map<string, number>()
    const first = visible()[0]
    const from = first ? rows().indexOf(first) : 0
    visible().forEach((row, index) => map.set(row.id, offsets()[from + index] ?? 0))
    return map
  })

  onMount(() => {
    if (!element) return
    const box = element
    const sizes = new ResizeObserver(() => setHeight(box.clientHeight))
    sizes.observe(box)
    onCleanup(() => sizes.disconnect())
  })

  const isSelected = (row: ResultRow) => {
    const place = session.selected()
    return row.step !== undefined && place?.step === row.step.id && place.case === row.case?.id && place.row === row.case?.row
  }

  function choose(row: ResultRow): void {
    setActive(row.id)
    if (!row.step || !row.case) return
    session.select({
      case: row.case.id,
      step: row.step.id,
      ...(row.case.row === undefined ? {} : { row: row.case.row }),
    })
  }
  const toggle = (row: ResultRow, open: boolean) => setOpened((before) => new Map(before).set(row.id, open))
  const open = (row: ResultRow) => {
    if (row.step && row.case) openStep(row.case.id, row.step.id)
    else toggle(row, !row.expanded)
  }

  function reveal(index: number): void {
    if (!element) return
    const start = offsets()[index] ?? 0
    const end = start + Math.min(rows()[index]?.height ?? ROW, element.clientHeight)
    if (start < element.scrollTop) element.scrollTop = start
    else if (end > element.scrollTop + element.clientHeight) element.scrollTop = end - element.clientHeight
    setTop(element.scrollTop)
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const all = rows()
    const at = all.findIndex((row) => row.id === active())
    const row = all[at]
    const page = Math.max(1, Math.floor(height() / ROW) - 1)
    let to: number | undefined
    if (event.key === 'ArrowDown') to = at + 1
    else if (event.key === 'ArrowUp') to = at < 0 ? 0 : at - 1
    else if (event.key === 'PageDown') to = at + page
    else if (event.key === 'PageUp') to = at - page
    else if (event.key === 'Home') to = 0
    else if (event.key === 'End') to = all.length - 1
    else if (event.key === 'ArrowRight' && row?.expanded === false) toggle(row, true)
    else if (event.key === 'ArrowRight' && row?.expanded) to = at + 1
    else if (event.key === 'ArrowLeft' && row?.expanded) toggle(row, false)
    else if (event.key === 'ArrowLeft' && row) to = all.findLastIndex((other, i) => i < at && other.level < row.level)
    else if (event.key === 'Enter' && row) open(row)
    else return
    event.preventDefault()
    if (to === undefined || all.length === 0) return
    const index = Math.min(all.length - 1, Math.max(0, to))
    const next = all[index]
    if (!next) return
    choose(next)
    reveal(index)
  }

  // What is selected elsewhere (the step list) is shown here too, if it is part of this run.
  createEffect(
    on(session.selected, (place) => {
      if (!place) return
      const index = rows().findIndex((row) => isSelected(row))
      const row = rows()[index]
      if (!row || row.id === active()) return
      setActive(row.id)
      reveal(index)
    }),
  )

  const activeVisible = () => {
    const id = active()
    return id !== undefined && places().has(id) ? elementId(id) : undefined
  }

  return (
    <div
      ref={(box) => (element = box)}
      class="results"
      role="tree"
      aria-label={texts.results}
      tabindex="0"
      aria-activedescendant={activeVisible()}
      onScroll={(event) => setTop(event.currentTarget.scrollTop)}
      onKeyDown={onKeyDown}
      onFocus={() => {
        if (active() === undefined && rows()[0]) setActive(rows()[0]?.id)
      }}
    >
      <div class="results-space" role="presentation" style={{ height: `${offsets().at(-1) ?? 0}px` }}>
        <For each={visible()}>
          {(row) => (
            <ResultItem
              row={row}
              id={elementId(row.id)}
              top={places().get(row.id) ?? 0}
              selected={isSelected(row)}
              active={row.id === active()}
              report={props.report}
              onChoose={() => {
                choose(row)
                if (!row.step) toggle(row, !row.expanded)
              }}
              onOpen={() => open(row)}
            />
          )}
        </For>
      </div>
      <Show when={rows().length === 0 && props.failedOnly}>
        <p class="results-none">{texts.noFailed}</p>
      </Show>
    </div>
  )
}

interface ItemProps {
  row: ResultRow
  id: string
  top: number
  selected: boolean
  active: boolean
  report: Report
  onChoose(): void
  onOpen(): void
}

/** One line of the tree. Its report is a plain object that moves on: everything is read anew with each version. */
const ResultItem: Component<ItemProps> = (props) => {
  const { session, details } = useRun()
  const live = <T,>(read: () => T) => (details.version(), read())
  const step = () => props.row.step
  const name = () =>
    live(() => {
      if (step()) return step()?.name || texts.unnamed
      const entry = props.row.case
      if (!entry) return props.row.suite.name || texts.unnamed
      const named = entry.name || texts.unnamed
      return entry.row === undefined ? named : `${named}, ${texts.row(entry.row)}`
    })
  const running = () =>
    live(() => {
      if (!session.running()) return false
      if (step()) return step()?.running === true
      return props.row.case ? props.row.case.outcome === undefined : session.suite(props.row.suite.id)?.running === true
    })
  const outcome = () =>
    live(() => (step() ? step()?.outcome : props.row.case ? props.row.case.outcome : session.suite(props.row.suite.id)?.outcome))
  const note = () =>
    live(() => {
      const current = step()
      if (current) {
        const failure = current.outcome === 'failed' ? failedChecks(current)[0] : undefined
        return failure?.subject ?? (current.status === undefined ? '' : String(current.status))
      }
      // A case is skipped by itself only where it has nothing to run.
      if (props.row.case) return outcome() === 'skipped' && props.row.case.steps.length === 0 ? texts.noSteps : ''
      return texts.cases(props.row.suite.cases.length)
    })
  const duration = () => live(() => step()?.duration ?? (step() ? undefined : props.row.case?.duration))
  const wave = () =>
    live(() => {
      const current = step()
      const entry = props.row.case
      if (!entry) return undefined
      if (current) {
        const scale = caseScale(entry)
        return current.outcome === 'skipped' ? undefined : bar(current.startedAt, current.duration, scale.from, scale.length)
      }
      const first = props.report.suites[0]?.cases[0]?.startedAt ?? 0
      const end = props.report.duration ?? entry.startedAt + (entry.duration ?? 0)
      return bar(entry.startedAt, entry.duration, first, end - first)
    })
  const started = () => (step() ? step()?.startedAt : props.row.case?.startedAt) ?? 0
  const spoken = () => {
    const state = outcome()
    return (running() ? texts.running : state ? texts.outcomes[state] : texts.notRun).toLowerCase()
  }

  return (
    <div
      id={props.id}
      class={`result result-${props.row.kind}`}
      classList={{
        'result-selected': props.selected,
        'result-active': props.active,
        'result-quiet': outcome() === 'skipped' || (!outcome() && !running()),
      }}
      role="treeitem"
      aria-level={props.row.level}
      aria-posinset={props.row.position}
      aria-setsize={live(() => props.row.size)}
      aria-expanded={props.row.expanded}
      aria-selected={props.selected}
      aria-describedby={step()?.outcome === 'failed' || step()?.outcome === 'broken' ? `${props.id}-why` : undefined}
      style={{ transform: `translateY(${props.top}px)`, height: `${props.row.height}px` }}
      onClick={() => props.onChoose()}
      onDblClick={() => {
        if (step()) props.onOpen()
      }}
    >
      <div class="result-line">
        <span class="result-icons" aria-hidden="true">
          <Show when={props.row.expanded !== undefined}>
            <Show when={props.row.expanded} fallback={<ChevronRight aria-hidden="true" />}>
              <ChevronDown aria-hidden="true" />
            </Show>
          </Show>
          <OutcomeBadge outcome={outcome()} running={running()} iconOnly />
        </span>
        <span class="result-name">
          <span class="result-title">{name()}</span>
          <span class="visually-hidden">, {spoken()}</span>{' '}
          <span class="result-note" aria-hidden="true">
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
              <i
                class={`result-bar result-bar-${outcome() ?? 'none'}`}
                style={{ left: `${place().left}%`, width: `${place().width}%` }}
                title={texts.bar(formatOffset(started()), describeDuration(duration() ?? 0))}
              />
            )}
          </Show>
        </span>
      </div>
      <Show when={props.row.height > ROW && step()} keyed>
        {(current) => (
          <div class="result-why" id={`${props.id}-why`} aria-hidden="true">
            <StepFailure step={current} />
          </div>
        )}
      </Show>
    </div>
  )
}
