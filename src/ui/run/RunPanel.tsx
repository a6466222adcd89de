import {
  createEffect,
  createMemo,
  createSignal,
  createUniqueId,
  lazy,
  on,
  onCleanup,
  onMount,
  Show,
  Suspense,
  type Component,
  type JSX,
} from 'solid-js'
import { Dynamic } from 'solid-js/web'
import type { Report } from '#engine/runner/report/report.ts'
import ListTree from 'lucide-solid/icons/list-tree'
import Sparkles from 'lucide-solid/icons/sparkles'
import { Button } from '../components/Button.tsx'
import { EmptyState } from '../components/EmptyState.tsx'
import { IconButton } from '../components/IconButton.tsx'
import { Kbd } from '../components/Kbd.tsx'
import { Notice } from '../components/Notice.tsx'
import { Split, SplitPane } from '../components/layout/Split.tsx'
import { afterUse, firstUse } from '../page/first-use.ts'
import { describeKeys } from '../page/keys.ts'
import { keepPlace, readPlace } from './panel-place.ts'
import { ResultsTree } from './results/ResultsTree.tsx'
import { RunBar } from './RunBar.tsx'
import { RunContextProvider, useRun, type PanelRoom, type RunTab } from './run-context.ts'
import { sightOf, tabFor, wishFor, type TabWish } from './shown-tab.ts'
import type { RunDetails, RunSession } from './session/run-session-type.ts'
import type { StepAccess } from './step-access.ts'
import { TabBar, tabPanel } from './TabBar.tsx'
import { runTexts as texts } from './texts.ts'
import './run-panel.css'

const RoomButtons = afterUse(async () => (await import('./results/RoomButtons.tsx')).RoomButtons)

const StepFailure = lazy(async () => ({ default: (await import('./results/FailedCheck.tsx')).StepFailure }))

/** What the tabs show: not on the first screen, whose run was over long ago, but there when someone starts to use the page. */
const views = {
  exchange: lazy(async () => {
    const [{ withRows }, { ExchangeView }] = await Promise.all([
      import('./rows/with-rows.tsx'),
      import('./exchange/ExchangeView.tsx'),
    ])
    return { default: withRows(ExchangeView) }
  }),
  response: lazy(async () => {
    const [{ withRows }, { ResponseViewer }] = await Promise.all([
      import('./rows/with-rows.tsx'),
      import('./response/ResponseViewer.tsx'),
    ])
    return { default: withRows(ResponseViewer) }
  }),
  variables: lazy(async () => ({ default: (await import('./VariablesView.tsx')).VariablesView })),
  cookies: lazy(async () => ({ default: (await import('./CookiesView.tsx')).CookiesView })),
  log: lazy(async () => ({ default: (await import('./log/LogView.tsx')).LogView })),
} satisfies Record<RunTab, Component>

void firstUse.then(() => Promise.all(Object.values(views).map((view) => view.preload())))

/** See {@link RunPanel}. */
export interface RunPanelProps {
  session: RunSession
  /** The steps of the open project, so that a diagnosis can change them. */
  steps?: StepAccess | undefined
  room?: PanelRoom | undefined
  /** Shows a step in its editor. */
  onOpenStep(caseId: string, stepId: string): void
}

/** Region "Run": the current or last run of the open project, live while it goes on. */
export const RunPanel: Component<RunPanelProps> = (props) => (
  <Show when={props.session.details}>
    {(details) => (
      <Panel
        session={props.session}
        steps={props.steps}
        room={props.room}
        details={details()}
        onOpenStep={(caseId, stepId) => props.onOpenStep(caseId, stepId)}
      />
    )}
  </Show>
)

const Panel: Component<RunPanelProps & { details: RunDetails }> = (props) => {
  const kept = readPlace()
  const [wished, setWished] = createSignal<TabWish | undefined>(kept.tab)
  const [results, setResults] = createSignal(kept.results === true)
  createEffect(on([wished, results], ([tab, shown]) => keepPlace({ tab, results: shown }), { defer: true }))
  const seen = createMemo(() => {
    const { session, details } = props
    details.version()
    const place = session.selected()
    const step = details.group() ? undefined : place && details.stepAt(place)
    return sightOf(step)
  })
  /** The tab of cookies is there if the run kept any. */
  const keepsCookies = createMemo(() => {
    props.details.version()
    return props.session.report()?.jars !== undefined
  })
  const tab = () => {
    const wish = wished()
    return tabFor(seen(), wish?.always === 'cookies' && !keepsCookies() ? { ...wish, always: undefined } : wish)
  }
  const setTab = (next: RunTab) => setWished(wishFor(seen(), next, wished()))
  const [failedOnly, setFailedOnly] = createSignal(false)
  /** The report is one object that moves on; only another run is another report. */
  const report = createMemo((): Report | undefined => props.session.report())
  /** The run is of the one case whose steps, with their outcomes, are listed beside the editor: a tree would be a second list of them. */
  const isListed = createMemo(() => {
    props.details.version()
    const cases = report()?.suites.flatMap((suite) => suite.cases) ?? []
    const [one] = cases
    return cases.length === 1 && one !== undefined && !one.rows && one.id === props.room?.listed()
  })
  const showsTree = () => !isListed() || results() || failedOnly()
  return (
    <RunContextProvider
      value={{
        session: props.session,
        details: props.details,
        steps: props.steps,
        openStep: (caseId, stepId) => props.onOpenStep(caseId, stepId),
        showTab: setTab,
      }}
    >
      <section class="run-panel" aria-label={texts.region}>
        <Show when={props.session.notice()}>
          {(text) => (
            <div class="run-panel-notice">
              <Notice kind="warning" live onClose={() => props.details.dismissNotice()}>
                {text()}
              </Notice>
            </div>
          )}
        </Show>
        <Show when={report()} fallback={<Nothing session={props.session} />}>
          {(current) => (
            <Show when={!props.room?.isLine()} fallback={<Line report={current()} onExpand={() => props.room?.expand()} />}>
              <RunBar
                report={current()}
                failedOnly={failedOnly()}
                onFailedOnly={setFailedOnly}
                tabs={
                  <div class="run-bar-end">
                    <Show when={isListed()}>
                      <IconButton
                        label={texts.showResults}
                        icon={ListTree}
                        pressed={results()}
                        onClick={() => setResults(!results())}
                      />
                    </Show>
                    <TabBar
                      id="run"
                      label={texts.tabsLabel}
                      value={tab()}
                      onChange={(id) => setTab(id as RunTab)}
                      tabs={(['exchange', 'response', 'variables', 'cookies', 'log'] as const)
                        .filter((id) => id !== 'cookies' || keepsCookies())
                        .map((id) => ({ id, title: texts.tabs[id] }))}
                    />
                    <Show when={props.room}>
                      {(room) => (
                        <span class="run-room">
                          <RoomButtons room={room()} />
                        </span>
                      )}
                    </Show>
                  </div>
                }
              />
              <Show when={showsTree()} fallback={<Details tab={tab()} explains />}>
                <Panes results={<ResultsTree report={current()} failedOnly={failedOnly()} />} details={<Details tab={tab()} />} />
              </Show>
            </Show>
          )}
        </Show>
      </section>
    </RunContextProvider>
  )
}

