import type { IncomingMessage, ServerResponse } from 'node:http'
import { exportJWK, type JWK } from 'jose'
import { createMemoryAdapter } from 'oidc-provider/lib/adapters/memory_adapter.js'
import { CustomOIDCProviderError } from 'oidc-provider/lib/helpers/errors.js'
import { base as basePolicy } from 'oidc-provider/lib/helpers/interaction_policy/index.js'
import { Provider, type OidcContext } from 'oidc-provider/lib/provider.js'
import { generatedPair } from '#engine/oauth/testing/generated-pair.ts'
import { listen, seen, type SeenRequest } from '../../e2e/conformance/scripted-provider.ts'
import type { Make, MakeReply } from './make.ts'
import { secrets, type Endpoint, type Mistake } from './mistakes.ts'
import { errorPage, loginPage, renderPage } from './pages.ts'

/** A running provider that responds as a make. */
export interface Laboratory {
  origin: string
  issuer: string
  /** The errors that oidc-provider found, as it words them. */
  found: string[]
  /** True as soon as the make's response was sent. */
  refused(): boolean
  close(): Promise<void>
}

interface Koa extends OidcContext {
  path: string
  status: number
  query: Record<string, string | undefined>
  redirect(url: string): void
  set(headers: Record<string, string>): void
  oidc: OidcContext['oidc'] & { body?: Record<string, string> }
}

/** Paths of oidc-provider, to which those of makes are mapped. */
const own = {
  discovery: '/.well-known/openid-configuration',
  authorize: '/auth',
  token: '/token',
  device: '/device/auth',
  par: '/request',
}

const grants = [
  'client_credentials',
  'authorization_code',
  'refresh_token',
  'password',
  'implicit',
  'urn:ietf:params:oauth:grant-type:device_code',
]

let key: Promise<JWK> | undefined
/** One key for all providers of a process, made once. */
const signingKey = (): Promise<JWK> =>
  (key ??= (async () => {
    const { privateKey } = await generatedPair('RS256')
    return { ...(await exportJWK(privateKey)), kid: 'k1', use: 'sig', alg: 'RS256' }
  })())

