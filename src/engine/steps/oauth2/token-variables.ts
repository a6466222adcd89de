import type { StoredToken } from '#engine/ports/index.ts'
import type { TokenSource } from '#engine/oauth/token/token-source.ts'
import type { RunContext } from '../step-kind.ts'
import { tokenMembers } from './facts.ts'
import type { OAuth2Step } from './schema.ts'

/** The values beside the token, where present (`<variableName>.expires_at` …). */
function besides(name: string, token: StoredToken): [name: string, value: string][] {
  const values: Record<(typeof tokenMembers)[number], string | undefined> = {
    id_token: token.idToken,
    refresh_token: token.refreshToken,
    expires_at: token.expiresAt === undefined ? undefined : new Date(token.expiresAt).toISOString(),
    scope: token.scope,
    token_type: token.tokenType,
  }
  return tokenMembers.flatMap((member) => {
    const value = values[member]
    return value === undefined ? [] : [[`${name}.${member}`, value]]
  })
}

/**
 * Sets the step's variables to a token (O11) and tells of them, masked. The token itself is live: each use asks `source` for
 * the current one, so that no expired token is ever sent.
 */
export function setTokenVariables(step: OAuth2Step, context: RunContext, source: TokenSource, token: StoredToken): void {
  const { variableName: name, variableScope: scope } = step
  const { variables, redactor } = context
  variables.setLive(scope, name, {
    current: async (signal) => (await source.current(signal)).accessToken,
    scheme: token.tokenType === 'DPoP' ? 'DPoP' : 'Bearer',
    proverFor(accessToken) {
      const binding = source.bindingOf(accessToken)
      return binding && { prove: (request) => binding.prove({ ...request, accessToken }), challenged: binding.challenged }
    },
  })
  context.emit({ type: 'variable-set', name, scope, value: redactor.mask(token.accessToken) })
  for (const [key, value] of besides(name, token)) {
    variables.set(scope, key, value)
    context.emit({ type: 'variable-set', name: key, scope, value: redactor.mask(value) })
  }
}
