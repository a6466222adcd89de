import { lazy, Show, Suspense, type Component } from 'solid-js'
import { runIsLine } from '../../page/panes.ts'
import { Split, SplitPane } from '../../components/layout/Split.tsx'
import { Toaster } from '../../components/overlays/toasts.tsx'
import { CaseSteps } from '../../project/step-list/CaseSteps.tsx'
import { EditorPane } from '../../project/editor/EditorPane.tsx'
import { ProjectTree } from '../../project/tree/ProjectTree.tsx'
import { projectTexts } from '../../project/texts.ts'
import { useProject, type ProjectContext } from '../../project/project-context.ts'
import { appTexts as texts } from '../texts.ts'

const RunPanel = lazy(() => import('./WiredRunPanel.tsx'))
const AssistantPane = lazy(() => import('../../assistant/AssistantPane.tsx'))
const ProposalReview = lazy(() => import('../../assistant/proposals/ProposalReview.tsx'))

/**
 * The width of a pane next to the editor before someone moves its border: a share of a small window, so that the editor has
 * room.
 */
const side = (share: number, most: number) => `${Math.round(Math.min(window.innerWidth * share, most))}px` as const

/** All panes side by side, each resizable and foldable. */
export const WideLayout: Component = () => {
  const context = useProject()
  const { panes } = context
  const inCase = () => context.router.route().case !== undefined
  const hasRun = () => hasRunIn(context)
  const isLine = () => runIsLine(panes, context.router.route())
  const beside = () => panes.runBeside() && hasRun() && !isLine()
  return (
    <main class="app-main">
      <Split direction={beside() ? 'row' : 'column'} id={beside() ? 'page-row' : 'page'} class="app-split">
        <SplitPane label={texts.panes.top} initial={1} min="160px" collapsed={hasRun() && panes.runFills() && !isLine()}>
          <Split direction="row" id="panes">
            <Show when={panes.tree()}>
              <SplitPane label={texts.panes.tree} initial={side(0.22, 248)} min="160px">
                <nav class="app-nav" aria-label={projectTexts.projects}>
                  <ProjectTree />
                </nav>
              </SplitPane>
            </Show>
            <Show when={inCase()}>
              <SplitPane label={texts.panes.steps} initial={side(0.24, 300)} min="200px">
                <section class="app-steps" aria-label={texts.steps}>
                  <CaseSteps />
                </section>
              </SplitPane>
            </Show>
            <SplitPane label={texts.panes.editor} initial={1} min="320px">
              <section class="app-editor" aria-label={inCase() ? texts.editor : projectTexts.overview}>
                <MiddlePane />
              </section>
              <Toaster />
            </SplitPane>
            <Show when={panes.assistant()}>
              <SplitPane label={texts.panes.assistant} initial="320px" min="240px">
                <div class="app-assistant">
                  <Suspense>
                    <AssistantPane />
                  </Suspense>
                </div>
              </SplitPane>
            </Show>
          </Split>
        </SplitPane>
        <Show when={panes.run() && hasRun() && !isLine()}>
          <SplitPane
            label={texts.panes.run}
            initial={beside() ? '480px' : '320px'}
            min={beside() ? '320px' : '96px'}
            fills={panes.runFills()}
          >
            <RunPane />
          </SplitPane>
        </Show>
      </Split>
      <Show when={panes.run() && hasRun() && isLine()}>
        <div class="app-run-line">
          <RunPane />
        </div>
      </Show>
      <Show when={panes.run() && !hasRun()}>
        <NothingRun />
      </Show>
    </main>
  )
}

/** What is being edited, or in its place the proposal that is being looked through. */
export const MiddlePane: Component = () => {
  const { assistant } = useProject()
  return (
    <Show when={assistant.reviewing()} fallback={<EditorPane />}>
      <Suspense>
        <ProposalReview />
      </Suspense>
    </Show>
  )
}

/** There is a run to show, or why one did not start. */
const hasRunIn = ({ session }: ProjectContext): boolean =>
  session.running() || session.report() !== undefined || session.notice() !== undefined

/** The run panel. Its code is fetched once there is something to show. */
export const RunPane: Component = () => {
  const context = useProject()
  return (
    <Show when={hasRunIn(context)} fallback={<NothingRun />}>
      <Suspense fallback={<section class="app-run-opens" aria-label={texts.runRegion} aria-busy="true" />}>
        <RunPanel />
      </Suspense>
    </Show>
  )
}

/** One line: before the first run the room belongs to what is edited. */
const NothingRun: Component = () => (
  <section class="app-nothing-run" aria-label={texts.runRegion}>
    <strong>{texts.nothingRun.title}</strong> <span>{texts.nothingRun.text}</span>
  </section>
)
