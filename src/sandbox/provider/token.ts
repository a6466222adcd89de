import { demoUser, oidcScopes } from '../accounts.ts'
import { formFields, jsonResponse, Refusal } from '../answers.ts'
import type { KeptCode } from './authorize.ts'
import { authenticated, type Client } from './clients.ts'
import { hashOf, unguessable, type ProviderContext } from './context.ts'
import { redeemDevice } from './device.ts'
import { proofOf } from './proof.ts'
import { accessToken, endGrant, grantFor, isEnded, tokenAnswer, type Grant, type KeptRefresh } from './tokens.ts'

interface Asked {
  client: Client
  form: Map<string, string>
  /** The key that the request is proved with. */
  jkt: string | undefined
}

type Answer = Promise<Record<string, unknown>>

const invalid = (why: string) => new Refusal('invalid_grant', why)

/** Rejected if one of them is missing, all of them named. */
function required(form: Map<string, string>, ...names: string[]): string[] {
  const missing = names.filter((name) => !form.has(name))
  if (missing.length > 0) throw new Refusal('invalid_request', `missing required parameter(s) (${missing.join(', ')})`)
  return names.map((name) => form.get(name) ?? '')
}

async function byCode(context: ProviderContext, { client, form, jkt }: Asked): Answer {
  const [code = ''] = required(form, 'code')
  const kept = await context.store.take<KeptCode>(`code/${code}`)
  const used = kept ? undefined : await context.store.get<string>(`used/${code}`)
  // Who redeems a code twice may have stolen it: all tokens issued for it are revoked (RFC 6749 section 4.1.2).
  if (used !== undefined) await endGrant(context, used)
  if (!kept || kept.client !== client.id) throw invalid('grant request is invalid')
  await context.store.put(`used/${code}`, kept.id, context.now() + 86_400)
  if (kept.redirectUri !== form.get('redirect_uri')) throw invalid('grant request is invalid')
  const verifier = form.get('code_verifier')
  if (kept.challenge !== undefined && (verifier === undefined || (await hashOf(verifier)) !== kept.challenge))
    throw invalid('grant request is invalid')
  if (kept.challenge === undefined && verifier !== undefined) throw invalid('grant request is invalid')
  if (kept.jkt !== undefined && kept.jkt !== jkt) throw invalid('grant request is invalid')
  const { redirectUri: _uri, challenge: _challenge, jkt: _jkt, ...grant } = kept
  return tokenAnswer(context, client, grant, { jkt })
}

async function byClient(context: ProviderContext, { client, form, jkt }: Asked): Answer {
  if (client.secret === undefined) throw new Refusal('unauthorized_client', 'requested grant type is not allowed for this client')
  const asked = grantFor({ scope: form.get('scope'), resource: form.get('resource') })
  const scope = asked.scope
    .split(' ')
    .filter((name) => !oidcScopes.includes(name))
    .join(' ')
  const grant: Grant = { id: unguessable(), client: client.id, ...asked, scope }
  const access = await accessToken(context, grant, jkt)
  return {
    access_token: access.token,
    expires_in: context.tokenLifetime,
    token_type: jkt ? 'DPoP' : 'Bearer',
    ...(access.scope ? { scope: access.scope } : {}),
  }
}

async function byPassword(context: ProviderContext, { client, form, jkt }: Asked): Answer {
  if (!form.has('username') || !form.has('password'))
    throw new Refusal('invalid_request', 'missing required parameter(s) (username, password)')
  if (form.get('username') !== demoUser.id || form.get('password') !== demoUser.password)
    throw invalid('wrong username or password')
  const asked = grantFor({ scope: form.get('scope'), resource: form.get('resource') })
  const grant: Grant = { id: unguessable(), client: client.id, user: demoUser.id, ...asked }
  const answer = await tokenAnswer(context, client, grant, { jkt })
  return { ...answer, ...(grant.scope ? { scope: grant.scope } : {}) }
}

async function byRefresh(context: ProviderContext, { client, form, jkt }: Asked): Answer {
  const [token = ''] = required(form, 'refresh_token')
  const kept = await context.store.get<KeptRefresh>(`refresh/${token}`)
  if (!kept) {
    const rotated = await context.store.get<string>(`rotated/${token}`)
    if (rotated !== undefined) await endGrant(context, rotated)
    throw invalid('grant request is invalid')
  }
  if (kept.client !== client.id || (await isEnded(context, kept.id))) throw invalid('grant request is invalid')
  if (kept.jkt !== undefined && kept.jkt !== jkt) throw invalid('failed jkt verification')
  const wanted = form.get('scope')?.split(' ')
  if (wanted?.some((name) => !kept.scope.split(' ').includes(name)))
    throw new Refusal('invalid_scope', 'refresh token missing requested scope')
  const grant: Grant = { ...kept, ...(wanted ? { scope: wanted.join(' ') } : {}) }
  // A public client's refresh token is valid once (RFC 9700 section 2.2.2), unless it is bound to a key.
  const rotates = client.secret === undefined && kept.jkt === undefined
  if (rotates) {
    if ((await context.store.take(`refresh/${token}`)) === undefined) throw invalid('grant request is invalid')
    await context.store.put(`rotated/${token}`, kept.id, context.now() + 86_400)
  }
  return tokenAnswer(context, client, grant, { jkt, refresh: rotates ? undefined : token })
}

async function byDevice(context: ProviderContext, { client, form, jkt }: Asked): Answer {
  const [code = ''] = required(form, 'device_code')
  return tokenAnswer(context, client, await redeemDevice(context, client.id, code), { jkt })
}

const grants = new Map<string, (context: ProviderContext, asked: Asked) => Answer>([
  ['authorization_code', byCode],
  ['client_credentials', byClient],
  ['password', byPassword],
  ['refresh_token', byRefresh],
  ['urn:ietf:params:oauth:grant-type:device_code', byDevice],
])

/** The token endpoint (RFC 6749 section 3.2). */
export async function token(context: ProviderContext, request: Request): Promise<Response> {
  const form = await formFields(request)
  const client = authenticated(request, form)
  const [type = ''] = required(form, 'grant_type')
  const grant = grants.get(type)
  if (!grant) throw new Refusal('unsupported_grant_type', 'unsupported grant_type requested')
  const jkt = await proofOf(context, request)
  return jsonResponse(200, await grant(context, { client, form, jkt }))
}
