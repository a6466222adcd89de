import { createEffect, createMemo, createSignal, onCleanup } from 'solid-js'
import type { Case } from '#engine/project/schema.ts'
import type { ProjectHead } from '#engine/project/edit/state.ts'
import type { CaseProblems } from './case-problems.ts'
import type { Workspace } from './workspace/workspace.ts'

/** What is wrong with the open case and the variables around it: it opens and saves, but would break when run. Reading is reactive. */
export interface Problems {
  /** Marked in the list of steps. */
  of(stepId: string): readonly string[]
  /** Those that the step's own editor can't know: references, partners, and what only a parser finds. */
  ofProject(stepId: string): readonly string[]
  /** Of the start value of a variable: `owner` is the id of the project, environment, suite or case that has it. */
  ofVariable(owner: string, index: number): readonly string[]
}

const none: readonly string[] = []

/** Milliseconds without an edit before the case is looked at: while somebody types, half a reference is no problem. */
const pause = 800

/** Looks at the open case, or the project around it, again shortly after it changed; must be called inside a Solid root. */
export function createProblems(workspace: Workspace, openCase: () => string | undefined): Problems {
  const [found, setFound] = createSignal<CaseProblems>({ project: new Map(), settings: new Map(), variables: new Map() })
  // What looks is not small: on a fresh page it comes after the first screen.
  let begun = false
  let turn = 0
  const looked = createMemo(() => ({ head: workspace.head(), id: openCase(), one: workspace.case(openCase()) }))
  const look = async (head: ProjectHead, one: Case | undefined) => {
    const own = ++turn
    const { findProblems } = await import('./case-problems.ts')
    const problems = await findProblems(head, one)
    begun = true
    if (own === turn) setFound(problems)
  }
  createEffect(() => {
    const { head, id, one } = looked()
    if (!head || (id !== undefined && !one)) return
    const timer = setTimeout(() => void look(head, one), begun ? pause : 2_500)
    onCleanup(() => clearTimeout(timer))
  })
  const inProject = (stepId: string) => found().project.get(stepId) ?? none
  return {
    of: (stepId) => [...inProject(stepId), ...(found().settings.get(stepId) ?? none)],
    ofProject: inProject,
    ofVariable: (owner, index) => found().variables.get(`${owner} ${index}`) ?? none,
  }
}
