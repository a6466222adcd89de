import { demoUser } from '../accounts.ts'
import { escapeHtml, fieldsByName, formFields, jsonResponse, page, redirect, Refusal } from '../answers.ts'
import { sandboxTexts as texts } from '../texts.ts'
import { authenticated, clientOf, isRegistered, type Client } from './clients.ts'
import { unguessable, type ProviderContext } from './context.ts'
import { proofOf } from './proof.ts'
import { accessToken, atHash, grantFor, idToken, type Grant } from './tokens.ts'

/** What is stored for a code until it is redeemed. */
export interface KeptCode extends Grant {
  redirectUri: string
  challenge?: string
  /** The key that `dpop_jkt`, or a proof at the pushed request, named (RFC 9449 section 10). */
  jkt?: string
}

interface Session {
  user: string
  at: number
}

/** A refusal that the client hears of by way of the browser (RFC 6749 section 4.1.2.1). */
class Returned extends Refusal {}

const codeLife = 60

/** A page that tells the user, since the error can't be sent to the client. */
const shown = (refusal: Refusal): Response =>
  page(
    texts.refused,
    `<p>${escapeHtml(texts.refusedWhy)}</p><dl><dt>error</dt><dd>${escapeHtml(refusal.error)}</dd><dt>error_description</dt><dd>${escapeHtml(refusal.message)}</dd></dl>`,
    refusal.status,
  )

/** The request with what was pushed in its place (RFC 9126 section 4). */
async function requested(context: ProviderContext, fields: Map<string, string>): Promise<Map<string, string>> {
  const uri = fields.get('request_uri')
  if (uri === undefined) return fields
  const pushed = await context.store.take<[string, string][]>(`pushed/${uri}`)
  if (!pushed) throw new Refusal('invalid_request_uri', 'request_uri is invalid, expired, or was already used')
  const kept = new Map(pushed)
  if (kept.get('client_id') !== fields.get('client_id')) throw new Refusal('invalid_request', 'client_id mismatch')
  return kept
}

/** The client and where it is answered; what is wrong with them is shown, never sent on. */
function answeredAt(context: ProviderContext, fields: Map<string, string>): { client: Client; redirectUri: string } {
  const client = clientOf(fields.get('client_id'))
  if (!client) throw new Refusal('invalid_client', 'client is invalid')
  const redirectUri = fields.get('redirect_uri')
  if (redirectUri === undefined) throw new Refusal('invalid_request', "missing required parameter 'redirect_uri'")
  if (!isRegistered(context, redirectUri))
    throw new Refusal('invalid_redirect_uri', "redirect_uri did not match any of the client's registered redirect_uris")
  return { client, redirectUri }
}

function check(client: Client, fields: Map<string, string>): void {
  const type = fields.get('response_type')
  if (type === undefined) throw new Returned('invalid_request', "missing required parameter 'response_type'")
  if (type !== 'code' && type.split(' ').toSorted().join(' ') !== 'id_token token')
    throw new Returned('unsupported_response_type', 'unsupported response_type requested')
  if (type === 'code') {
    if (!fields.has('code_challenge') && client.secret === undefined)
      throw new Returned('invalid_request', 'Authorization Server policy requires PKCE to be used for this request')
    if (fields.has('code_challenge') && fields.get('code_challenge_method') !== 'S256')
      throw new Returned('invalid_request', 'not supported value of code_challenge_method')
  } else if (!fields.has('nonce')) throw new Returned('invalid_request', "missing required parameter 'nonce'")
  const mode = fields.get('response_mode')
  if (mode !== undefined && !['query', 'fragment', 'form_post'].includes(mode))
    throw new Returned('unsupported_response_mode', 'unsupported response_mode requested')
  if (type !== 'code' && mode === 'query')
    throw new Returned('invalid_request', 'requested response_mode is not allowed for the requested response_type')
  if (type !== 'code' && !(fields.get('scope') ?? '').split(' ').includes('openid'))
    throw new Returned('invalid_request', 'openid scope must be requested when using the acr_values or an id_token')
}

/** Sends an authorization response back in the mode that was requested (OAuth 2.0 Multiple Response Types, Form Post). */
function sendBack(context: ProviderContext, fields: Map<string, string>, answer: Record<string, string>): Response {
  const uri = fields.get('redirect_uri') ?? ''
  const state = fields.get('state')
  const sent = new URLSearchParams({ ...answer, ...(state === undefined ? {} : { state }), iss: context.issuer })
  const mode = fields.get('response_mode') ?? (fields.get('response_type') === 'code' ? 'query' : 'fragment')
  if (mode === 'form_post') {
    const inputs = [...sent].map(
      ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
    )
    return page(
      texts.sendingBack,
      `<form method="post" action="${escapeHtml(uri)}" data-send>${inputs.join('')}<button>${escapeHtml(texts.goOn)}</button></form>`,
    )
  }
  const target = new URL(uri)
  if (mode === 'fragment') target.hash = sent.toString()
  else for (const [name, value] of sent) target.searchParams.append(name, value)
  return redirect(target)
}

