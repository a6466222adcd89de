import { secretVariable } from '#engine/base/secrets/secret-variable.ts'
import type { Secret } from '#engine/steps/fields.ts'
import { grantOf } from '#engine/steps/oauth2/grant.ts'
import type { OAuth2Step } from '#engine/steps/oauth2/schema.ts'

/** A token step as a plain request, in templates. */
export interface TokenRequest {
  /** The token endpoint; undefined: it is in the metadata of the provider. */
  url: string | undefined
  /** The URL of the metadata, if the endpoint is taken from there. */
  discovery: string
  fields: { name: string; value: string }[]
  basic?: { user: string; password: string }
  /** Variables that the request needs for secrets which the step holds itself, by the id of the secret. */
  secrets: { name: string; id: string }[]
}

/** Why a token step is no plain request. */
export type TokenLimit = 'sign-in' | 'settings' | 'negative'

/** Undefined for a step that {@link tokenRequest} can say. */
export function tokenLimit(step: OAuth2Step): TokenLimit | undefined {
  if (step.fault !== 'none' || step.expectError !== '') return 'negative'
  const { person, endpoints, settings } = grantOf(step)
  if (person !== undefined || !endpoints.includes('tokenEndpoint')) return 'sign-in'
  if (settings !== undefined || step.clientAuthMethod !== 'SharedSecret' || step.enableDpop) return 'settings'
  return step.tokenEndpoint === '' && step.discoveryEndpoint === '' ? 'settings' : undefined
}

/** The token request of RFC 6749 sections 4.3 and 4.4. */
export function tokenRequest(step: OAuth2Step): TokenRequest {
  const secrets: TokenRequest['secrets'] = []
  const textOf = (secret: Secret | undefined): string => {
    if (secret === undefined || typeof secret === 'string') return secret ?? ''
    const name = secretVariable(secret.secret)
      .replace(/^ASSAY_SECRET_/, '')
      .toLowerCase()
    if (!secrets.some(({ id }) => id === secret.secret)) secrets.push({ name, id: secret.secret })
    return `\${${name}}`
  }
  const { name, password } = grantOf(step)
  const secret = textOf(step.clientSecret)
  const inBody = step.secretTransport === 'body' || secret === ''
  const fields = [
    { name: 'grant_type', value: name },
    ...(inBody ? [{ name: 'client_id', value: step.clientId }] : []),
    ...(inBody && secret !== '' ? [{ name: 'client_secret', value: secret }] : []),
    ...(password
      ? [
          { name: 'username', value: step.username },
          { name: 'password', value: textOf(step.password) },
        ]
      : []),
    ...(step.scope === '' ? [] : [{ name: 'scope', value: step.scope }]),
    ...step.resource.map((value) => ({ name: 'resource', value })),
    ...step.additionalParameters,
  ]
  return {
    url: step.tokenEndpoint === '' ? undefined : step.tokenEndpoint,
    discovery: step.discoveryEndpoint,
    fields,
    ...(inBody ? {} : { basic: { user: step.clientId, password: secret } }),
    secrets,
  }
}

/** What a token response holds besides the token, as an OAuth2 step keeps it; `expires_at` is made of `expires_in`. */
export const tokenMembersSent = ['id_token', 'refresh_token', 'scope', 'token_type'] as const
