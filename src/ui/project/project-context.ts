import { createContext, useContext } from 'solid-js'
import type { Page } from '../page/page.ts'
import type { RunSession } from '../run/session/run-session-type.ts'
import type { ProjectActions, TreeNode } from './actions/project-actions.ts'
import type { ChangedSince } from './changed-since.ts'
import type { FileCommands } from './files/file-commands.ts'
import type { Nesting } from './nesting/nesting.ts'
import type { Problems } from './problems/problems.ts'
import type { Vault } from './vault.ts'
import type { RunStarting } from './running/run-starting.ts'
import type { Workspace } from './workspace/workspace.ts'

/** What all parts around the open project share, besides the page that they are on. Reading is reactive. */
export interface ProjectContext extends Page, RunStarting {
  workspace: Workspace
  session: RunSession
  actions: ProjectActions
  files: FileCommands
  vault: Vault
  problems: Problems
  changedSince: ChangedSince
  nesting: Nesting
  /** What the tree shows as selected. */
  node(): TreeNode
  /** The active environment's id. */
  environment(): string | undefined
  setEnvironment(id: string | undefined): void
  /** Steps that are chosen in the list, at least the open one. */
  chosenSteps(): readonly string[]
  chooseSteps(ids: readonly string[]): void
  openStep(caseId: string, stepId: string): void
  /** Shows what the last run knows of a step, if anything. */
  showResult(caseId: string, stepId: string): void
}

const Context = createContext<ProjectContext>()

/** Wraps what shows the open project. */
export const ProjectContextProvider = Context.Provider

/** The context of the open project; throws outside its provider. */
export function useProject(): ProjectContext {
  const state = useContext(Context)
  if (!state) throw new Error('No ProjectContextProvider above this part')
  return state
}
