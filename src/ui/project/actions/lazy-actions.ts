import { createSignal } from 'solid-js'
import { firstUse } from '../../page/first-use.ts'
import { lazyCalls, type NamesOf } from '../../page/lazy-calls.ts'
import type { ProjectActionsParts } from './actions.ts'
import type { LoadedActions, ProjectActions, TreeNode } from './project-actions.ts'

const names: NamesOf<LoadedActions> = {
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

/** The project's actions, loaded as soon as someone uses the page; one that comes earlier waits for that. */
export function lazyProjectActions(parts: Omit<ProjectActionsParts, 'startRename'>): ProjectActions {
  const [renaming, startRename] = createSignal<TreeNode>()
  const load = async () => (await import('./actions.ts')).createProjectActions({ ...parts, startRename })
  return { renaming, startRename, ...lazyCalls(names, load, firstUse) }
}
