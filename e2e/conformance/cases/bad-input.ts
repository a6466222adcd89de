import assert from 'node:assert/strict'
import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import type { ConformanceCase } from '../case.ts'
import { publishedKeys, startScriptedProvider, type Reply } from '../scripted-provider.ts'
import { byDevice, clientCredentials, signIn } from './steps.ts'

const tenMegabytes = 'x'.repeat(10_000_000)
const huge = { headers: { 'content-type': 'application/json' }, body: `{"access_token":"${tenMegabytes}"}` }

/** What is kept of a flow's message. */
const kept = /body truncated at 4194304 bytes: the size limit was reached/

let keys: object[] | undefined

/** 1,000 EC keys, of which none signs here; their JWK are read from copies (see createBindingKey in engine/oauth/client/binding.ts). */
const strangers = (): object[] =>
  (keys ??= Array.from({ length: 1_000 }, (_, index) => {
    const { publicKey } = generateKeyPairSync('ec', {
      namedCurve: 'P-256',
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    })
    return { ...createPublicKey(publicKey).export({ format: 'jwk' }), kid: `stranger-${index}`, use: 'sig', alg: 'ES256' }
  }))

const answeringAt = (path: string, reply: Reply) => startScriptedProvider({ routes: { [path]: () => reply } })

const withKeys = async (keys: object[], change: (jwk: object) => object = (jwk) => jwk) => {
  const own = (await publishedKeys()).map(change)
  return startScriptedProvider({ routes: { '/jwks': () => ({ json: { keys: [...keys, ...own] } }) } })
}

/** An endpoint that redirects to itself forever is requested once, and named. */
const looping = (path: string, label: string, step: ConformanceCase['steps'], calls = 1): ConformanceCase => ({
  number: 16,
  title: `${label} redirects to itself: asked once, named, not followed`,
  provider: () =>
    startScriptedProvider({
      discovery: (document) => ({
        ...document,
        pushed_authorization_request_endpoint: `${String(document.issuer)}/par`,
      }),
      routes: { [path]: () => ({ status: 302, headers: { location: path } }) },
    }),
  steps: step,
  expect: { outcome: 'broken', code: 'oauth-unusable-answer', message: [/ redirects( to |; browsers hide the target)/] },
  check: ({ provider }) => assert.equal(provider.to(path).length, calls),
})

/** Answers that are far too large, sets of keys that are, and redirects without end. */
export const badInputCases: ConformanceCase[] = [
  {
    number: 17,
    title: 'a token answer of 10 MB: cut, said so, and not in the record',
    provider: () => startScriptedProvider({ token: [huge] }),
    steps: (provider) => [clientCredentials(provider)],
    expect: {
      outcome: 'broken',
      code: 'oauth-unusable-answer',
      message: [/^Token Endpoint/, kept],
      hint: [/Run the step again/],
    },
    check: ({ result }) => assert.ok(result.events.length < 500_000, `events: ${result.events.length}`),
  },
  {
    number: 13,
    title: 'an error page of 10 MB: status and the first words',
    provider: () =>
      startScriptedProvider({
        token: [{ status: 502, headers: { 'content-type': 'text/html' }, body: `<p>gone ${tenMegabytes}` }],
      }),
    steps: (provider) => [clientCredentials(provider)],
    expect: { outcome: 'broken', code: 'oauth-refused', message: [/returned 502 with text\/html .+ <p>gone x+…$/] },
    check: ({ step }) => assert.ok((step.message ?? '').length < 500),
  },
  {
    number: 17,
    title: 'a discovery document of 10 MB: cut, and said so',
    provider: () => answeringAt('/.well-known/openid-configuration', huge),
    steps: (provider) => [clientCredentials(provider)],
    expect: { outcome: 'broken', code: 'oauth-unusable-answer', message: [/^Discovery Endpoint/, kept] },
  },
  {
    number: 23,
    title: 'a JWKS of 10 MB: cut, and said so',
    provider: () => answeringAt('/jwks', huge),
    steps: (provider) => [signIn(provider)],
    expect: { outcome: 'broken', code: 'oauth-unusable-answer', message: [/^JWKS/, kept] },
  },
  {
    number: 23,
    title: 'a JWKS of 1,000 keys: the one of the ID token is found by its kid',
    provider: () => withKeys(strangers()),
    steps: (provider) => [signIn(provider)],
    expect: { outcome: 'passed' },
  },
  {
    number: 23,
    title: 'a JWKS of 1,000 keys without any of the ID token',
    provider: () => withKeys(strangers(), (jwk) => ({ ...jwk, kid: 'other' })),
    steps: (provider) => [signIn(provider)],
    expect: { outcome: 'broken', code: 'oauth-id-token', message: [/signature: the JWKS has no key "k1" for ES256/] },
  },
  {
    number: 7,
    title: 'discovery that names other hosts: each is told, for endpoints and keys',
    provider: async () => {
      const other = await startScriptedProvider()
      const provider = await startScriptedProvider({
        discovery: (document) => ({
          ...document,
          jwks_uri: `${other.issuer}/jwks`,
          device_authorization_endpoint: `${other.issuer}/device`,
        }),
      })
      return {
        ...provider,
        close: async () => {
          await provider.close()
          await other.close()
        },
      }
    },
    steps: (provider) => [signIn(provider), { ...byDevice(provider), id: 't2' }],
    expect: {
      outcome: 'passed',
      infos: [/has the Device Authorization Endpoint on another host: 127\.0\.0\.1:\d+\. Check that/],
    },
    check({ result }) {
      const told = result.steps[0]?.infos.filter((text) => text.includes('another host')) ?? []
      assert.match(
        told.join(' '),
        /^The discovery document has the JWKS on another host: 127\.0\.0\.1:\d+\. Check that this host belongs to the provider\.$/,
      )
    },
  },
  looping('/.well-known/openid-configuration', 'Discovery', (provider) => [clientCredentials(provider)]),
  looping('/token', 'The token endpoint', (provider) => [clientCredentials(provider)]),
  looping('/device', 'The device authorization endpoint', (provider) => [byDevice(provider)]),
  looping('/par', 'The PAR endpoint', (provider) => [signIn(provider, { usePar: true })]),
  looping('/jwks', 'The JWKS', (provider) => [signIn(provider)]),
]
