import { describe, expect, it } from 'vitest'
import { AssayError } from '#engine/base/errors.ts'
import { createScriptedHttp, fakePorts, memorySecrets } from '#engine/ports/testing/index.ts'
import { createStepHost, stepOf } from './testing/run-step.ts'

const issuer = 'https://sso.example.test/realms/shop'
const tokenEndpoint = `${issuer}/protocol/openid-connect/token`
const escaped = 'p+q/r s:%&=x1'
const document = { issuer, token_endpoint: tokenEndpoint, scopes_supported: ['openid', 'profile', 'orders:read'] }

type Answer = { status: number; json: object } | AssayError

/** How a Client Credentials step ends, whose token endpoint (or discovery, if that is asked) answers so. */
async function ended(settings: Parameters<typeof stepOf>[0], answer: Answer, secret = 'plainsecret1') {
  const http = createScriptedHttp((request) => {
    if (request.url.includes('.well-known') && !('discovered' in answer)) return { json: document }
    if (answer instanceof AssayError) throw answer
    return answer
  })
  const secrets = memorySecrets({ 'get/secret': secret })
  const host = createStepHost(fakePorts({ http, secrets }))
  const step = stepOf({ tokenEndpoint, clientId: 'svc', clientSecret: { secret: 'get/secret' }, ...settings })
  const { outcome } = await host.run(step)
  if (outcome.outcome !== 'broken') throw new Error(outcome.outcome)
  return outcome
}

const keycloak = { error: 'unauthorized_client', error_description: 'Invalid client or Invalid client credentials' }

describe('what a refusal most probably means', () => {
  it('[H14] is one text and its parts, so that page, log, command line and reports say the same', async () => {
    const { hint, diagnosis } = await ended({}, { status: 401, json: keycloak })
    expect(diagnosis?.title).toBe("The provider rejected the client's secret")
    expect(hint).toBe(`${diagnosis?.title}. ${diagnosis?.means} (${diagnosis?.reference})`)
  })

  it('[H14] begins with the likeliest: the secret, then the client, then how it was sent', async () => {
    const { hint = '' } = await ended({}, { status: 401, json: { error: 'invalid_client' } })
    const order = ['Client Secret', 'Client ID', 'it was sent in the body'].map((text) => hint.indexOf(text))
    expect(order).toEqual(order.toSorted((a, b) => a - b))
    expect(order[0]).toBeGreaterThan(0)
  })

  it.each([
    ['Keycloak 25', 400, 'Unexpected error when authenticating client'],
    ['another provider', 401, ''],
  ])('[H14] unauthorized_client to a secret sent raw names the encoding (%s)', async (_provider, status, error_description) => {
    const json = { error: 'unauthorized_client', error_description }
    const { hint, diagnosis } = await ended({ secretTransport: 'basic-raw' }, { status, json }, escaped)
    expect(diagnosis?.situation).toBe('basic-not-encoded')
    expect(hint).toMatch(/Send the secret form-encoded: .* HTTP Basic \(basic\)/)
    // Where encoding changes nothing it can't be the reason.
    const plain = await ended({ secretTransport: 'basic-raw' }, { status: 401, json: keycloak })
    expect(plain.diagnosis?.situation).toBe('secret-refused')
  })

  it('[H14] names the scope that discovery does not list, where the error names all', async () => {
    const { hint, diagnosis } = await ended(
      { discoveryEndpoint: issuer, tokenEndpoint: '', scope: 'openid orders:reed' },
      { status: 400, json: { error: 'invalid_scope', error_description: 'Invalid scopes: openid orders:reed' } },
    )
    expect(diagnosis?.title).toBe("The client isn't allowed to request orders:reed")
    expect(hint).toContain("discovery document doesn't list orders:reed.")
  })

  it.each([
    ['dpop-required', { error: 'invalid_client', error_description: 'DPoP proof is missing' }],
    ['dpop-required', { error: 'invalid_request', error_description: 'DPoP header is required' }],
    ['keycloak-realm', { error: 'Realm does not exist' }],
  ])('[H14] %s is not about the secret, whatever the status', async (situation, json) => {
    expect((await ended({}, { status: 401, json })).diagnosis?.situation).toBe(situation)
    expect((await ended({}, { status: 404, json })).diagnosis?.situation).toBe(situation)
  })

  it('[H14] what was mended on the way is not the reason: a nonce that was asked for and sent', async () => {
    let asked = 0
    const http = createScriptedHttp(() =>
      ++asked === 1
        ? { status: 400, headers: [['dpop-nonce', 'n1']], json: { error: 'use_dpop_nonce' } }
        : { status: 200, json: { token_type: 'DPoP', expires_in: 60 } },
    )
    const step = stepOf({
      tokenEndpoint,
      clientId: 'svc',
      clientSecret: '${none}',
      enableDpop: true,
      grantType: 'ClientCredentials',
    })
    const host = createStepHost(fakePorts({ http }), { variables: [{ name: 'none', value: 'plainsecret1' }] })
    const { outcome } = await host.run(step)
    expect(asked).toBe(2)
    expect(outcome).toMatchObject({ outcome: 'broken', diagnosis: { situation: 'no-access-token' } })
  })

  it('[H14] an answer that the browser hides (CORS) is explained in the log as in the page', async () => {
    const { hint, diagnosis } = await ended(
      {},
      new AssayError('http-cors', 'answers, but may not be read (CORS).', { hint: 'x' }),
    )
    expect(diagnosis?.situation).toBe('cors-keycloak')
    expect(hint).toContain('Web Origins')
  })
})
