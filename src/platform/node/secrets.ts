import { secretVariable } from '#engine/base/secrets/secret-variable.ts'
import type { SecretVault } from '#engine/ports/index.ts'

/** Where the value of a secret was found. */
export type SecretOrigin = 'option' | 'environment' | 'sealed' | 'command'

/** Secrets of a headless run: `--secret id=value` first, then the environment, then those sealed in the file, then what a command gives. An empty value is a value. */
export interface NodeSecrets extends SecretVault {
  /** Rejects as opening the sealed ones does, if it comes to them. */
  origin(id: string): Promise<SecretOrigin | undefined>
}

/** Reads secrets from the options, from environment variables, by `sealed`, which opens those in the file, and by `command`; see {@link NodeSecrets}. */
export function createNodeSecrets(
  options: ReadonlyMap<string, string>,
  environment: Readonly<Record<string, string | undefined>>,
  sealed?: () => Promise<ReadonlyMap<string, string>>,
  command?: (id: string) => Promise<string | undefined>,
): NodeSecrets {
  const plain = (id: string): string | undefined => options.get(id) ?? environment[secretVariable(id)]
  return {
    async origin(id) {
      if (options.has(id)) return 'option'
      if (environment[secretVariable(id)] !== undefined) return 'environment'
      if ((await sealed?.())?.has(id)) return 'sealed'
      return (await command?.(id)) === undefined ? undefined : 'command'
    },
    get: async (id) => plain(id) ?? (await sealed?.())?.get(id) ?? command?.(id),
  }
}
