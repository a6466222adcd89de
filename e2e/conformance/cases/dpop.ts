import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import type { ConformanceCase } from '../case.ts'
import { startRealProvider } from '../real-provider.ts'
import { startScriptedProvider, type SeenRequest } from '../scripted-provider.ts'
import { callApi, clientCredentials, signIn } from './steps.ts'

const proofOf = ({ headers }: SeenRequest): string => String(headers.dpop ?? '')
const nonceWanted = (nonce: string) => ({
  status: 400,
  headers: { 'dpop-nonce': nonce },
  json: { error: 'use_dpop_nonce', error_description: 'nonce please' },
})

/** DPoP: the token is bound to a key, and every use proves it (RFC 9449). */
export const dpopCases: ConformanceCase[] = [
  {
    number: 31,
    title: 'DPoP at a real provider with nonces: one retry at each place, the later request with scheme and proof',
    provider: (redirectUri) =>
      startRealProvider({
        dpopNonce: true,
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
    steps: (provider) => [
      signIn(provider, { enableDpop: true }),
      { ...callApi(provider), url: `${provider.issuer}/me` },
      { ...callApi(provider, 'r2'), url: `${provider.issuer}/me?again` },
    ],
    expect: { outcome: 'passed' },
    check({ provider, result }) {
      const tokenRequests = provider.to('/token')
      assert.equal(tokenRequests.length, 2)
      const claims = tokenRequests.map((request) => decodeJwt(proofOf(request)))
      assert.equal(claims[0]?.nonce, undefined)
      assert.ok(claims[1]?.nonce)
      assert.notEqual(claims[0]?.jti, claims[1]?.jti)
      const apiRequests = provider.to('/me')
      for (const request of apiRequests) {
        const [scheme = '', token = ''] = (request.headers.authorization ?? '').split(' ')
        const { htm, htu, ath } = decodeJwt(proofOf(request))
        assert.equal(scheme, 'DPoP')
        assert.deepEqual([htm, htu], ['GET', `${provider.issuer}/me`])
        assert.equal(ath, createHash('sha256').update(token).digest('base64url'))
      }
      // The nonce of the token endpoint serves the same origin.
      assert.equal(apiRequests.length, 2)
      for (const { outcome, message } of result.steps) assert.equal(outcome, 'passed', message)
      assert.match(
        result.steps[1]?.infos.join(' ') ?? '',
        /The token is bound to a key, so it was sent with the DPoP scheme instead of Bearer\..+A DPoP proof was sent/,
      )
      for (const request of [...tokenRequests, ...apiRequests]) assert.doesNotMatch(result.events, new RegExp(proofOf(request)))
    },
  },
  {
    number: 31,
    title: 'DPoP with PAR and refresh at a real provider with nonces: one retry in all, one key throughout',
    provider: (redirectUri) =>
      startRealProvider({
        dpopNonce: true,
        requirePkce: true,
        accessTokenLifetime: 4,
        clients: [
          {
            client_id: 'orders-page',
            application_type: 'native',
            token_endpoint_auth_method: 'none',
            grant_types: ['authorization_code', 'refresh_token'],
            redirect_uris: [redirectUri],
          },
        ],
      }),
    steps: (provider) => [
      signIn(provider, {
        enableDpop: true,
        usePar: true,
        scope: 'openid offline_access',
        additionalParameters: [{ name: 'prompt', value: 'consent' }],
      }),
      { id: 'w1', kind: 'wait', name: 'Wait', seconds: 2 },
      { ...callApi(provider), url: `${provider.issuer}/me` },
    ],
    expect: { outcome: 'passed' },
    check({ provider, result }) {
      for (const { outcome, message } of result.steps) assert.equal(outcome, 'passed', message)
      const [pushed, tokens, calls] = ['/request', '/token', '/me'].map((path) => provider.to(path))
      assert.deepEqual(
        pushed?.map((request) => decodeJwt(proofOf(request)).nonce !== undefined),
        [false, true],
      )
      // The nonce of the first answer serves all of the origin.
      assert.deepEqual(
        tokens?.map(({ form }) => form.get('grant_type')),
        ['authorization_code', 'refresh_token'],
      )
      assert.equal(calls?.length, 1)
      const all = [...(pushed ?? []), ...(tokens ?? []), ...(calls ?? [])].map(proofOf)
      assert.equal(new Set(all.map((proof) => JSON.stringify(decodeProtectedHeader(proof).jwk))).size, 1)
      assert.equal(new Set(all.map((proof) => decodeJwt(proof).jti)).size, all.length)
      const token = (calls?.[0]?.headers.authorization ?? '').replace('DPoP ', '')
      assert.equal(decodeJwt(all.at(-1) ?? '').ath, createHash('sha256').update(token).digest('base64url'))
    },
  },
  {
    number: 31,
    title: 'DPoP: use_dpop_nonce gives exactly one retry, then the provider has its word',
    provider: () => startScriptedProvider({ token: [nonceWanted('n1'), nonceWanted('n2')] }),
    steps: (provider) => [clientCredentials(provider, { enableDpop: true })],
    expect: { outcome: 'broken', code: 'oauth-refused', message: [/use_dpop_nonce – nonce please/] },
    check({ provider }) {
      assert.deepEqual(
        provider.to('/token').map((request) => decodeJwt(proofOf(request)).nonce),
        [undefined, 'n1'],
      )
    },
  },
  {
    number: 31,
    title: 'DPoP: an API that wants a nonce gets the request once more, and the result says so',
    provider: () => {
      const asked: SeenRequest[] = []
      return startScriptedProvider({
        answer: { token_type: 'DPoP' },
        routes: {
          '/api': (request) =>
            asked.push(request) === 1
              ? { status: 401, headers: { 'www-authenticate': 'DPoP error="use_dpop_nonce"', 'dpop-nonce': 'api-1' }, json: {} }
              : { json: {} },
        },
      })
    },
    steps: (provider) => [clientCredentials(provider, { enableDpop: true }), { ...callApi(provider), method: 'POST' }],
    expect: { outcome: 'passed' },
    check({ provider, result }) {
      const proofs = provider.to('/api').map((request) => decodeJwt(proofOf(request)))
      assert.deepEqual(
        proofs.map(({ htm, nonce }) => [htm, nonce]),
        [
          ['POST', undefined],
          ['POST', 'api-1'],
        ],
      )
      const step = result.steps[1]
      assert.equal(step?.outcome, 'passed')
      assert.equal(step?.exchanges.length, 2)
      assert.match(step?.infos.join(' ') ?? '', /the request was repeated once/)
      assert.deepEqual(
        step?.exchanges.map(({ tokens }) => tokens?.[0]?.name),
        ['DPoP proof', 'DPoP proof'],
      )
    },
  },
  {
    number: 31,
    title: 'DPoP: a refreshed token keeps its key',
    provider: () => startScriptedProvider({ answer: { token_type: 'DPoP', expires_in: 4, refresh_token: 'refresh-token-1' } }),
    steps: (provider) => [
      clientCredentials(provider, { enableDpop: true }),
      { id: 'w1', kind: 'wait', name: 'Wait', seconds: 2 },
      callApi(provider),
    ],
    expect: { outcome: 'passed' },
    check({ provider }) {
      const [first, second] = provider.to('/token').map(proofOf)
      assert.deepEqual(decodeProtectedHeader(first ?? '').jwk, decodeProtectedHeader(second ?? '').jwk)
      const [request] = provider.to('/api')
      assert.match(request?.headers.authorization ?? '', /^DPoP access-2-/)
      assert.deepEqual(decodeProtectedHeader(request ? proofOf(request) : '').jwk, decodeProtectedHeader(first ?? '').jwk)
    },
  },
  {
    number: 31,
    title: 'DPoP: a refresh that brings a Bearer token: a warning, no proof at the API, and still one at the next refresh',
    provider: () =>
      startScriptedProvider({
        answer: { expires_in: 4, refresh_token: 'refresh-token-1' },
        token: [
          (_request, correct) => ({ json: { ...correct, token_type: 'DPoP' } }),
          (_request, correct) => ({ json: { ...correct, token_type: 'Bearer' } }),
        ],
      }),
    steps: (provider) => [
      clientCredentials(provider, { enableDpop: true }),
      { id: 'w1', kind: 'wait', name: 'Wait', seconds: 2 },
      callApi(provider),
      { id: 'w2', kind: 'wait', name: 'Wait again', seconds: 2 },
      callApi(provider, 'r2'),
    ],
    expect: {
      outcome: 'passed',
      warnings: [
        /DPoP is on, but the provider issued a Bearer token, which isn't bound to the key \(RFC 9449 section 5\)\. Turn on DPoP for this client at the provider\./,
        /issued a Bearer token/,
      ],
    },
    check({ provider }) {
      const asked = provider.to('/token')
      assert.deepEqual(
        asked.map(({ form }) => form.get('grant_type')),
        ['client_credentials', 'refresh_token', 'refresh_token'],
      )
      assert.equal(new Set(asked.map((one) => JSON.stringify(decodeProtectedHeader(proofOf(one)).jwk))).size, 1)
      for (const request of provider.to('/api')) {
        assert.match(request.headers.authorization ?? '', /^Bearer access-/)
        assert.equal(request.headers.dpop, undefined)
      }
    },
  },
  {
    number: 31,
    title: 'DPoP: a provider that issues a Bearer token anyway: a warning, and no proof later',
    provider: () => startScriptedProvider(),
    steps: (provider) => [clientCredentials(provider, { enableDpop: true }), callApi(provider)],
    expect: {
      outcome: 'passed',
      warnings: [
        /DPoP is on, but the provider issued a Bearer token, which isn't bound to the key \(RFC 9449 section 5\)\. Turn on DPoP for this client at the provider\./,
      ],
    },
    check({ provider }) {
      const [request] = provider.to('/api')
      assert.match(request?.headers.authorization ?? '', /^Bearer /)
      assert.equal(request?.headers.dpop, undefined)
    },
  },
]
