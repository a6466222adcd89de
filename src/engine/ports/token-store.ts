/** The private key that a token is bound to (RFC 9449), as a JWK: EC P-256. A secret, kept with its token. */
export interface BindingKey {
  kty: string
  crv: string
  x: string
  y: string
  d: string
}

/** A cached token set (O14). */
export interface StoredToken {
  /** Digest of the settings the token was requested with. With another digest it isn't reused. */
  fingerprint: string
  /** The step's settings before templates are resolved, for a decision without waiting: `settingsStamp` of the step. */
  stamp?: string
  accessToken: string
  tokenType: string
  /** Milliseconds since 1970; absent if the provider did not state a lifetime: then it is kept until the run's end. */
  expiresAt?: number
  /** Milliseconds since 1970. */
  obtainedAt: number
  scope?: string
  /** Why it was requested or refreshed, in words. */
  why?: string
  refreshToken?: string
  idToken?: string
  /** The token is bound to this key: every use carries a proof (RFC 9449). */
  bindingKey?: BindingKey
}

/** Stores the tokens of one project by environment and step. The host encrypts tokens that survive a reload. */
export interface TokenStore {
  get(key: TokenKey): Promise<StoredToken | undefined>
  put(key: TokenKey, token: StoredToken): Promise<void>
  delete(key: TokenKey): Promise<void>
}

/** O14: a cached token belongs to one step in one environment. `environment` is its id, or '' without one. */
export interface TokenKey {
  environment: string
  step: string
}
