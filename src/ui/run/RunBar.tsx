import { capital } from '#engine/base/capital.ts'
import { createEffect, createMemo, createSignal, on, onCleanup, Show, type Component, type JSX } from 'solid-js'
import Check from 'lucide-solid/icons/check'
import ChevronDown from 'lucide-solid/icons/chevron-down'
import CircleSlash from 'lucide-solid/icons/circle-slash'
import { describeDuration } from '#engine/base/duration.ts'
import { finishedSteps, liveCounts } from '#engine/runner/execute/progress.ts'
import type { Report } from '#engine/runner/report/report.ts'
import { Button } from '../components/Button.tsx'
import { Menu } from '../components/overlays/Menu.tsx'
import type { MenuItem } from '../components/overlays/menu-item.ts'
import { OutcomeBadge } from '../components/OutcomeBadge.tsx'
import { formatClock, formatCount } from './format.ts'
import { useRun } from './run-context.ts'
import { runName, scopeText, titleInList } from './run-name.ts'
import { scopeOf } from './session/kept-runs.ts'
import { progressTexts, statusText, statusWord } from './status-text.ts'
import { runTexts as texts } from './texts.ts'

/** See {@link RunBar}. */
export interface RunBarProps {
  report: Report
  failedOnly: boolean
  /** Absent: only how the run stands is shown. */
  onFailedOnly?(next: boolean): void
  tabs: JSX.Element
}

/** How often the status is announced while a run goes on; each frame would drown a screen reader. */
const TELL_EVERY = 2000

/** How the run stands: outcome, counts, time, environment and seed; what to do with it; the tabs. */
export const RunBar: Component<RunBarProps> = (props) => {
  const { session, details, steps } = useRun()
  const live = <T,>(read: () => T) => (details.version(), read())
  const counts = createMemo(() => live(() => liveCounts(props.report)))
  const running = () => details.goesOn()
  const interrupted = () => live(() => !running() && props.report.outcome === undefined)
  const hasFailed = () => counts().failed + counts().broken + counts().cancelled > 0

  const facts = createMemo(() =>
    live(() => {
      const { duration, environment, seed, startedAt } = props.report
      // It was stopped before the worker could say anything about it.
      if (startedAt === '') return ''
      return [
        scopeText(scopeOf(props.report)),
        ...(running() ? progressTexts(props.report) : []),
        duration === undefined ? '' : describeDuration(duration),
        environment?.name ?? texts.noEnvironment,
        // It matters where the data of the run are drawn, and to repeat what failed.
        hasFailed() && !running() ? texts.seed(seed) : '',
      ]
        .filter(Boolean)
        .join(' · ')
    }),
  )

  return (
    <div class="run-bar">
      <Show when={running() && props.report.total.steps > 0}>
        <span
          class="run-bar-progress"
          aria-hidden="true"
          style={{ transform: `scaleX(${live(() => Math.min(1, finishedSteps(counts()) / props.report.total.steps))})` }}
        />
      </Show>
      <Spoken report={props.report} />
      <RunChoice report={props.report} />
      <span class="run-bar-outcome" aria-hidden="true">
        <Show when={!interrupted()} fallback={<Interrupted />}>
          <OutcomeBadge
            outcome={live(() => props.report.outcome)}
            running={running()}
            text={live(() => statusWord(props.report, running()))}
          />
        </Show>
      </span>
      <span class="run-bar-counts" aria-hidden="true">
        <Count
          count={counts().passed}
          outcome="passed"
          always={counts().failed + counts().broken + counts().skipped + counts().cancelled === 0}
        />
        <Count count={counts().failed} outcome="failed" />
        <Count count={counts().broken} outcome="broken" />
        <Count count={counts().skipped} outcome="skipped" />
        <Count count={counts().cancelled} outcome="cancelled" />
      </span>
      <span class="run-bar-facts" title={facts()}>
        {facts()}
      </span>
      <Show when={props.onFailedOnly && (props.failedOnly || hasFailed())}>
        <span class="run-bar-actions">
          <Show when={props.failedOnly || counts().failed + counts().broken > 0}>
            <Button small aria-pressed={props.failedOnly} onClick={() => props.onFailedOnly?.(!props.failedOnly)}>
              {texts.failedOnly}
            </Button>
          </Show>
          <Show when={hasFailed()}>
            <Button small disabled={session.running()} onClick={() => void session.rerunFailed()}>
              {texts.rerunFailed}
            </Button>
          </Show>
          <Show when={!running() && counts().failed > 1 && steps?.readOnly() === false}>
            <Button small onClick={() => steps?.acceptAnswers()}>
              {texts.acceptAnswers}
            </Button>
          </Show>
        </span>
      </Show>
      {props.tabs}
    </div>
  )
}

