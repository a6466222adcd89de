import type { CompactJWSHeaderParameters } from 'jose'
import type { OAuthContext } from '../context.ts'
import { otherHost } from '../provider/discovery-hosts.ts'
import { fetchJwks, type ProviderKeys } from './jwks.ts'
import { readMaterial } from '../keys/read-material.ts'
import type { OAuthSettings } from '../settings.ts'
import { needsJwks, signatureFailure, type VerificationKeys } from './signature.ts'
import { idTokenTexts, notes } from '../texts.ts'

/** A token that a provider signed, and what its discovery document says of such signatures. */
export interface SignedByProvider {
  token: string
  header: CompactJWSHeaderParameters
  jwksUri: string | undefined
  /** The algorithms that are announced for this kind of token. */
  listed: readonly string[] | undefined
  /** What the token is called in what is noted. */
  called: string
}

/** Why the signature does not hold, each in words; empty if it does. What can't be checked is noted as a warning. */
export async function signatureFailures(
  context: OAuthContext,
  settings: OAuthSettings,
  { token, header, jwksUri, listed, called }: SignedByProvider,
): Promise<string[]> {
  if (listed && listed.length > 0 && header.alg.toLowerCase() !== 'none' && !listed.includes(header.alg)) {
    // Some list RS256 alone, whatever a client is registered with (OpenID Connect Core 3.1.3.7 requires that), and sign as they
    // should.
    if (settings.strict || jwksUri === undefined || !needsJwks(header.alg)) return [idTokenTexts.algUnlisted(header.alg, listed)]
    context.noted('warning', notes.algUnlisted(called, header.alg, listed))
  }
  if (jwksUri === undefined && needsJwks(header.alg)) {
    context.noted('warning', notes.signatureNotChecked(called, settings.discoveryEndpoint))
  }
  const failure =
    jwksUri !== undefined && needsJwks(header.alg)
      ? await failureByJwks(context, settings, jwksUri, token, header)
      : await signatureFailure(token, header, { jwks: undefined, ...(await secretOf(settings)) })
  return failure === undefined ? [] : [failure]
}

/** What HS256 and its relatives are verified with: the secret, which signs the assertions of a client with a symmetric key. */
async function secretOf({ clientSecret, clientAssertion }: OAuthSettings): Promise<Omit<VerificationKeys, 'jwks'>> {
  if (!clientAssertion) return { secret: clientSecret?.value }
  const { source } = await readMaterial(clientAssertion.settings.key)
  return source.format === 'raw' ? { secret: source.bytes } : { secret: undefined, byPrivateKey: true }
}

/** Milliseconds: keys that do not fit are requested again, but no more often, or every forged token would be a request. */
const shortestKeyAge = 60_000

/** Verifies with the keys that the run knows; if they do not fit and are old enough, the provider may have new ones. */
async function failureByJwks(
  context: OAuthContext,
  { tokenName, discoveryEndpoint }: OAuthSettings,
  url: string,
  token: string,
  header: CompactJWSHeaderParameters,
): Promise<string | undefined> {
  const verify = ({ jwks }: ProviderKeys) => signatureFailure(token, header, { jwks, secret: undefined })
  const host = otherHost(url, discoveryEndpoint)
  if (host !== undefined) context.noted('info', notes.otherHost('JWKS', host))
  const keys = await fetchJwks(context, url, tokenName)
  const failure = await verify(keys)
  if (failure === undefined || keys.age === undefined) return failure
  if (keys.age < shortestKeyAge) return failure + idTokenTexts.knownKeys(Math.round(keys.age / 1000), shortestKeyAge / 1000)
  return verify(await fetchJwks(context, url, tokenName, true))
}
