/** The endpoints of a provider that a grant calls and a step has a field for, in the order of the editor. */
export const endpointFields = {
  tokenEndpoint: { title: 'Token Endpoint', name: 'token_endpoint' },
  authorizationEndpoint: { title: 'Authorization Endpoint', name: 'authorization_endpoint' },
  deviceAuthorizationEndpoint: { title: 'Device Authorization Endpoint', name: 'device_authorization_endpoint' },
  backchannelAuthenticationEndpoint: {
    title: 'Backchannel Authentication Endpoint',
    name: 'backchannel_authentication_endpoint',
  },
} as const satisfies Record<string, { title: string; name: string }>
/** See {@link endpointFields}. */
export type EndpointField = keyof typeof endpointFields
/** The name of such an endpoint in discovery documents (RFC 8414 section 2). */
export type EndpointName = (typeof endpointFields)[EndpointField]['name']
/** The names of {@link endpointFields}, in their order. */
export const endpointNames = Object.keys(endpointFields) as EndpointField[]

/** The keys of a step that hold the settings of one grant alone. */
export type GrantSettingsKey = 'jwtBearer' | 'tokenExchange' | 'ciba'

/**
 * Facts about a grant without the code that gets the token: small enough for the page's first screen. Code that depends on the
 * grant reads its facts; nothing else compares `grantType` with a name.
 */
export interface GrantFacts {
  /** Its label, in the editor and in texts. */
  title: string
  /** Its name in discovery documents (RFC 8414 section 2), and `grant_type` of its token request, if it has one. */
  name: string
  /** The endpoints that must be typed or discovered, in the order in which they are asked. */
  endpoints: readonly EndpointField[]
  /**
   * Where a user takes part: in a window on this machine, on any device with a code, or on their own device, which the provider
   * calls. Absent: no user is needed.
   */
  person?: 'window' | 'device' | 'own-device'
  /**
   * Whether the client authenticates to the provider: it has to, it may (without a proof it is a public client), or it can't,
   * because there is no token request.
   */
  client: 'proves' | 'may-prove' | 'unproven'
  /** Of a sign-in in a window: what it requests; `openid`: the scope requests OpenID Connect. */
  responseType?(openid: boolean): string
  /** A sign-in with a code challenge (RFC 7636). */
  pkce?: true
  /** A code comes back through the browser, which the client exchanges for the token. */
  code?: true
  /** The authorization request can be signed (RFC 9101) and pushed (RFC 9126). */
  protectsRequest?: true
  /** The key of the step with the settings that only this grant has. */
  settings?: GrantSettingsKey
  /** Client ID and client authentication may be absent together, because the grant itself proves who requests the token. */
  optionalClient?: true
  /** It signs an assertion with the key under `privateKeyJwt`, unless it gets a complete one. */
  signs?: true
  /** It sends the username and password of a user. */
  password?: true
  /** The provider may issue a refresh token with it (RFC 6749 section 1.5). */
  refreshes: boolean
  /** Only for systems that still need it; OAuth 2.1 drops it. */
  legacy?: true
  /** Why it is discouraged, and the preferred alternative. */
  warning?: string
}

/** True for a grant that gets its token by a token request, which carries the client authentication or a key. */
export const requestsToken = ({ endpoints }: GrantFacts): boolean => endpoints.includes('tokenEndpoint')

/** True for a grant whose user can be replaced by a script, because there is a page to act on. */
export const canScript = ({ person }: GrantFacts): boolean => person === 'window' || person === 'device'
