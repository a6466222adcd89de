import { request as httpRequest } from 'node:http'
import { connect, createServer, type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from 'vitest'
import { createLoopbackLogin, isLoopbackUri, type LoopbackLogin } from './loopback-login.ts'
import { createNodePorts } from './ports.ts'
import { secretVariable } from '#engine/base/secrets/secret-variable.ts'
import { createNodeSecrets } from './secrets.ts'
import { nodeClock } from './clock.ts'

const signal = new AbortController().signal
const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
/** As a browser's window goes to an address: fetch would say that it is a page's request. */
function visit(
  url: string,
  { method = 'GET', headers = {}, body }: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<{ status: number; text: string; headers: Headers }> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(url, { method, headers, agent: false }, (answer) => {
      const status = answer.statusCode ?? 0
      const got = new Headers(Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)]))
      text(answer).then((content) => resolve({ status, text: content, headers: got }), reject)
    })
    sent.on('error', reject).end(body)
  })
}

/** What is answered to bytes. */
async function raw(url: string, bytes: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.write(bytes)
  return text(socket)
}

const request = (state: string, timeout = 5000) => ({
  id: state,
  url: `https://id.example.test/authorize?redirect_uri=x&state=${state}`,
  state,
  timeout,
})

describe('secrets', () => {
  it('[P4] the option comes first, then the environment variable of the id', async () => {
    const secrets = createNodeSecrets(new Map([['a', 'from option']]), {
      ASSAY_SECRET_A: 'from environment',
      ASSAY_SECRET_GET_TOKEN_CLIENT_SECRET: 's3cret',
    })
    expect(secretVariable('get-token/client-secret')).toBe('ASSAY_SECRET_GET_TOKEN_CLIENT_SECRET')
    expect(await secrets.get('a')).toBe('from option')
    expect(await secrets.get('get-token/client-secret')).toBe('s3cret')
    expect(await secrets.get('missing')).toBeUndefined()
    expect(await Promise.all(['a', 'get-token/client-secret', 'missing'].map((id) => secrets.origin(id)))).toEqual([
      'option',
      'environment',
      undefined,
    ])
  })
})

describe('the clock', () => {
  it('[P2] sleeping ends at once when it is stopped', async () => {
    const stop = new AbortController()
    const sleep = nodeClock.sleep(60_000, stop.signal)
    stop.abort()
    await expect(sleep).rejects.toMatchObject({ code: 'cancelled' })
    await expect(nodeClock.sleep(1, AbortSignal.abort())).rejects.toMatchObject({ code: 'cancelled' })
    const start = performance.now()
    await nodeClock.sleep(20, signal)
    expect(performance.now() - start).toBeGreaterThanOrEqual(20)
  })
})