async function configuration(mistake: Mistake): Promise<object> {
  const policy = basePolicy()
  policy.remove('consent')
  return {
    adapter: createMemoryAdapter(),
    clients: [
      {
        client_id: 'orders-tests',
        client_secret: secrets['client-secret'],
        application_type: 'native',
        token_endpoint_auth_method: 'client_secret_post',
        redirect_uris: ['http://127.0.0.1:5999/oauth/callback'],
        response_types: ['code', 'id_token token'],
        grant_types: grants,
        scope: 'openid email offline_access orders:read',
        ...mistake.client,
      },
    ],
    cookies: { keys: ['laboratory'] },
    jwks: { keys: [await signingKey()] },
    scopes: ['openid', 'email', 'offline_access', 'orders:read', 'orders:delete'],
    findAccount: (_ctx: unknown, accountId: string) => ({ accountId, claims: () => ({ sub: accountId }) }),
    interactions: { policy, url: (_ctx: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    loadExistingGrant: async (ctx: OidcContext) => {
      const { client, session, provider, requestParamScopes } = ctx.oidc
      const grant = new provider.Grant({ accountId: session.accountId, clientId: client.clientId })
      grant.addOIDCScope([...requestParamScopes].join(' '))
      await grant.save()
      return grant
    },
    pkce: { required: () => false },
    responseTypes: ['code', 'id_token token'],
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      deviceFlow: { enabled: true },
      pushedAuthorizationRequests: { enabled: true },
      requestObjects: { enabled: true },
      dPoP: { enabled: true, nonceSecret: Buffer.alloc(32, 1), requireNonce: () => false },
    },
    ttl: {
      AccessToken: 600,
      ClientCredentials: 600,
      AuthorizationCode: 60,
      Grant: 600,
      IdToken: 600,
      Interaction: 600,
      Session: 600,
    },
    renderError: (ctx: Koa, out: Record<string, unknown>) => {
      ctx.set({ 'content-type': 'text/html; charset=utf-8' })
      ctx.body = renderPage(errorPage(String(out['error']), String(out['error_description'] ?? '')))
    },
    ...mistake.provider,
  }
}

/** A reply with the values of the request in its places, ready to be sent. */
function filled(
  reply: MakeReply,
  values: Record<string, string>,
): { status: number; headers: Record<string, string>; body: string } {
  const fill = (text: string, escape = (value: string) => value): string =>
    text.replace(/\{(\w+)\}/g, (all, name: string) => (name in values ? escape(values[name] ?? '') : all))
  const headers = Object.fromEntries(Object.entries(reply.headers ?? {}).map(([name, value]) => [name, fill(value)]))
  const html = { 'content-type': 'text/html; charset=utf-8', ...headers }
  if (reply.redirect) {
    const parameters = Object.entries(reply.redirect).map(([name, value]) => [name, fill(value)])
    const query = new URLSearchParams([...parameters, ['state', values['state'] ?? '']])
    return {
      status: 303,
      headers: { ...headers, location: `${values['redirect_uri']}${reply.fragment ? '#' : '?'}${query}` },
      body: '',
    }
  }
  if (reply.page) return { status: reply.status ?? 400, headers: html, body: fill(renderPage(reply.page)) }
  if (reply.html !== undefined) return { status: reply.status ?? 400, headers: html, body: fill(reply.html) }
  if (reply.json !== undefined) {
    const json = { 'content-type': 'application/json', ...headers }
    return {
      status: reply.status ?? 400,
      headers: json,
      body: fill(JSON.stringify(reply.json), (value) => JSON.stringify(value).slice(1, -1)),
    }
  }
  return { status: reply.status ?? 400, headers: { 'content-type': 'text/plain', ...headers }, body: fill(reply.text ?? '') }
}

/** Starts oidc-provider with the paths, the discovery document and the sign-in page of a make, and its response to one mistake. */
export async function startLaboratory(make: Make, mistake: Mistake, reply: MakeReply): Promise<Laboratory> {
  const found: string[] = []
  let refused = false
  let handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>
  const server = await listen((request, response) => void handle(request, response))
  const { origin } = server
  const issuer = origin + make.paths.issuer
  const provider = new Provider(issuer, await configuration(mistake))
  const paths: Record<string, keyof typeof own> = {
    [`${make.paths.issuer}/.well-known/openid-configuration`]: 'discovery',
    [make.paths.authorize]: 'authorize',
    [make.paths.token]: 'token',
    [make.paths.device ?? '/device/auth']: 'device',
    [make.paths.par ?? '/request']: 'par',
  }

  const valuesOf = (query: Record<string, string | undefined>, path: string): Record<string, string> => {
    const texts = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]))
    return { client_id: 'orders-tests', ...Object.fromEntries(texts), origin, issuer, path }
  }
  const refuse = (response: ServerResponse, values: Record<string, string>): void => {
    refused = true
    if (reply.drop) {
      response.destroy()
      return
    }
    const { status, headers, body } = filled(reply, values)
    response.writeHead(status, headers).end(body)
  }

  provider.registerGrantType(
    'password',
    async (ctx: OidcContext) => {
      const { username, password } = ctx.oidc.params
      if (username !== 'ann' || password !== secrets['password'])
        throw new CustomOIDCProviderError('invalid_grant', 'wrong username or password')
      ctx.body = { access_token: 'opaque', token_type: 'Bearer', expires_in: 600 }
    },
    ['username', 'password', 'scope'],
  )
  const note = (_ctx: unknown, error: unknown) => {
    const { error: name, error_description: text, error_detail: detail } = error as Record<string, string | undefined>
    found.push([name, text, detail].filter(Boolean).join(' '))
  }
  for (const event of ['grant', 'authorization', 'pushed_authorization_request', 'device_authorization'])
    provider.on(`${event}.error`, note)
  // The make's response takes the place of the one of oidc-provider.
  const { use } = provider as unknown as { use(middleware: (ctx: Koa, next: () => Promise<void>) => Promise<void>): void }
  use.call(provider, async (ctx, next) => {
    await next()
    if (!mistake.found || !found.some((text) => mistake.found?.test(text)) || refused) return
    refused = true
    const { status, headers, body } = filled(reply, valuesOf({ ...ctx.query, ...ctx.oidc?.body }, ctx.path))
    if (headers['location'] !== undefined) {
      ctx.redirect(headers['location'])
      return
    }
    ctx.status = status
    ctx.body = body
    ctx.set(headers)
  })

  async function signIn(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const html = { 'content-type': 'text/html; charset=utf-8' }
    if (request.method !== 'POST') {
      response.writeHead(200, html).end(renderPage(loginPage(make.login)))
      return
    }
    const form = new URLSearchParams((await seen(request)).body)
    const isRight = form.get('field1') === secrets['password']
    if (!isRight) found.push('wrong password')
    if (mistake.at === 'login' && (mistake.found ? !isRight : true))
      refuse(response, valuesOf({ user: 'ann' }, request.url ?? ''))
    else await provider.interactionFinished(request, response, { login: { accountId: 'ann' } })
  }

  const document = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { issuer: base, ...rest } = make.paths
    const plain = {
      issuer: origin + base,
      authorization_endpoint: origin + rest.authorize,
      token_endpoint: origin + rest.token,
      ...(rest.device ? { device_authorization_endpoint: origin + rest.device } : {}),
      ...(rest.par ? { pushed_authorization_request_endpoint: origin + rest.par } : {}),
      jwks_uri: `${origin}/jwks`,
      response_types_supported: ['code', 'id_token token'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      ...make.discovery,
      ...reply.discovery,
    }
    if (reply.discovery) refused = true
    const members = Object.entries(plain).filter(([, value]) => value !== null)
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify(Object.fromEntries(members)).replaceAll('{origin}', origin))
    request.resume()
  }

  /** Responses of the make's server itself, which oidc-provider has no part in. */
  const forced = (endpoint: Endpoint | undefined, path: string): boolean => {
    if (mistake.found || mistake.at === 'login' || reply.discovery) return false
    if (mistake.step?.['tokenEndpoint'] !== undefined) return path.endsWith('/wrong-token')
    if (mistake.step?.['discoveryEndpoint'] !== undefined) return endpoint === undefined && path.includes('.well-known')
    return endpoint === mistake.at
  }

  handle = async (request, response) => {
    const [path = '', search = ''] = (request.url ?? '/').split(/(?=\?)/)
    const endpoint = paths[path]
    if (path.startsWith('/interaction/')) return signIn(request, response)
    if (forced(endpoint, path)) {
      const { form, query }: SeenRequest = await seen(request)
      return refuse(response, valuesOf({ ...Object.fromEntries(query), ...Object.fromEntries(form) }, path))
    }
    if (endpoint === 'discovery') return document(request, response)
    if (endpoint) request.url = own[endpoint] + search
    provider.callback()(request, response)
  }
  return { origin, issuer, found, refused: () => refused, close: server.close }
}
