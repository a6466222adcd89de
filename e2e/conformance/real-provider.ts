import type { IncomingMessage, ServerResponse } from 'node:http'
import { exportJWK, jwtVerify, type CryptoKey, type JWK, type KeyObject } from 'jose'
import { generatedPair } from '#engine/oauth/testing/generated-pair.ts'
import { listen, type SeenRequest, type TestProvider } from './scripted-provider.ts'

/** A client as oidc-provider stores it. */
export type ClientMetadata = Record<string, unknown> & { client_id: string }

/** What a test needs of oidc-provider, which has no types of its own. */
interface OidcProvider {
  callback(): (request: IncomingMessage, response: ServerResponse) => void
  use(middleware: (ctx: OidcContext, next: () => Promise<void>) => Promise<void>): void
  registerGrantType(name: string, handler: (ctx: OidcContext) => Promise<void>, parameters: string[], repeated?: string[]): void
  interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>
  interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>
  AccessToken: {
    new (values: object): { save(): Promise<string>; expiration: number; tokenType: string }
    find(value: string): Promise<{ accountId: string; scope?: string } | undefined>
  }
  backchannelResult(request: object, result: Grant | Error): Promise<void>
  DeviceCode: { findByUserCode(code: string): Promise<DeviceCode | undefined> }
  Grant: { new (values: object): Grant; find(id: string): Promise<Grant | undefined> }
}

interface Grant {
  addOIDCScope(scope: string): void
  addResourceScope(resource: string, scope: string): void
  save(): Promise<string>
}

interface DeviceCode {
  clientId: string
  scope?: string
  accountId?: string
  grantId?: string
  error?: string
  errorDescription?: string
  save(): Promise<string>
}

interface Interaction {
  prompt: { name: string; details: { missingOIDCScope?: string[] } }
  params: Record<string, string>
  session?: { accountId: string }
  grantId?: string
}

interface OidcContext {
  method: string
  path: string
  req: IncomingMessage
  body: unknown
  status: number
  set(name: string, value: string): void
  request: { URL: URL; get(name: string): string }
  oidc: {
    params: Record<string, string>
    client: object
    body?: Record<string, string | string[]>
    entity(name: string, value: object): void
  }
}

interface OidcModule {
  Provider: new (issuer: string, configuration: object) => OidcProvider
  errors: {
    AccessDenied: new (description: string) => Error
    UnknownUserId: new (description: string) => Error
    InvalidGrant: new (description: string) => Error
    InvalidRequest: new (description: string) => Error
  }
}

/** What can be chosen about {@link startRealProvider}. */
export interface RealProviderOptions {
  clients: ClientMetadata[]
  /** Seconds. */
  accessTokenLifetime?: number
  /** Whether public and confidential clients must use PKCE; optional by default. */
  requirePkce?: boolean
  /** Every endpoint requires a nonce in the proof (RFC 9449 section 8). */
  dpopNonce?: boolean
  /** What the person does with every device at once. */
  devices?: 'approve' | 'deny'
  /** Its own pages ask for a name, any password and consent; skipped by default. */
  ownPages?: boolean
  /** Verifies assertions of JWT Bearer (RFC 7523), which must come from `https://issuer.test`. */
  bearerKey?: CryptoKey | KeyObject
  /** Registers clients (RFC 7591), with this initial access token, or anyone's if it is empty; and deletes them (RFC 7592). */
  registration?: string
  /** What ann does on her device at every backchannel authentication (CIBA), and when: after so many seconds. */
  ownDevice?: { decision: 'approve' | 'deny'; after?: number }
  /** Exchanges its own access tokens (RFC 8693), without a refresh token. */
  exchanges?: true
  /** The one account's password, for the password grant. */
  password?: string
}

/** What oidc-provider stores, for as long as the provider of one test lives; its own memory adapter warns at each start. */
class MemoryAdapter {
  readonly #model: string
  static readonly #stored = new Map<string, Record<string, unknown>>()

  constructor(model: string) {
    this.#model = model
  }

  #all(): Record<string, unknown>[] {
    return [...MemoryAdapter.#stored].flatMap(([key, value]) => (key.startsWith(`${this.#model}:`) ? [value] : []))
  }

