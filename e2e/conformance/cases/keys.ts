import assert from 'node:assert/strict'
import { createPublicKey } from 'node:crypto'
import { calculateJwkThumbprint, decodeJwt, decodeProtectedHeader, exportJWK, type JWK } from 'jose'
import { keyFile } from '../../key-files.ts'
import type { ConformanceCase, StepInput } from '../case.ts'
import { startRealProvider } from '../real-provider.ts'
import { startScriptedProvider, type SeenRequest, type TestProvider } from '../scripted-provider.ts'
import { clientCredentials, signIn } from './steps.ts'

type Key = NonNullable<Extract<StepInput, { kind: 'oauth2' }>['privateKeyJwt']>

const secret = 'a symmetric key of at least 64 characters, so that it is enough for HS512'
const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

/** A client whose public key the provider knows, and no secret. */
async function keyClient(file: string, alg: string, more: Record<string, unknown> = {}) {
  const jwk: JWK = await exportJWK(createPublicKey(keyFile(file)))
  return {
    client_id: 'orders-tests',
    grant_types: ['client_credentials'],
    redirect_uris: [],
    response_types: [],
    token_endpoint_auth_method: 'private_key_jwt',
    token_endpoint_auth_signing_alg: alg,
    jwks: { keys: [{ ...jwk, kid: await calculateJwkThumbprint(jwk), use: 'sig' }] },
    ...more,
  }
}

/** A client that signs people in, with the algorithm of its ID tokens. */
const personClient = (redirectUri: string, method: string, idTokenAlg: string) => ({
  client_id: method === 'private_key_jwt' ? 'orders-tests' : 'orders-page',
  application_type: 'native',
  grant_types: ['authorization_code'],
  response_types: ['code'],
  redirect_uris: [redirectUri],
  token_endpoint_auth_method: method,
  id_token_signed_response_alg: idTokenAlg,
})

const byKey = (provider: TestProvider, privateKeyJwt: Partial<Key> & Pick<Key, 'form'>) =>
  clientCredentials(provider, {
    clientAuthMethod: 'ClientAssertion',
    privateKeyJwt: { key: '${key}', password: '${password}', ...privateKeyJwt },
  })

const assertionOf = (request: SeenRequest | undefined): string => request?.form.get('client_assertion') ?? ''

/** Nothing but the assertion proves who the client is, and nothing of it leaves the engine. */
function assertOnlyAssertion(provider: TestProvider, events: string): void {
  const [request] = provider.to('/token')
  assert.equal(request?.form.get('client_assertion_type'), assertionType)
  assert.equal(request?.form.has('client_secret'), false)
  assert.equal(request?.headers.authorization, undefined)
  assert.equal(events.includes(assertionOf(request)), false)
  assert.equal(events.includes(assertionOf(request).split('.')[2] ?? ''), false)
}

/** A key that a real provider accepts. */
const accepted = (
  title: string,
  file: string,
  plain: string,
  key: Partial<Key> & Pick<Key, 'form'>,
  password = '',
): ConformanceCase => ({
  number: 46,
  title: `${title} signs an assertion that oidc-provider accepts`,
  provider: async () => startRealProvider({ clients: [await keyClient(plain, key.algorithm ?? 'RS256')] }),
  variables: { key: keyFile(file), password },
  steps: (provider) => [byKey(provider, key)],
  expect: { outcome: 'passed' },
  check({ provider, result, step }) {
    assertOnlyAssertion(provider, result.events)
    const exchange = step.exchanges.find(({ purpose }) => purpose === 'token')
    assert.deepEqual(
      exchange?.request.parameters?.find(([name]) => name === 'client_assertion'),
      ['client_assertion', '‹client_assertion›'],
    )
    const decoded = exchange?.tokens?.find(({ name }) => name === 'client_assertion')
    assert.equal(JSON.parse(decoded?.claims ?? '{}').sub, 'orders-tests')
  },
})

