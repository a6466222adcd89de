import { fileNeeds } from '#engine/project/file-needs.ts'
import type { ProjectContext } from '../project-context.ts'

/** See {@link StepAccess.enterValues}. */
export async function enterValues(
  { workspace, services, dialogs }: Pick<ProjectContext, 'workspace' | 'services' | 'dialogs'>,
  variable: string | undefined,
): Promise<void> {
  const [localId, project] = [workspace.localId(), await workspace.snapshot()]
  if (!localId || !project) return
  const found = await fileNeeds(project, () => services.client.secrets.list(localId), { imported: true })
  const empty = found?.empty ?? []
  const isListed = variable === undefined || empty.some(({ name }) => name === variable)
  const needs = { secrets: found?.secrets ?? [], literals: [], empty: isListed ? empty : [{ name: variable }, ...empty] }
  if (workspace.localId() === localId) dialogs.show({ name: 'opened-file', needs })
}
