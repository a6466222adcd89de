import { secretVariable } from '#engine/base/secrets/secret-variable.ts'
import type { SecretVault } from '#engine/ports/index.ts'

/** Where the value of a secret was found. */
export type SecretOrigin = 'option' | 'environment' | 'sealed'

/** Secrets of a headless run: `--secret id=value` first, then the environment, then those sealed in the file. An empty value is a value. */
export interface NodeSecrets extends SecretVault {
  /** Rejects as opening the sealed ones does, if it comes to them. */
  origin(id: string): Promise<SecretOrigin | undefined>
}

/** Reads secrets from the options, from environment variables, and by `sealed`, which opens those in the file; see {@link NodeSecrets}. */
export function createNodeSecrets(
  options: ReadonlyMap<string, string>,
  environment: Readonly<Record<string, string | undefined>>,
  sealed?: () => Promise<ReadonlyMap<string, string>>,
): NodeSecrets {
  const plain = (id: string): string | undefined => options.get(id) ?? environment[secretVariable(id)]
  return {
    async origin(id) {
      if (options.has(id)) return 'option'
      if (environment[secretVariable(id)] !== undefined) return 'environment'
      return (await sealed?.())?.has(id) ? 'sealed' : undefined
    },
    get: async (id) => plain(id) ?? (await sealed?.())?.get(id),
  }
}
