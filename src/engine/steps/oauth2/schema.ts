import * as v from 'valibot'
import { grantTypes } from '#engine/oauth/grants/facts.ts'
import type { StepSettings } from '#engine/oauth/step-settings.ts'
import { common } from '../common.ts'
import { bounded, secret, text, writableScope } from '../fields.ts'
import { automationSchema } from './automation/schema.ts'
import { grantSettings } from './grant-settings/schema.ts'

/** A signing key in one of the forms of O4. `privateKeyJwt` of an OAuth2 step and `key` of a jwt step. */
export const signingKey = v.strictObject({
  form: v.picklist(['pem', 'jwk', 'pfx', 'x509', 'symmetric']),
  key: v.optional(secret),
  password: v.optional(secret),
  encoding: v.optional(v.picklist(['text', 'base64']), 'text'),
  algorithm: v.optional(
    v.picklist([
      'RS256',
      'RS384',
      'RS512',
      'PS256',
      'PS384',
      'PS512',
      'ES256',
      'ES384',
      'ES512',
      'EdDSA',
      'HS256',
      'HS384',
      'HS512',
    ]),
    'RS256',
  ),
  keyId: v.optional(text, ''),
  x5tS256: v.optional(v.boolean(), false),
  /** `issuer`, `token-endpoint`, `endpoint` (the one that the assertion is sent to) or any text. */
  audience: v.optional(text, 'issuer'),
})
/** See {@link signingKey}. */
export type SigningKey = v.InferOutput<typeof signingKey>

/** The OAuth2 Authentication step, in the order of the file. */
export const oauth2Schema = v.strictObject({
  ...common('oauth2'),
  grantType: v.picklist(grantTypes),
  discoveryEndpoint: v.optional(text, ''),
  tokenEndpoint: v.optional(text, ''),
  refreshEndpoint: v.optional(text, ''),
  authorizationEndpoint: v.optional(text, ''),
  deviceAuthorizationEndpoint: v.optional(text, ''),
  backchannelAuthenticationEndpoint: v.optional(text, ''),
  issuer: v.optional(text, ''),
  clientId: v.optional(text, ''),
  /** Of a client that was registered from here: where it can be deleted, and the token for that (RFC 7592). */
  registration: v.optional(v.strictObject({ uri: text, token: secret })),
  clientAuthMethod: v.optional(v.picklist(['SharedSecret', 'ClientAssertion', 'ClientCertificate']), 'SharedSecret'),
  clientSecret: v.optional(secret),
  secretTransport: v.optional(v.picklist(['body', 'basic', 'basic-raw']), 'body'),
  privateKeyJwt: v.optional(signingKey),
  scope: v.optional(text, ''),
  resource: v.optional(v.array(text), []),
  requirePkce: v.optional(v.boolean(), true),
  useJar: v.optional(v.boolean(), false),
  usePar: v.optional(v.boolean(), false),
  enableDpop: v.optional(v.boolean(), false),
  username: v.optional(text, ''),
  password: v.optional(secret),
  ...grantSettings,
  automation: v.optional(automationSchema),
  additionalParameters: v.optional(v.array(v.strictObject({ name: text, value: v.optional(text, '') })), []),
  variableName: v.optional(v.string(), 'access_token'),
  variableScope: v.optional(writableScope, 'TestSuite'),
  forceReauthentication: v.optional(v.boolean(), false),
  loginTimeout: v.optional(bounded(10, 3600), 120),
  clockTolerance: v.optional(v.pipe(v.number(), v.minValue(0, 'is less than 0'), v.maxValue(600, 'is more than 600')), 30),
  strict: v.optional(v.boolean(), false),
  fault: v.optional(v.picklist(['none', 'replay-code', 'wrong-verifier', 'wrong-secret']), 'none'),
  expectError: v.optional(text, ''),
})
/** A type that has what the engine's OAuth code looks at. */
type Checked<T extends StepSettings> = T

/** See {@link oauth2Schema}. */
export type OAuth2Step = Checked<v.InferOutput<typeof oauth2Schema>>
