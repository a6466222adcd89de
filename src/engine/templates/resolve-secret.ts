import { AssayError } from '#engine/base/errors.ts'
import type { Redactor } from '#engine/base/secrets/redactor.ts'
import type { SecretVault } from '#engine/ports/secret-vault.ts'
import type { Scopes } from './scopes.ts'
import { templateTexts as texts } from './texts.ts'

/** A secret's value from the vault, masked from now on under its id. Rejects with AssayError `secret-missing`. */
export async function readSecret(id: string, vault: SecretVault, redactor: Redactor | undefined): Promise<string> {
  const value = await vault.get(id)
  if (value === undefined) throw new AssayError('secret-missing', texts.secretMissing(id), { hint: texts.secretMissingHint(id) })
  redactor?.add(id, value)
  return value
}

/**
 * The value of a field that is marked secret: from the vault, or of the references that it is made of; '' if it is absent.
 * Pass the redactor unless the vault masks what it gives. The value of references is masked only if a secret is behind
 * them; a step that sends it as a credential adds it to the redactor itself.
 */
export function resolveSecret(
  secret: { secret: string } | string | undefined,
  scopes: Pick<Scopes, 'resolve'>,
  vault: SecretVault,
  redactor?: Redactor,
): Promise<string> {
  if (secret === undefined) return Promise.resolve('')
  return typeof secret === 'string' ? scopes.resolve(secret) : readSecret(secret.secret, vault, redactor)
}
