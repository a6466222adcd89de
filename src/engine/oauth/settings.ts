import type { ClientAssertion } from './client/client-assertion.ts'
import type { LoginScript } from '#engine/ports/index.ts'
import type { CibaSettings } from './grants/ciba/ciba-settings.ts'
import type { ExchangeSettings } from './grants/token-exchange/exchange-settings.ts'
import type { BearerAssertion } from './grants/jwt-bearer/bearer-assertion.ts'
import type { KeySettings } from './keys/key-settings.ts'
import type { RequestSigner } from './client/request-object.ts'
import type { SharedSettings } from './step-settings.ts'

/** A secret value with the name that represents it wherever it is masked. */
export interface NamedSecret {
  name: string
  value: string
}

/**
 * The settings of an OAuth2 step with every template resolved and every secret read: scope words separated by one space, empty if
 * the parameter is omitted (case 4). Times in seconds.
 */
export interface OAuthSettings extends SharedSettings {
  /** Of JWT Bearer. */
  bearerAssertion?: BearerAssertion
  /** Of Token Exchange. */
  exchange?: ExchangeSettings
  /** Of CIBA. */
  ciba?: CibaSettings
  /** Absent: a public client, which sends no `client_secret` at all (case 2). */
  clientSecret?: NamedSecret
  /** Present: the client authenticates by signed assertions (RFC 7523), and no secret is sent. */
  clientAssertion?: ClientAssertion
  /**
   * Present: the client authenticates by its TLS certificate (RFC 8705 section 2), one of those with these thumbprints, and no
   * secret is sent.
   */
  clientCertificate?: { thumbprints: readonly string[] }
  /** Reads the client's private key, if the step has one, whatever it is used for besides: it opens encrypted ID tokens. */
  clientKey?: () => Promise<KeySettings>
  /** Signs the authorization request (RFC 9101); absent: it goes as plain parameters. */
  requestSigner?: RequestSigner
  password?: NamedSecret
  /** In order, repeated names included (case 5). */
  additionalParameters: [name: string, value: string][]
  loginTimeout: number
  /** Signs in instead of a user. */
  script?: LoginScript
  /** The variable that receives the access token; also the name that represents it where it is masked. */
  tokenName: string
}

/** Scope words separated by one space (RFC 6749 section 3.3, case 4). */
export const normaliseScope = (scope: string): string => scope.trim().split(/\s+/).join(' ')

/** True if the scope requests OpenID Connect (OpenID Connect Core 3.1.2.1). */
export const asksForOpenId = ({ scope }: Pick<OAuthSettings, 'scope'>): boolean => scope.split(' ').includes('openid')
