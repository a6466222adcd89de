import { createHash, randomBytes } from 'node:crypto'
import { request as httpRequest } from 'node:http'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { ordersApi, ordersSpa, ordersTests } from '#sandbox/accounts.ts'
import { startDemo, type Demo } from './index.ts'

const appOrigin = 'http://127.0.0.1:5417'
let demo: Demo
const printed = [vi.spyOn(console, 'warn'), vi.spyOn(console, 'info')]

beforeAll(async () => {
  demo = await startDemo({ port: 0, appOrigin })
})
afterAll(async () => {
  vi.restoreAllMocks()
  await demo.close()
})

async function token(fields: Record<string, string>): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await fetch(`${demo.provider}/token`, { method: 'POST', body: new URLSearchParams(fields) })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}
const credentials = { client_id: ordersTests.clientId, client_secret: ordersTests.clientSecret }
const api = (path: string, accessToken?: string, init: RequestInit = {}): Promise<Response> =>
  fetch(demo.api + path, {
    ...init,
    headers: {
      ...(accessToken === undefined ? {} : { authorization: `Bearer ${accessToken}` }),
      'content-type': 'application/json',
    },
  })

const ask = (origin: string): Promise<Response> =>
  fetch(`${demo.provider}/token`, {
    method: 'POST',
    headers: { origin },
    body: new URLSearchParams({ ...credentials, grant_type: 'client_credentials' }),
  })
const challenge = async (response: Response): Promise<unknown> => [response.status, response.headers.get('www-authenticate')]

/** A browser's part of a login: follows redirects by hand, keeps cookies, fills in the form. */
async function logIn(parameters: Record<string, string>, password = 'demo'): Promise<URL> {
  const cookies = new Map<string, string>()
  const go = async (url: string, init: RequestInit = {}): Promise<Response> => {
    const response = await fetch(url, {
      ...init,
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    })
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = line.split(';')[0]?.split('=') ?? []
      cookies.set(name, value)
    }
    return response
  }
  let url = `${demo.provider}/auth?${new URLSearchParams(parameters)}`
  for (let hop = 0; hop < 10; hop++) {
    let response = await go(url)
    if (response.status === 200) {
      const page = await response.text()
      expect(page).toContain('<label for="username">Username</label>')
      response = await go(url, { method: 'POST', body: new URLSearchParams({ username: 'demo', password }) })
      if (response.status === 401) throw new Error(await response.text())
    }
    const location = new URL(response.headers.get('location') ?? '', url)
    if (location.origin !== demo.provider) return location
    url = location.href
  }
  throw new Error('the login does not end')
}

describe('the demo provider', () => {
  it('[O1] client credentials give a JWT for the orders API', async () => {
    const { status, body } = await token({ ...credentials, grant_type: 'client_credentials', scope: 'orders:read orders:write' })
    expect([status, body['token_type'], body['expires_in']]).toEqual([200, 'Bearer', 600])
    expect(decodeJwt(String(body['access_token']))).toMatchObject({
      iss: demo.provider,
      aud: ordersApi,
      scope: 'orders:read orders:write',
    })
  })

  it('[O1] the password grant gives access, refresh and ID token, and refuses a wrong password', async () => {
    const fields = { client_id: ordersSpa.clientId, grant_type: 'password', username: 'demo', scope: 'openid orders:read' }
    const { status, body } = await token({ ...fields, password: 'demo' })
    expect([status, typeof body['refresh_token']]).toEqual([200, 'string'])
    expect(decodeJwt(String(body['id_token']))).toMatchObject({ sub: 'demo', aud: ordersSpa.clientId })
    const again = await token({
      client_id: ordersSpa.clientId,
      grant_type: 'refresh_token',
      refresh_token: String(body['refresh_token']),
    })
    expect([again.status, decodeJwt(String(again.body['access_token'])).aud]).toEqual([200, ordersApi])
    expect((await token({ ...fields, password: 'no' })).body).toMatchObject({
      error: 'invalid_grant',
      error_description: 'wrong username or password',
    })
  })

  it('[O1] the authorization code flow with PKCE, to the page and to any loopback port', async () => {
    for (const redirectUri of [`${appOrigin}/oauth/callback.html`, 'http://127.0.0.1:49321/callback']) {
      const verifier = randomBytes(32).toString('base64url')
      const callback = await logIn({
        client_id: ordersSpa.clientId,
        response_type: 'code',
        redirect_uri: redirectUri,
        scope: 'openid orders:read',
        state: 's1',
        nonce: 'n1',
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
      })
      expect(callback.href.startsWith(`${redirectUri}?`)).toBe(true)
      expect([callback.searchParams.get('state'), callback.searchParams.get('iss')]).toEqual(['s1', demo.provider])
      const { status, body } = await token({
        client_id: ordersSpa.clientId,
        grant_type: 'authorization_code',
        code: callback.searchParams.get('code') ?? '',
        redirect_uri: redirectUri,
        code_verifier: verifier,
      })
      expect([status, body['token_type']]).toEqual([200, 'Bearer'])
      expect(decodeJwt(String(body['id_token']))).toMatchObject({ nonce: 'n1', sub: 'demo' })
      expect((await api('/orders', String(body['access_token']))).status).toBe(200)
    }
  })

  it('[O1] openid alone gives a token for userinfo', async () => {
    const { body } = await token({
      client_id: ordersSpa.clientId,
      grant_type: 'password',
      username: 'demo',
      password: 'demo',
      scope: 'openid email',
    })
    const response = await fetch(`${demo.provider}/me`, { headers: { authorization: `Bearer ${String(body['access_token'])}` } })
    expect(await response.json()).toMatchObject({ sub: 'demo', email: 'demo@example.test' })
  })

  it('the login page reports a wrong password, the error page a foreign redirect URI', async () => {
    const parameters = {
      client_id: ordersTests.clientId,
      response_type: 'code',
      redirect_uri: `${appOrigin}/oauth/callback.html`,
      scope: 'openid',
      state: 's',
    }
    await expect(logIn(parameters, 'wrong')).rejects.toThrow('role="alert">Wrong username or password')
    const refused = await fetch(
      `${demo.provider}/auth?${new URLSearchParams({ ...parameters, redirect_uri: 'https://evil.example/<script>' })}`,
    )
    expect([refused.status, refused.headers.get('content-security-policy')]).toEqual([
      400,
      expect.stringContaining("default-src 'none'"),
    ])
    expect(await refused.text()).toContain('redirect_uri')
  })

  it('answers the page by CORS, and no other origin; prints nothing', async () => {
    expect((await ask(appOrigin)).headers.get('access-control-allow-origin')).toBe(appOrigin)
    expect((await ask('http://evil.example')).headers.get('access-control-allow-origin')).toBe(null)
    for (const method of printed) expect(method).not.toHaveBeenCalled()
  })
})

