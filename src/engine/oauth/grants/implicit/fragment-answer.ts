import { AssayError } from '#engine/base/errors.ts'
import type { OAuthContext } from '../../context.ts'
import type { OAuthSettings } from '../../settings.ts'
import { fragmentTexts, notConform, strictHint } from '../../texts.ts'
import { normaliseAnswer, rejectTokenType } from '../../token/token-answer.ts'
import type { TokenAnswer } from '../../token/token-answer.ts'

const label = 'Authorization Endpoint'

/** Members of a token answer; everything else in the fragment belongs to the callback. */
const members = ['access_token', 'token_type', 'expires_in', 'scope', 'id_token']

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/**
 * Reads the token of an Implicit callback (RFC 6749 section 4.2.2, OpenID Connect Core 3.2.2.5), whose state and issuer were
 * judged before, with the repairs of any token answer. A refresh token is not part of it and is omitted with a warning. Rejects
 * with AssayError `oauth-callback` or `oauth-unusable-answer`.
 */
export function readFragmentAnswer(
  context: OAuthContext,
  settings: OAuthSettings,
  endpoint: string,
  parameters: URLSearchParams,
): TokenAnswer {
  if (!parameters.get('access_token')) {
    throw new AssayError('oauth-callback', fragmentTexts.noToken([...new Set(parameters.keys())]), {
      hint: parameters.has('code') ? fragmentTexts.codeHint : fragmentTexts.noTokenHint,
    })
  }
  const given: Record<string, unknown> = Object.fromEntries([...parameters].filter(([name]) => members.includes(name)))
  // In a URL every value is a string.
  if (/^\d+$/.test(String(given.expires_in))) given.expires_in = Number(given.expires_in)
  rejectTokenType(given.token_type)
  const { body, repairs } = normaliseAnswer(
    {
      status: 200,
      statusText: '',
      headers: [['content-type', 'application/json']],
      url: endpoint,
      redirects: [],
      body: new TextEncoder().encode(JSON.stringify(given)),
      timing: { firstByte: 0, total: 0 },
    },
    label,
    endpoint,
  )
  if (parameters.has('refresh_token')) repairs.push(fragmentTexts.refreshToken)
  if (settings.strict && repairs[0] !== undefined) {
    throw new AssayError('oauth-unusable-answer', notConform(label, endpoint, repairs[0].replace(/\.$/, '')), {
      hint: strictHint,
    })
  }
  for (const repair of repairs) context.noted('warning', repair)
  const scope = text(body.scope)
  const idToken = text(body.id_token)
  return {
    obtainedAt: context.ports.clock.now(),
    accessToken: text(body.access_token) ?? '',
    tokenType: 'Bearer',
    ...(typeof body.expires_in === 'number' ? { expiresIn: body.expires_in } : {}),
    ...(scope === undefined ? {} : { scope }),
    ...(idToken === undefined ? {} : { idToken }),
  }
}