/** The form at which the user signs in; it carries the request, which is checked again. */
function loginPage(client: Client, fields: Map<string, string>, error?: string): Response {
  return page(
    texts.signIn,
    `<p>${escapeHtml(texts.signInTo(client.id))}</p>
${error === undefined ? '' : `<p role="alert">${escapeHtml(error)}</p>`}
<form method="post">
<input type="hidden" name="request" value="${escapeHtml(JSON.stringify([...fields]))}">
<label for="username">${texts.username}</label>
<input id="username" name="username" autocomplete="username" required data-focus>
<label for="password">${texts.password}</label>
<input id="password" name="password" type="password" autocomplete="current-password" required>
<button>${texts.signIn}</button>
</form>
<p>${escapeHtml(texts.account)}</p>`,
    error === undefined ? 200 : 401,
  )
}

/** Whether the user has to sign in (OpenID Connect Core 1.0 section 3.1.2.3). */
function needsLogin(context: ProviderContext, fields: Map<string, string>, session: Session | undefined): boolean {
  const prompts = (fields.get('prompt') ?? '').split(' ')
  const oldest = Number(fields.get('max_age') ?? Infinity)
  const missing = !session || context.now() - session.at > oldest
  if (prompts.includes('none')) {
    if (missing) throw new Returned('login_required', 'End-User authentication is required')
    return false
  }
  return missing || prompts.includes('login')
}

async function granted(
  context: ProviderContext,
  fields: Map<string, string>,
  client: Client,
  session: Session,
): Promise<Response> {
  const nonce = fields.get('nonce')
  const grant: Grant = {
    id: unguessable(),
    client: client.id,
    user: session.user,
    authTime: session.at,
    ...grantFor({ scope: fields.get('scope') ?? '', resource: fields.get('resource') }),
    ...(nonce === undefined ? {} : { nonce }),
  }
  if (fields.get('response_type') !== 'code') {
    const access = await accessToken(context, grant)
    return sendBack(context, fields, {
      access_token: access.token,
      token_type: 'Bearer',
      expires_in: String(context.tokenLifetime),
      ...(access.scope ? { scope: access.scope } : {}),
      id_token: await idToken(context, grant, await atHash(access.token)),
    })
  }
  const code = unguessable()
  const challenge = fields.get('code_challenge')
  const jkt = fields.get('dpop_jkt')
  const kept: KeptCode = {
    ...grant,
    redirectUri: fields.get('redirect_uri') ?? '',
    ...(challenge === undefined ? {} : { challenge }),
    ...(jkt === undefined ? {} : { jkt }),
  }
  await context.store.put(`code/${code}`, kept, context.now() + codeLife)
  return sendBack(context, fields, { code })
}

/** The authorization endpoint (RFC 6749 section 3.1), with its login page: a GET asks, a POST signs in. */
export async function authorize(context: ProviderContext, request: Request): Promise<Response> {
  try {
    const form = request.method === 'POST' ? await formFields(request) : undefined
    const signIn = form?.get('request')
    const fields =
      signIn === undefined
        ? await requested(context, form ?? fieldsByName(new URL(request.url).searchParams))
        : new Map(JSON.parse(signIn) as [string, string][])
    const { client } = answeredAt(context, fields)
    try {
      check(client, fields)
      if (form && signIn !== undefined) {
        if (form.get('username') !== demoUser.id || form.get('password') !== demoUser.password)
          return loginPage(client, fields, texts.wrongPassword)
        const session: Session = { user: demoUser.id, at: context.now() }
        await context.store.put('session', session, context.now() + 86_400)
        return await granted(context, fields, client, session)
      }
      const session = await context.store.get<Session>('session')
      if (needsLogin(context, fields, session) || !session) return loginPage(client, fields)
      return await granted(context, fields, client, session)
    } catch (thrown) {
      if (!(thrown instanceof Returned)) throw thrown
      return sendBack(context, fields, { error: thrown.error, error_description: thrown.message })
    }
  } catch (thrown) {
    if (thrown instanceof Refusal) return shown(thrown)
    throw thrown
  }
}

/** The pushed authorization request endpoint (RFC 9126 section 2). */
export async function push(context: ProviderContext, request: Request): Promise<Response> {
  const form = await formFields(request)
  const client = authenticated(request, form)
  if (form.has('request_uri'))
    throw new Refusal('invalid_request', "'request_uri' parameter must not be used at the pushed_authorization_request_endpoint")
  form.delete('client_secret')
  form.set('client_id', client.id)
  answeredAt(context, form)
  check(client, form)
  const jkt = await proofOf(context, request)
  if (jkt !== undefined) form.set('dpop_jkt', jkt)
  const uri = `urn:ietf:params:oauth:request_uri:${unguessable()}`
  await context.store.put(`pushed/${uri}`, [...form], context.now() + 60)
  return jsonResponse(201, { request_uri: uri, expires_in: 60 })
}
