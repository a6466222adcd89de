import { createSignal } from 'solid-js'
import type { CaseMarks } from '#engine/project/problems/marks.ts'
import type { ProjectHead } from '#engine/project/edit/state.ts'
import type { Case } from '#engine/project/format/schema.ts'
import type { RunStore } from '#storage/types.ts'
import type { Workspace } from './workspace/workspace.ts'

/** Which results are of something that was edited after they came. */
export interface ChangedSince {
  /** Reactive: whether this step, or one before it, or what they name was changed after a run. */
  step(caseId: string, stepId: string, run: string | undefined): boolean
  /** Reactive: whether any step of the case was. */
  case(caseId: string, run: string | undefined): boolean
  /** Reactive: whether a step of the case, as it is now, looks at what this one is answered; false until that is known. */
  lookedAt(caseId: string, stepId: string): boolean
}

/** Marks of a run by case, with the environment that they are of. */
interface Known {
  environment?: string | undefined
  cases: ReadonlyMap<string, CaseMarks>
}

const none: ReadonlySet<string> = new Set()

type Code = typeof import('#engine/project/problems/marks.ts') & typeof import('#engine/runner/execute/unchecked.ts')

const load = async (): Promise<Code> => {
  const [marks, unchecked] = await Promise.all([
    import('#engine/project/problems/marks.ts'),
    import('#engine/runner/execute/unchecked.ts'),
  ])
  return { ...marks, ...unchecked }
}

/**
 * Compares cases in memory with what was noted of them when runs started; others can't have been edited in this page. Nothing
 * is read before `looked`: the code of this is not part of the first screen.
 */
export function createChangedSince(
  { head, case: caseOf }: Workspace,
  runs: RunStore,
  looked: Promise<void> = Promise.resolve(),
): ChangedSince {
  const [version, setVersion] = createSignal(0)
  const known = new Map<string, Known | undefined>()
  const found = new Map<string, { head: ProjectHead; one: Case; changed: ReadonlySet<string> }>()
  let code: Code | undefined

  const read = async (run: string) => {
    known.set(run, undefined)
    await looked
    code ??= await load()
    const marks = await runs.marks?.(run)
    if (!marks) return
    known.set(run, { environment: marks.environment, cases: new Map(marks.cases) })
    setVersion((before) => before + 1)
  }
  const changed = (caseId: string, run: string | undefined): ReadonlySet<string> => {
    version()
    const [now, one] = [head(), caseOf(caseId)]
    if (run === undefined || !now || !one) return none
    if (!known.has(run)) void read(run).catch((thrown: unknown) => reportError(thrown))
    const marks = known.get(run)
    const then = marks?.cases.get(caseId)
    if (!marks || !then || !code) return none
    const key = `${run}\n${caseId}`
    const before = found.get(key)
    if (before?.head === now && before.one === one) return before.changed
    const result = code.changedSince(then, code.marksOf(now, one, marks.environment))
    found.set(key, { head: now, one, changed: result })
    return result
  }
  return {
    step: (caseId, stepId, run) => changed(caseId, run).has(stepId),
    case: (caseId, run) => changed(caseId, run).size > 0,
    lookedAt: (caseId, stepId) => {
      version()
      const one = caseOf(caseId)
      const step = one?.steps.find(({ id }) => id === stepId)
      return code !== undefined && one !== undefined && step !== undefined && code.isLookedAt(one, step)
    },
  }
}
