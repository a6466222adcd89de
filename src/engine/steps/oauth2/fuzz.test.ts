import * as fc from 'fast-check'
import { exportJWK, SignJWT, type CryptoKey, type JWK } from 'jose'
import { generatedPair } from '#engine/oauth/testing/generated-pair.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import type { HttpRequest } from '#engine/ports/index.ts'
import { createManualClock, createScriptedHttp, fakePorts, type Answer } from '#engine/ports/testing/index.ts'
import type { OAuth2Step } from './schema.ts'
import { fuzzRuns } from '../../../../e2e/fuzz-runs.ts'
import { createStepHost, stepOf } from './testing/run-step.ts'
import { answeringLogin } from './testing/signing-in.ts'
import { tokenAction } from './token-action.ts'

/** All of them take a dozen seconds; the limit is for machines that are busy. */
const runs = fuzzRuns(10_000)

const step = stepOf({ tokenEndpoint: 'http://127.0.0.1:9/token', clientId: 'orders-tests', clientSecret: '${clientSecret}' })
const variables = [{ name: 'clientSecret', value: 'tH3-cl1ent-s3cret' }]
const token = 'acc3ss-t0ken-0123456789'

const value = fc.oneof(
  fc.constantFrom(null, '', 'Bearer', 'mac', '3600', 3600, -1, 0, 1e300, true, [], {}, ['a', 'b'], { error: 'nested' }, token),
  fc.jsonValue(),
)
const members = fc.dictionary(
  fc.constantFrom(
    'access_token',
    'token_type',
    'expires_in',
    'refresh_token',
    'id_token',
    'scope',
    'error',
    'error_description',
    'x',
  ),
  value,
)
const body = fc.oneof(
  members.map((object) => JSON.stringify({ access_token: token, ...object })),
  members.map((object) => JSON.stringify(object)),
  fc.string(),
  fc.string().map((text) => `access_token=${token}&${text}`),
  fc.tuple(members, fc.nat(200)).map(([object, end]) => JSON.stringify({ access_token: token, ...object }).slice(0, end)),
)
/** Whether the answer gives the token as one; elsewhere it is a text like others. */
const tokenIn = (body: string): boolean => body.includes(`"access_token":"${token}"`) || body.startsWith(`access_token=${token}&`)
const status = fc.oneof(fc.constantFrom(200, 201, 204, 302, 400, 401, 403, 429, 500, 503), fc.integer({ min: 200, max: 599 }))
const type = fc.constantFrom('application/json', 'text/html', 'application/x-www-form-urlencoded', 'text/plain', '')
const answer = fc.record({ status, type, body, strict: fc.boolean() })

describe('mutated token answers', () => {
  it(
    '[case 48] thousands of them never crash, always explain, and never show the client secret or the token',
    { timeout: 300_000 },
    async () => {
      await fc.assert(
        fc.asyncProperty(answer, async ({ status, type, body, strict }) => {
          const http = createScriptedHttp([{ status, headers: type === '' ? [] : [['content-type', type]], body }])
          const { outcome, details } = await createStepHost(fakePorts({ http }), { variables }).run({ ...step, strict })
          expect(['passed', 'broken']).toContain(outcome.outcome)
          if (outcome.outcome === 'broken') expect(outcome.message.length).toBeGreaterThan(20)
          expect(http.requests).toHaveLength(1)
          expect(JSON.stringify([outcome, details])).not.toContain('tH3-cl1ent-s3cret')
          if (tokenIn(body)) expect(JSON.stringify([outcome, details])).not.toContain(token)
        }),
        { numRuns: runs },
      )
    },
  )
})

const origin = 'http://127.0.0.1:9'
const fewerRuns = fuzzRuns(1_000)
/** What the token endpoint issues; the bad answers never hold it. */
const issued = 'issu3d-t0ken-0123456789'

/** Answers of the endpoint at `path`: a correct one with other members over it, cut, or something else altogether. */
function mutated(correct: Record<string, unknown>, names: string[]) {
  const members = fc.dictionary(fc.constantFrom(...Object.keys(correct), ...names), value)
  const whole = members.map((object) => JSON.stringify({ ...correct, ...object }))
  const body = fc.oneof(
    { weight: 4, arbitrary: whole },
    { weight: 1, arbitrary: fc.tuple(whole, fc.nat(300)).map(([text, end]) => text.slice(0, end)) },
    { weight: 1, arbitrary: fc.oneof(fc.string(), fc.json()) },
  )
  // Mostly answers that are looked into.
  const likely = fc.oneof({ weight: 3, arbitrary: fc.constant(200) }, { weight: 1, arbitrary: status })
  return fc.record({ status: likely, type, body, strict: fc.boolean() })
}

const others: Record<string, unknown> = {
  issuer: origin,
  authorization_endpoint: `${origin}/authorize`,
  token_endpoint: `${origin}/token`,
  device_authorization_endpoint: `${origin}/device`,
  pushed_authorization_request_endpoint: `${origin}/par`,
  jwks_uri: `${origin}/jwks`,
  userinfo_endpoint: `${origin}/me`,
}
const device = {
  device_code: 'd3vice-c0de-0123456789',
  user_code: 'WDJB-MJHT',
  verification_uri: `${origin}/activate`,
  expires_in: 600,
  interval: 5,
}

