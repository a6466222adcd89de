import { CustomOIDCProviderError, InvalidRequest } from 'oidc-provider/lib/helpers/errors.js'
import type { OidcContext, Provider } from 'oidc-provider/lib/provider.js'
import { demoUser, ordersApi, ordersScopes } from '#sandbox/accounts.ts'

/** What a resource server's tokens look like; the provider's `getResourceServerInfo` gives the same. */
export interface ResourceInfo {
  scope: string
  audience: string
  accessTokenTTL: number
  accessTokenFormat: 'jwt'
}

/**
 * Adds the resource owner password grant (RFC 6749 4.3), which oidc-provider omits because OAuth 2.1 drops it. Gives an access
 * token for the orders API, the API that `resource` names, or userinfo, a refresh token, and with `openid` an ID token.
 */
export function addPasswordGrant(provider: Provider, orders: ResourceInfo, userinfoLifetime: number): void {
  const handle = async (ctx: OidcContext): Promise<void> => {
    const { client, params } = ctx.oidc
    if (params['username'] === undefined || params['password'] === undefined) {
      throw new InvalidRequest('missing required parameter(s) (username, password)')
    }
    if (params['username'] !== demoUser.id || params['password'] !== demoUser.password) {
      throw new CustomOIDCProviderError('invalid_grant', 'wrong username or password')
    }
    const asked = [...ctx.oidc.requestParamScopes]
    const api = asked.filter((scope) => ordersScopes.includes(scope))
    const forApi = api.length > 0 || asked.length === 0
    const resource = params['resource'] ?? ordersApi
    const oidc = asked.filter((scope) => ['openid', 'offline_access', 'profile', 'email'].includes(scope))
    const grant = new provider.Grant({ accountId: demoUser.id, clientId: client.clientId })
    if (oidc.length > 0) grant.addOIDCScope(oidc.join(' '))
    if (forApi) grant.addResourceScope(resource, api.join(' '))
    const grantId = await grant.save()
    const source = { accountId: demoUser.id, client, grantId, gty: 'password' }

    const access = new provider.AccessToken({ ...source, expiresIn: forApi ? orders.accessTokenTTL : userinfoLifetime })
    if (forApi) access.resourceServer = new provider.ResourceServer(resource, { ...orders, audience: resource })
    access.scope = (forApi ? api : oidc).join(' ')
    ctx.oidc.entity('AccessToken', access)
    const accessToken = await access.save()

    const scope = [...oidc, ...api].join(' ')
    const refresh = client.grantTypeAllowed('refresh_token')
      ? await new provider.RefreshToken({ ...source, scope, rotations: 0, ...(forApi ? { resource } : {}) }).save()
      : undefined
    ctx.body = {
      access_token: accessToken,
      token_type: access.tokenType,
      expires_in: access.expiration,
      ...(scope === '' ? {} : { scope }),
      ...(refresh === undefined ? {} : { refresh_token: refresh }),
      ...(asked.includes('openid') ? { id_token: await idToken(provider, ctx) } : {}),
    }
  }
  provider.registerGrantType('password', handle, ['username', 'password', 'scope', 'resource'])
}

async function idToken(provider: Provider, ctx: OidcContext): Promise<string> {
  const token = new provider.IdToken({ sub: demoUser.id, ...demoUser.claims }, { ctx })
  token.scope = 'openid'
  return token.issue({ use: 'idtoken' })
}
