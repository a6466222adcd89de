import { createSignal } from 'solid-js'
import { firstUse } from '../page/first-use.ts'
import type { LoadedActions, ProjectActions, ProjectActionsParts, TreeNode } from './actions.ts'

const names: Record<keyof LoadedActions, true> = {
  rename: true,
  addSuite: true,
  addCase: true,
  duplicate: true,
  remove: true,
  move: true,
  drop: true,
  addStep: true,
  addUsualSteps: true,
  renameStep: true,
  duplicateSteps: true,
  removeSteps: true,
  moveStepsTo: true,
  setDisabled: true,
  undo: true,
  redo: true,
  offerUndo: true,
}

/** The project's actions, loaded as soon as somebody uses the page; one that comes earlier waits for that. */
export function lazyProjectActions(parts: Omit<ProjectActionsParts, 'startRename'>): ProjectActions {
  const [renaming, startRename] = createSignal<TreeNode>()
  let actions: LoadedActions | undefined
  let loading: Promise<LoadedActions> | undefined
  const load = () =>
    (loading ??= import('./actions.ts').then((file) => (actions = file.createProjectActions({ ...parts, startRename }))))
  void firstUse.then(load)
  const call =
    (name: keyof LoadedActions) =>
    (...values: unknown[]) => {
      const run = (all: LoadedActions) => (all[name] as (...given: unknown[]) => unknown)(...values)
      return actions ? run(actions) : load().then(run)
    }
  const calls = Object.keys(names).map((name) => [name, call(name as keyof LoadedActions)])
  return { renaming, startRename, ...Object.fromEntries(calls) } as ProjectActions
}