let privateKey: CryptoKey
let jwk: JWK
beforeAll(async () => {
  const pair = await generatedPair('ES256')
  privateKey = pair.privateKey
  jwk = { ...(await exportJWK(pair.publicKey)), kid: 'k1', use: 'sig', alg: 'ES256' }
})

/** Runs the step, and asks for userinfo if it got a token, at a provider of which one endpoint is bad. */
async function runAt(path: string, bad: { status: number; type: string; body: string }, step: OAuth2Step) {
  const clock = createManualClock({ auto: true })
  const login = answeringLogin()
  const now = Math.floor(clock.now() / 1000)
  const idToken = (): Promise<string> => {
    const pushed = http.requests.find(({ url }) => url.endsWith('/par'))
    const asked = pushed ? new URLSearchParams(String(pushed.body)) : new URL(login.requests.at(-1)?.url ?? origin).searchParams
    const nonce = asked.get('nonce')
    const claims = { iss: origin, sub: 'ann', aud: 'orders-tests', iat: now, exp: now + 300, nonce }
    return new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: 'k1' }).sign(privateKey)
  }
  const http = createScriptedHttp(async ({ url }: HttpRequest): Promise<Answer> => {
    const { pathname } = new URL(url)
    if (pathname === path)
      return { status: bad.status, headers: bad.type === '' ? [] : [['content-type', bad.type]], body: bad.body }
    switch (pathname) {
      case '/.well-known/openid-configuration':
        return { json: others }
      case '/jwks':
        return { json: { keys: [jwk] } }
      case '/par':
        return { status: 201, json: { request_uri: 'urn:assay:1', expires_in: 60 } }
      case '/device':
        return { json: device }
      case '/token': {
        const asked = step.scope.includes('openid') ? { id_token: await idToken() } : {}
        return { json: { access_token: issued, token_type: 'Bearer', expires_in: 60, ...asked } }
      }
      case '/me':
        return { json: { sub: 'ann' } }
      default:
        return { status: 404, json: { message: 'nothing there' } }
    }
  })
  const host = createStepHost(fakePorts({ http, clock, login, capabilities: new Set(['browser-login'] as const) }), { variables })
  const { outcome, details } = await host.run(step)
  let said: unknown
  if (outcome.outcome === 'passed') {
    const run = async (one: OAuth2Step, context: Parameters<typeof tokenAction>[1]) => {
      const result = await tokenAction(one, context, 'userinfo')
      expect(result.message.length).toBeGreaterThan(20)
      said = result
      return { outcome: 'passed' } as const
    }
    await host.runAs({ run }, step)
  }
  return { outcome, texts: JSON.stringify([outcome, details, said]), http }
}

const bySecret = {
  discoveryEndpoint: `${origin}/.well-known/openid-configuration`,
  clientId: 'orders-tests',
  clientSecret: '${clientSecret}',
}
const signIn = stepOf({ ...bySecret, grantType: 'AuthorizationCode', scope: 'openid' })

describe('mutated answers of the other endpoints', () => {
  it.each<[name: string, path: string, step: OAuth2Step, correct: () => Record<string, unknown>, names: string[]]>([
    [
      'discovery',
      '/.well-known/openid-configuration',
      signIn,
      () => others,
      ['scopes_supported', 'id_token_signing_alg_values_supported', 'authorization_response_iss_parameter_supported', 'error'],
    ],
    ['JWKS', '/jwks', signIn, () => ({ keys: [jwk] }), ['error']],
    [
      'a key of the JWKS',
      '/jwks',
      signIn,
      () => ({ ...jwk }),
      ['n', 'e', 'd', 'kty', 'crv', 'alg', 'kid', 'use', 'key_ops', 'x5c'],
    ],
    ['device', '/device', stepOf({ ...bySecret, grantType: 'DeviceCode' }), () => device, ['verification_url', 'error']],
    [
      'PAR',
      '/par',
      { ...signIn, usePar: true },
      () => ({ request_uri: 'urn:assay:1', expires_in: 60 }),
      ['error', 'error_description'],
    ],
    ['userinfo', '/me', signIn, () => ({ sub: 'ann' }), ['error', 'access_token']],
  ])(
    '[case 48] %s: never a crash or a hang, always words, never the secret or a token',
    async (name, path, step, correct, names) => {
      await fc.assert(
        fc.asyncProperty(mutated(correct(), names), async ({ strict, ...bad }) => {
          const body = name.startsWith('a key') ? `{"keys":[${bad.body}]}` : bad.body
          const { outcome, texts, http } = await runAt(path, { ...bad, body }, { ...step, strict })
          expect(['passed', 'broken']).toContain(outcome.outcome)
          if (outcome.outcome === 'broken') expect(outcome.message.length).toBeGreaterThan(20)
          expect(http.requests.length).toBeLessThan(10)
          expect(texts).not.toContain('tH3-cl1ent-s3cret')
          expect(texts).not.toContain(issued)
          if (body.includes(`"device_code":"${device.device_code}"`)) expect(texts).not.toContain(device.device_code)
        }),
        { numRuns: fewerRuns },
      )
    },
    120_000,
  )
})
