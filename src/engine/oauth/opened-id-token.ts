import type { Redactor } from '#engine/base/redactor.ts'
import type { OAuthContext } from './context.ts'
import type { OAuthSettings } from './settings.ts'
import { encryptedTexts } from './texts.ts'

/** A JWE has five parts, a JWS three (RFC 7516 section 9). */
const encryptedParts = 5

async function opened(redactor: Redactor, settings: OAuthSettings, idToken: unknown) {
  if (typeof idToken !== 'string' || idToken.split('.').length !== encryptedParts) return undefined
  const { openIdToken } = await import('./encrypted-id-token.ts')
  return openIdToken(redactor, settings, idToken)
}

/** The ID token as it was signed, whatever it came in. Rejects with AssayError `oauth-id-token` that says why it can't be opened. */
export async function signedIdToken(context: OAuthContext, settings: OAuthSettings, idToken: string): Promise<string> {
  const found = await opened(context.redactor, settings, idToken)
  if (found === undefined) return idToken
  context.noted('info', encryptedTexts.opened(found.alg, found.enc))
  return found.signed
}

/**
 * What the exchange record shows of an encrypted ID token: the signed one in it; undefined for every other, and for one that stays
 * closed, of which the step says why once it takes the answer.
 */
export async function shownIdToken(redactor: Redactor, settings: OAuthSettings, idToken: unknown): Promise<string | undefined> {
  const found = await opened(redactor, settings, idToken).catch(() => undefined)
  return found?.signed
}
