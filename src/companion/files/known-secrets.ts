import type { Project } from '#engine/project/format/schema.ts'
import { secretsNeeded } from '#engine/project/secrets-needed.ts'
import { createNodeSecrets } from '#platform/node/secrets.ts'
import type { Host } from '../host.ts'
import { keysOf, sealedOf } from './sealed-secrets.ts'

/**
 * Values of all secrets that projects or the environment hold: nothing that contains one may leave for a model or an agent.
 * Sealed ones that can't be opened are omitted: without their values nothing can contain them.
 */
export async function knownSecrets(projects: readonly Project[], host: Host): Promise<string[]> {
  const found = environmentSecrets(host)
  for (const project of projects) {
    const sealed = sealedOf(project, keysOf(host))
    const vault = createNodeSecrets(new Map(), host.environment, sealed)
    for (const { id } of secretsNeeded(project)) found.push((await vault.get(id).catch(() => undefined)) ?? '')
    for (const value of (await sealed?.().catch(() => undefined))?.values() ?? []) found.push(value)
  }
  return found.filter((value) => value !== '')
}

/** Values of `ASSAY_SECRET_…`. */
export const environmentSecrets = ({ environment }: Pick<Host, 'environment'>): string[] =>
  Object.entries(environment).flatMap(([name, value]) => (name.startsWith('ASSAY_SECRET_') && value ? [value] : []))
