import type { Masked, Told } from '#engine/base/secrets/masked.ts'
import { validateAuthResponse, type AuthorizationServer } from 'oauth4webapi'
import { AssayError, textOf } from '#engine/base/errors.ts'
import type { Exchange } from '#engine/ports/index.ts'
import type { OAuthContext } from './context.ts'
import { maskMeaning } from './messages/exchange-recorder.ts'
import { decodeAssertions, decodeTokens } from './signed/decode-tokens.ts'
import { authorizationMeaning, callbackMeaning } from './messages/meanings.ts'
import { callbackErrorOf, ProviderRefusal } from './refusals/provider-error.ts'
import type { Provider } from './provider/provider.ts'
import type { OAuthSettings } from './settings.ts'
import { callbackTexts } from './texts.ts'

/** Random values of one sign-in (O10). */
export interface AuthorizationValues {
  responseType: 'code' | 'token' | 'id_token token'
  redirectUri: string
  state: string
  /** Only when the scope requests OpenID Connect. */
  nonce?: string
  /** Only with PKCE. */
  codeChallenge?: string
  /** Only with DPoP: binds the code to the key (RFC 9449 section 10). */
  bindingThumbprint?: string
}

/**
 * The parameters of an authorization request (RFC 6749 sections 4.1.1 and 4.2.1); additional ones come last and in their order
 * (case 5).
 */
export function authorizationParameters(settings: OAuthSettings, values: AuthorizationValues): [string, string][] {
  const parameters: [string, string][] = [
    ['response_type', values.responseType],
    ['client_id', settings.clientId],
    ['redirect_uri', values.redirectUri],
  ]
  const add = (name: string, value: string | undefined) => value !== undefined && parameters.push([name, value])
  if (settings.scope !== '') add('scope', settings.scope)
  add('state', values.state)
  add('nonce', values.nonce)
  if (values.codeChallenge !== undefined) {
    add('code_challenge', values.codeChallenge)
    add('code_challenge_method', 'S256')
  }
  add('dpop_jkt', values.bindingThumbprint)
  for (const resource of settings.resource) add('resource', resource)
  return [...parameters, ...settings.additionalParameters]
}

/** An authorization request as a URL. Keeps the query of the endpoint. */
export function authorizationUrl(endpoint: string, parameters: readonly [string, string][]): string {
  const url = new URL(endpoint)
  for (const [name, value] of parameters) url.searchParams.append(name, value)
  return url.href
}

/** Query and fragment parameters of a callback address. */
export function callbackParameters(callbackUrl: string): URLSearchParams {
  const { searchParams, hash } = new URL(callbackUrl)
  return hash.length > 1 ? new URLSearchParams([...searchParams, ...new URLSearchParams(hash.slice(1))]) : searchParams
}

const rejected = (message: string, hint: string, unverified = ''): AssayError =>
  new AssayError('oauth-callback', [message, unverified].filter(Boolean).join(' '), { hint })

function checkState(parameters: URLSearchParams, state: string): void {
  const error = callbackErrorOf(parameters)
  const answered = parameters.get('state')
  if (answered === state) return
  if (answered === null && error) {
    throw rejected(callbackTexts.missingStateWithError(error), callbackTexts.missingStateHint)
  }
  throw rejected(
    answered === null ? callbackTexts.missingState : callbackTexts.wrongState,
    callbackTexts.stateHint,
    error && callbackTexts.unverified(error),
  )
}

function checkIssuer(parameters: URLSearchParams, provider: Provider): void {
  if (provider.issuer === undefined) return
  const error = callbackErrorOf(parameters)
  const unverified = error && callbackTexts.unverified(error)
  const answered = parameters.get('iss')
  if (answered === null) {
    // An ID token beside it names the issuer, and is verified (RFC 9207 section 2.4).
    if (!provider.as.authorization_response_iss_parameter_supported || parameters.has('id_token')) return
    throw rejected(callbackTexts.missingIssuer(provider.issuer), callbackTexts.issuerHint, unverified)
  }
  if (answered !== provider.issuer) {
    throw rejected(callbackTexts.wrongIssuer(provider.issuer, answered), callbackTexts.issuerHint, unverified)
  }
}

