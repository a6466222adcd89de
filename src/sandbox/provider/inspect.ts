import { formFields, jsonResponse, Refusal } from '../answers.ts'
import { authenticated } from './clients.ts'
import type { ProviderContext } from './context.ts'
import { proofOf } from './proof.ts'
import { claimsOf, endGrant, isEnded, type KeptAccess, type KeptRefresh } from './tokens.ts'

/** A token that is good now. */
async function alive(context: ProviderContext, token: string): Promise<{ access?: KeptAccess; refresh?: KeptRefresh }> {
  const access = await context.store.get<KeptAccess>(`access/${token}`)
  if (access) return (await isEnded(context, access.id)) ? {} : { access }
  const refresh = await context.store.get<KeptRefresh>(`refresh/${token}`)
  return refresh && !(await isEnded(context, refresh.id)) ? { refresh } : {}
}

/** The introspection endpoint (RFC 7662 section 2). */
export async function introspect(context: ProviderContext, request: Request): Promise<Response> {
  const form = await formFields(request)
  authenticated(request, form)
  const token = form.get('token')
  if (token === undefined) throw new Refusal('invalid_request', "missing required parameter 'token'")
  const { access, refresh } = await alive(context, token)
  const found = access ?? refresh
  if (!found) return jsonResponse(200, { active: false })
  return jsonResponse(200, {
    active: true,
    iss: context.issuer,
    client_id: found.client,
    ...(found.user ? { sub: found.user } : {}),
    ...(found.scope ? { scope: found.scope } : {}),
    ...(access ? { exp: access.expires, token_type: access.jkt ? 'DPoP' : 'Bearer' } : {}),
    ...(access?.resource ? { aud: access.resource } : {}),
    ...(access?.jkt ? { cnf: { jkt: access.jkt } } : {}),
  })
}

/** The revocation endpoint (RFC 7009 section 2): an unknown token counts as revoked. */
export async function revoke(context: ProviderContext, request: Request): Promise<Response> {
  const form = await formFields(request)
  const client = authenticated(request, form)
  const token = form.get('token')
  if (token === undefined) throw new Refusal('invalid_request', "missing required parameter 'token'")
  const { access, refresh } = await alive(context, token)
  const found = access ?? refresh
  if (found?.client === client.id) {
    await context.store.take(`${access ? 'access' : 'refresh'}/${token}`)
    if (refresh) await endGrant(context, refresh.id)
  }
  return jsonResponse(200, {})
}

/** The userinfo endpoint (OpenID Connect Core 1.0 section 5.3). */
export async function userinfo(context: ProviderContext, request: Request): Promise<Response> {
  const [, scheme = '', token] = /^(Bearer|DPoP) (.+)$/i.exec(request.headers.get('authorization') ?? '') ?? []
  const refused = (why: string) =>
    new Refusal('invalid_token', why, 401, {
      'www-authenticate': `${scheme || 'Bearer'} realm="sandbox", error="invalid_token", error_description="${why}"`,
    })
  if (token === undefined)
    throw new Refusal('invalid_request', 'no access token provided', 400, { 'www-authenticate': 'Bearer realm="sandbox"' })
  const { access } = await alive(context, token)
  if (!access?.user || access.resource !== undefined) throw refused('invalid token provided')
  const jkt = await proofOf(context, request, token)
  if (access.jkt !== jkt) throw refused('failed jkt verification')
  if (!access.scope.split(' ').includes('openid'))
    throw new Refusal('insufficient_scope', 'access token missing openid scope', 403)
  const { profile, email } = claimsOf(access.scope)
  return jsonResponse(200, { sub: access.user, ...profile, ...email })
}
