import { oidcScopes, ordersScopes } from '../accounts.ts'
import type { ProviderContext } from './context.ts'

/** Where each endpoint is, below the issuer. The two that a browser opens are files. */
export const paths = {
  metadata: '/.well-known/openid-configuration',
  authorization: '/authorize.html',
  device: '/device.html',
  token: '/token',
  pushed: '/request',
  deviceAuthorization: '/device/auth',
  jwks: '/jwks',
  userinfo: '/me',
  introspection: '/token/introspection',
  revocation: '/token/revocation',
} as const

/** How clients show who they are. */
const authMethods = ['client_secret_basic', 'client_secret_post', 'none']

/** The algorithms of proofs that are taken (RFC 9449 section 5.1). */
export const proofAlgorithms = ['ES256', 'RS256', 'PS256', 'EdDSA']

/** The provider's metadata (OpenID Connect Discovery 1.0 section 3, RFC 8414). */
export function metadata({ issuer }: ProviderContext): Record<string, unknown> {
  return {
    issuer,
    authorization_endpoint: issuer + paths.authorization,
    token_endpoint: issuer + paths.token,
    pushed_authorization_request_endpoint: issuer + paths.pushed,
    device_authorization_endpoint: issuer + paths.deviceAuthorization,
    jwks_uri: issuer + paths.jwks,
    userinfo_endpoint: issuer + paths.userinfo,
    introspection_endpoint: issuer + paths.introspection,
    revocation_endpoint: issuer + paths.revocation,
    grant_types_supported: [
      'authorization_code',
      'implicit',
      'client_credentials',
      'password',
      'refresh_token',
      'urn:ietf:params:oauth:grant-type:device_code',
    ],
    response_types_supported: ['code', 'id_token token'],
    response_modes_supported: ['query', 'fragment', 'form_post'],
    scopes_supported: [...oidcScopes, ...ordersScopes],
    claims_supported: ['sub', 'name', 'preferred_username', 'email', 'email_verified', 'auth_time', 'iss'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['ES256'],
    token_endpoint_auth_methods_supported: authMethods,
    introspection_endpoint_auth_methods_supported: authMethods,
    revocation_endpoint_auth_methods_supported: authMethods,
    code_challenge_methods_supported: ['S256'],
    dpop_signing_alg_values_supported: proofAlgorithms,
    authorization_response_iss_parameter_supported: true,
    claims_parameter_supported: false,
    request_parameter_supported: false,
    request_uri_parameter_supported: false,
  }
}
