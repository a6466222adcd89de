import { describe, expect, it } from 'vitest'
import { AssayError } from '#engine/base/errors.ts'
import { createScriptedHttp, fakePorts, memorySecrets, type Answer } from '#engine/ports/testing/index.ts'
import { createStepHost, stepOf } from '#engine/steps/oauth2/testing/run-step.ts'
import { checkServer } from '#engine/ports/http/http-texts.ts'
import { otherHost } from './discovery-hosts.ts'
import { transportHint } from '../texts.ts'

const step = stepOf({
  discoveryEndpoint: 'https://id.test/tenant',
  clientId: 'c',
  clientSecret: { secret: 'get-token/client-secret' },
})
const document = { issuer: 'https://id.test/tenant', token_endpoint: 'https://login.test/token' }
const run = async (answers: (Answer | AssayError)[], strict = false) => {
  const http = createScriptedHttp((_request, index) => answers[index] ?? { status: 500 })
  const result = await createStepHost(
    fakePorts({ http, secrets: memorySecrets({ 'get-token/client-secret': 's3cret-value' }) }),
  ).run({ ...step, strict })
  return { ...result, asked: http.requests.map(({ url }) => url) }
}

describe('discovery', () => {
  it('[O2] an issuer without OpenID is found where RFC 8414 puts its document; another host is reported', async () => {
    const { outcome, asked, infos } = await run([
      { status: 404 },
      { json: document },
      { json: { access_token: 'at-0123456789', token_type: 'Bearer', expires_in: 60 } },
    ])
    expect(outcome).toEqual({ outcome: 'passed' })
    expect(asked).toEqual([
      'https://id.test/tenant/.well-known/openid-configuration',
      'https://id.test/.well-known/oauth-authorization-server/tenant',
      'https://login.test/token',
    ])
    expect(infos).toContain(
      'The discovery document has the Token Endpoint on another host: login.test. Check that this host belongs to the provider.',
    )
  })

  it.each([
    ['403, as object stores say it', { status: 403, body: '<Code>AccessDenied</Code>' }],
    ['a page without CORS headers', new AssayError('http-cors', "The browser can't read the response.")],
  ] as [string, Answer | AssayError][])('[O2] it is looked for in the second place also after %s', async (_what, nothing) => {
    const found = await run([nothing, { json: document }, { json: { access_token: 'at-0123456789', token_type: 'Bearer' } }])
    expect(found.outcome).toEqual({ outcome: 'passed' })
    const { outcome, asked } = await run([nothing, nothing])
    expect(asked).toHaveLength(2)
    expect(outcome).toMatchObject({
      outcome: 'broken',
      message: expect.stringMatching(/Discovery Endpoint.* (returned 403|can't read)/),
    })
  })

  it('[O2] if it is in neither place, the first is named', async () => {
    const { outcome, asked } = await run([{ status: 404 }, { status: 404 }])
    expect(asked).toHaveLength(2)
    expect(outcome).toMatchObject({
      outcome: 'broken',
      message: expect.stringContaining('/tenant/.well-known/openid-configuration'),
    })
  })

  it.each([
    ['a wrong address', { status: 404 }, false, /It usually ends in \/\.well-known/],
    ['overload', { status: 429 }, false, /^The provider's rate limit was reached/],
    ['a gateway', { status: 503, json: { error: 'unavailable' } }, false, /^The provider failed\. A gateway responded/],
    ['a failure', { status: 500 }, false, /^The provider failed\. Run the step again, and check the provider's log/],
    [
      'another issuer',
      { json: { ...document, issuer: 'https://other.test' } },
      true,
      /^The discovery document belongs to another issuer/,
    ],
  ] as [string, Answer, boolean, RegExp][])('[O2] what to do about %s', async (_what, answer, strict, hint) => {
    const { outcome } = await run([answer, answer], strict)
    expect(outcome).toMatchObject({ outcome: 'broken', hint: expect.stringMatching(hint) })
  })

  it("[O2] an endpoint that isn't an absolute URL is reported with the document that names it", async () => {
    // Supabase Auth whose public address is not set
    const { outcome } = await run([{ json: { ...document, token_endpoint: '/oauth/token' } }])
    expect(outcome).toMatchObject({
      code: 'http-invalid-request',
      message: 'Token Endpoint from the discovery document at https://id.test/tenant: "/oauth/token" isn\'t a valid URL.',
      hint: expect.stringContaining(
        "Set the provider's public URL (issuer, external URL), or enter the endpoint in the step. Discovery must contain absolute URLs.",
      ),
    })
  })

  it('[O2] a discovery address that leads elsewhere may be one of a provider without discovery', async () => {
    const { outcome } = await run([{ status: 302, headers: [['location', '/hub/login']] }])
    expect(outcome).toMatchObject({
      hint: expect.stringContaining('If the provider has no discovery, leave the field empty and enter the endpoints.'),
    })
  })

  it('[O2] keys that can not be reached are looked for in the document, not in the step', () => {
    for (const [given, hint] of [
      [checkServer, /the JWKS in the discovery document is reachable/],
      ['Let the server have a certificate that is trusted here.', /^Let the server have a certificate/],
    ] as const) {
      expect(transportHint('JWKS', 'http-unreachable', given)).toMatch(hint)
    }
    expect(transportHint('Token Endpoint', 'http-unreachable', checkServer)).toMatch(
      /^Check the step's Token Endpoint, that the provider is running, and that its certificate is trusted\./,
    )
    expect(transportHint('Token Endpoint', 'http-unreachable', `${checkServer} If a tab shows it, look there.`)).toMatch(
      /^Check the step's Token Endpoint, that the provider is running, and that its certificate is trusted\. If a tab shows it, look there\.$/,
    )
  })

  it("[O2] hosts are compared with their ports; invalid URLs aren't judged", () => {
    expect(otherHost('https://id.test:8443/t', 'https://id.test')).toBe('id.test:8443')
    expect(otherHost('https://id.test/t', 'https://id.test/x')).toBeUndefined()
    expect(otherHost('${idp}/t', 'https://id.test')).toBeUndefined()
  })
})
