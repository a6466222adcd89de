import type { ClientAssertion } from './client/client-assertion.ts'
import type { LoginScript } from '#engine/ports/index.ts'
import type { GrantType } from './grants/facts.ts'
import type { ExchangeSettings } from './grants/token-exchange/exchange-settings.ts'
import type { BearerAssertion } from './grants/jwt-bearer/bearer-assertion.ts'
import type { KeySettings } from './keys/key-settings.ts'
import type { RequestSigner } from './client/request-object.ts'

/** A secret value with the name that represents it wherever it is masked. */
export interface NamedSecret {
  name: string
  value: string
}

/** The settings of an OAuth2 step with every template resolved and every secret read. Times in seconds. */
export interface OAuthSettings {
  grantType: GrantType
  discoveryEndpoint: string
  tokenEndpoint: string
  /** Used for refreshing instead of the token endpoint, if not empty (case 36). */
  refreshEndpoint: string
  authorizationEndpoint: string
  deviceAuthorizationEndpoint: string
  issuer: string
  /** Empty: the client is unknown to the provider, and the request has no `client_id`. */
  clientId: string
  /** Of JWT Bearer. */
  bearerAssertion?: BearerAssertion
  /** Of Token Exchange. */
  exchange?: ExchangeSettings
  /** Absent: a public client, which sends no `client_secret` at all (case 2). */
  clientSecret?: NamedSecret
  secretTransport: 'body' | 'basic' | 'basic-raw'
  /** Present: the client authenticates by signed assertions (RFC 7523), and no secret is sent. */
  clientAssertion?: ClientAssertion
  /**
   * Present: the client authenticates by its TLS certificate (RFC 8705 section 2), one of those with these thumbprints, and no
   * secret is sent.
   */
  clientCertificate?: { thumbprints: readonly string[] }
  /** Reads the client's private key, if the step has one, whatever it is used for besides: it opens encrypted ID tokens. */
  clientKey?: () => Promise<KeySettings>
  /** Words separated by one space; empty: the parameter is omitted (case 4). */
  scope: string
  /** RFC 8707 resource indicators. */
  resource: string[]
  requirePkce: boolean
  /** Signs the authorization request (RFC 9101); absent: it goes as plain parameters. */
  requestSigner?: RequestSigner
  /** Push the authorization request to the provider first (RFC 9126). */
  usePar: boolean
  /** Bind the token to a key (RFC 9449). */
  enableDpop: boolean
  username: string
  password?: NamedSecret
  /** In order, repeated names included (case 5). */
  additionalParameters: [name: string, value: string][]
  loginTimeout: number
  /** Signs in instead of a user. */
  script?: LoginScript
  clockTolerance: number
  strict: boolean
  /** What a negative test does wrong on purpose. */
  fault: 'none' | 'replay-code' | 'wrong-verifier' | 'wrong-secret'
  /** The variable that receives the access token; also the name that represents it where it is masked. */
  tokenName: string
}

/** Scope words separated by one space (RFC 6749 section 3.3, case 4). */
export const normaliseScope = (scope: string): string => scope.trim().split(/\s+/).join(' ')

/** True if the scope requests OpenID Connect (OpenID Connect Core 3.1.2.1). */
export const asksForOpenId = ({ scope }: Pick<OAuthSettings, 'scope'>): boolean => scope.split(' ').includes('openid')
