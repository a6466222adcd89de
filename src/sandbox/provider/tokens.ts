import { base64url } from 'jose'
import { demoUser, oidcScopes, ordersApi, ordersScopes } from '../accounts.ts'
import type { Client } from './clients.ts'
import { sha256, unguessable, type ProviderContext } from './context.ts'
import { sign } from './keys.ts'

/** What someone allowed a client, or a client may by itself. */
export interface Grant {
  /** All tokens that came of it, so that they end together. */
  id: string
  client: string
  /** Undefined for client credentials. */
  user?: string
  /** Scopes that were requested and are known. */
  scope: string
  /** Whose API the access token is for; without it, userinfo's. */
  resource?: string
  nonce?: string
  /** Seconds since 1970 at which the user signed in. */
  authTime?: number
}

/** What is kept of an access token that is no JWT, and of every one that introspection is asked about. */
export interface KeptAccess extends Grant {
  token: string
  expires: number
  jkt?: string
}

/** What is kept of a refresh token. */
export interface KeptRefresh extends Grant {
  jkt?: string
}

/** What a request asks for, as a grant: known scopes only; scopes of the orders API, or none at all, mean that API (RFC 8707). */
export function grantFor(asked: {
  scope?: string | undefined
  resource?: string | undefined
}): Pick<Grant, 'scope' | 'resource'> {
  const names = (asked.scope ?? '').split(' ').filter(Boolean)
  const scope = names.filter((name) => oidcScopes.includes(name) || ordersScopes.includes(name)).join(' ')
  const forApi = asked.resource !== undefined || names.length === 0 || names.some((name) => ordersScopes.includes(name))
  return { scope, ...(forApi ? { resource: asked.resource ?? ordersApi } : {}) }
}

/** An access token for a grant: a JWT (RFC 9068) for an API, an opaque one for userinfo; bound to a key, if any. */
export async function accessToken(context: ProviderContext, grant: Grant, jkt?: string): Promise<KeptAccess> {
  const names = grant.scope.split(' ').filter((name) => (grant.resource ? ordersScopes : oidcScopes).includes(name))
  const expires = context.now() + context.tokenLifetime
  const scope = names.join(' ')
  const claims = {
    ...(grant.user ? { sub: grant.user } : { sub: grant.client }),
    client_id: grant.client,
    jti: unguessable(),
    exp: expires,
    ...(scope ? { scope } : {}),
    ...(grant.resource ? { aud: grant.resource } : {}),
    ...(jkt ? { cnf: { jkt } } : {}),
  }
  const token = grant.resource ? await sign(context, claims, 'at+jwt') : unguessable()
  const kept: KeptAccess = { ...grant, scope, token, expires, ...(jkt ? { jkt } : {}) }
  await context.store.put(`access/${token}`, kept, expires)
  return kept
}

/** An ID token for the user of a grant (OpenID Connect Core 1.0 section 2). */
export function idToken(context: ProviderContext, grant: Grant, hashes: Record<string, string> = {}): Promise<string> {
  const { profile, email } = claimsOf(grant.scope)
  return sign(
    context,
    {
      sub: grant.user ?? '',
      aud: grant.client,
      exp: context.now() + 3600,
      ...(grant.nonce ? { nonce: grant.nonce } : {}),
      ...(grant.authTime ? { auth_time: grant.authTime } : {}),
      ...hashes,
      ...profile,
      ...email,
    },
    'JWT',
  )
}

/** The `at_hash` of an access token: half of its hash (OpenID Connect Core 1.0 section 3.1.3.6). */
export const atHash = async (token: string): Promise<Record<string, string>> => ({
  at_hash: base64url.encode((await sha256(token)).subarray(0, 16)),
})

/** What scopes tell of the user (OpenID Connect Core 1.0 section 5.4). */
export function claimsOf(scope: string): { profile: Record<string, unknown>; email: Record<string, unknown> } {
  const names = scope.split(' ')
  const { name, preferred_username, email, email_verified } = demoUser.claims
  return {
    profile: names.includes('profile') ? { name, preferred_username } : {},
    email: names.includes('email') ? { email, email_verified } : {},
  }
}

/** The response of the token endpoint for a grant of a user (RFC 6749 section 5.1). */
export async function tokenAnswer(
  context: ProviderContext,
  client: Client,
  grant: Grant,
  { jkt, refresh }: { jkt: string | undefined; refresh?: string | undefined },
): Promise<Record<string, unknown>> {
  const access = await accessToken(context, grant, jkt)
  const isOpenId = grant.user !== undefined && grant.scope.split(' ').includes('openid')
  const kept: KeptRefresh = { ...grant, ...(jkt && !client.secret ? { jkt } : {}) }
  const next = grant.user === undefined ? undefined : (refresh ?? unguessable())
  if (next !== undefined) await context.store.put(`refresh/${next}`, kept, context.now() + 86_400)
  return {
    access_token: access.token,
    ...(next === undefined ? {} : { refresh_token: next }),
    ...(isOpenId ? { id_token: await idToken(context, grant, await atHash(access.token)) } : {}),
    ...(access.scope ? { scope: access.scope } : {}),
    token_type: jkt ? 'DPoP' : 'Bearer',
    expires_in: context.tokenLifetime,
  }
}

/** Ends all that came of a grant (RFC 7009 section 2.1, RFC 6749 section 4.1.2). */
export async function endGrant({ store }: ProviderContext, id: string): Promise<void> {
  await store.put(`ended/${id}`, true)
}

/** Whether a grant was ended. */
export const isEnded = async ({ store }: ProviderContext, id: string): Promise<boolean> =>
  (await store.get(`ended/${id}`)) === true
