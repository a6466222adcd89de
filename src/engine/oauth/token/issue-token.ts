import { AssayError } from '#engine/base/errors.ts'
import { nobodySignsIn } from '#engine/ports/login/login-texts.ts'
import type { StoredToken } from '#engine/ports/index.ts'
import type { OAuthContext } from '../context.ts'
import { grantFacts } from '../grants/facts.ts'
import { requestsToken } from '../grants/grant-facts.ts'
import { grants } from '../grants/index.ts'
import { validateIdToken, type IdTokenExpectations } from '../signed/id-token.ts'
import { checkCertificateBinding } from '../client/mutual-tls.ts'
import { signedIdToken } from '../signed/opened-id-token.ts'
import { neededEndpoints, resolveProvider, type Provider } from '../provider/provider.ts'
import { asksForOpenId, type OAuthSettings } from '../settings.ts'
import { dpopTexts, notes } from '../texts.ts'
import type { TokenAnswer } from './token-answer.ts'
import { noteDifferences } from './token-endpoint.ts'

/** A token set that is ready for use, without the marks by which the cache finds it. */
export type TokenSet = Omit<StoredToken, 'fingerprint' | 'stamp'> & {
  /** The provider stated a lifetime of 0: it is used, never kept (case 9). */
  uncacheable?: true
}

/** Seconds: a hundred years. Longer ones are treated as this, so that their end is a date that can be written. */
const longestLifetime = 3_155_760_000

/** What is issued over what was there before: a refresh that leaves something out keeps it (case 33, RFC 6749 section 6). */
export function tokenSetOf(answer: TokenAnswer, before?: StoredToken): TokenSet {
  const scope = answer.scope ?? before?.scope
  const refreshToken = answer.refreshToken ?? before?.refreshToken
  const idToken = answer.idToken ?? before?.idToken
  return {
    accessToken: answer.accessToken,
    tokenType: answer.tokenType,
    obtainedAt: answer.obtainedAt,
    ...(answer.expiresIn === undefined || answer.expiresIn === 0
      ? {}
      : { expiresAt: answer.obtainedAt + Math.min(answer.expiresIn, longestLifetime) * 1000 }),
    ...(answer.expiresIn === 0 ? { uncacheable: true } : {}),
    ...(scope === undefined ? {} : { scope }),
    ...(refreshToken === undefined ? {} : { refreshToken }),
    ...(idToken === undefined ? {} : { idToken }),
    // The refresh token stays bound to the key (RFC 9449 section 5), also if this access token is not.
    ...(before?.bindingKey ? { bindingKey: before.bindingKey } : {}),
  }
}

/** Checks and remarks that every fresh answer goes through, whichever request brought it. Gives it with its ID token opened, if that was encrypted. */
export async function acceptAnswer(
  context: OAuthContext,
  settings: OAuthSettings,
  provider: Provider,
  given: TokenAnswer,
  expectations: Omit<IdTokenExpectations, 'accessToken'>,
): Promise<TokenAnswer> {
  const idToken = given.idToken && (await signedIdToken(context, settings, given.idToken))
  const answer = { ...given, ...(idToken === undefined ? {} : { idToken }) }
  if (idToken !== undefined) {
    const { accessToken } = answer
    await validateIdToken(context, settings, provider, idToken, { ...expectations, accessToken })
  }
  checkCertificateBinding(context, provider.as.tls_client_certificate_bound_access_tokens === true, answer)
  noteDifferences(context, settings, answer)
  return answer
}

/** Runs the step's grant from the start and gives a token that passed every check. Rejects with AssayError. */
export async function issueToken(context: OAuthContext, settings: OAuthSettings): Promise<TokenSet> {
  const facts = grantFacts[settings.grantType]
  if (settings.enableDpop && !requestsToken(facts)) {
    throw new AssayError('oauth-settings', dpopTexts.noTokenRequest(facts.title), { hint: dpopTexts.noTokenRequestHint })
  }
  if (facts.person === 'window' && !settings.script && !context.ports.capabilities.has('browser-login')) {
    throw nobodySignsIn()
  }
  await settings.clientAssertion?.prepare()
  await settings.requestSigner?.prepare()
  await settings.bearerAssertion?.prepare()
  const provider = await resolveProvider(context, settings, neededEndpoints(settings))
  const { answer: given, nonce, fromFragment = false } = await grants[settings.grantType](context, settings, provider)
  const expectations = { fromFragment, ...(nonce === undefined ? {} : { nonce }) }
  const answer = await acceptAnswer(context, settings, provider, given, expectations)
  if (nonce !== undefined && asksForOpenId(settings) && answer.idToken === undefined) {
    context.noted('warning', notes.noIdToken)
  }
  const { binding } = context
  if (binding && answer.tokenType !== 'DPoP') context.noted('warning', dpopTexts.notBound)
  return { ...tokenSetOf(answer), ...(binding && answer.tokenType === 'DPoP' ? { bindingKey: binding.key } : {}) }
}
