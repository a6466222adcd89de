import { AssayError } from '#engine/base/errors.ts'
import type { Redactor } from '#engine/base/secrets/redactor.ts'
import type { OAuthContext } from '../context.ts'
import { decodeJwtParts } from './decode-tokens.ts'
import type { OAuthSettings } from '../settings.ts'
import { encryptedTexts, idTokenTexts } from '../texts.ts'

/** A JWE has five parts, a JWS three (RFC 7516 section 9). */
const encryptedParts = 5

/** True for a string that may be a JWE in its compact form. */
export const looksEncrypted = (token: unknown): token is string =>
  typeof token === 'string' && token.split('.').length === encryptedParts

const refused = (why: string): AssayError =>
  new AssayError('oauth-id-token', idTokenTexts.intro([why]), { hint: encryptedTexts.hint })

/** What is in an encrypted token that {@link looksEncrypted}; what opens it is loaded when it is needed. */
export async function openedToken(
  redactor: Redactor,
  settings: OAuthSettings,
  { name, token, refused }: { name: string; token: string; refused: (why: string) => AssayError },
): Promise<{ text: string; alg: string; enc: string }> {
  const { openToken } = await import('./encrypted-token.ts')
  const opened = await openToken(settings, token, refused)
  redactor.add(name, opened.text)
  return opened
}

async function opened(redactor: Redactor, settings: OAuthSettings, token: unknown) {
  if (!looksEncrypted(token)) return undefined
  const { text: signed, alg, enc } = await openedToken(redactor, settings, { name: 'id_token', token, refused })
  if (!decodeJwtParts(signed)) throw refused(encryptedTexts.notSigned)
  return { signed, alg, enc }
}

/** The ID token as it was signed, whatever it came in. Rejects with AssayError `oauth-id-token` that says why it can't be opened. */
export async function signedIdToken(context: OAuthContext, settings: OAuthSettings, idToken: string): Promise<string> {
  const found = await opened(context.redactor, settings, idToken)
  if (found === undefined) return idToken
  context.noted('info', encryptedTexts.opened(found.alg, found.enc))
  return found.signed
}

/**
 * What the exchange record shows of an encrypted ID token: the signed one in it; undefined for every other, and for one that
 * stays closed, of which the step says why once it takes the response.
 */
export async function shownIdToken(redactor: Redactor, settings: OAuthSettings, idToken: unknown): Promise<string | undefined> {
  const found = await opened(redactor, settings, idToken).catch(() => undefined)
  return found?.signed
}
