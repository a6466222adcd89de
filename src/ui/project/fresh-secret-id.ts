import { secretIdsIn, suggestSecretId } from '#engine/project/secret-ids.ts'
import type { ProjectContext } from './project-context.ts'

/** Ids that stand for a secret already: in the vault, or anywhere in the project, where a value may still be to come. */
export function takenSecretIds({ workspace, vault }: Pick<ProjectContext, 'workspace' | 'vault'>): Set<string> {
  const taken = secretIdsIn(workspace.head(), new Set(vault.ids()))
  for (const one of workspace.cases().values()) secretIdsIn(one, taken)
  return taken
}

/** An id for a new secret, named after where it is: `get-token/client-secret`. Nothing else of the project gets its value. */
export const freshSecretId = (context: Pick<ProjectContext, 'workspace' | 'vault'>, where: string, field: string): string =>
  suggestSecretId(where, field, takenSecretIds(context))
