import { Show, Suspense, type Component } from 'solid-js'
import { Dynamic } from 'solid-js/web'
import Globe from 'lucide-solid/icons/globe'
import type { ProjectHead } from '#engine/project/edit/state.ts'
import { useProject } from '../project-context.ts'
import { Button } from '../../components/Button.tsx'
import { Tabs } from '../../components/layout/Tabs.tsx'
import { OverviewHead } from './overview-parts.tsx'
import { overviewTexts } from './overview-texts.ts'
import { projectTabs } from './project-tabs.ts'

/** The project, in tabs: what it contains, and the results. */
const ProjectOverview: Component = () => {
  const context = useProject()
  const tab = () => projectTabs.find(({ id }) => id === context.router.route().tab) ?? projectTabs[0]
  const open = (id: string) => {
    const { project } = context.router.route()
    if (project) context.router.go(id === projectTabs[0]?.id ? { project } : { project, tab: id })
  }
  const t = overviewTexts.overview
  const counts = () => {
    const suites = context.workspace.head()?.suites ?? []
    const cases = suites.flatMap((suite) => suite.cases)
    return t.summary(suites.length, cases)
  }
  const shown = (head: ProjectHead) =>
    projectTabs.map(({ id, title, count }) => ({ id, title, badge: count?.(head) ? String(count(head)) : undefined }))
  return (
    <Show when={context.workspace.head()}>
      {(head) => (
        <div class="overview">
          <OverviewHead
            name={head().name}
            note={counts()}
            actions={
              <Button icon={Globe} onClick={() => context.dialogs.show({ name: 'environments' })}>
                {t.editEnvironments}
              </Button>
            }
          />
          <Tabs label={t.region} tabs={shown(head())} value={tab()?.id ?? ''} onChange={open}>
            {(id) => (
              <Suspense>
                <Dynamic component={projectTabs.find((one) => one.id === id)?.content} />
              </Suspense>
            )}
          </Tabs>
        </div>
      )}
    </Show>
  )
}

export default ProjectOverview