/** A key that is bad: nothing is sent. */
const refused = (
  title: string,
  variables: Record<string, string>,
  key: Partial<Key> & Pick<Key, 'form'>,
  message: RegExp,
  hint: RegExp,
): ConformanceCase => ({
  number: 46,
  title,
  provider: () => startScriptedProvider(),
  variables: { password: '', ...variables },
  steps: (provider) => [byKey(provider, key)],
  expect: { outcome: 'broken', code: 'key-unusable', message: [message], hint: [hint] },
  check: ({ provider }) => assert.equal(provider.requests.length, 0),
})

const audiences: [audience: string, expected: (provider: TestProvider) => string][] = [
  ['issuer', ({ issuer }) => issuer],
  ['token-endpoint', ({ tokenEndpoint }) => tokenEndpoint],
  ['${idp}/realms/orders', ({ issuer }) => `${issuer}/realms/orders`],
]

/** Keys and client assertions. */
export const keyCases: ConformanceCase[] = [
  accepted('PKCS#8 in PEM', 'rsa.pkcs8.pem', 'rsa.pkcs8.pem', { form: 'pem' }),
  accepted('PKCS#1 in PEM, encrypted', 'rsa.dek-aes256.pem', 'rsa.pkcs8.pem', { form: 'pem', algorithm: 'PS256' }, 'secret'),
  accepted('SEC1 in PEM', 'ec-P-384.sec1.pem', 'ec-P-384.pkcs8.pem', { form: 'pem', algorithm: 'ES384' }),
  accepted('Ed25519 in PEM', 'ed25519.pem', 'ed25519.pem', { form: 'pem', algorithm: 'EdDSA' }),
  accepted('PFX with AES', 'rsa.aes-chain.pfx.txt', 'rsa.pkcs8.pem', { form: 'pfx' }, 'secret'),
  accepted('PFX with RC2', 'rsa.rc2-chain.pfx.txt', 'rsa.pkcs8.pem', { form: 'pfx', algorithm: 'PS256' }, 'secret'),
  accepted('PFX with 3DES', 'rsa.3des.pfx.txt', 'rsa.pkcs8.pem', { form: 'pfx', algorithm: 'PS256' }, 'secret'),
  accepted(
    'PFX with an EC key and a non-ASCII password',
    'ec.unicode.pfx.txt',
    'ec-P-256.pkcs8.pem',
    { form: 'pfx', algorithm: 'ES256' },
    'pässwörd€🔑',
  ),
  ...(['HS256', 'HS512'] as const).map((alg): ConformanceCase => ({
    number: 23,
    title: `an ID token by ${alg} of a client with client_secret_jwt: verified with the symmetric key`,
    provider: async (redirectUri) =>
      startRealProvider({
        clients: [{ ...personClient(redirectUri, 'client_secret_jwt', alg), client_secret: secret }],
      }),
    variables: { key: secret, password: '' },
    steps: (provider) => [
      signIn(provider, {
        clientAuthMethod: 'ClientAssertion',
        privateKeyJwt: { form: 'symmetric', key: '${key}', algorithm: 'HS256' },
      }),
    ],
    expect: { outcome: 'passed' },
  })),
  {
    number: 23,
    title: 'an ID token by HS256 of a client with a private key: refused, with what to set at the provider',
    provider: async (redirectUri) =>
      startRealProvider({
        clients: [
          {
            ...(await keyClient('rsa.pkcs8.pem', 'RS256')),
            ...personClient(redirectUri, 'private_key_jwt', 'HS256'),
            client_secret: secret,
          },
        ],
      }),
    variables: { key: keyFile('rsa.pkcs8.pem'), password: '' },
    steps: (provider) => [
      signIn(provider, {
        clientId: 'orders-tests',
        clientAuthMethod: 'ClientAssertion',
        privateKeyJwt: { form: 'pem', key: '${key}', password: '${password}' },
      }),
    ],
    expect: {
      outcome: 'broken',
      code: 'oauth-id-token',
      message: [/HS256 needs the client secret, but this client uses a private key instead.+ to RS256 or ES256/],
    },
  },
  {
    number: 46,
    title: 'a symmetric key: client_secret_jwt with HS256 and HS512',
    provider: () =>
      startRealProvider({
        clients: ['HS256', 'HS512'].map((alg) => ({
          client_id: `client-${alg}`,
          client_secret: secret,
          grant_types: ['client_credentials'],
          redirect_uris: [],
          response_types: [],
          token_endpoint_auth_method: 'client_secret_jwt',
          token_endpoint_auth_signing_alg: alg,
        })),
      }),
    variables: { secret, secretInBase64: Buffer.from(secret).toString('base64') },
    steps: (provider) => [
      clientCredentials(provider, {
        id: 't0',
        clientId: 'client-HS256',
        clientAuthMethod: 'ClientAssertion',
        privateKeyJwt: { form: 'symmetric', key: '${secret}', algorithm: 'HS256' },
      }),
      clientCredentials(provider, {
        clientId: 'client-HS512',
        clientAuthMethod: 'ClientAssertion',
        privateKeyJwt: { form: 'symmetric', key: '${secretInBase64}', encoding: 'base64', algorithm: 'HS512' },
      }),
    ],
    expect: { outcome: 'passed' },
    check: ({ provider, result }) => assertOnlyAssertion(provider, result.events),
  },
  {
    number: 46,
    title: 'AuthorizationCode: the code and the refresh token go with an assertion',
    provider: async (redirectUri) =>
      startRealProvider({
        accessTokenLifetime: 1,
        clients: [
          await keyClient('rsa.pkcs8.pem', 'RS256', {
            application_type: 'native',
            grant_types: ['authorization_code', 'refresh_token'],
            response_types: ['code'],
            redirect_uris: [redirectUri],
          }),
        ],
      }),
    variables: { key: keyFile('rsa.pkcs8.pem') },
    steps: (provider) => [
      signIn(provider, {
        clientId: 'orders-tests',
        clientAuthMethod: 'ClientAssertion',
        scope: 'openid offline_access',
        additionalParameters: [{ name: 'prompt', value: 'consent' }],
        privateKeyJwt: { form: 'pem', key: '${key}' },
      }),
      { id: 'w1', kind: 'wait', name: 'Wait', seconds: 1 },
      {
        id: 'r1',
        kind: 'send-request',
        name: 'Use it',
        url: `${provider.issuer}/.well-known/openid-configuration`,
        headers: [{ name: 'Authorization', value: 'Bearer ${access_token}' }],
      },
    ],
    expect: { outcome: 'passed' },
    check({ provider, result }) {
      const sent = provider.to('/token')
      assert.deepEqual(
        sent.map(({ form }) => form.get('grant_type')),
        ['authorization_code', 'refresh_token'],
      )
      const ids = sent.map((request) => decodeJwt(assertionOf(request)).jti)
      assert.equal(new Set(ids).size, 2)
      assertOnlyAssertion(provider, result.events)
    },
  },
  refused(
    'a wrong password is said before anything is sent',
    { key: keyFile('rsa.aes-chain.pfx.txt'), password: 'wrong' },
    { form: 'pfx' },
    /^The password can't decrypt the PFX file\.$/,
    /openssl pkcs12 -in key\.pfx -noout/,
  ),
  refused(
    'a certificate without its key',
    { key: keyFile('rsa.crt.pem') },
    { form: 'x509' },
    /The private key is missing: the text contains only a certificate\./,
    /cat key\.pem certificate\.pem/,
  ),
  refused(
    'a key encrypted with scrypt',
    { key: keyFile('rsa.scrypt.pem'), password: 'secret' },
    { form: 'pem' },
    /scrypt/,
    /openssl pkey -in key\.pem -aes256/,
  ),
  refused(
    'a key that does not fit the algorithm',
    { key: keyFile('rsa.pkcs8.pem') },
    { form: 'pem', algorithm: 'ES256' },
    /ES256 needs an EC key on the curve P-256, but this is an RSA key of 2048 bits/,
    /Choose RS256/,
  ),
  refused(
    'a file that was cut',
    { key: keyFile('rsa.aes-chain.pfx.txt').slice(0, 1500), password: 'secret' },
    { form: 'pfx' },
    /^The PFX file is damaged/,
    /openssl base64/,
  ),
  ...audiences.map(([audience, expected]): ConformanceCase => ({
    number: 47,
    title: `the audience ${audience}, kid and x5t#S256 as configured, iss and sub the client`,
    provider: () => startScriptedProvider(),
    variables: { key: keyFile('rsa.pkcs8.pem') + keyFile('rsa.crt.pem'), password: '' },
    steps: (provider) => [byKey(provider, { form: 'x509', keyId: 'k7', x5tS256: true, audience })],
    expect: { outcome: 'passed' },
    check({ provider }) {
      const assertion = assertionOf(provider.to('/token')[0])
      const header = decodeProtectedHeader(assertion)
      assert.equal(header.kid, 'k7')
      assert.match(String(header['x5t#S256']), /^[\w-]{43}$/)
      const { iss, sub, aud, iat = 0, exp = 0, jti } = decodeJwt(assertion)
      assert.deepEqual([iss, sub, aud], ['orders-tests', 'orders-tests', expected(provider)])
      assert.equal(exp - iat, 300)
      assert.match(jti ?? '', /^[0-9a-f-]{36}$/)
    },
  })),
  {
    number: 47,
    title: 'a new jti each time; RS256 and PS256 from one PFX',
    provider: () => startScriptedProvider(),
    variables: { key: keyFile('rsa.aes-chain.pfx.txt'), password: 'secret' },
    steps: (provider) =>
      (['RS256', 'PS256', 'PS256'] as const).map((algorithm, index) => ({
        ...byKey(provider, { form: 'pfx', algorithm }),
        id: `t${index}`,
      })),
    expect: { outcome: 'passed' },
    check({ provider }) {
      const assertions = provider.to('/token').map(assertionOf)
      assert.deepEqual(
        assertions.map((assertion) => decodeProtectedHeader(assertion).alg),
        ['RS256', 'PS256', 'PS256'],
      )
      assert.equal(new Set(assertions.map((assertion) => decodeJwt(assertion).jti)).size, 3)
    },
  },
  {
    number: 47,
    title: 'the issuer as audience, and no issuer known: said before anything is sent',
    provider: () => startScriptedProvider(),
    variables: { key: keyFile('rsa.pkcs8.pem'), password: '' },
    steps: (provider) => [{ ...byKey(provider, { form: 'pem' }), discoveryEndpoint: '', tokenEndpoint: provider.tokenEndpoint }],
    expect: {
      outcome: 'broken',
      code: 'oauth-settings',
      message: [/The client assertion's audience is the issuer, but there is no issuer\./],
      hint: [/Audience to the token endpoint/],
    },
    check: ({ provider }) => assert.equal(provider.requests.length, 0),
  },
  {
    number: 47,
    title: 'an assertion that is rejected: the hint is about the key and the audience',
    provider: () => startScriptedProvider({ token: [{ status: 401, json: { error: 'invalid_client' } }] }),
    variables: { key: keyFile('rsa.pkcs8.pem'), password: '' },
    steps: (provider) => [byKey(provider, { form: 'pem' })],
    expect: {
      outcome: 'broken',
      code: 'oauth-refused',
      hint: [
        /Check the Client ID. Its public key must be registered with the same Key ID.* only the token endpoint as the Audience/,
      ],
    },
  },
]
