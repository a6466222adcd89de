import { describe, expect, it } from 'vitest'
import {
  createManualClock,
  createScriptedHttp,
  fakePorts,
  memorySecrets,
  memoryTokens,
  type Answer,
} from '#engine/ports/testing/index.ts'
import { AssayError } from '#engine/base/errors.ts'
import { createStepHost, stepOf } from './testing/run-step.ts'

const tokenEndpoint = 'http://127.0.0.1:9/token'
const issued = (more: Record<string, unknown> = {}): Answer => ({
  json: { access_token: 'at-0123456789', token_type: 'Bearer', expires_in: 3600, ...more },
})

function hostWith(answers: (Answer | AssayError)[]) {
  const http = createScriptedHttp(answers)
  const tokens = memoryTokens()
  const clock = createManualClock()
  const ports = fakePorts({ http, tokens, clock, secrets: memorySecrets({ 'get-token/client-secret': 'a+b/c d:%&=' }) })
  const variables = [
    { name: 'host', value: '127.0.0.1:9' },
    { name: 'unset', value: '' },
  ]
  return { http, tokens, clock, ports, host: createStepHost(ports, { variables }) }
}

const clientCredentials = {
  tokenEndpoint,
  clientId: 'orders-tests',
  clientSecret: { secret: 'get-token/client-secret' },
} as const

