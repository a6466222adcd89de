import { describe, expect, it } from 'vitest'
import { runSteps } from '#engine/runner/testing/run-project.ts'
import { ordersSpa, ordersTests } from '#sandbox/accounts.ts'
import { createSandboxClient, issuer } from '../testing/sandbox-client.ts'

const app = 'https://host.test/tools/assay/'

const token = (more: Record<string, unknown>) => ({
  kind: 'oauth2',
  discoveryEndpoint: `${issuer}/.well-known/openid-configuration`,
  scope: 'openid orders:read orders:write',
  clientId: ordersSpa.clientId,
  ...more,
})
const confidential = {
  clientId: ordersTests.clientId,
  clientAuthMethod: 'SharedSecret',
  clientSecret: '${secret}',
}
const order = {
  kind: 'send-request',
  method: 'POST',
  url: `${issuer}/api/orders`,
  headers: [{ name: 'Authorization', value: 'Bearer ${access_token}' }],
  body: { type: 'json', text: '{ "sku": "A-1" }' },
}
/** A token that is bound to a key goes with a proof. */
const proved = [{ name: 'Authorization', value: 'DPoP ${access_token}' }]
const created = { kind: 'assertion', checks: [{ source: 'status', is: 'equals', value: 201 }] }

const outcomes = async (made: ReturnType<typeof createSandboxClient>, ...steps: object[]) => {
  const { steps: done } = await runSteps(steps as Record<string, unknown>[], {
    ports: made.ports,
    case: {
      variables: [
        { name: 'secret', value: ordersTests.clientSecret },
        { name: 'wrong', value: 'no' },
        { name: 'password', value: 'demo' },
      ],
    },
  })
  return done.map(({ outcome, message }) => message ?? outcome)
}

describe('the sandbox, asked by the engine', () => {
  it.each([
    ['client credentials', { grantType: 'ClientCredentials', ...confidential, scope: 'orders:write' }],
    ['a password', { grantType: 'ResourceOwnerPassword', ...confidential, username: 'demo', password: '${password}' }],
    ['a code with PKCE', { grantType: 'AuthorizationCode' }],
    ['a code with a pushed request and DPoP', { grantType: 'AuthorizationCode', usePar: true, enableDpop: true }],
    ['Implicit', { grantType: 'Implicit' }],
    ['a device', { grantType: 'DeviceCode' }],
  ])('[X1] gives a token by %s that the API takes', async (_name, settings) => {
    const made = createSandboxClient()
    expect(
      await outcomes(made, token(settings), 'enableDpop' in settings ? { ...order, headers: proved } : order, created),
    ).toEqual(['passed', 'passed', 'passed'])
    expect(made.asked.at(-1)?.line).toBe('POST /api/orders')
  })

  it('[X1, O15] refreshes a token that has expired, and a public client gets a new refresh token each time', async () => {
    const made = createSandboxClient()
    const get = token({ grantType: 'AuthorizationCode', scope: 'openid offline_access orders:write' })
    expect(await outcomes(made, get)).toEqual(['passed'])
    const code = { grant_type: 'refresh_token', client_id: ordersSpa.clientId }
    const ask = async (fields: Record<string, string>) => {
      const answer = await made.sandbox.answer(
        new Request(`${issuer}/token`, { method: 'POST', body: new URLSearchParams(fields) }),
      )
      return { status: answer.status, body: (await answer.json()) as Record<string, string> }
    }
    const password = {
      grant_type: 'password',
      client_id: ordersSpa.clientId,
      username: 'demo',
      password: 'demo',
      scope: 'orders:write',
    }
    const { body: first } = await ask(password)
    made.wait(700)
    const { body: second } = await ask({ ...code, refresh_token: first.refresh_token ?? '' })
    expect(second.refresh_token).not.toBe(first.refresh_token)
    // Who uses the old one again may have stolen it: all that came of it ends.
    expect(await ask({ ...code, refresh_token: first.refresh_token ?? '' })).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant' },
    })
    expect(await ask({ ...code, refresh_token: second.refresh_token ?? '' })).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant' },
    })
  })

  it('[X1, O18] refuses as providers do: a wrong secret, an unknown redirect, a wrong verifier, a code used twice', async () => {
    const made = createSandboxClient()
    const wrong = token({ grantType: 'ClientCredentials', ...confidential, clientSecret: '${wrong}' })
    expect((await outcomes(made, wrong))[0]).toContain('invalid_client')
    const page = await made.sandbox.answer(
      new Request(`${issuer}/authorize.html?client_id=orders-spa&redirect_uri=https://evil.test/&response_type=code`),
    )
    expect(await page.text()).toContain('invalid_redirect_uri')
    expect(page.headers.get('location')).toBeNull()
    const noPkce = `${issuer}/authorize.html?client_id=orders-spa&response_type=code&redirect_uri=${encodeURIComponent(`${app}oauth/callback.html`)}&state=s`
    const back = new URL((await made.sandbox.answer(new Request(noPkce))).headers.get('location') ?? '')
    expect(Object.fromEntries(back.searchParams)).toMatchObject({ error: 'invalid_request', state: 's', iss: issuer })
    expect(await outcomes(made, token({ grantType: 'AuthorizationCode', fault: 'wrong-verifier' }))).toEqual([
      expect.stringContaining('invalid_grant'),
    ])
    expect(await outcomes(made, token({ grantType: 'AuthorizationCode', fault: 'replay-code' }))).toEqual([
      expect.stringContaining('invalid_grant'),
    ])
  })

  it('[X1] shows nothing of a request as markup', async () => {
    const { sandbox } = createSandboxClient()
    const answer = await sandbox.answer(
      new Request(`${issuer}/authorize.html?client_id=${encodeURIComponent('<img src=x onerror=alert(1)>')}`),
    )
    expect(await answer.text()).not.toContain('<img')
    const device = await sandbox.answer(new Request(`${issuer}/device.html?user_code=${encodeURIComponent('"><script>')}`))
    expect(await device.text()).not.toContain('<script')
  })

  it('[X1] tells userinfo, introspection and revocation about a token', async () => {
    const { sandbox } = createSandboxClient()
    const post = async (path: string, fields: Record<string, string>) =>
      (await sandbox.answer(new Request(issuer + path, { method: 'POST', body: new URLSearchParams(fields) }))).json() as Promise<
        Record<string, string>
      >
    const client = { client_id: ordersTests.clientId, client_secret: ordersTests.clientSecret }
    const { access_token: access = '' } = await post('/token', {
      ...client,
      grant_type: 'password',
      username: 'demo',
      password: 'demo',
      scope: 'openid email',
    })
    const me = () => sandbox.answer(new Request(`${issuer}/me`, { headers: { authorization: `Bearer ${access}` } }))
    expect((await me()).statusText).toBe('OK')
    expect(await (await me()).json()).toEqual({ sub: 'demo', email: 'demo@example.test', email_verified: true })
    expect(await post('/token/introspection', { ...client, token: access })).toMatchObject({ active: true, sub: 'demo' })
    await post('/token/revocation', { ...client, token: access })
    expect(await post('/token/introspection', { ...client, token: access })).toEqual({ active: false })
    expect((await me()).status).toBe(401)
  })
})