/** How the run stands, and the way to the rest of it. */
const Line: Component<{ report: Report; onExpand(): void }> = (props) => (
  <RunBar
    report={props.report}
    failedOnly={false}
    tabs={
      <div class="run-bar-end">
        <Button small kind="ghost" onClick={() => props.onExpand()}>
          {texts.expand}
        </Button>
      </div>
    }
  />
)

/** `explains`: why the step did not pass is shown here, since no tree does. */
const Details: Component<{ tab: RunTab; explains?: boolean }> = (props) => {
  const { session, details, steps } = useRun()
  /** The selected step, if it did not pass. */
  const unexplained = () => {
    const place = details.group() ? undefined : session.selected()
    const outcome = place && details.stepAt(place)?.outcome
    return outcome === 'failed' || outcome === 'broken' ? place : undefined
  }
  const failed = createMemo(() => {
    details.version()
    const place = unexplained()
    const step = place && details.stepAt(place)
    return step?.outcome === 'failed' ? step : undefined
  })
  const empty = () => (session.report()?.startedAt === '' ? texts.nothingBegun : texts.selectStep)
  const ofStep = () => props.tab === 'exchange' || props.tab === 'response'
  return (
    <div class="run-details" {...tabPanel('run', props.tab)} tabindex={undefined}>
      <Show when={ofStep() && steps?.canExplain() && unexplained()}>
        {(place) => (
          <div class="run-explain">
            <Button small icon={Sparkles} onClick={() => steps?.explain(place().case, place().step)}>
              {texts.whyFailed}
            </Button>
          </div>
        )}
      </Show>
      <Show when={props.explains && ofStep() && failed()} keyed>
        {(step) => (
          <div class="run-failure">
            <Suspense>
              <StepFailure step={step} />
            </Suspense>
          </div>
        )}
      </Show>
      <Show
        when={
          props.tab === 'response' && details.group()
            ? false
            : session.selected() !== undefined || details.group() !== undefined || !ofStep()
        }
        fallback={<EmptyState title={empty().title} text={empty().text} />}
      >
        <Suspense>
          <Dynamic component={views[props.tab]} />
        </Suspense>
      </Show>
    </div>
  )
}

/** Below this width the panes stand one above the other. */
const NARROW = 760

const Panes: Component<{ results: JSX.Element; details: JSX.Element }> = (props) => {
  const id = createUniqueId()
  const [narrow, setNarrow] = createSignal(window.innerWidth < NARROW)
  let element: HTMLDivElement | undefined
  onMount(() => {
    if (!element) return
    const sizes = new ResizeObserver(([entry]) => setNarrow((entry?.contentRect.width ?? 0) < NARROW))
    sizes.observe(element)
    onCleanup(() => sizes.disconnect())
  })
  return (
    <div ref={(box) => (element = box)} class="run-panes" data-panes={id}>
      <Show when={narrow() ? 'column' : 'row'} keyed>
        {(direction) => (
          <Split direction={direction as 'row' | 'column'} id={`run-${direction}`}>
            <SplitPane
              label={texts.results}
              initial={direction === 'row' ? 0.38 : 0.3}
              min={direction === 'row' ? '240px' : '96px'}
            >
              {props.results}
            </SplitPane>
            <SplitPane
              label={texts.tabsLabel}
              initial={direction === 'row' ? 0.62 : 0.7}
              min={direction === 'row' ? '320px' : '160px'}
            >
              {props.details}
            </SplitPane>
          </Split>
        )}
      </Show>
    </div>
  )
}

const Nothing: Component<{ session: RunSession }> = (props) => (
  <div class="run-nothing">
    <Show when={!props.session.running()} fallback={<p>{props.session.stopping() ? texts.stopping : texts.starting}</p>}>
      <EmptyState
        title={texts.empty.title}
        text={texts.empty.text}
        action={
          <span class="run-nothing-keys">
            <Kbd keys={describeKeys('Mod+Enter')} /> {texts.empty.keys} <Kbd keys={describeKeys('Mod+Shift+Enter')} />{' '}
            {texts.empty.all}
          </span>
        }
      />
    </Show>
  </div>
)
