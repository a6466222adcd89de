import { describe, expect, it } from 'vitest'
import type { ProviderError } from './provider-error.ts'
import { refusalHint } from './refusal-hint.ts'
import type { OAuthSettings } from '../settings.ts'

const settings: Pick<OAuthSettings, 'clientSecret' | 'secretTransport' | 'grantType'> = {
  clientSecret: { name: 'secret', value: 'the-client-secret' },
  secretTransport: 'body',
  grantType: 'ClientCredentials',
}
const hint = (status: number, code: string, description = '', over: Partial<typeof settings> = {}): string | undefined =>
  refusalHint({ code, description } satisfies ProviderError, status, { ...settings, ...over })

const aboutTheClient = /^Check the Client ID and the Client Secret\./

describe('refusalHint', () => {
  it.each([
    ['Keycloak', 401, 'Invalid user credentials'],
    ['Auth0', 403, 'Wrong email or password.'],
  ])('[O18] a wrong password at %s is about the account, not the client', (_provider, status, text) => {
    expect(hint(status, 'invalid_grant', text, { grantType: 'ResourceOwnerPassword' })).toMatch(/^Check Username and Password/)
  })

  it.each([
    ['the client', 'invalid_credentials', 'invalid client credentials', 'AuthorizationCode', /^Check the Client ID/],
    ['the client', 'invalid_credentials', 'invalid client credentials', 'ResourceOwnerPassword', /^Check the Client ID/],
    ['the account', 'invalid_credentials', 'Invalid login credentials', 'ResourceOwnerPassword', /^Check Username and Password/],
    [
      'the scope',
      'invalid_request',
      'unsupported scope: nope',
      'AuthorizationCode',
      /^Compare the step's Scope with the scopes allowed for the client\./,
    ],
  ] as const)('[O18] what Supabase Auth refuses is about %s: %s, %s', (_what, code, text, grantType, said) => {
    expect(hint(400, code, text, { grantType })).toMatch(said)
  })

  it('[O18] a wrong password that Open Liberty calls a server_error is about the account', () => {
    const over = { grantType: 'ResourceOwnerPassword' } as const
    expect(hint(400, 'server_error', 'invalid_resource_owner_credential', over)).toMatch(/^Check Username and Password/)
  })

  it.each([
    ['Keycloak', 401, 'Client not enabled to retrieve service account'],
    ['Auth0', 403, "Grant type 'client_credentials' not allowed for the client."],
  ])('[O18] a grant that %s does not allow is about the grant', (_provider, status, text) => {
    expect(hint(status, 'unauthorized_client', text)).toMatch(/^Allow the grant ClientCredentials for this client/)
  })

  it('[O18] an API that Auth0 has not granted to the client is about the API', () => {
    expect(hint(403, 'access_denied', 'Client is not authorized to access "https://api".')).toMatch(
      /Allow the requested API \(audience\) and scope for the client at the provider\. Its log shows the rule that denied access\./,
    )
  })

  it.each([
    ['UAA', 401, 'unauthorized', 'Bad credentials'],
    ['Keycloak', 401, 'unauthorized_client', 'Invalid client or Invalid client credentials'],
    ['Auth0', 403, 'access_denied', 'Unauthorized'],
    ['GitHub', 200, 'incorrect_client_credentials', 'The client_id and/or client_secret passed are incorrect.'],
    ['Slack', 200, 'bad_client_secret', ''],
    ['Apigee', 500, 'oauth.v2.InvalidClientIdentifier', 'Invalid client identifier'],
  ])('[case 1] a wrong secret at %s is about the client', (_provider, status, code, text) => {
    expect(hint(status, code, text)).toMatch(aboutTheClient)
  })

  it.each([
    [
      'GitHub',
      'bad_verification_code',
      /Run the step again\. The code or token is unknown, already used, expired, or was issued for another client, redirect URI or verifier\./,
    ],
    [
      'Slack',
      'invalid_code',
      /Run the step again\. The code or token is unknown, already used, expired, or was issued for another client, redirect URI or verifier\./,
    ],
    ['Slack', 'bad_redirect_uri', /^Register exactly the step's Redirect URI for this client at the provider\./],
    [
      'Entra ID',
      'authorization_declined',
      /^Sign in with an account that can grant access\. The user or the provider declined\./,
    ],
    ['LinkedIn', 'user_cancelled_login', /^Sign in with an account that can grant access\. The user or the provider declined\./],
  ])('[O18] what %s says with %s', (_provider, code, text) => {
    expect(hint(200, code, '', { grantType: 'AuthorizationCode' })).toMatch(text)
  })

  it('[O18] a code of Entra ID says more than its error', () => {
    expect(hint(401, 'invalid_client', 'AADSTS7000215: Invalid client secret provided.')).toMatch(
      /^The client secret is wrong\. .*not its Secret ID/,
    )
    expect(hint(400, 'invalid_request', "AADSTS90014: The required field 'scope' is missing from the credential.")).toMatch(
      /need a Scope/,
    )
    expect(hint(401, 'invalid_client', 'AADSTS1: nobody knows.')).toMatch(aboutTheClient)
  })

  it.each([
    ['RFC 6749', 'access_denied unsupported_response_type invalid_scope server_error temporarily_unavailable invalid_grant'],
    ['RFC 6749', 'unauthorized_client unsupported_grant_type'],
    ['RFC 6750', 'invalid_token insufficient_scope'],
    ['RFC 7009', 'unsupported_token_type'],
    ['RFC 7591', 'invalid_redirect_uri invalid_client_metadata invalid_software_statement unapproved_software_statement'],
    ['RFC 8628', 'authorization_pending slow_down expired_token'],
    ['RFC 8707, 9396, 9470', 'invalid_target invalid_authorization_details insufficient_user_authentication'],
    ['RFC 9101, 9126', 'invalid_request_uri invalid_request_object request_not_supported request_uri_not_supported'],
    ['RFC 9449', 'invalid_dpop_proof use_dpop_nonce'],
    ['OpenID Connect Core', 'interaction_required login_required account_selection_required consent_required'],
    ['OpenID Connect Core', 'registration_not_supported unmet_authentication_requirements unsupported_response_mode'],
    ['CIBA', 'expired_login_hint_token unknown_user_id missing_user_code invalid_user_code invalid_binding_message'],
    ['CIBA', 'transaction_failed'],
  ])('[O18] %s: %s are not about the client, whatever the status', (_standard, codes) => {
    for (const code of codes.split(' ')) {
      for (const grantType of ['ClientCredentials', 'AuthorizationCode', 'Implicit', 'DeviceCode'] as const) {
        const said = hint(400, code, '', { grantType })
        expect(said, code).toMatch(/\.$/)
        expect(said, code).not.toMatch(/Client Secret/)
        for (const status of [0, 401, 403]) expect(hint(status, code, '', { grantType })).toBe(said)
      }
    }
  })

  it('[O18] invalid_request is about the parameters, and about the client where it may not be said otherwise', () => {
    expect(hint(400, 'invalid_request', 'duplicate parameter')).toMatch(
      /^Check the provider's error description for the parameter: it is missing, malformed or sent twice\. Add a missing one to the additional parameters, or to the endpoint's URL \(\?name=value\)\./,
    )
    expect(hint(400, 'invalid_request', 'no client_secret')).toMatch(aboutTheClient)
    expect(hint(401, 'invalid_request')).toMatch(aboutTheClient)
  })

  it('[O18] overload, failures and an answer that must be posted', () => {
    expect(hint(403, 'rate_limit_exceeded')).toMatch(/The provider limits the request rate\.$/)
    expect(hint(429, '')).toMatch(/The provider limits the request rate\.$/)
    expect(hint(502, '')).toMatch(/A gateway responded because the provider is down, starting or overloaded\./)
    expect(hint(500, 'server_error')).toMatch(/^Check the provider's log/)
    expect(hint(0, 'invalid_request', 'response_mode must be form_post when name or email scope is requested.')).toMatch(
      /add \?response_mode=form_post to its URL/,
    )
    for (const unknown of ['teapot', 'constructor', 'toString']) expect(hint(400, unknown)).toBeUndefined()
  })
})
