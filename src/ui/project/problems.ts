import { createEffect, createMemo, createSignal, onCleanup } from 'solid-js'
import type { Case } from '#engine/project/schema.ts'
import type { ProjectHead } from '#engine/project/edit/state.ts'
import type { CaseProblems } from './case-problems.ts'
import type { Workspace } from './workspace.ts'

/** What is wrong with the open case's steps: it opens and saves, but would break when run. Reading is reactive. */
export interface Problems {
  /** Marked in the list of steps. */
  of(stepId: string): readonly string[]
  /** Those that the step's own editor can't know: references and partners. */
  ofProject(stepId: string): readonly string[]
}

const none: readonly string[] = []

/** Milliseconds without an edit before the case is looked at: while somebody types, half a reference is no problem. */
const pause = 800

/** Looks at the open case again shortly after it changed; must be called inside a Solid root. */
export function createProblems(workspace: Workspace, openCase: () => string | undefined): Problems {
  const [found, setFound] = createSignal<CaseProblems>({ project: new Map(), settings: new Map() })
  // What looks is not small: on a fresh page it comes after the first screen.
  let begun = false
  const looked = createMemo(() => ({ head: workspace.head(), one: workspace.case(openCase()) }))
  const show = (problems: CaseProblems) => {
    begun = true
    setFound(problems)
  }
  createEffect(() => {
    const { head, one } = looked()
    if (!head || !one) return
    const timer = setTimeout(() => void look(head, one).then(show), begun ? pause : 2_500)
    onCleanup(() => clearTimeout(timer))
  })
  const inProject = (stepId: string) => found().project.get(stepId) ?? none
  return { of: (stepId) => [...inProject(stepId), ...(found().settings.get(stepId) ?? none)], ofProject: inProject }
}

async function look(head: ProjectHead, one: Case): Promise<CaseProblems> {
  const { problemsOfCase } = await import('./case-problems.ts')
  return problemsOfCase(head, one)
}