describe('the OAuth2 step', () => {
  it('[T7] gets a token and sets the live variable and the values beside it', async () => {
    const { host } = hostWith([issued({ scope: 'orders:write', refresh_token: 'rt-0123456789' })])
    const run = await host.run(stepOf({ ...clientCredentials, scope: 'orders:write' }))
    expect(run.outcome).toEqual({ outcome: 'passed' })
    expect(await run.scopes.resolve('Bearer ${access_token}')).toBe('Bearer at-0123456789')
    expect(await run.scopes.resolve('${access_token.scope}|${access_token.token_type}|${access_token.refresh_token}')).toBe(
      'orders:write|Bearer|rt-0123456789',
    )
    expect(await run.scopes.resolve('${access_token.expires_at}')).toBe('2026-01-02T04:04:05.000Z')
  })

  it('[case 16] an error with status 302 and no Location, as from Open Liberty, is explained by its code', async () => {
    const json = { error: 'invalid_scope', error_description: 'CWWKS1416E: No scopes can be authorized.' }
    const told = await hostWith([{ status: 302, json }]).host.run(stepOf({ ...clientCredentials, scope: 'orders' }))
    expect(told.outcome).toMatchObject({
      code: 'oauth-refused',
      message: `Token Endpoint ${tokenEndpoint} returned 302: invalid_scope – CWWKS1416E: No scopes can be authorized.`,
      hint: expect.stringContaining("Check the step's Scope"),
    })
    const bare = await hostWith([{ status: 302, headers: [['content-type', 'text/html']], body: '<h1>Moved</h1>' }]).host.run(
      stepOf(clientCredentials),
    )
    expect(bare.outcome).toMatchObject({
      message: expect.stringContaining('returned 302 with text/html instead of a JSON error'),
    })
  })

  it('[case 48] no event holds a secret or a token in clear', async () => {
    const { host } = hostWith([issued({ refresh_token: 'rt-0123456789' })])
    for (const secretTransport of ['body', 'basic', 'basic-raw'] as const) {
      const { host } = hostWith([issued({ refresh_token: 'rt-0123456789' })])
      const { details, outcome } = await host.run(stepOf({ ...clientCredentials, secretTransport }))
      expect(outcome.outcome).toBe('passed')
      expect(JSON.stringify(details)).not.toMatch(/at-0123456789|rt-0123456789|a\+b\/c|a%2Bb/)
    }
    const { exchanges } = await host.run(stepOf(clientCredentials))
    expect(exchanges[0]?.request.parameters).toContainEqual(['client_secret', '‹get-token/client-secret›'])
    expect(exchanges[0]?.response?.text).toContain('"access_token":"‹access_token›"')
  })

  it('[case 4] leaves an empty scope out and makes double spaces one', async () => {
    const { host, http } = hostWith([issued(), issued()])
    await host.run(stepOf(clientCredentials))
    await host.run(stepOf({ ...clientCredentials, scope: ' a  b ' }))
    expect(http.requests.map(({ body }) => new URLSearchParams(String(body)).get('scope'))).toEqual([null, 'a b'])
  })

  it('[case 6] an unknown reference breaks the step before any request', async () => {
    const { host, http } = hostWith([])
    const { outcome } = await host.run(stepOf({ ...clientCredentials, tokenEndpoint: 'http://${hosts}/token' }))
    expect(outcome).toMatchObject({ outcome: 'broken', code: 'variable-unknown' })
    expect(http.requests).toEqual([])
  })

  const keyOfNowhere = {
    form: 'pem',
    encoding: 'text',
    algorithm: 'RS256',
    keyId: '',
    x5tS256: false,
    audience: 'issuer',
  } as const
  it.each<[Parameters<typeof stepOf>[0], string]>([
    [{ clientId: 'a${}' }, 'Client ID: "${}" at column 2'],
    [{ clientSecret: '${nowhere}' }, 'Client Secret: Unknown variable "nowhere"'],
    [{ resource: ['${nowhere}'] }, 'Resource Indicators: Unknown variable "nowhere"'],
    [{ additionalParameters: [{ name: 'a', value: '${}' }] }, 'Additional parameter 1: "${}" at column 1'],
    [
      { clientAuthMethod: 'ClientAssertion', privateKeyJwt: { ...keyOfNowhere, key: '${nowhere}' } },
      'Key: Unknown variable "nowhere"',
    ],
  ])('[case 6] a template that cannot be resolved is told with its field: %j', async (settings, message) => {
    const { outcome } = await hostWith([]).host.run(stepOf({ ...clientCredentials, ...settings }))
    expect(outcome).toMatchObject({ outcome: 'broken', message: expect.stringContaining(message) })
  })

  it('[case 32] renews within the margin of expiry, and sends nothing while the token is fresh', async () => {
    const { host, http, clock } = hostWith([
      issued({ expires_in: 100, refresh_token: 'rt-1-456789' }),
      issued({ access_token: 'at-2-23456789' }),
    ])
    await host.run(stepOf(clientCredentials))
    await clock.advance(69_000)
    expect(await host.scopes.resolve('${access_token}')).toBe('at-0123456789')
    expect(http.requests).toHaveLength(1)
    await clock.advance(2_000)
    expect(await host.scopes.resolve('${access_token}')).toBe('at-2-23456789')
    expect(new URLSearchParams(String(http.requests[1]?.body)).get('refresh_token')).toBe('rt-1-456789')
  })

  it('[O8] a script where no browser can be driven is broken, with what does it', async () => {
    const scripted = { ...clientCredentials, authorizationEndpoint: 'https://idp.test/auth', automation: { enabled: true } }
    const { host, http } = hostWith([])
    const { outcome } = await host.run(stepOf({ ...scripted, grantType: 'AuthorizationCode' }))
    expect(outcome).toMatchObject({
      outcome: 'broken',
      code: 'browser-limit',
      hint: expect.stringContaining('assay serve') as string,
    })
    expect(http.requests).toEqual([])
  })

  it('[case 8] http: to a host that the environment allows passes, with a warning', async () => {
    const http = createScriptedHttp([issued()])
    const host = createStepHost(fakePorts({ http, secrets: memorySecrets({ 'get-token/client-secret': 's3cret-value' }) }), {
      insecureHosts: ['idp.example'],
    })
    const { outcome, warnings } = await host.run(stepOf({ ...clientCredentials, tokenEndpoint: 'http://idp.example:8080/token' }))
    expect(outcome).toEqual({ outcome: 'passed' })
    expect(warnings).toEqual([
      'Token Endpoint http://idp.example:8080/token uses http:, so others on the network can read what is sent. Use https: if the server supports it.',
    ])
    expect(http.requests[0]).toMatchObject({ insecure: true, redirect: 'manual' })
  })

  it('[R28] a transport error names the endpoint and what to check', async () => {
    const { host } = hostWith([
      new AssayError('http-unreachable', "http://127.0.0.1:9 can't be reached.", { cause: 'ECONNREFUSED' }),
    ])
    const { outcome, exchanges } = await host.run(stepOf(clientCredentials))
    expect(outcome).toMatchObject({
      outcome: 'broken',
      code: 'http-unreachable',
      message: "Token Endpoint: http://127.0.0.1:9 can't be reached.",
      hint: expect.stringContaining(
        "Check the step's Token Endpoint, that the provider is running, and that its certificate is trusted.",
      ),
    })
    expect(exchanges[0]?.error).toEqual({
      code: 'http-unreachable',
      message: "http://127.0.0.1:9 can't be reached.",
      cause: 'ECONNREFUSED',
    })
  })

  it('[O3] Client Credentials without a secret say what is missing', async () => {
    const { host, http } = hostWith([])
    const { outcome } = await host.run(stepOf({ tokenEndpoint, clientId: 'orders-tests' }))
    expect(outcome).toMatchObject({ outcome: 'broken', code: 'oauth-settings', hint: 'Enter Client Secret.' })
    expect(http.requests).toEqual([])
  })

  it('[O3] a field whose variable is empty says which variable needs a value', async () => {
    const { host, http } = hostWith([])
    const { outcome } = await host.run(stepOf({ ...clientCredentials, clientId: '${unset}' }))
    expect(outcome).toMatchObject({
      outcome: 'broken',
      message: 'Client ID is empty.',
      hint: expect.stringContaining(
        '${unset} resolves to an empty value. Set it in the active environment or where it is defined.',
      ),
    })
    expect(http.requests).toEqual([])
  })

  it('[R38] a secret without a value is named with the ways to give it', async () => {
    const { host } = hostWith([])
    const { outcome } = await host.run(stepOf({ ...clientCredentials, clientSecret: { secret: 'other/secret' } }))
    expect(outcome).toMatchObject({ outcome: 'broken', code: 'secret-missing', message: expect.stringContaining('other/secret') })
  })
})
