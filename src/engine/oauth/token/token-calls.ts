import { AssayError } from '#engine/base/errors.ts'
import type { Headers, HttpResponse, StoredToken } from '#engine/ports/index.ts'
import { createBinding } from '../client/binding.ts'
import { clientAuthentication } from '../client/client-auth.ts'
import type { OAuthContext } from '../context.ts'
import { jwtClaims } from '../signed/jwt-claims.ts'
import { fetchDiscovery, type DiscoveryDocument } from '../provider/discovery.ts'
import { parseJsonObject } from '#engine/base/encoding/json-value.ts'
import { bodyText } from '../encoding.ts'
import { sendRecorded, type Message } from '../messages/exchange-recorder.ts'
import { withMutualTlsEndpoints } from '../client/mutual-tls.ts'
import { meanings } from '../messages/meanings.ts'
import { challengeError, providerErrorOf } from '../refusals/provider-error.ts'
import type { OAuthSettings } from '../settings.ts'
import { placeholderIssuer } from '../provider/placeholder-issuer.ts'
import { againstStandard, refused, tokenCallTexts } from '../texts.ts'
import { rejectCut, rejectRedirect } from './token-answer.ts'
import { readUserinfo, shownUserinfo } from '../signed/userinfo.ts'

/** What can be asked of a provider about a token (O17). */
export type TokenCall = 'userinfo' | 'introspection' | 'revocation'

const labels = {
  userinfo: 'Userinfo Endpoint',
  introspection: 'Introspection Endpoint',
  revocation: 'Revocation Endpoint',
} as const

async function discover(context: OAuthContext, settings: OAuthSettings, call: TokenCall) {
  if (settings.discoveryEndpoint === '') throw new AssayError('oauth-settings', tokenCallTexts.noDiscovery(labels[call]))
  const document = withMutualTlsEndpoints(await fetchDiscovery(context, settings), context, settings)
  const url = document[`${call}_endpoint`]
  if (url === undefined) throw new AssayError('oauth-settings', tokenCallTexts.notNamed(labels[call]))
  return { document, url }
}

/** With the token itself: as Bearer, or with a proof, made again once if the server wants its nonce (RFC 9449 section 7.1). */
async function getUserinfo(
  context: OAuthContext,
  settings: OAuthSettings,
  token: StoredToken,
  url: string,
): Promise<HttpResponse> {
  const binding = token.bindingKey && token.tokenType === 'DPoP' ? createBinding(token.bindingKey, context.ports) : undefined
  const message: Message = {
    purpose: 'userinfo',
    label: labels.userinfo,
    meaning: meanings.userinfo,
    tokenName: 'access_token',
    opened: (redactor, answer) => shownUserinfo(redactor, settings, answer),
  }
  for (let attempt = 1; ; attempt++) {
    const headers: Headers = [
      ['accept', 'application/json, application/jwt'],
      ['authorization', `${binding ? 'DPoP' : 'Bearer'} ${token.accessToken}`],
    ]
    if (binding) headers.push(['dpop', await binding.prove({ method: 'GET', url, accessToken: token.accessToken })])
    const raw = await sendRecorded(context, message, { method: 'GET', url, headers })
    if (!binding?.challenged(url, raw) || attempt > 1) return raw
  }
}

/** With the client's own credentials (RFC 7662 section 2.1, RFC 7009 section 2.1). */
async function postToken(
  context: OAuthContext,
  settings: OAuthSettings,
  document: DiscoveryDocument,
  call: 'introspection' | 'revocation',
  token: StoredToken,
  url: string,
): Promise<HttpResponse> {
  await settings.clientAssertion?.prepare()
  const form = new URLSearchParams({ token: token.accessToken, token_type_hint: 'access_token' })
  const headers = new globalThis.Headers({ accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' })
  const issuer = settings.issuer || document.issuer || placeholderIssuer
  const as = { ...document, issuer, token_endpoint: settings.tokenEndpoint || (document.token_endpoint ?? '') }
  await clientAuthentication(settings, url)(as, { client_id: settings.clientId }, form, headers)
  return sendRecorded(
    context,
    { purpose: call, label: labels[call], meaning: meanings[call], tokenName: settings.tokenName },
    { method: 'POST', url, headers: [...headers], body: form.toString() },
  )
}

const unusable = (message: string, hint: string): AssayError => new AssayError('oauth-unusable-answer', message, { hint })

/** Throws what a response other than 200 says; at userinfo the challenge speaks of the token (RFC 6750 section 3). */
function rejectRefusal(raw: HttpResponse, call: TokenCall, url: string): void {
  if (raw.status === 200) return
  const [stated, challenge] = [providerErrorOf(raw), challengeError(raw.headers)]
  const error = raw.status < 400 ? undefined : call === 'userinfo' ? (challenge ?? stated) : (stated ?? challenge)
  const hint = tokenCallTexts.statusHint
  if (error) throw new AssayError('oauth-refused', refused(labels[call], url, raw.status, error), { hint })
  throw unusable(tokenCallTexts.status(labels[call], url, raw.status), hint)
}

const notJson = (call: TokenCall, url: string): AssayError =>
  unusable(tokenCallTexts.notJson(labels[call], url), tokenCallTexts.notJsonHint)

/** What the response says, in words; its `sub` must be the ID token's. Throws AssayError. */
function userinfoResult(answer: Awaited<ReturnType<typeof readUserinfo>>, token: StoredToken, url: string): string {
  if (!answer) throw notJson('userinfo', url)
  const { sub } = answer.claims
  if (typeof sub !== 'string') throw unusable(tokenCallTexts.noSub(url), againstStandard)
  const expected = token.idToken === undefined ? undefined : jwtClaims(token.idToken)?.sub
  if (expected !== undefined && expected !== sub) {
    const text = tokenCallTexts.otherSub(JSON.stringify(sub), JSON.stringify(expected))
    throw new AssayError('oauth-id-token', text, { hint: tokenCallTexts.otherSubHint })
  }
  return [expected === undefined ? tokenCallTexts.subUnchecked : tokenCallTexts.sameSub, answer.cameIn].join(' ').trimEnd()
}

/**
 * Asks the provider about a token, at the endpoint that discovery names, and describes the result: userinfo (OpenID Connect
 * Core 5.3; its `sub` must be the ID token's), introspection (RFC 7662), revocation (RFC 7009). Rejects with AssayError.
 */
export async function callWithToken(
  context: OAuthContext,
  settings: OAuthSettings,
  token: StoredToken,
  call: TokenCall,
): Promise<string> {
  const { document, url } = await discover(context, settings, call)
  const raw =
    call === 'userinfo'
      ? await getUserinfo(context, settings, token, url)
      : await postToken(context, settings, document, call, token, url)
  rejectRedirect(raw, labels[call], url)
  rejectRefusal(raw, call, url)
  if (call === 'revocation') return tokenCallTexts.revoked
  rejectCut(raw, labels[call], url)
  if (call === 'userinfo') return userinfoResult(await readUserinfo(context, settings, document, raw), token, url)
  const answer = parseJsonObject(bodyText(raw.body))
  if (!answer) throw notJson(call, url)
  if (typeof answer.active !== 'boolean') throw unusable(tokenCallTexts.noActive(url), againstStandard)
  return answer.active ? tokenCallTexts.active : tokenCallTexts.inactive
}
