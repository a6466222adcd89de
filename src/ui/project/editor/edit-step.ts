import { same } from '#engine/base/deep-equal.ts'
import type { Case, Step } from '#engine/project/format/schema.ts'
import { factsOf } from '#engine/steps/facts.ts'
import type { StepEditorProps } from '../../steps/editor-context.ts'
import { createRenameFollower } from './follow-renames.ts'
import { plain } from '../plain-copy.ts'
import type { Workspace } from '../workspace/workspace.ts'

/** Edits of one step of a case, as editors make them. One that `isDone` says so of after an edit is deleted with it. */
export function editStep(
  workspace: Workspace,
  { case: caseId, step: id }: { case: string; step: string },
  isDone: (after: Step, before: Step) => boolean = () => false,
): StepEditorProps['edit'] {
  const follow = createRenameFollower(workspace, caseId)
  return (label, recipe, merge) => {
    const stepOf = (one: Case | undefined): Step | undefined => one?.steps.find((each) => each.id === id)
    const edited = (before: Step): Step => {
      // A copy, because editors put parts of their reactive step back into it.
      const copy = structuredClone(before)
      recipe(copy)
      return plain(copy)
    }
    const now = stepOf(workspace.case(caseId))
    const uses = now && factsOf(now).writes ? follow(now, edited(now)) : undefined
    workspace.edit(
      label,
      [...new Set([caseId, ...(uses?.cases ?? [])])],
      (draft) => {
        const steps = draft.cases[caseId]?.steps
        const at = steps?.findIndex((one) => one.id === id) ?? -1
        const before = stepOf(workspace.case(caseId))
        if (!steps || at < 0 || !before) return
        const after = edited(before)
        if (isDone(after, before)) steps.splice(at, 1)
        else if (!same(after, before)) steps[at] = after
        uses?.put(draft)
      },
      merge === undefined ? undefined : `${caseId}/${id}/${merge}`,
    )
  }
}
