import type { Step } from '#engine/project/format/schema.ts'

/** A row of the project tree. */
export type TreeNode = { kind: 'project' } | { kind: 'suite'; id: string } | { kind: 'case'; id: string }

/** Everything that menus, keys and dragging do to the open project's structure; each is one undoable edit of it. */
export interface ProjectActions {
  /** The node whose name is being changed in the tree. */
  renaming(): TreeNode | undefined
  startRename(node: TreeNode | undefined): void
  rename(node: TreeNode, name: string): void
  addSuite(): void
  addCase(suiteId?: string): void
  /** A copy of the project is another project. */
  duplicate(node: TreeNode): Promise<void>
  /** The project is removed permanently, after a confirmation. */
  remove(node: TreeNode): Promise<void>
  move(node: TreeNode, delta: -1 | 1): void
  drop(dragged: TreeNode, target: TreeNode, where: 'before' | 'after' | 'into'): void
  addStep(caseId: string, kind: Step['kind']): Promise<void>
  /** Adds a token, a request that sends it and a check of the answer, and opens the first. */
  addUsualSteps(caseId: string): Promise<void>
  renameStep(caseId: string, stepId: string, name: string): void
  /** Opens the first copy and returns the ids of all, for the list to choose them. What is nested under a step goes with it, here and below. */
  duplicateSteps(caseId: string, ids: readonly string[]): Promise<string[]>
  removeSteps(caseId: string, ids: readonly string[]): void
  /** Moves before place `index` of the order before the move. */
  moveStepsTo(caseId: string, ids: readonly string[], index: number): void
  setDisabled(caseId: string, ids: readonly string[], disabled: boolean): void
  undo(): void
  redo(): void
  /** Says that `name` was deleted and offers to take the edit `label` back, while that is the newest edit. */
  offerUndo(name: string, label: string): void
}

/** Those that are loaded when someone uses the page. */
export type LoadedActions = Omit<ProjectActions, 'renaming' | 'startRename'>
