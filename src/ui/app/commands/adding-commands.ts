import { factsOf, stepKindIds } from '#engine/steps/facts.ts'
import { canOwn } from '#engine/steps/nested-steps.ts'
import { projectTabs } from '../../project/overview/project-tabs.ts'
import type { ProjectContext } from '../../project/project-context.ts'
import { showNewStep } from '../../project/step-list/show-new-step.ts'
import { projectTexts } from '../../project/texts.ts'
import { addRowLater } from '../../steps/focus-setting.ts'
import { requestTab } from '../../steps/nested/requested-tab.ts'
import { commandTexts as c } from './command-texts.ts'
import type { Command } from './command.ts'

/** What can be added to the open project: suites, cases, every kind of step, checks and variables of the open step. */
export function addingCommands(context: ProjectContext): Command[] {
  const { actions, router, workspace } = context
  const writable = workspace.phase() === 'open' && !workspace.readOnly()
  const opened = router.route().case
  const inCase = writable && workspace.case(opened) !== undefined
  return [
    { id: 'add-case', label: projectTexts.addCase, enabled: writable, run: () => actions.addCase() },
    { id: 'add-suite', label: projectTexts.addSuite, enabled: writable, run: () => actions.addSuite() },
    ...rowCommands(context, writable),
    ...stepKindIds().map((kind) => ({
      id: `add-${kind}`,
      label: c.addStep(factsOf({ kind }).title),
      enabled: inCase,
      run: () => opened !== undefined && void showNewStep(context, actions.addStep(opened, kind)),
    })),
    {
      id: 'add-usual',
      label: c.addStep(projectTexts.usual.title),
      enabled: inCase,
      run: () => opened !== undefined && void showNewStep(context, actions.addUsualSteps(opened)),
    },
  ]
}

/** What is added in a tab of the open step. */
function rowCommands({ router, workspace, panes }: ProjectContext, writable: boolean): Command[] {
  const { case: opened, step } = router.route()
  const found = workspace.case(opened)?.steps.find(({ id }) => id === step)
  const enabled = writable && found !== undefined && canOwn(found)
  return (['checks', 'variables'] as const).map((tab) => ({
    id: `add-to-${tab}`,
    label: c.addTo[tab],
    enabled,
    run: () => {
      if (step === undefined) return
      panes.showPage('step')
      requestTab({ step, tab })
      addRowLater(step)
    },
  }))
}

/** The tabs of the project's overview. */
export function tabCommands({ router, workspace, panes }: ProjectContext): Command[] {
  const project = workspace.localId()
  return projectTabs.map(({ id, title }, index) => ({
    id: `tab-${id}`,
    label: c.showTab(title),
    enabled: project !== undefined,
    run: () => {
      if (project === undefined) return
      router.go({ project, ...(index === 0 ? {} : { tab: id }) })
      panes.showPage('step')
    },
  }))
}
