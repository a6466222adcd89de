import { createHash, randomUUID } from 'node:crypto'
import { exportJWK, SignJWT } from 'jose'
import { generatedPair } from '#engine/oauth/testing/generated-pair.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ordersSpa, ordersTests } from '#sandbox/accounts.ts'
import { startDemo, type Demo } from './index.ts'

let demo: Demo
beforeAll(async () => {
  demo = await startDemo({ port: 0, appOrigin: 'http://127.0.0.1:5417' })
})
afterAll(() => demo.close())

const post = async (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) => {
  const response = await fetch(demo.provider + path, { method: 'POST', body: new URLSearchParams(fields), headers })
  return { status: response.status, body: (await response.json()) as Record<string, string> }
}

/** A person's browser: keeps cookies, follows redirects, sends the form that a page shows. */
function createBrowser() {
  const cookies = new Map<string, string>()
  let at = ''
  return async function go(url: string, form?: Record<string, string>): Promise<string> {
    let next = url === '' ? at : url
    let fields = form
    for (let hop = 0; hop < 10; hop++) {
      const response = await fetch(next, {
        method: fields ? 'POST' : 'GET',
        redirect: 'manual',
        headers: { cookie: Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; ') },
        ...(fields ? { body: new URLSearchParams(fields) } : {}),
      })
      for (const line of response.headers.getSetCookie()) {
        const [name = '', value = ''] = (line.split(';')[0] ?? '').split(/=(.*)/s)
        cookies.set(name, value)
      }
      const location = response.headers.get('location')
      at = next
      if (location === null) return response.text()
      await response.arrayBuffer()
      next = new URL(location, next).href
      fields = undefined
    }
    throw new Error('too many redirects')
  }
}

const hidden = (page: string, name: string): string => new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1] ?? ''

describe('more grants of the demo provider', () => {
  it('[O13] a device is approved by its code on the pages of the provider', async () => {
    const { body: device } = await post('/device/auth', { client_id: ordersSpa.clientId, scope: 'orders:read' })
    const poll = () =>
      post('/token', {
        client_id: ordersSpa.clientId,
        grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
        device_code: device.device_code ?? '',
      })
    expect((await poll()).body.error).toBe('authorization_pending')
    const go = createBrowser()
    const input = await go(device.verification_uri ?? '')
    expect(input).toContain('Enter the code that Assay shows.')
    const confirm = await go('', { xsrf: hidden(input, 'xsrf'), user_code: device.user_code ?? '' })
    expect(confirm).toContain(`Continue only if it shows the code ${device.user_code}`)
    const fields = { xsrf: hidden(confirm, 'xsrf'), user_code: device.user_code ?? '', confirm: 'yes' }
    expect(await go('', fields)).toContain('Username')
    expect(await go('', { username: 'demo', password: 'demo' })).toContain('The device is approved.')
    const { status, body } = await poll()
    expect(status).toBe(200)
    const orders = await fetch(`${demo.api}/orders`, { headers: { authorization: `Bearer ${body.access_token}` } })
    expect(orders.status).toBe(200)
  })

  it('[O17] an authorization request can be pushed', async () => {
    const { status, body } = await post('/request', {
      client_id: ordersTests.clientId,
      client_secret: ordersTests.clientSecret,
      response_type: 'code',
      redirect_uri: 'http://127.0.0.1/callback',
    })
    expect([status, body.request_uri]).toEqual([201, expect.stringMatching(/^urn:/)])
  })

  it('[O16] a token that is bound to a key is good only with its proof', async () => {
    const { privateKey, publicKey } = await generatedPair('ES256')
    const jwk = await exportJWK(publicKey)
    const prove = (htm: string, htu: string, more: Record<string, string> = {}) =>
      new SignJWT({ htm, htu, jti: randomUUID(), ...more })
        .setIssuedAt()
        .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk })
        .sign(privateKey)
    const fields = {
      client_id: ordersTests.clientId,
      client_secret: ordersTests.clientSecret,
      grant_type: 'client_credentials',
      scope: 'orders:read',
    }
    const { body } = await post('/token', fields, { dpop: await prove('POST', `${demo.provider}/token`) })
    expect(body.token_type).toBe('DPoP')
    const token = body.access_token ?? ''
    const url = `${demo.api}/orders`
    const ath = createHash('sha256').update(token).digest('base64url')
    const call = async (scheme: string, proof?: string) =>
      (await fetch(url, { headers: { authorization: `${scheme} ${token}`, ...(proof === undefined ? {} : { dpop: proof }) } }))
        .status
    expect(await call('DPoP', await prove('GET', url, { ath }))).toBe(200)
    expect(await call('DPoP')).toBe(401)
    expect(await call('Bearer', await prove('GET', url, { ath }))).toBe(401)
    expect(await call('DPoP', await prove('POST', url, { ath }))).toBe(401)
    expect(await call('DPoP', await prove('GET', url, { ath: 'other' }))).toBe(401)
  })
})
