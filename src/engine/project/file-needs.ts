import { literalSecrets } from './literal-secrets.ts'
import type { Problem } from './problems.ts'
import type { Project } from './schema.ts'
import { secretsNeeded, type NeededSecret } from './secrets-needed.ts'

/** What an opened file still needs (P4). */
export interface FileNeeds {
  /** Secrets that nobody has typed in here. */
  secrets: NeededSecret[]
  /** Values in clear that look like secrets. */
  literals: Problem[]
}

/** What a project needs before it can run; undefined if nothing. `known` tells the ids of the secrets that have a value. */
export async function fileNeeds(project: Project, known: () => Promise<string[]>): Promise<FileNeeds | undefined> {
  const needed = secretsNeeded(project)
  const ids = needed.length === 0 ? [] : await known().catch((): string[] => [])
  const secrets = needed.filter(({ id }) => !ids.includes(id))
  const literals = literalSecrets(project)
  return secrets.length + literals.length > 0 ? { secrets, literals } : undefined
}