  async upsert(id: string, payload: Record<string, unknown>): Promise<void> {
    MemoryAdapter.#stored.set(`${this.#model}:${id}`, payload)
  }

  async find(id: string): Promise<Record<string, unknown> | undefined> {
    return MemoryAdapter.#stored.get(`${this.#model}:${id}`)
  }

  async findByUid(uid: string): Promise<Record<string, unknown> | undefined> {
    return this.#all().find((payload) => payload.uid === uid)
  }

  async findByUserCode(userCode: string): Promise<Record<string, unknown> | undefined> {
    return this.#all().find((payload) => payload.userCode === userCode)
  }

  async consume(id: string): Promise<void> {
    const payload = await this.find(id)
    if (payload) payload.consumed = Math.floor(Date.now() / 1000)
  }

  async destroy(id: string): Promise<void> {
    MemoryAdapter.#stored.delete(`${this.#model}:${id}`)
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    for (const [key, payload] of MemoryAdapter.#stored) if (payload.grantId === grantId) MemoryAdapter.#stored.delete(key)
  }
}

let key: Promise<JWK> | undefined

/** All that a client may sign its assertions with. */
const assertionAlgorithms = ['RS', 'PS', 'ES', 'HS']
  .flatMap((family) => ['256', '384', '512'].map((bits) => `${family}${bits}`))
  .concat('EdDSA')

/** One key for all providers of a process, made once. */
const signingKey = (): Promise<JWK> =>
  (key ??= (async () => {
    const { privateKey } = await generatedPair('RS256')
    return { ...(await exportJWK(privateKey)), kid: 'rs1', use: 'sig', alg: 'RS256' }
  })())

/** The files and not the package, which warns of Node 20. The name isn't a literal, since the package comes without types. */
const packageFiles: string = 'oidc-provider/lib'

const loadModule = async (): Promise<OidcModule> => ({
  Provider: (await import(`${packageFiles}/provider.js`)).Provider,
  errors: await import(`${packageFiles}/helpers/errors.js`),
})

async function signIn(provider: OidcProvider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { prompt, params, session, grantId } = await provider.interactionDetails(request, response)
  if (prompt.name === 'login') {
    await provider.interactionFinished(request, response, { login: { accountId: 'ann' } })
    return
  }
  const found = grantId === undefined ? undefined : await provider.Grant.find(grantId)
  const grant = found ?? new provider.Grant({ accountId: session?.accountId, clientId: params.client_id })
  grant.addOIDCScope(prompt.details.missingOIDCScope?.join(' ') ?? '')
  await provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } })
}

/** What the person would do at the verification address. */
async function settleDevice(provider: OidcProvider, userCode: string, decision: 'approve' | 'deny'): Promise<void> {
  const code = await provider.DeviceCode.findByUserCode(userCode.replaceAll('-', ''))
  if (!code) return
  if (decision === 'deny') {
    code.error = 'access_denied'
    code.errorDescription = 'End-User aborted interaction'
  } else {
    const grant = new provider.Grant({ accountId: 'ann', clientId: code.clientId })
    grant.addOIDCScope(code.scope ?? 'openid')
    code.accountId = 'ann'
    code.grantId = await grant.save()
  }
  await code.save()
}

function allowPasswords(provider: OidcProvider, { errors }: OidcModule, expected: string): void {
  provider.registerGrantType(
    'password',
    async (ctx) => {
      const { username, password, scope } = ctx.oidc.params
      if (username !== 'ann' || password !== expected) throw new errors.InvalidGrant('unknown user or wrong password')
      const token = new provider.AccessToken({ accountId: username, client: ctx.oidc.client, gty: 'password', scope })
      ctx.oidc.entity('AccessToken', token)
      const value = await token.save()
      ctx.body = { access_token: value, expires_in: token.expiration, token_type: token.tokenType, ...(scope ? { scope } : {}) }
    },
    ['username', 'password', 'scope'],
  )
}

