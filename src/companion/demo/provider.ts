import { createPrivateKey, generateKeyPair, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { createMemoryAdapter } from 'oidc-provider/lib/adapters/memory_adapter.js'
import { base as basePolicy } from 'oidc-provider/lib/helpers/interaction_policy/index.js'
import { Provider, type OidcContext, type OidcGrant } from 'oidc-provider/lib/provider.js'
import { isOwnHost, refuse } from '#platform/node/own-host.ts'
import { demoUser, ordersApi, ordersScopes, ordersSpa, ordersOthers, ordersTests } from '#sandbox/accounts.ts'
import { listenLoopback, type Listening } from './listen.ts'
import { deviceCodePage, deviceConfirmPage, deviceDonePage, errorPage, loginPage, pageHeaders } from './pages.ts'
import { addPasswordGrant, type ResourceInfo } from './password-grant.ts'
import { demoTexts as texts } from './texts.ts'

/** The options of the demo provider. */
export interface ProviderOptions {
  /** 0: any free port. */
  port: number
  /** The page's origin: its callback page is a redirect URI, and it may call the provider (CORS). */
  appOrigin: string
  /** Seconds that access tokens live; 600 if absent. */
  tokenLifetime?: number
}

/** RFC 8252 7.3: a native client may come back to any port of the loopback interface. */
const nativeRedirects = ['http://127.0.0.1/callback', 'http://[::1]/callback']

const oidcScopes = ['openid', 'offline_access', 'profile', 'email']

const isForOrders = (scope: string | undefined): boolean =>
  scope === undefined || scope.trim() === '' || scope.split(' ').some((name) => ordersScopes.includes(name))

/** Its JWK is read from a copy: see createBindingKey in engine/oauth/client/binding.ts. */
async function signingKey(): Promise<object> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  return { ...createPrivateKey(privateKey).export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'demo' }
}

function clients(appOrigin: string): object[] {
  const shared = {
    application_type: 'native',
    redirect_uris: [`${appOrigin}/oauth/callback.html`, ...nativeRedirects],
    response_types: ['code', 'id_token token'],
  }
  const grants = ['authorization_code', 'implicit', 'refresh_token', 'password', 'urn:ietf:params:oauth:grant-type:device_code']
  return [
    ...[ordersTests, ordersOthers].map(({ clientId, clientSecret }) => ({
      ...shared,
      client_id: clientId,
      client_secret: clientSecret,
      token_endpoint_auth_method: 'client_secret_post',
      grant_types: ['client_credentials', ...grants],
    })),
    { ...shared, client_id: ordersSpa.clientId, token_endpoint_auth_method: 'none', grant_types: grants },
  ]
}

/** Everything requested is granted: the demo shows logins, not consent. */
async function grantAll(ctx: OidcContext): Promise<OidcGrant | undefined> {
  const { client, params, session, provider, requestParamScopes } = ctx.oidc
  const known = session.grantIdFor(client.clientId)
  const grant =
    (known === undefined ? undefined : await provider.Grant.find(known)) ??
    new provider.Grant({ accountId: session.accountId, clientId: client.clientId })
  grant.addOIDCScope([...requestParamScopes].filter((scope) => oidcScopes.includes(scope)).join(' '))
  grant.addResourceScope(
    params['resource'] ?? ordersApi,
    [...requestParamScopes].filter((scope) => ordersScopes.includes(scope)).join(' '),
  )
  await grant.save()
  return grant
}

type PageContext = OidcContext & { set(headers: object): void }

function showPage(ctx: PageContext, html: string): void {
  ctx.set(pageHeaders)
  ctx.type = 'html'
  ctx.body = html
}

/** The pages on which a device is approved (RFC 8628 section 3.3). */
const deviceFlow = {
  enabled: true,
  userCodeInputSource: (ctx: PageContext, form: string, _out: unknown, error?: Error) => {
    const text = error && (error.name === 'AbortedError' ? texts.deviceStopped : texts.deviceWrong)
    showPage(ctx, deviceCodePage(form, text))
  },
  userCodeConfirmSource: (ctx: PageContext, form: string, client: { clientId: string }, _info: unknown, code: string) =>
    showPage(ctx, deviceConfirmPage(form, client.clientId, code)),
  successSource: (ctx: PageContext) => showPage(ctx, deviceDonePage()),
}

