import { same } from '#engine/base/deep-equal.ts'
import type { Case, Step } from '#engine/project/format/schema.ts'
import type { StepEditorProps } from '../../steps/editor-context.ts'
import { plain } from '../plain-copy.ts'
import type { Workspace } from '../workspace/workspace.ts'

/** Edits of one step of a case, as editors make them. One that `isDone` says so of after an edit is deleted with it. */
export const editStep =
  (
    workspace: Workspace,
    { case: caseId, step: id }: { case: string; step: string },
    isDone: (after: Step, before: Step) => boolean = () => false,
  ): StepEditorProps['edit'] =>
  (label, recipe, merge) => {
    const stepOf = (one: Case | undefined): Step | undefined => one?.steps.find((each) => each.id === id)
    workspace.edit(
      label,
      [caseId],
      ({ cases }) => {
        const steps = cases[caseId]?.steps
        const at = steps?.findIndex((one) => one.id === id) ?? -1
        const before = stepOf(workspace.case(caseId))
        if (!steps || at < 0 || !before) return
        // A copy, because editors put parts of their reactive step back into it.
        const copy = structuredClone(before)
        recipe(copy)
        const after = plain(copy)
        if (isDone(after, before)) steps.splice(at, 1)
        else if (!same(after, before)) steps[at] = after
      },
      merge === undefined ? undefined : `${caseId}/${id}/${merge}`,
    )
  }