/** JWT Bearer for the key of one issuer: each assertion once, for the token endpoint. */
function allowAssertions(provider: OidcProvider, { errors }: OidcModule, key: CryptoKey | KeyObject, audience: string): void {
  const seen = new Set<unknown>()
  provider.registerGrantType(
    'urn:ietf:params:oauth:grant-type:jwt-bearer',
    async (ctx) => {
      const { assertion = '', scope } = ctx.oidc.params
      const expected = { issuer: 'https://issuer.test', audience, requiredClaims: ['sub', 'exp', 'jti'] }
      const { payload } = await jwtVerify(assertion, key, expected).catch((thrown: Error) => {
        throw new errors.InvalidGrant(thrown.message)
      })
      if (seen.has(payload.jti)) throw new errors.InvalidGrant('jti was used before')
      seen.add(payload.jti)
      const token = new provider.AccessToken({ accountId: payload.sub, client: ctx.oidc.client, gty: 'jwt-bearer', scope })
      ctx.oidc.entity('AccessToken', token)
      const value = await token.save()
      ctx.body = { access_token: value, expires_in: token.expiration, token_type: token.tokenType, ...(scope ? { scope } : {}) }
    },
    ['assertion', 'scope'],
  )
}

const accessTokenType = 'urn:ietf:params:oauth:token-type:access_token'

/** Token Exchange of the provider's own access tokens, for the scopes that they have. */
function allowExchange(provider: OidcProvider, { errors }: OidcModule): void {
  provider.registerGrantType(
    'urn:ietf:params:oauth:grant-type:token-exchange',
    async (ctx) => {
      const { subject_token: given = '', subject_token_type: type, scope } = ctx.oidc.params
      if (type !== accessTokenType) throw new errors.InvalidRequest('subject_token_type is not supported')
      const subject = await provider.AccessToken.find(given)
      if (!subject) throw new errors.InvalidRequest('subject_token is invalid')
      const token = new provider.AccessToken({ accountId: subject.accountId, client: ctx.oidc.client, gty: 'exchange', scope })
      ctx.oidc.entity('AccessToken', token)
      const value = await token.save()
      ctx.body = {
        access_token: value,
        issued_token_type: accessTokenType,
        expires_in: token.expiration,
        token_type: token.tokenType,
        ...(scope ? { scope } : {}),
      }
    },
    ['subject_token', 'subject_token_type', 'actor_token', 'actor_token_type', 'requested_token_type', 'audience', 'scope'],
    ['audience'],
  )
}

/** CIBA in poll mode; the one user is ann. */
function backchannelOf(
  provider: () => OidcProvider,
  { errors }: OidcModule,
  { decision, after = 0 }: NonNullable<RealProviderOptions['ownDevice']>,
): object {
  const decide = async (request: { scope?: string; accountId: string }, client: { clientId: string }): Promise<void> => {
    const grant = new (provider().Grant)({ accountId: request.accountId, clientId: client.clientId })
    grant.addOIDCScope(request.scope ?? 'openid')
    await grant.save()
    await provider().backchannelResult(
      request,
      decision === 'approve' ? grant : new errors.AccessDenied('declined on the device'),
    )
  }
  return {
    enabled: true,
    deliveryModes: ['poll'],
    processLoginHint: (_ctx: unknown, hint: string) => {
      if (hint !== 'ann') throw new errors.UnknownUserId('no such user')
      return hint
    },
    validateRequestContext: () => undefined,
    validateBindingMessage: () => undefined,
    verifyUserCode: () => undefined,
    triggerAuthenticationDevice: (
      _ctx: unknown,
      request: { scope?: string; accountId: string },
      _account: unknown,
      client: { clientId: string },
    ) => void setTimeout(() => void decide(request, client), after * 1000),
  }
}

/** What the middleware can still see of a request after oidc-provider has read its body. */
function remembered(ctx: OidcContext): SeenRequest {
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries(ctx.oidc?.body ?? {})) {
    for (const one of Array.isArray(value) ? value : [value]) form.append(name, one)
  }
  const url = ctx.request.URL
  return {
    method: ctx.method,
    path: url.pathname,
    query: url.searchParams,
    form,
    headers: ctx.req.headers,
    body: form.toString(),
  }
}

/**
 * Starts oidc-provider on a free port of loopback. Every user sent to its login page is signed in as `ann` and consents at
 * once, by redirects alone, so that a window needs no hands.
 */