async function configuration(options: ProviderOptions, orders: ResourceInfo, userinfoLifetime: number): Promise<object> {
  const policy = basePolicy()
  policy.remove('consent')
  return {
    adapter: createMemoryAdapter(),
    clients: clients(options.appOrigin),
    clientBasedCORS: (_ctx: unknown, origin: string) => origin === options.appOrigin,
    cookies: { keys: [randomBytes(32).toString('hex')] },
    jwks: { keys: [await signingKey()] },
    scopes: oidcScopes,
    claims: { openid: ['sub'], profile: ['name', 'preferred_username'], email: ['email', 'email_verified'] },
    findAccount: (_ctx: unknown, id: string) =>
      id === demoUser.id ? { accountId: id, claims: () => ({ sub: id, ...demoUser.claims }) } : undefined,
    interactions: { policy, url: (_ctx: unknown, interaction: { uid: string }) => `/interaction/${interaction.uid}` },
    loadExistingGrant: grantAll,
    issueRefreshToken: (_ctx: unknown, client: OidcContext['oidc']['client']) => client.grantTypeAllowed('refresh_token'),
    expiresWithSession: () => false,
    pkce: { required: (_ctx: unknown, client: OidcContext['oidc']['client']) => client.clientAuthMethod === 'none' },
    responseTypes: ['code', 'id_token token'],
    ttl: {
      DeviceCode: 600,
      PushedAuthorizationRequest: 60,
      AccessToken: userinfoLifetime,
      ClientCredentials: userinfoLifetime,
      AuthorizationCode: 60,
      IdToken: 3600,
      RefreshToken: 86_400,
      Grant: 86_400,
      Session: 86_400,
      Interaction: 3600,
    },
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      deviceFlow,
      pushedAuthorizationRequests: { enabled: true },
      introspection: { enabled: true },
      revocation: { enabled: true },
      rpInitiatedLogout: { enabled: false },
      resourceIndicators: {
        enabled: true,
        defaultResource: (ctx: OidcContext, _client: unknown, oneOf: string[] | undefined) =>
          oneOf ?? (isForOrders(ctx.oidc.params['scope']) ? ordersApi : undefined),
        useGrantedResource: (_ctx: unknown, model: { scope?: string }) => isForOrders(model.scope),
        // Who asks for another API gets a token for it, which the orders API rejects.
        getResourceServerInfo: (_ctx: unknown, resource: string) =>
          resource === ordersApi ? orders : { ...orders, audience: resource },
      },
    },
    renderError: (ctx: PageContext, out: Record<string, unknown>) =>
      showPage(ctx, errorPage(Object.fromEntries(Object.entries(out).map(([name, value]) => [name, String(value)])))),
  }
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  let body = ''
  for await (const chunk of request) {
    body += String(chunk)
    if (body.length > 10_000) break
  }
  return new URLSearchParams(body)
}

async function interact(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const { uid, params } = await provider.interactionDetails(request, response)
    const client = String(params['client_id'] ?? '')
    if (request.method !== 'POST') {
      response.writeHead(200, pageHeaders).end(loginPage(uid, client))
      return
    }
    const form = await readForm(request)
    if (form.get('username') === demoUser.id && form.get('password') === demoUser.password) {
      await provider.interactionFinished(request, response, { login: { accountId: demoUser.id } })
    } else {
      response.writeHead(401, pageHeaders).end(loginPage(uid, client, texts.wrongPassword))
    }
  } catch {
    response.writeHead(400, pageHeaders).end(errorPage({ error: texts.expired }))
  }
}

function answer(provider: Provider, request: IncomingMessage, response: ServerResponse): void {
  if (!isOwnHost(request)) refuse(response, 421, texts.otherHost)
  else if (request.url?.startsWith('/interaction/')) void interact(provider, request, response)
  else provider.callback()(request, response)
}

/**
 * Starts a real OpenID provider with a login page, for the demo and for tests: client credentials, password,
 * authorization code with PKCE and PAR, Implicit, devices, refresh tokens, DPoP, JWT access tokens for the orders API.
 * Everything is in memory.
 */
export async function startProvider(options: ProviderOptions): Promise<Listening> {
  const lifetime = options.tokenLifetime ?? 600
  const orders: ResourceInfo = {
    scope: ordersScopes.join(' '),
    audience: ordersApi,
    accessTokenTTL: lifetime,
    accessTokenFormat: 'jwt',
  }
  // The issuer holds the port, which is known when the server listens; who asks before the provider is made, waits.
  let begin!: (provider: Provider) => void
  const made = new Promise<Provider>((resolve) => (begin = resolve))
  const server = createServer((request, response) => void made.then((provider) => answer(provider, request, response)))
  const listening = await listenLoopback(server, options.port)
  const provider = new Provider(listening.url, await configuration(options, orders, lifetime))
  addPasswordGrant(provider, orders, lifetime)
  begin(provider)
  return listening
}