/**
 * Checks every response of the authorization endpoint: state (cases 19, 20), issuer (RFC 9207, case 21), then the
 * provider's error. Rejects with AssayError `oauth-callback`, or `oauth-refused` for an error that certainly is from the provider.
 */
export function judgeAnswer(provider: Provider, parameters: URLSearchParams, state: string): void {
  checkState(parameters, state)
  checkIssuer(parameters, provider)
  const error = callbackErrorOf(parameters)
  if (error) throw new ProviderRefusal(callbackTexts.refused(error), 0, undefined, error.code)
}

/**
 * Checks a callback as {@link judgeAnswer}, then whether there is a code. Returns the parameters in the form that oauth4webapi
 * needs for the exchange.
 */
export function judgeCallback(
  settings: OAuthSettings,
  provider: Provider,
  parameters: URLSearchParams,
  state: string,
): URLSearchParams {
  judgeAnswer(provider, parameters, state)
  if (!parameters.get('code')) {
    throw rejected(callbackTexts.noCode([...new Set(parameters.keys())]), callbackTexts.noCodeHint)
  }
  if (parameters.getAll('code').length > 1) {
    throw rejected(callbackTexts.malformed(callbackTexts.severalCodes), callbackTexts.stateHint)
  }
  // Unknown issuers can't be compared, and the library would compare with the placeholder.
  const known = new URLSearchParams([...parameters].filter(([name]) => provider.issuer !== undefined || name !== 'iss'))
  try {
    return validateAuthResponse(issuerOnly(provider.as), { client_id: settings.clientId }, known, state)
  } catch (thrown) {
    throw new AssayError('oauth-callback', callbackTexts.malformed(textOf(thrown)), {
      hint: callbackTexts.stateHint,
      cause: thrown,
    })
  }
}

const issuerOnly = ({ issuer }: AuthorizationServer): AuthorizationServer => ({ issuer })

/** The request object of the URL, then the tokens of a callback. */
function recordedTokens(
  { redactor }: OAuthContext,
  asked: URLSearchParams,
  answered: URLSearchParams,
  signed: string | undefined,
): Pick<Told<Exchange>, 'tokens'> {
  const tokens = [...decodeAssertions(asked.toString()), ...decodeTokens(Object.fromEntries(answered), signed)]
  if (tokens.length === 0) return {}
  return {
    tokens: tokens.map(({ name, header, claims }) => ({
      name: redactor.mask(name),
      header: redactor.mask(header),
      claims: redactor.mask(claims),
    })),
  }
}

/** The result of a sign-in; `signed` is an encrypted ID token of the callback once it was opened. */
export type SignInOutcome = { parameters: URLSearchParams; signed?: string | undefined } | { error: AssayError }

/** The authorization request with its callback, for the exchange record; both go through the user's browser. */
export function authorizationExchange(
  context: OAuthContext,
  started: { at: number; id: string },
  url: string,
  outcome: SignInOutcome,
): () => Told<Exchange> {
  const duration = context.elapsed() - started.at
  return () => recordSignIn(context, { ...started, duration }, url, outcome)
}

function recordSignIn(
  context: OAuthContext,
  started: { at: number; id: string; duration: number },
  url: string,
  outcome: SignInOutcome,
): Told<Exchange> {
  const { redactor } = context
  const mask = (pairs: Iterable<[string, string]>): [Masked, Masked][] =>
    Array.from(pairs, ([name, value]) => [redactor.mask(name), redactor.mask(value)])
  const { searchParams } = new URL(url)
  const meaning = maskMeaning(redactor, authorizationMeaning(searchParams))
  const message = { ...started, purpose: 'authorization' } as const
  const request = { method: redactor.mask('GET'), url: redactor.mask(url), headers: [], parameters: mask(searchParams) }
  if ('error' in outcome) {
    const { code, message: text } = outcome.error
    return { ...message, request, error: { code, message: redactor.mask(text) }, meaning }
  }
  return {
    ...message,
    request,
    response: { status: 0, statusText: redactor.mask(''), headers: [], parameters: mask(outcome.parameters) },
    ...recordedTokens(context, searchParams, outcome.parameters, outcome.signed),
    meaning: { ...meaning, response: redactor.mask(callbackMeaning(outcome.parameters)) },
  }
}
