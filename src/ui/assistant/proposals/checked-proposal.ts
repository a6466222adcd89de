import type { ChangeSet } from '#engine/case-builder/change-set/change-set.ts'
import { itemsOf, requestsOf } from '#engine/case-builder/change-set/make-change-set.ts'
import { applyEdit, type Edit } from '#engine/project/edit/edit.ts'
import { rebaseEdit } from '#engine/project/edit/rebase.ts'
import { editBetween } from '#engine/project/edit/compose.ts'
import { joinProject, stateOf } from '#engine/project/edit/state.ts'
import { readProject } from '#engine/project/format/read.ts'
import type { Project } from '#engine/project/format/schema.ts'
import { writeProject } from '#engine/project/format/write.ts'
import { newProblems } from '#engine/tools/propose-changes/new-problems.ts'
import { markItems } from '#engine/tools/propose-changes/safety/mark-items.ts'
import type { AgentProposed } from '#workers/run-client.ts'

/**
 * An agent's proposal as one on the open project, or why it can't be: the project differs from the one that it was made for, or would have errors.
 * What the review lists, marks and unticks is derived from the edit alone, so that the user reviews what will be applied.
 */
export async function checkedProposal(
  { label, edit, assumptions, warnings }: AgentProposed,
  before: Project,
  localId: string,
): Promise<ChangeSet | 'stale' | 'invalid'> {
  const state = stateOf(before)
  const { edit: carried, conflicts } = rebaseEdit(edit as Edit, state)
  if (!carried || conflicts.length > 0) return 'stale'
  const { head, cases } = applyEdit(state, carried, 'forward')
  const read = readProject(writeProject(joinProject(head, (one) => cases.get(one.id))))
  if (!read.ok || read.value.project.id !== before.id) return 'invalid'
  const after = read.value.project
  const own = editBetween(label, state, stateOf(after))
  if (!own) return 'stale'
  const found = await newProblems(before, after)
  if (found.problems.length > 0) return 'invalid'
  const marked = markItems(itemsOf(before, after), before, after, { words: label })
  const runs = own.changes.flatMap((one) => (one.record === 'case' && (one.after?.steps.length ?? 0) > 0 ? [one.id] : []))
  return {
    id: crypto.randomUUID(),
    label,
    project: localId,
    projectName: before.name,
    revision: '',
    edit: own,
    items: marked.items,
    assumptions: assumptions.map((text) => ({ slot: '', text, value: '', options: [] })),
    warnings: [...new Set([...marked.warnings, ...found.warnings, ...warnings])],
    requests: requestsOf(before, after, runs),
    runs,
  }
}
