import assert from 'node:assert/strict'
import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import type { ConformanceCase } from '../case.ts'
import { startRealProvider } from '../real-provider.ts'
import { startScriptedProvider } from '../scripted-provider.ts'
import { signIn } from './steps.ts'

const { privateKey, publicKey } = generateKeyPairSync('ec', {
  namedCurve: 'P-256',
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})
const variables = { requestKey: privateKey }
const jar = {
  useJar: true,
  privateKeyJwt: { form: 'pem', key: '${requestKey}', algorithm: 'ES256', keyId: 'jar-1' },
} as const

const realProvider = (redirectUri: string) =>
  startRealProvider({
    clients: [
      {
        client_id: 'orders-page',
        application_type: 'native',
        token_endpoint_auth_method: 'none',
        redirect_uris: [redirectUri],
        request_object_signing_alg: 'ES256',
        jwks: { keys: [{ ...createPublicKey(publicKey).export({ format: 'jwk' }), kid: 'jar-1', use: 'sig', alg: 'ES256' }] },
      },
    ],
  })

/** Signed authorization requests: JAR (RFC 9101), alone and with PAR. */
export const requestObjectCases: ConformanceCase[] = [
  {
    number: 30,
    title: 'JAR: the address holds client_id, request and the required copies; the claims equal the parameters',
    provider: realProvider,
    variables,
    steps: (provider) => [
      signIn(provider, {
        ...jar,
        additionalParameters: [
          { name: 'prompt', value: 'consent' },
          { name: 'max_age', value: '600' },
        ],
      }),
    ],
    expect: { outcome: 'passed' },
    check({ provider, result, step }) {
      const query = provider.to('/auth')[0]?.query ?? new URLSearchParams()
      assert.deepEqual([...query.keys()], ['response_type', 'client_id', 'scope', 'request'])
      const request = query.get('request') ?? ''
      assert.deepEqual(decodeProtectedHeader(request), { alg: 'ES256', typ: 'oauth-authz-req+jwt', kid: 'jar-1' })
      const { iss, aud, exp = 0, iat = 0, nbf, jti, state, nonce, code_challenge, redirect_uri, ...rest } = decodeJwt(request)
      assert.deepEqual([iss, aud, nbf], ['orders-page', provider.issuer, iat])
      assert.ok(exp > iat && jti && state && nonce && code_challenge && redirect_uri)
      assert.deepEqual(rest, {
        response_type: 'code',
        client_id: 'orders-page',
        scope: 'openid',
        code_challenge_method: 'S256',
        prompt: 'consent',
        max_age: 600,
      })
      assert.ok(!result.events.includes(request))
      assert.ok(step.exchanges.some(({ tokens }) => tokens?.[0]?.name === 'request'))
    },
  },
  {
    number: 30,
    title: 'JAR with PAR: the request object is pushed',
    provider: realProvider,
    variables,
    steps: (provider) => [signIn(provider, { ...jar, usePar: true })],
    expect: { outcome: 'passed' },
    check({ provider }) {
      assert.ok(provider.to('/request')[0]?.form.has('request'))
      assert.ok(!provider.to('/request')[0]?.form.has('state'))
      assert.deepEqual([...(provider.to('/auth')[0]?.query.keys() ?? [])], ['client_id', 'request_uri'])
    },
  },
  {
    number: 30,
    title: 'JAR without a key: said before anything is sent',
    provider: () => startScriptedProvider(),
    steps: (provider) => [signIn(provider, { useJar: true })],
    expect: { outcome: 'broken', code: 'oauth-settings', message: [/Use JAR is on, but there is no signing key\./] },
    check: ({ provider }) => assert.equal(provider.requests.length, 0),
  },
]
