import type { JSONWebKeySet } from 'jose'
import { AssayError } from '#engine/base/errors.ts'
import type { OAuthContext } from './context.ts'
import { bodyText, isObject, mediaTypeOf, parseJsonObject } from './encoding.ts'
import { sendRecorded } from './exchange-recorder.ts'
import { meanings } from './meanings.ts'
import { jwksTexts } from './texts.ts'

/**
 * The provider's public keys (RFC 7517 section 5), asked for anew each time, so that rotated keys are found. Rejects with
 * AssayError `oauth-unusable-answer` or the transport's.
 */
export async function fetchJwks(context: OAuthContext, url: string, tokenName: string): Promise<JSONWebKeySet> {
  const raw = await sendRecorded(
    context,
    { purpose: 'jwks', label: 'JWKS', meaning: meanings.jwks, tokenName },
    { method: 'GET', url, headers: [['accept', 'application/json, application/jwk-set+json']] },
  )
  const keys = raw.status === 200 && !raw.cut ? parseJsonObject(bodyText(raw.body))?.keys : undefined
  if (Array.isArray(keys)) return { keys: keys.filter((key) => isObject(key) && typeof key.kty === 'string') }
  throw new AssayError('oauth-unusable-answer', jwksTexts.unusable(url, raw.status, mediaTypeOf(raw.headers)), {
    hint: jwksTexts.hint,
  })
}