export async function startRealProvider(options: RealProviderOptions): Promise<TestProvider> {
  const module = await loadModule()
  const requests: SeenRequest[] = []
  let handle: ((request: IncomingMessage, response: ServerResponse) => void) | undefined
  const server = await listen((request, response) => handle?.(request, response))
  const provider = new module.Provider(server.origin, {
    clients: options.clients,
    adapter: MemoryAdapter,
    jwks: { keys: [await signingKey()] },
    scopes: ['openid', 'offline_access', 'orders:read', 'orders:write'],
    pkce: { required: () => options.requirePkce === true },
    enabledJWA: {
      clientAuthSigningAlgValues: assertionAlgorithms,
      idTokenSigningAlgValues: ['RS256', 'HS256', 'HS512'],
    },
    clientBasedCORS: () => true,
    responseTypes: ['code', 'id_token token', 'id_token', 'none'],
    features: {
      clientCredentials: { enabled: true },
      devInteractions: { enabled: options.ownPages === true },
      deviceFlow: { enabled: true },
      introspection: { enabled: true },
      revocation: { enabled: true },
      pushedAuthorizationRequests: { enabled: true },
      requestObjects: { enabled: true },
      jwtUserinfo: { enabled: true },
      encryption: { enabled: true },
      ...(options.ownDevice ? { ciba: backchannelOf(() => provider, module, options.ownDevice) } : {}),
      ...(options.registration === undefined
        ? {}
        : {
            registration: { enabled: true, initialAccessToken: options.registration || false },
            registrationManagement: { enabled: true },
          }),
      dPoP: { enabled: true, nonceSecret: Buffer.alloc(32, 1), requireNonce: () => options.dpopNonce === true },
    },
    findAccount: (_ctx: unknown, accountId: string) => ({ accountId, claims: () => ({ sub: accountId }) }),
    issueRefreshToken: (_ctx: unknown, _client: unknown, code: { scopes: Set<string> }) => code.scopes.has('offline_access'),
    ...(options.ownPages ? {} : { interactions: { url: (_ctx: unknown, { uid }: { uid: string }) => `/interaction/${uid}` } }),
    cookies: { keys: ['conformance'] },
    ttl: {
      AccessToken: options.accessTokenLifetime ?? 3600,
      ClientCredentials: options.accessTokenLifetime ?? 3600,
      Grant: 3600,
      IdToken: 3600,
      Interaction: 3600,
      Session: 3600,
      RefreshToken: 3600,
      DeviceCode: 600,
      BackchannelAuthenticationRequest: 600,
      PushedAuthorizationRequest: 60,
    },
  })
  if (options.password !== undefined) allowPasswords(provider, module, options.password)
  if (options.bearerKey) allowAssertions(provider, module, options.bearerKey, `${server.origin}/token`)
  if (options.exchanges) allowExchange(provider, module)
  provider.use(async (ctx, next) => {
    await next()
    const userCode = ctx.path === '/device/auth' ? (ctx.body as { user_code?: string } | undefined)?.user_code : undefined
    // It lets no page read this endpoint: a backchannel is for servers. Cases run in pages all the same.
    if (ctx.path === '/backchannel') ctx.set('access-control-allow-origin', '*')
    // It states no interval, and polling waits for the usual 5 s then.
    if (ctx.path === '/backchannel' && ctx.status === 200) Object.assign(ctx.body as object, { interval: 1 })
    if (options.devices && userCode !== undefined) await settleDevice(provider, userCode, options.devices)
    if (ctx.method !== 'OPTIONS') requests.push(remembered(ctx))
  })
  const callback = provider.callback()
  handle = (request, response) => {
    if (!options.ownPages && request.url?.startsWith('/interaction/')) void signIn(provider, request, response)
    else callback(request, response)
  }
  return {
    issuer: server.origin,
    discoveryEndpoint: `${server.origin}/.well-known/openid-configuration`,
    tokenEndpoint: `${server.origin}/token`,
    authorizationEndpoint: `${server.origin}/auth`,
    requests,
    to: (path) => requests.filter((request) => request.path === path),
    close: server.close,
  }
}
