import type { JSONWebKeySet } from 'jose'
import { AssayError } from '#engine/base/errors.ts'
import type { OAuthContext } from '../context.ts'
import { isObject, parseJsonObject } from '#engine/base/encoding/json-value.ts'
import { bodyText, mediaTypeOf } from '../encoding.ts'
import { getDocument } from '../provider/known-documents.ts'
import { meanings } from '../messages/meanings.ts'
import { documentHint } from '../refusals/refusal-texts.ts'
import { jwksTexts } from '../texts.ts'
import { rejectRedirect } from '../token/token-answer.ts'

/** Keys with the time since they were requested, in milliseconds; undefined: just now. */
export interface ProviderKeys {
  jwks: JSONWebKeySet
  age?: number
}

/**
 * The provider's public keys (RFC 7517 section 5), as the run knows them or, `anew`, as they are now. Rejects with AssayError
 * `oauth-unusable-answer` or the transport's.
 */
export async function fetchJwks(context: OAuthContext, url: string, tokenName: string, anew = false): Promise<ProviderKeys> {
  const message = { purpose: 'jwks', label: 'JWKS', meaning: meanings.jwks, tokenName } as const
  const { raw, age } = await getDocument(context, message, url, { accept: 'application/json, application/jwk-set+json', anew })
  rejectRedirect(raw, message.label, url)
  const keys = raw.status === 200 ? parseJsonObject(bodyText(raw.body))?.keys : undefined
  if (Array.isArray(keys)) {
    const jwks = { keys: keys.filter((key) => isObject(key) && typeof key.kty === 'string') }
    return { jwks, ...(age === undefined ? {} : { age }) }
  }
  throw new AssayError('oauth-unusable-answer', jwksTexts.unusable(url, raw.status, mediaTypeOf(raw.headers)), {
    hint: documentHint(raw.status, jwksTexts.hint),
  })
}
