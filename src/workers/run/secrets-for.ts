import type { SecretVault } from '#engine/ports/index.ts'
import type { Project } from '#engine/project/format/schema.ts'
import { secretIdsIn } from '#engine/project/secret-ids.ts'

/** The values of the secrets that a project names, for what the companion runs of it. Rejects with AssayError `vault-locked`. */
export async function secretsFor(project: Project, vault: SecretVault): Promise<[id: string, value: string][]> {
  const secrets: [string, string][] = []
  for (const id of secretIdsIn(project)) {
    const value = await vault.get(id)
    if (value !== undefined) secrets.push([id, value])
  }
  return secrets
}