/** Which run this is, and the way to the other ones that are kept. */
const RunChoice: Component<{ report: Report }> = (props) => {
  const { session, details, steps } = useRun()
  const name = createMemo(
    () => (details.version(), props.report.name ?? capital(runName(props.report.startedAt, details.isFresh()))),
  )
  const again = (): MenuItem => ({
    label: texts.runWithSeed(props.report.seed),
    disabled: session.running(),
    onSelect: () => session.rerunWithSeed(),
  })
  /** Two that have ended can be compared. */
  const compare = (): MenuItem[] =>
    steps && details.kept().filter(({ outcome }) => outcome !== undefined).length > 1
      ? [{ label: texts.run.compare, onSelect: () => steps.compareRuns(details.run() ?? '') }]
      : []
  const items = (): MenuItem[] => [again(), ...compare(), ...kept()]
  const kept = (): MenuItem[] =>
    details.kept().map(({ run, startedAt, name, outcome, scope }) => ({
      label: texts.run.entry(
        name === undefined ? formatClock(Date.parse(startedAt), Date.now(), 'second') : titleInList({ startedAt, name }),
        outcome
          ? texts.outcomes[outcome]
          : run === session.newest()?.run && session.running()
            ? texts.running
            : texts.interrupted,
        scope ? scopeText(scope) : '',
      ),
      icon: run === details.run() ? Check : undefined,
      onSelect: () => void details.open(run),
    }))
  return (
    <Show when={(details.version(), props.report.startedAt !== '')}>
      <Menu
        class="run-bar-run"
        label={texts.run.choose(name())}
        trigger={
          <>
            <span>{name()}</span>
            <ChevronDown aria-hidden="true" />
          </>
        }
        items={items()}
      />
    </Show>
  )
}

const Interrupted: Component = () => (
  <span class="outcome outcome-cancelled">
    <CircleSlash aria-hidden="true" /> {texts.interrupted}
  </span>
)

type Counted = 'passed' | 'failed' | 'broken' | 'skipped' | 'cancelled'

const Count: Component<{ count: number; outcome: Counted; always?: boolean }> = (props) => (
  <Show when={props.always || props.count > 0}>
    <span class={`run-bar-count run-bar-${props.outcome}`}>
      {formatCount(props.count)} {props.outcome === 'broken' ? (props.count === 1 ? 'error' : 'errors') : props.outcome}
    </span>
  </Show>
)

/** The status for screen readers and tests: at once when the run ends, now and then while it goes on. */
const Spoken: Component<{ report: Report }> = (props) => {
  const { details } = useRun()
  const current = () => statusText(props.report, details.goesOn())
  const [text, setText] = createSignal(current())
  let timer: ReturnType<typeof setTimeout> | undefined
  createEffect(
    on([details.version, details.goesOn, () => props.report], ([, running]) => {
      if (!running) {
        clearTimeout(timer)
        timer = undefined
        setText(current())
      } else {
        timer ??= setTimeout(() => {
          timer = undefined
          setText(current())
        }, TELL_EVERY)
      }
    }),
  )
  onCleanup(() => clearTimeout(timer))
  return (
    <span class="visually-hidden" role="status" aria-label={texts.result}>
      {text()}
    </span>
  )
}
