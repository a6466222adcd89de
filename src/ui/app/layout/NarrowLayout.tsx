import { createEffect, For, lazy, Match, on, Suspense, Switch, type Component } from 'solid-js'
import { Dynamic } from 'solid-js/web'
import Activity from 'lucide-solid/icons/activity'
import FolderTree from 'lucide-solid/icons/folder-tree'
import ListOrdered from 'lucide-solid/icons/list-ordered'
import Sparkles from 'lucide-solid/icons/sparkles'
import SquarePen from 'lucide-solid/icons/square-pen'
import { Toaster } from '../../components/overlays/toasts.tsx'
import { CaseSteps } from '../../project/step-list/CaseSteps.tsx'
import { ProjectTree } from '../../project/tree/ProjectTree.tsx'
import { projectTexts } from '../../project/texts.ts'
import { useProject } from '../../project/project-context.ts'
import type { Page } from '../../page/panes.ts'
import { appTexts as texts } from '../texts.ts'
import { MiddlePane, RunPane } from './WideLayout.tsx'

/** Names of the pages that a narrow window shows one at a time. */
const pageTexts = {
  label: 'Pages',
  projects: 'Projects',
  steps: 'Steps',
  step: 'Step',
  run: 'Results',
  assistant: 'Assistant',
} as const

const AssistantPane = lazy(() => import('../../assistant/AssistantPane.tsx'))

const pages: { page: Page; icon: typeof Activity }[] = [
  { page: 'projects', icon: FolderTree },
  { page: 'steps', icon: ListOrdered },
  { page: 'step', icon: SquarePen },
  { page: 'run', icon: Activity },
  { page: 'assistant', icon: Sparkles },
]

/** One column: the panes are pages, and a bar at the bottom goes from one to the other. */
const NarrowLayout: Component = () => {
  const context = useProject()
  const { panes } = context
  let shown: HTMLDivElement | undefined
  // A page that goes away takes the focus with it: the new page has it then.
  createEffect(
    on(panes.page, () => queueMicrotask(() => document.activeElement === document.body && shown?.focus()), { defer: true }),
  )
  const inCase = () => context.router.route().case !== undefined
  return (
    <main class="app-narrow">
      <div
        ref={(element) => (shown = element)}
        class="app-narrow-page"
        id="page"
        role="tabpanel"
        tabindex="-1"
        aria-label={pageTexts[panes.page()]}
      >
        <Switch>
          <Match when={panes.page() === 'projects'}>
            <nav class="app-nav" aria-label={projectTexts.projects}>
              <ProjectTree />
            </nav>
          </Match>
          <Match when={panes.page() === 'steps'}>
            <section class="app-steps" aria-label={texts.steps}>
              <CaseSteps />
            </section>
          </Match>
          <Match when={panes.page() === 'step'}>
            <section class="app-editor" aria-label={inCase() ? texts.editor : projectTexts.overview}>
              <MiddlePane />
            </section>
          </Match>
          <Match when={panes.page() === 'run'}>
            <RunPane />
          </Match>
          <Match when={panes.page() === 'assistant'}>
            <Suspense>
              <AssistantPane />
            </Suspense>
          </Match>
        </Switch>
      </div>
      <Toaster />
      <div class="app-pages" role="tablist" aria-label={pageTexts.label}>
        <For each={pages}>
          {({ page, icon }, index) => (
            <button
              type="button"
              role="tab"
              class="app-pages-tab"
              aria-selected={panes.page() === page}
              aria-controls="page"
              tabindex={panes.page() === page ? 0 : -1}
              onClick={() => panes.showPage(page)}
              onKeyDown={(event) => {
                const delta = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
                const next = delta && pages[(index() + delta + pages.length) % pages.length]
                if (!next) return
                panes.showPage(next.page)
                const tabs = event.currentTarget.parentElement?.querySelectorAll<HTMLElement>('[role=tab]')
                tabs?.[pages.indexOf(next)]?.focus()
              }}
            >
              <Dynamic component={icon} aria-hidden="true" />
              {pageTexts[page]}
            </button>
          )}
        </For>
      </div>
    </main>
  )
}

export default NarrowLayout
