import * as v from 'valibot'
import { bounded, json, secret, text } from '../../fields.ts'

/** JWT Bearer (RFC 7523 section 2.1): what the assertion contains. It is signed with the key under `privateKeyJwt`. */
const jwtBearer = v.strictObject({
  /** A complete assertion, sent as it is; absent: signed for each request. */
  assertion: v.optional(secret),
  /** Empty: the client ID. */
  issuer: v.optional(text, ''),
  subject: v.optional(text, ''),
  /** `token-endpoint`, `issuer` or any text. */
  audience: v.optional(text, 'token-endpoint'),
  claims: v.optional(v.record(v.string(), json), {}),
  lifetime: v.optional(bounded(1, 86_400), 300),
})

/** The type of tokens that an API accepts (RFC 8693 section 3). */
const accessToken = 'urn:ietf:params:oauth:token-type:access_token'

/** Token Exchange (RFC 8693): what is exchanged for what. */
const tokenExchange = v.strictObject({
  subjectToken: v.optional(secret),
  subjectTokenType: v.optional(text, accessToken),
  actorToken: v.optional(secret),
  actorTokenType: v.optional(text, accessToken),
  requestedTokenType: v.optional(text, ''),
  audience: v.optional(v.array(text), []),
})

/** CIBA (OpenID Connect CIBA Core 1.0 section 7.1): which user is asked, and what their device shows. */
const ciba = v.strictObject({
  loginHint: v.optional(text, ''),
  loginHintToken: v.optional(secret),
  idTokenHint: v.optional(secret),
  bindingMessage: v.optional(text, ''),
  userCode: v.optional(secret),
  acrValues: v.optional(text, ''),
})

/** The keys of an OAuth2 step that hold the settings of one grant, in the order of the file. */
export const grantSettings = {
  jwtBearer: v.optional(jwtBearer),
  tokenExchange: v.optional(tokenExchange),
  ciba: v.optional(ciba),
}

/** See {@link grantSettings}. */
export type JwtBearerSettings = v.InferOutput<typeof jwtBearer>

/** The settings of a new JWT Bearer step. */
export const startJwtBearer = (): JwtBearerSettings => v.parse(jwtBearer, {})

/** See {@link grantSettings}. */
export type TokenExchangeSettings = v.InferOutput<typeof tokenExchange>

/** The settings of a new Token Exchange step. */
export const startTokenExchange = (): TokenExchangeSettings => v.parse(tokenExchange, {})

/** See {@link grantSettings}. */
export type CibaStepSettings = v.InferOutput<typeof ciba>

/** The settings of a new CIBA step. */
export const startCiba = (): CibaStepSettings => v.parse(ciba, {})
