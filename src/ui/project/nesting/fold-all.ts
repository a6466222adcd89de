import type { ProjectContext } from '../project-context.ts'

/** The ids of the steps of a case that others are nested under. */
export function ownerIds({ workspace, nesting }: ProjectContext, caseId: string | undefined): string[] {
  const steps = workspace.case(caseId)?.steps ?? []
  const owners = new Set(nesting.owners(steps))
  return steps.flatMap(({ id }, index) => (owners.has(index) ? [id] : []))
}

/** Shows or hides all nested rows of a case. A step that would be hidden while it is open gives way to the one it is nested under. */
export function foldAll(context: ProjectContext, caseId: string, open: boolean): void {
  const { workspace, nesting, router } = context
  nesting.setAllOpen(ownerIds(context, caseId), open)
  const steps = workspace.case(caseId)?.steps ?? []
  const owner = steps[nesting.owners(steps)[steps.findIndex(({ id }) => id === router.route().step)] ?? -1]
  if (!open && owner) context.openStep(caseId, owner.id)
}
