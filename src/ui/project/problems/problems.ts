import { createEffect, createMemo, createSignal, onCleanup } from 'solid-js'
import type { Case, Variable } from '#engine/project/format/schema.ts'
import type { ProjectHead } from '#engine/project/edit/state.ts'
import type { CaseProblems } from './case-problems.ts'
import { isFreshStep } from '../../steps/fresh-steps.ts'
import { variableKey } from './variable-key.ts'
import type { Workspace } from '../workspace/workspace.ts'
import type { Rest } from '#engine/project/check/step-problems.ts'

/** Milliseconds of work after which what waits has its turn: half a frame. */
const slice = 8

/** Yields the thread every few milliseconds; throws once the work is given up. */
function createRest(signal: AbortSignal): Rest {
  let since = performance.now()
  return () => {
    signal.throwIfAborted()
    if (performance.now() - since < slice) return undefined
    return new Promise((resolve) =>
      setTimeout(() => {
        since = performance.now()
        resolve()
      }),
    )
  }
}

/** What is wrong with the open case and the variables around it: it opens and saves, but would break when run. Reading is reactive. */
export interface Problems {
  /** Marked in the list of steps. */
  of(stepId: string): readonly string[]
  /** Those that the step's own editor can't know: references, partners, and what only a parser finds. */
  ofProject(stepId: string): readonly string[]
  /** Of the start value of a variable: `owner` is the id of the project, environment, suite or case that has it. */
  ofVariable(owner: string, variable: Pick<Variable, 'name' | 'value'>): readonly string[]
}

const none: readonly string[] = []
const nothing: CaseProblems = { project: new Map(), settings: new Map(), variables: new Map() }

/** Milliseconds without an edit before the case is looked at: while someone types, half a reference isn't a problem. */
const pause = 800

/** Looks at the open case, or the project around it, again shortly after it changed; must be called inside a Solid root. */
export function createProblems(workspace: Workspace, openCase: () => string | undefined): Problems {
  const [found, setFound] = createSignal(nothing)
  // What looks is not small: on a fresh page it comes after the first screen.
  let begun = false
  const looked = createMemo(() => ({ head: workspace.head(), id: openCase(), one: workspace.case(openCase()) }))
  const look = async (head: ProjectHead, one: Case | undefined, signal: AbortSignal) => {
    begun = true
    try {
      const { findProblems } = await import('./case-problems.ts')
      const problems = await findProblems(head, one, createRest(signal))
      if (!signal.aborted) setFound(problems)
    } catch (thrown) {
      if (signal.aborted) return
      // What was found before may be wrong by now.
      setFound(nothing)
      reportError(thrown)
    }
  }
  createEffect(() => {
    const { head, id, one } = looked()
    if (!head || (id !== undefined && !one)) return
    const old = new AbortController()
    const timer = setTimeout(() => void look(head, one, old.signal), begun ? pause : 2_500)
    onCleanup(() => {
      clearTimeout(timer)
      old.abort()
    })
  })
  const inProject = (stepId: string) => found().project.get(stepId) ?? none
  return {
    of: (stepId) => [...inProject(stepId), ...(isFreshStep(stepId) ? none : (found().settings.get(stepId) ?? none))],
    ofProject: inProject,
    ofVariable: (owner, variable) => found().variables.get(variableKey(owner, variable)) ?? none,
  }
}
