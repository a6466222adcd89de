import assert from 'node:assert/strict'
import type { JWTPayload } from 'jose'
import type { ConformanceCase, Expected } from '../case.ts'
import { startRealProvider } from '../real-provider.ts'
import { startScriptedProvider, type IdTokenScript, type ProviderScript } from '../scripted-provider.ts'
import { signIn } from './steps.ts'

const codeNeverSent: ConformanceCase['check'] = ({ provider }) => assert.equal(provider.to('/token').length, 0)

const callback = (
  number: number,
  title: string,
  change: NonNullable<ProviderScript['callback']>,
  expect: Expected,
): ConformanceCase => ({
  number,
  title,
  provider: () => startScriptedProvider({ callback: change }),
  steps: (provider) => [signIn(provider)],
  expect,
  check: codeNeverSent,
})

const idToken = (title: string, script: IdTokenScript, expect: Expected | RegExp): ConformanceCase => ({
  number: 23,
  title: `ID token with ${title}`,
  provider: () => startScriptedProvider({ idToken: script }),
  steps: (provider) => [signIn(provider)],
  expect:
    expect instanceof RegExp
      ? { outcome: 'broken', code: 'oauth-id-token', message: [/^The ID token is invalid:/, expect] }
      : expect,
})

const withClaims = (change: (claims: JWTPayload, now: number) => JWTPayload): IdTokenScript => ({
  claims: (claims, now) => ({ ...claims, ...change(claims, now) }),
})

const fail = (parameters: URLSearchParams, error: string, description: string): void => {
  parameters.delete('code')
  parameters.set('error', error)
  parameters.set('error_description', description)
}

const pkce = (title: string, requirePkce: boolean, challenge: boolean): ConformanceCase => ({
  number: 29,
  title,
  provider: (redirectUri) =>
    startRealProvider({
      clients: [
        {
          client_id: 'orders-page',
          client_secret: 'the-client-secret',
          application_type: 'native',
          token_endpoint_auth_method: 'client_secret_post',
          redirect_uris: [redirectUri],
        },
      ],
    }),
  steps: (provider) => [signIn(provider, { requirePkce, clientSecret: '${clientSecret}' })],
  expect: { outcome: 'passed' },
  check({ provider }) {
    assert.equal(provider.to('/auth')[0]?.query.has('code_challenge'), challenge)
    assert.equal(provider.to('/token')[0]?.form.has('code_verifier'), challenge)
  },
})

/** The answer of the authorization endpoint, and the ID token. */
export const authorizationAnswerCases: ConformanceCase[] = [
  callback(19, 'wrong state: rejected, the code is never sent', (parameters) => parameters.set('state', 'another'), {
    outcome: 'broken',
    code: 'oauth-callback',
    message: [/has the wrong state/],
  }),
  callback(19, 'two codes: rejected, none is sent', (parameters) => parameters.append('code', 'code-of-somebody-else'), {
    outcome: 'broken',
    code: 'oauth-callback',
    message: [/^The sign-in response is unusable: it has more than one code/],
  }),
  callback(
    19,
    "wrong state with an error: the address's error shown as unverified",
    (parameters) => {
      parameters.set('state', 'another')
      fail(parameters, 'access_denied', 'not today')
    },
    {
      outcome: 'broken',
      code: 'oauth-callback',
      message: [/the wrong state/, /may not come from the provider: access_denied – not today/],
    },
  ),
  callback(
    20,
    'missing state with an error: the error shown',
    (parameters) => {
      parameters.delete('state')
      fail(parameters, 'invalid_request', 'unknown parameter')
    },
    {
      outcome: 'broken',
      code: 'oauth-callback',
      message: [/without the state/, /invalid_request – unknown parameter/],
    },
  ),
  callback(
    20,
    'an error with the right state: the error and what to do',
    (parameters) => fail(parameters, 'access_denied', 'not today'),
    { outcome: 'broken', code: 'oauth-refused', message: [/access_denied – not today/], hint: [/declined/] },
  ),
  callback(21, 'iss of another provider: rejected', (parameters) => parameters.set('iss', 'https://attacker.example'), {
    outcome: 'broken',
    code: 'oauth-callback',
    message: [/issuer "https:\/\/attacker\.example" instead of "http:/],
  }),
  callback(21, 'iss missing though advertised: rejected', (parameters) => parameters.delete('iss'), {
    outcome: 'broken',
    code: 'oauth-callback',
    message: [/The response has no iss, although the provider announces it; expected "/],
  }),
  idToken('everything right', {}, { outcome: 'passed' }),
  idToken(
    'a wrong nonce',
    withClaims(() => ({ nonce: 'n0' })),
    /nonce: expected ".+", found "n0"/,
  ),
  idToken(
    'no nonce',
    withClaims(() => ({ nonce: undefined })),
    /nonce: expected ".+", found nothing/,
  ),
  idToken(
    'a wrong aud',
    withClaims(() => ({ aud: 'somebody-else' })),
    /aud: expected the Client ID "orders-page", found "somebody-else"/,
  ),
  idToken(
    'a wrong iss',
    withClaims(() => ({ iss: 'https://other.example' })),
    /iss: expected "http:.+", found "https:\/\/other\.example"/,
  ),
  idToken(
    'exp beyond the tolerance',
    withClaims((_claims, now) => ({ exp: now - 40 })),
    /exp: expired 4\d s ago \(tolerance 30 s\)/,
  ),
  idToken(
    '20 s of clock skew',
    withClaims((_claims, now) => ({ exp: now - 20, iat: now + 20 })),
    { outcome: 'passed' },
  ),
  idToken('alg none', { signature: 'none' }, /alg: "none" \(unsigned\) is always rejected/),
  idToken('a bad signature', { signature: 'other-key' }, /signature: it doesn't match the JWKS key "k1"/),
  idToken(
    'a bad at_hash',
    withClaims(() => ({ at_hash: 'AAAAAAAAAAAAAAAAAAAAAA' })),
    /at_hash: doesn't match the access token \(OpenID Connect Core 3\.1\.3\.6\)/,
  ),
  idToken(
    'several faults: each is named',
    withClaims((_claims, now) => ({ nonce: 'n0', aud: 'somebody-else', exp: now - 400 })),
    /aud: .+; exp: .+; nonce: /,
  ),
  idToken(
    'several audiences and another azp',
    withClaims((claims) => ({ aud: [String(claims.aud), 'api'], azp: 'somebody-else' })),
    /azp: expected "orders-page", found "somebody-else"/,
  ),
  pkce('PKCE on', true, true),
  pkce('PKCE off', false, false),
  {
    number: 29,
    title: "a provider that wants PKCE and does not get it: the provider's error",
    provider: (redirectUri) =>
      startRealProvider({
        requirePkce: true,
        clients: [
          {
            client_id: 'orders-page',
            application_type: 'native',
            token_endpoint_auth_method: 'none',
            redirect_uris: [redirectUri],
          },
        ],
      }),
    steps: (provider) => [signIn(provider, { requirePkce: false })],
    expect: { outcome: 'broken', code: 'oauth-refused', message: [/invalid_request – .*PKCE/] },
  },
  {
    number: 29,
    title: "a verifier that does not fit: the provider's error",
    provider: () =>
      startScriptedProvider({
        token: [{ status: 400, json: { error: 'invalid_grant', error_description: 'PKCE verification failed' } }],
      }),
    steps: (provider) => [signIn(provider)],
    expect: {
      outcome: 'broken',
      code: 'oauth-refused',
      message: [/invalid_grant – PKCE verification failed/],
      hint: [/verifier/],
    },
  },
]
