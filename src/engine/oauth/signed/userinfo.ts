import { AssayError } from '#engine/base/errors.ts'
import type { Redactor } from '#engine/base/secrets/redactor.ts'
import type { HttpResponse } from '#engine/ports/index.ts'
import type { OAuthContext } from '../context.ts'
import { decodeJwtParts } from './decode-tokens.ts'
import type { DiscoveryDocument } from '../provider/discovery.ts'
import { parseJsonObject } from '#engine/base/encoding/json-value.ts'
import { bodyText, mediaTypeOf } from '../encoding.ts'
import { looksEncrypted, openedToken } from './opened-id-token.ts'
import { signatureFailures } from './provider-signature.ts'
import type { OAuthSettings } from '../settings.ts'
import { needsJwks } from './signature.ts'
import { claimFailures, type Claims } from './standard-claims.ts'
import { idTokenTexts, tokenCallTexts, userinfoTexts } from '../texts.ts'

const refused = (why: string): AssayError =>
  new AssayError('oauth-unusable-answer', userinfoTexts.intro([why]), { hint: userinfoTexts.encryptedHint })

const open = (redactor: Redactor, settings: OAuthSettings, token: string) =>
  openedToken(redactor, settings, { name: 'userinfo', token, refused })

/** What the exchange record shows of a userinfo answer that came encrypted; undefined for every other, and for one that stays closed. */
export async function shownUserinfo(redactor: Redactor, settings: OAuthSettings, answer: unknown): Promise<string | undefined> {
  return looksEncrypted(answer) ? (await open(redactor, settings, answer).catch(() => undefined))?.text : undefined
}

/** The claims of a signed answer, and by what it is signed. Rejects with AssayError `oauth-unusable-answer` that names what is wrong. */
async function verified(
  context: OAuthContext,
  settings: OAuthSettings,
  document: DiscoveryDocument,
  token: string,
  parts: { header: string; claims: string },
): Promise<{ claims: Claims; signature: { alg: string; checked: boolean } }> {
  const claims = parseJsonObject(parts.claims) ?? {}
  const { alg, kid } = parseJsonObject(parts.header) ?? {}
  if (typeof alg !== 'string') throw refused(idTokenTexts.malformed)
  const facts = {
    issuer: settings.issuer || document.issuer,
    clientId: settings.clientId,
    now: context.ports.clock.now() / 1000,
    tolerance: settings.clockTolerance,
  }
  const failures = [
    ...(await signatureFailures(context, settings, {
      token,
      header: { alg, ...(typeof kid === 'string' ? { kid } : {}) },
      jwksUri: document.jwks_uri,
      listed: document.userinfo_signing_alg_values_supported,
      called: 'userinfo',
    })),
    ...claimFailures(claims, facts, []),
  ]
  if (failures.length > 0)
    throw new AssayError('oauth-unusable-answer', userinfoTexts.intro(failures), { hint: userinfoTexts.hint })
  return { claims, signature: { alg, checked: document.jwks_uri !== undefined || !needsJwks(alg) } }
}

/**
 * The claims of a userinfo answer: a JSON object, or a JWT that is signed, encrypted, or both (OpenID Connect Core 5.3.2), opened with
 * the client's key or secret and verified as an ID token is, as far as its claims go. With it, in words, what it came in. Undefined for
 * anything else; rejects with AssayError `oauth-unusable-answer` for a JWT that is not acceptable.
 */
export async function readUserinfo(
  context: OAuthContext,
  settings: OAuthSettings,
  document: DiscoveryDocument,
  raw: HttpResponse,
): Promise<{ claims: Claims; cameIn: string } | undefined> {
  const text = bodyText(raw.body).trim()
  const plain = parseJsonObject(text)
  if (plain) return { claims: plain, cameIn: '' }
  const mediaType = mediaTypeOf(raw.headers)
  if (mediaType !== 'application/jwt' && !decodeJwtParts(text) && !looksEncrypted(text)) return undefined
  const asTyped = mediaType === 'application/jwt' ? [] : [tokenCallTexts.userinfoType(mediaType)]
  const opened = looksEncrypted(text) ? await open(context.redactor, settings, text) : undefined
  const encryption = opened && `${opened.alg}, ${opened.enc}`
  const inner = opened?.text ?? text
  const parts = decodeJwtParts(inner)
  const unsigned = opened && parseJsonObject(inner)
  if (!parts && !unsigned) throw refused(opened ? userinfoTexts.notClaims : idTokenTexts.malformed)
  const { claims, signature = undefined } = parts
    ? await verified(context, settings, document, inner, parts)
    : { claims: unsigned ?? {} }
  const cameIn = tokenCallTexts.userinfoIn({ ...(signature ? { signature } : {}), ...(encryption ? { encryption } : {}) })
  return { claims, cameIn: [...asTyped, cameIn].join(' ') }
}
