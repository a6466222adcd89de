import { createContext, createEffect, createMemo, createSignal, on, useContext } from 'solid-js'
import type { Selection } from '#engine/runner/selection.ts'
import { projectSource } from '../project/ask-worker.ts'
import { createProjectActions, type ProjectActions, type TreeNode } from '../project/actions.ts'
import type { FileCommands } from '../project/file-commands.ts'
import { lazyFileCommands } from '../project/lazy-file-commands.ts'
import { placeOf, suiteOf } from '#engine/project/edit/places.ts'
import { createProblems, type Problems } from '../project/problems.ts'
import { createVault, type Vault } from '../project/vault.ts'
import { createWorkspace, type Workspace } from '../project/workspace.ts'
import { createRunSession } from '../run/run-session.ts'
import type { RunSession } from '../run/run-session-type.ts'
import { createDialogs, type Dialogs } from './dialogs.ts'
import { environmentKey } from './environment-key.ts'
import { createPanes, type Panes } from './panes.ts'
import { createRouter, type Router } from './route.ts'
import type { Services } from './services.ts'

/** What all parts of the page share. Reading is reactive. */
export interface AppState {
  services: Services
  workspace: Workspace
  router: Router
  session: RunSession
  actions: ProjectActions
  files: FileCommands
  vault: Vault
  problems: Problems
  panes: Panes
  dialogs: Dialogs
  /** What the tree shows as selected. */
  node(): TreeNode
  /** The active environment's id. */
  environment(): string | undefined
  setEnvironment(id: string | undefined): void
  /** Steps that are chosen in the list, at least the open one. */
  chosenSteps(): readonly string[]
  chooseSteps(ids: readonly string[]): void
  /** Starts a run; call it from the click, at once. */
  run(selection?: Selection): void
  runNode(node: TreeNode): void
  openStep(caseId: string, stepId: string): void
  /** Shows what the last run knows of a step, if anything. */
  showResult(caseId: string, stepId: string): void
}

const Context = createContext<AppState>()

/** Wraps the page. */
export const AppStateProvider = Context.Provider

/** The page's state; throws outside its provider. */
export function useApp(): AppState {
  const state = useContext(Context)
  if (!state) throw new Error('No AppStateProvider above this part')
  return state
}

/** Builds the state of the page; must be called inside a Solid root. */
export function createAppState(services: Services): AppState {
  const router = createRouter()
  const workspace = createWorkspace(services)
  const panes = createPanes(router)
  const dialogs = createDialogs()
  const session = createRunSession({
    client: services.client,
    runs: services.runs,
    project: workspace.localId,
    shown: workspace.inMemory,
    source: (project) => projectSource(workspace, project),
    ...(services.windows ? { windows: services.windows } : {}),
  })
  const files = lazyFileCommands({ services, workspace, router, dialogs })
  const actions = createProjectActions(workspace, router, {
    duplicate: files.duplicate,
    remove: () => {
      const stored = workspace.stored()
      if (stored) dialogs.show({ name: 'remove-project', stored })
    },
  })
  const vault = createVault(services.client, services.vault, workspace.localId)
  const problems = createProblems(workspace, () => router.route().case)
  const [chosen, chooseSteps] = createSignal<readonly string[]>([])
  const { environment, setEnvironment } = createEnvironmentChoice(services, workspace)

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
    if (!known && session.details?.stepAt(place)) session.select(place)
  }
  createEffect(
    on(router.route, ({ case: caseId, step }) => {
      if (caseId !== undefined && step !== undefined) showResult(caseId, step)
    }),
  )
  createEffect(() => {
    const { case: opened } = router.route()
    if (workspace.phase() === 'open' && opened && !workspace.case(opened)) void workspace.load(opened)
  })

  /** Whether a run of what is selected can have results of a case. */
  const covers = ({ cases, suites }: Selection, id?: string) => {
    const suite = placeOf(workspace.head(), id)?.suite.id
    return id !== undefined && (cases?.includes(id) ?? true) && (suites?.includes(suite ?? '') ?? true)
  }
  const run = (selection?: Selection) => {
    const active = environment()
    if (selection && !session.running() && !covers(selection, session.selected()?.case)) session.select(undefined)
    session.start({ ...(active === undefined ? {} : { environment: active }), ...(selection ? { selection } : {}) })
    if (selection?.step) session.select(selection.step)
    panes.setRun(true)
    panes.showPage('run')
  }
  return {
    services,
    workspace,
    router,
    session,
    actions,
    files,
    vault,
    problems,
    panes,
    dialogs,
    node,
    environment,
    setEnvironment,
    chosenSteps: () => chosen(),
    chooseSteps,
    run,
    runNode: (of) => {
      if (of.kind === 'case') run({ cases: [of.id] })
      else run(of.kind === 'suite' ? { suites: [of.id] } : undefined)
    },
    showResult,
    openStep: (caseId, stepId) => {
      const project = workspace.localId()
      if (!project || !placeOf(workspace.head(), caseId)) return
      router.go({ project, case: caseId, step: stepId })
      panes.showPage('step')
    },
  }
}

/** Which environment is active: kept per project; the first one until another is chosen. */
function createEnvironmentChoice(services: Services, workspace: Workspace) {
  const [choices, setChoices] = createSignal<Readonly<Record<string, string | null>>>({})
  createEffect(
    on(workspace.localId, async (localId) => {
      if (!localId || localId in choices()) return
      const kept = await services.store.setting<string | null>(environmentKey(localId)).catch(() => undefined)
      if (kept !== undefined && !(localId in choices())) setChoices((all) => ({ ...all, [localId]: kept }))
    }),
  )
  const environment = createMemo(() => {
    const all = workspace.head()?.environments ?? []
    const choice = choices()[workspace.localId() ?? '']
    if (choice === null) return undefined
    return (all.find((one) => one.id === choice) ?? all[0])?.id
  })
  const setEnvironment = (id: string | undefined) => {
    const localId = workspace.localId()
    if (!localId) return
    setChoices((all) => ({ ...all, [localId]: id ?? null }))
    void services.store.putSetting(environmentKey(localId), id ?? null).catch(() => undefined)
  }
  return { environment, setEnvironment }
}