describe('logins from a terminal', () => {
  let login: LoopbackLogin | undefined
  afterEach(() => login?.close())
  it('[case 22] each login gets its own answer; a late duplicate gets a friendly page', async () => {
    const shown: string[] = []
    login = createLoopbackLogin({ interactive: true, show: (text) => shown.push(text) })
    const redirectUri = await login.redirectUri(signal)
    expect(redirectUri).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/)
    const states: string[] = []
    const one = login.authorize(request('one'), (state) => states.push(state), signal)
    const two = login.authorize(request('two'), (state) => states.push(state), signal)
    expect(shown.join('')).toContain('https://id.example.test/authorize?redirect_uri=x&state=one')
    await visit(`${redirectUri}?code=2&state=two`)
    await visit(`${redirectUri}?code=1&state=one`)
    expect(await one).toBe(`${redirectUri}?code=1&state=one`)
    expect(await two).toBe(`${redirectUri}?code=2&state=two`)
    expect(states).toEqual(['waiting', 'waiting'])
    expect((await visit(`${redirectUri}?code=1&state=one`)).text).toContain('Nothing to do here')
    expect((await fetch(new URL('/elsewhere', redirectUri))).status).toBe(404)
  })

  it('[case 29] ends at the address that the provider knows, to the letter, and says if that is taken', async () => {
    const port = await freePort()
    const wanted = `http://localhost:${port}`
    login = createLoopbackLogin({ interactive: true, show: () => {}, redirectUri: wanted })
    expect(await login.redirectUri(signal)).toBe(wanted)
    const answer = login.authorize(request('one'), () => {}, signal)
    expect((await fetch(`http://127.0.0.1:${port}/callback?code=1&state=one`)).status).toBe(404)
    await visit(`http://127.0.0.1:${port}/?code=1&state=one`)
    expect(await answer).toBe(`${wanted}/?code=1&state=one`)

    const second = createLoopbackLogin({ interactive: true, show: () => {}, redirectUri: wanted })
    await expect(second.redirectUri(signal)).rejects.toMatchObject({
      code: 'oauth-callback',
      message: `Can't listen at ${wanted} for the sign-in response.`,
    })
    second.close()
  })

  it('[case 29] takes only addresses of this machine with a port', () => {
    for (const uri of ['http://localhost:8765/callback', 'http://127.0.0.1:1', 'http://[::1]:8765/x/y'])
      expect(isLoopbackUri(uri)).toBe(true)
    for (const uri of [
      'http://localhost/callback',
      'https://localhost:8765/',
      'http://app.test:8765/',
      'http://localhost:1/?a=b',
      'http://localhost:0/callback',
      'http://:password@localhost:1/',
      'x',
    ])
      expect(isLoopbackUri(uri)).toBe(false)
  })

  it('[case 24] an answer in the fragment is handed over by its page, and by no other', async () => {
    login = createLoopbackLogin({ interactive: true, show: () => {} })
    const redirectUri = await login.redirectUri(signal)
    const answer = login.authorize(request('one'), () => {}, signal)
    const page = await visit(redirectUri)
    expect(page.headers.get('content-security-policy')).toMatch(/script-src 'nonce-[^']+'; connect-src 'self'/)
    expect(page.text).toContain('history.replaceState')
    const hand = async (origin: string) =>
      (await fetch(redirectUri, { method: 'POST', headers: { origin }, body: 'access_token=a1&state=one' })).text()
    expect(await hand('https://attacker.example')).toContain('This URL only receives sign-in responses.')
    expect(await hand(new URL(redirectUri).origin)).toContain('Back to Assay')
    expect(await answer).toBe(`${redirectUri}#access_token=a1&state=one`)
  })

  it('[O11] an answer that the provider lets the browser post is taken as one in the address', async () => {
    login = createLoopbackLogin({ interactive: true, show: () => {} })
    const redirectUri = await login.redirectUri(signal)
    const answer = login.authorize(request('one'), () => {}, signal)
    const post = async () => {
      const headers = { origin: 'https://id.example.test', 'content-type': 'application/x-www-form-urlencoded' }
      const form = new URLSearchParams({ code: 'a+b', state: 'one' })
      return (await visit(redirectUri, { method: 'POST', headers, body: form.toString() })).text
    }
    expect(await post()).toContain('<h1>Back to Assay</h1>')
    expect(await answer).toBe(`${redirectUri}#code=a%2Bb&state=one`)
    expect(await post()).toContain('<h1>Nothing to do here</h1>')
  })

  it.each([
    ['[case 19] a wrong state', '?code=c0de&state=another'],
    ['[case 20] an error without a state', '?error=access_denied%1b'],
  ])(
    '[H7] %s ends no sign-in, since any page could have sent it: it is told once, and the sign-in waits on',
    async (_, query) => {
      const shown: string[] = []
      login = createLoopbackLogin({ interactive: true, show: (text) => shown.push(text) })
      const redirectUri = await login.redirectUri(signal)
      const call = (search: string) => visit(redirectUri + search)
      expect(await call(query)).toMatchObject({ status: 400, text: expect.stringContaining('Nothing to do here') })
      const answer = login.authorize(request('one'), () => {}, signal)
      for (let time = 0; time < 3; time++) expect((await call(query)).status).toBe(400)
      const form = { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: query.slice(1) }
      expect((await visit(redirectUri, form)).status).toBe(400)
      expect(
        shown.filter((text) =>
          text.includes("Ignored a response without this sign-in's state: it may be forged. Still waiting for the sign-in."),
        ),
      ).toHaveLength(1)
      if (query.includes('error')) expect(shown.at(-1)).toContain('Unverified error: access_denied\\u001b\n')
      expect((await call('')).text).toContain('Nothing to do here')
      expect(await call('?code=1&state=one')).toMatchObject({ status: 200, text: expect.stringContaining('Back to Assay') })
      expect(await answer).toBe(`${redirectUri}?code=1&state=one`)
    },
  )

  it('[H7] only a window that goes to the address of the listener brings an answer, no page that asks for it', async () => {
    login = createLoopbackLogin({ interactive: true, show: () => {} })
    const redirectUri = await login.redirectUri(signal)
    const answer = login.authorize(request('one'), () => {}, signal)
    let ended = false
    void answer.then(() => (ended = true))
    const forged = `${redirectUri}?error=access_denied&state=one`
    const statusOf = async (headers: Record<string, string>, more = {}) => (await visit(forged, { headers, ...more })).status
    expect(await statusOf({ host: 'attacker.example' })).toBe(421)
    expect(await statusOf({ host: `attacker.example:${new URL(redirectUri).port}` })).toBe(421)
    expect(await statusOf({ 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' })).toBe(400)
    expect(await statusOf({ 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' })).toBe(400)
    expect(await statusOf({ origin: 'https://attacker.example' })).toBe(400)
    expect(await statusOf({}, { method: 'DELETE' })).toBe(404)
    expect((await fetch(forged)).status).toBe(400)
    const form = { method: 'POST', body: 'error=x&state=one' }
    const type = { 'content-type': 'application/x-www-form-urlencoded' }
    expect(await statusOf({ ...type, 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }, form)).toBe(400)
    expect(await statusOf({ 'content-type': 'text/plain', origin: 'null' }, form)).toBe(400)
    expect(await raw(redirectUri, `GET ${forged} HTTP/1.0\r\n\r\n`)).toMatch(/^HTTP\/1\.1 421 /)
    expect(ended).toBe(false)
    const window = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document', 'sec-fetch-site': 'cross-site' }
    expect((await visit(`${redirectUri}?code=1&state=one`, { headers: window })).status).toBe(200)
    expect(await answer).toBe(`${redirectUri}?code=1&state=one`)
  })

  it('[O13] a device: URL and code are shown until it ends; without a terminal it fails at once', async () => {
    const shown: string[] = []
    login = createLoopbackLogin({ interactive: true, show: (text) => shown.push(text) })
    const stop = new AbortController()
    const approval = { id: 'a1', verificationUri: 'https://id.test/device', userCode: 'WDJB-MJHT', timeout: 60_000 }
    const showing = login.approve?.(approval, stop.signal)
    expect(shown.join('')).toMatch(/https:\/\/id\.test\/device[^]+WDJB-MJHT/)
    stop.abort()
    await expect(showing).rejects.toMatchObject({ code: 'cancelled' })
    await expect(createLoopbackLogin({ interactive: false, show: () => {} }).canApprove?.()).rejects.toMatchObject({
      code: 'oauth-no-browser',
    })
  })

  it('[O11] the login timeout names the endpoint and the redirect URI; Stop ends it at once', async () => {
    login = createLoopbackLogin({ interactive: true, show: () => {} })
    await expect(login.authorize(request('slow', 30), () => {}, signal)).rejects.toMatchObject({
      code: 'oauth-login-timeout',
      hint: expect.stringContaining('No callback was received at x from https://id.example.test/authorize'),
    })
    const stop = new AbortController()
    const waiting = login.authorize(request('stopped'), () => {}, stop.signal)
    stop.abort()
    await expect(waiting).rejects.toMatchObject({ code: 'cancelled' })
  })

  it('[R44] without a terminal the step fails at once and says what to do', async () => {
    const { ports, close } = createNodePorts({ interactive: false })
    await expect(ports.login.redirectUri(signal)).rejects.toMatchObject({
      code: 'oauth-no-browser',
      hint: expect.stringContaining('--interactive'),
    })
    await close()
  })
})
