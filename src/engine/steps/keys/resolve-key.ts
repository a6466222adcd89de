import type { KeySettings, SigningAlgorithm } from '#engine/oauth/keys/key-settings.ts'
import { resolveSecret } from '#engine/templates/resolve-secret.ts'
import type { Secret } from '../fields.ts'
import { inField } from '../field-error.ts'
import type { SigningKey } from '../oauth2/schema.ts'
import type { RunContext } from '../step-kind.ts'

/** What reading a key needs of a step's surroundings. */
export type KeyContext = Pick<RunContext, 'variables' | 'redactor'> & { ports: Pick<RunContext['ports'], 'secrets'> }

async function readSecret(
  { variables, ports, redactor }: KeyContext,
  secret: Secret | undefined,
  name: string,
  field: string,
): Promise<string> {
  const value = await inField(field, resolveSecret(secret, variables, ports.secrets, redactor))
  redactor.add(typeof secret === 'object' ? secret.secret : name, value)
  return value
}

/**
 * A step's signing key with its secrets read, which the redactor knows from here on. `algorithm` is the step's own where it
 * has one. Rejects with AssayError `secret-missing` and those of templates.
 */
export async function resolveKey(
  context: KeyContext,
  key: SigningKey,
  algorithm: SigningAlgorithm = key.algorithm,
): Promise<KeySettings> {
  return {
    form: key.form,
    key: await readSecret(context, key.key, 'key', 'Key'),
    password:
      key.form === 'jwk' || key.form === 'symmetric'
        ? ''
        : await readSecret(context, key.password, 'key-password', 'Key password'),
    encoding: key.encoding,
    algorithm,
    keyId: (await inField('Key ID', context.variables.resolve(key.keyId))).trim(),
    x5tS256: key.x5tS256,
  }
}
