import { createEffect, createMemo, createSignal, on } from 'solid-js'
import { placeOf, suiteOf } from '#engine/project/edit/places.ts'
import type { Page } from '../page/page.ts'
import { createRunSession } from '../run/session/run-session.ts'
import type { TreeNode } from './actions/project-actions.ts'
import { projectSource } from './ask-worker.ts'
import { firstLook, firstUse } from '../page/first-use.ts'
import { createChangedSince } from './changed-since.ts'
import { createEnvironmentChoice } from './environment-choice.ts'
import { lazyProjectActions } from './actions/lazy-actions.ts'
import { lazyFileCommands } from './files/lazy-file-commands.ts'
import { createNesting } from './nesting/nesting.ts'
import { createProblems } from './problems/problems.ts'
import type { ProjectContext } from './project-context.ts'
import { createRunStarting } from './running/run-starting.ts'
import { createVault } from './vault.ts'
import { createLazyComposer } from './workspace/lazy-composer.ts'
import { createWorkspace } from './workspace/workspace.ts'

/** Puts together what the parts around the open project share; must be called inside a Solid root. */
export function createProjectContext(page: Page): ProjectContext {
  const { services, router, panes, dialogs } = page
  const workspace = createWorkspace({ ...services, composer: createLazyComposer() })
  const session = createRunSession({
    client: services.client,
    runs: services.runs,
    project: workspace.localId,
    shown: workspace.inMemory,
    source: (project) => projectSource(workspace, project),
    ...(services.windows ? { windows: services.windows } : {}),
  })
  const files = lazyFileCommands({ services, workspace, router, dialogs })
  const remove = () => {
    const stored = workspace.stored()
    if (stored) dialogs.show({ name: 'remove-project', stored })
  }
  const nesting = createNesting(services.store, workspace)
  const actions = lazyProjectActions({ workspace, router, nesting, whole: { duplicate: files.duplicate, remove } })
  const vault = createVault(services.client, services.vault, workspace.localId)
  const problems = createProblems(workspace, () => router.route().case)
  const [chosen, chooseSteps] = createSignal<readonly string[]>([])
  const { environment, setEnvironment } = createEnvironmentChoice(services.store, workspace)

  const node = createMemo<TreeNode>(() => {
    const route = router.route()
    if (route.case && placeOf(workspace.head(), route.case)) return { kind: 'case', id: route.case }
    if (route.suite && suiteOf(workspace.head(), route.suite)) return { kind: 'suite', id: route.suite }
    return { kind: 'project' }
  })
  createEffect(
    on(
      () => router.route().step,
      (step) => chooseSteps(step === undefined ? [] : [step]),
    ),
  )
  const showResult = (caseId: string, step: string) => {
    const shown = session.selected()
    const place = { case: caseId, step }
    const known = shown?.case === caseId && shown.step === step
    const { details } = session
    if (!known && (details?.stepAt(place) ?? details?.knownRun(caseId, step))) session.select(place)
  }
  const showResultOfOpen = () => {
    const { case: caseId, step } = router.route()
    if (caseId !== undefined && step !== undefined && !session.selected()) showResult(caseId, step)
  }
  createEffect(
    on(router.route, ({ case: caseId, step }) => {
      if (caseId !== undefined && step !== undefined) showResult(caseId, step)
    }),
  )
  // Of a run that is found when the project is opened, what its open step sent and received is shown, once someone uses the
  // page: what shows it comes no sooner.
  createEffect(
    on(session.report, (found, before) => {
      if (found && !before && !session.running()) void firstUse.then(showResultOfOpen)
    }),
  )
  createEffect(() => {
    const { case: opened } = router.route()
    if (workspace.phase() === 'open' && opened && !workspace.case(opened)) void workspace.load(opened)
  })

  return {
    ...page,
    workspace,
    session,
    actions,
    files,
    vault,
    problems,
    changedSince: createChangedSince(workspace, services.runs, firstLook),
    nesting,
    node,
    environment,
    setEnvironment,
    chosenSteps: () => chosen(),
    chooseSteps,
    ...createRunStarting({ workspace, session, panes, nesting, environment, opened: router.route }),
    showResult,
    openStep: (caseId, stepId) => {
      const project = workspace.localId()
      if (!project || !placeOf(workspace.head(), caseId)) return
      router.go({ project, case: caseId, step: stepId })
      panes.showPage('step')
    },
  }
}
