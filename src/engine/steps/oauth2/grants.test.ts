import { describe, expect, it } from 'vitest'
import { grantFacts, grantTypes } from '#engine/oauth/grants/facts.ts'
import { requestsToken } from '#engine/oauth/grants/grant-facts.ts'
import { grantTexts } from '#engine/oauth/grants/texts.ts'
import type { BrowserLogin } from '#engine/ports/index.ts'
import { sentBodyText, createManualClock, createScriptedHttp, fakePorts } from '#engine/ports/testing/index.ts'
import { createStepHost, stepOf } from './testing/run-step.ts'

const paths = {
  authorizationEndpoint: '/authorize',
  tokenEndpoint: '/token',
  deviceAuthorizationEndpoint: '/device',
  backchannelAuthenticationEndpoint: '/backchannel',
}
const origin = 'http://127.0.0.1:9'
const token = { access_token: 'access-0123456789', token_type: 'Bearer', expires_in: 60 }
const device = {
  device_code: 'device-0123456789',
  user_code: 'WDJB',
  verification_uri: 'https://id.test/device',
  expires_in: 600,
}

/** Runs a step of a grant at a provider that grants all; `asked` are the endpoints in order, also those that a browser is sent to. */
async function run(settings: Parameters<typeof stepOf>[0]) {
  const asked: string[] = []
  const http = createScriptedHttp(({ url }) => {
    asked.push(new URL(url).pathname)
    if (url.endsWith('/backchannel')) return { json: { auth_req_id: 'request-0123456789', expires_in: 600 } }
    return { json: url.endsWith('/device') ? device : token }
  })
  let sentTo: URLSearchParams | undefined
  const login: BrowserLogin = {
    redirectUri: async () => 'http://127.0.0.1/callback',
    async authorize({ url, state }) {
      asked.push(new URL(url).pathname)
      sentTo = new URL(url).searchParams
      const answer = sentTo.get('response_type') === 'code' ? { code: 'code-0123456789' } : { ...token, expires_in: '60' }
      const parameters = new URLSearchParams({ ...answer, state }).toString()
      return `http://127.0.0.1/callback${'code' in answer ? '?' : '#'}${parameters}`
    },
  }
  const clock = createManualClock({ auto: true })
  const host = createStepHost(fakePorts({ http, login, clock, capabilities: new Set(['browser-login']) }), {
    variables: [{ name: 'secret', value: 's3cret-0123456789' }],
  })
  const addresses = Object.fromEntries(Object.entries(paths).map(([field, path]) => [field, `${origin}${path}`]))
  const { outcome } = await host.run(
    stepOf({
      clientId: 'c',
      clientSecret: '${secret}',
      username: 'u',
      password: '${secret}',
      loginTimeout: 20,
      ciba: { loginHint: 'ann' },
      tokenExchange: { subjectToken: '${secret}' },
      jwtBearer: { assertion: '${secret}' },
      ...addresses,
      ...settings,
    }),
  )
  const sent = new URLSearchParams(
    http.requests.map(({ body }) => sentBodyText(body)).find((body) => body.includes('grant_type=')) ?? '',
  )
  return { outcome, asked, sentTo, sent }
}

describe.each(grantTypes)('the facts of %s match what it does', (grantType) => {
  const facts = grantFacts[grantType]

  it('[O1] it asks its endpoints, in this order', async () => {
    const { outcome, asked } = await run({ grantType })
    expect(outcome).toEqual({ outcome: 'passed' })
    expect(asked).toEqual(facts.endpoints.map((field) => paths[field]))
  })

  it('[O1] it sends what it is called', async () => {
    const { sentTo, sent } = await run({ grantType })
    expect(sent.get('grant_type')).toBe(requestsToken(facts) ? facts.name : null)
    expect(sent.get('username')).toBe(facts.password ? 'u' : null)
    expect(sent.has('code')).toBe(facts.code === true)
    expect(sentTo?.get('response_type')).toBe(facts.responseType?.(false))
    expect(sentTo?.has('code_challenge') ?? false).toBe(facts.pkce === true)
    expect(grantTexts[grantType].meaning !== undefined).toBe(requestsToken(facts))
  })

  it('[O2] the client authenticates if it can, and must if that is required', async () => {
    expect((await run({ grantType })).sent.has('client_secret')).toBe(facts.client !== 'unproven')
    const { outcome } = await run({ grantType, clientSecret: '' })
    expect(outcome.outcome).toBe(facts.client === 'proves' ? 'broken' : 'passed')
  })
})
