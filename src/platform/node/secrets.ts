import { secretVariable } from '#engine/base/secret-variable.ts'
import type { SecretVault } from '#engine/ports/index.ts'

/** Where the value of a secret was found. */
export type SecretOrigin = 'option' | 'environment'

/** Secrets of a headless run: `--secret id=value` first, then the environment. An empty value is a value. */
export interface NodeSecrets extends SecretVault {
  origin(id: string): SecretOrigin | undefined
}

/** Reads secrets from the options and from environment variables; see {@link NodeSecrets}. */
export function createNodeSecrets(
  options: ReadonlyMap<string, string>,
  environment: Readonly<Record<string, string | undefined>>,
): NodeSecrets {
  const origin = (id: string): SecretOrigin | undefined =>
    options.has(id) ? 'option' : environment[secretVariable(id)] === undefined ? undefined : 'environment'
  return {
    origin,
    get: (id) => Promise.resolve(options.get(id) ?? environment[secretVariable(id)]),
  }
}