describe('the orders API', () => {
  it('[T7] creates, reads, lists and deletes an order', async () => {
    const { body } = await token({ ...credentials, grant_type: 'client_credentials', scope: 'orders:read orders:write' })
    const accessToken = String(body['access_token'])
    const created = await api('/orders', accessToken, { method: 'POST', body: '{"sku":"A-1","quantity":2}' })
    const order = (await created.json()) as Record<string, unknown>
    expect([created.status, order['state'], order['sku']]).toEqual([201, 'open', 'A-1'])
    expect((await api(`/orders/${String(order['id'])}`, accessToken)).status).toBe(200)
    expect(await (await api('/orders?size=1', accessToken)).json()).toMatchObject({ size: 1, items: [{ sku: 'A-1' }] })
    expect((await api(`/orders/${String(order['id'])}`, accessToken, { method: 'DELETE' })).status).toBe(204)
    expect((await api(`/orders/${String(order['id'])}`, accessToken)).status).toBe(404)
    expect((await api('/orders?size=0', accessToken)).status).toBe(400)
    expect((await api('/orders', accessToken, { method: 'POST', body: '{"sku":1}' })).status).toBe(422)
    expect((await api('/orders', accessToken, { method: 'POST', body: '[' })).status).toBe(400)
  })

  it('[T7] refuses a missing, a broken and a narrow token as RFC 6750 says', async () => {
    expect(await challenge(await api('/orders'))).toEqual([401, 'Bearer realm="orders"'])
    expect(await challenge(await api('/orders', 'x.y.z'))).toEqual([401, expect.stringContaining('error="invalid_token"')])
    const narrow = await token({ ...credentials, grant_type: 'client_credentials', scope: 'orders:read' })
    const forbidden = await api('/orders', String(narrow.body['access_token']), { method: 'POST', body: '{"sku":"a"}' })
    expect(await challenge(forbidden)).toEqual([403, 'Bearer realm="orders", error="insufficient_scope", scope="orders:write"'])
  })

  it('[T7] refuses an expired token and one for another audience', async () => {
    const short = await startDemo({ port: 0, appOrigin, tokenLifetime: 1 })
    const response = await fetch(`${short.provider}/token`, {
      method: 'POST',
      body: new URLSearchParams({ ...credentials, grant_type: 'client_credentials', scope: 'orders:read' }),
    })
    const { access_token: accessToken } = (await response.json()) as { access_token: string }
    // A token of another provider: here its issuer and its key are foreign.
    expect((await api('/orders', accessToken)).status).toBe(401)
    await vi.waitFor(
      async () => {
        const expired = await fetch(`${short.api}/orders`, { headers: { authorization: `Bearer ${accessToken}` } })
        expect(expired.headers.get('www-authenticate')).toContain("'exp' claim timestamp check failed")
      },
      { timeout: 5000, interval: 100 },
    )
    await short.close()
  })

  it('answers preflights of the page and says that it is up', async () => {
    const preflight = await fetch(`${demo.api}/orders`, {
      method: 'OPTIONS',
      headers: { origin: appOrigin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' },
    })
    expect([preflight.status, preflight.headers.get('access-control-allow-headers')]).toEqual([204, 'authorization'])
    expect(await (await api('/health')).json()).toEqual({ status: 'up' })
  })
})

describe('the hosts of the demo', () => {
  const statusFor = (url: string, host: string): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const sent = httpRequest(url, { headers: { host }, agent: false }, (answer) => {
        answer.resume()
        resolve(answer.statusCode)
      })
      sent.on('error', reject).end()
    })

  it('[H11] provider and API answer for this machine only, whatever name leads to it', async () => {
    for (const url of [`${demo.provider}/.well-known/openid-configuration`, `${demo.api}/health`]) {
      const { port } = new URL(url)
      for (const name of ['127.0.0.1', 'localhost', '[::1]']) expect(await statusFor(url, `${name}:${port}`)).toBe(200)
      for (const host of [
        'attacker.example',
        `attacker.example:${port}`,
        '127.0.0.1',
        '127.0.0.1:1',
        `127.0.0.1.evil.test:${port}`,
      ])
        expect([host, await statusFor(url, host)]).toEqual([host, 421])
    }
  })
})
