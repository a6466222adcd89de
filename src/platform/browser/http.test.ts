import { afterEach, expect, it, vi } from 'vitest'
import { AssayError } from '#engine/base/errors.ts'
import type { HttpRequest } from '#engine/ports/http.ts'
import { createBrowserHttp } from './http.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const request = (url: string, insecure = false): HttpRequest => ({
  method: 'GET',
  url,
  headers: [],
  redirect: 'follow',
  timeout: 5_000,
  maxBytes: 1_000,
  ...(insecure ? { insecure } : {}),
})

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'sent',
    (error: unknown) => (error instanceof AssayError ? `${error.code}: ${error.message}` : String(error)),
  )

it('[R28] from an https page a non-loopback http: address is broken before anything is sent, loopback is not', async () => {
  const sent: string[] = []
  vi.stubGlobal('self', { location: new URL('https://app.test/') })
  vi.stubGlobal('fetch', async (url: URL) => {
    sent.push(url.href)
    return new Response('')
  })
  const { signal } = new AbortController()
  const http = createBrowserHttp()
  expect(await codeOf(http.send(request('http://api.test/orders', true), signal))).toMatch(
    /^http-blocked: .*is http:, which a page opened over https: can't call\./,
  )
  expect(await codeOf(http.send(request('http://127.0.0.1:4010/orders'), signal))).toBe('sent')
  expect(await codeOf(http.send(request('https://api.test/orders'), signal))).toBe('sent')
  expect(sent).toEqual(['http://127.0.0.1:4010/orders', 'https://api.test/orders'])
})

it('[P2] a request that is stopped before it begins is not sent', async () => {
  vi.stubGlobal('self', { location: new URL('https://app.test/') })
  const controller = new AbortController()
  controller.abort()
  expect(await codeOf(createBrowserHttp().send(request('https://api.test/'), controller.signal))).toMatch(/^cancelled/)
})

it('[R28] without a response, an offline computer is reported as offline, except for its own addresses', async () => {
  vi.stubGlobal('self', { location: new URL('https://app.test/') })
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  const { signal } = new AbortController()
  const send = (url: string) => codeOf(createBrowserHttp().send(request(url), signal))
  vi.stubGlobal('navigator', { onLine: false })
  expect(await send('https://api.test/orders')).toBe("http-offline: You're offline. https://api.test can't be reached.")
  vi.stubGlobal('self', { location: new URL('http://localhost:5417/') })
  expect(await send('http://127.0.0.1:4010/orders')).toBe("http-unreachable: http://127.0.0.1:4010 can't be reached.")
  vi.stubGlobal('navigator', { onLine: true })
  expect(await send('https://api.test/orders')).toBe("http-unreachable: https://api.test can't be reached.")
})

it("[T7] a file that can't be read while it is sent is reported as such, not as an unreachable server", async () => {
  vi.stubGlobal('self', { location: new URL('https://app.test/') })
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  const body = Object.assign(new Blob(['x']), {
    slice: () => ({ arrayBuffer: () => Promise.reject(new Error('it is gone')) }) as unknown as Blob,
  })
  const { signal } = new AbortController()
  expect(await codeOf(createBrowserHttp().send({ ...request('https://api.test/'), method: 'POST', body }, signal))).toMatch(
    /^body-file-unreadable: /,
  )
})

it('[R36] headers reserved by the browser need the companion; headers that no host sends are rejected', async () => {
  vi.stubGlobal('self', { location: new URL('https://app.test/') })
  const { signal } = new AbortController()
  const send = (name: string) =>
    codeOf(createBrowserHttp().send({ ...request('https://api.test/'), headers: [[name, 'x']] }, signal))
  expect(await send('Cookie')).toBe("browser-limit: A browser can't set the Cookie header.")
  for (const name of ['Expect', 'Keep-Alive', 'Transfer-Encoding', 'Upgrade'])
    expect(await send(name)).toBe(`http-invalid-request: The ${name} header can't be sent with this value.`)
})

it('[R28] a slow read that CORS refuses is not taken for one that the server drops', async () => {
  vi.stubGlobal('self', { location: new URL('https://app.test/') })
  vi.stubGlobal('navigator', { onLine: true })
  const codeWhen = (probed: Error) => {
    vi.stubGlobal('fetch', (address: string | URL, { mode }: RequestInit) => {
      if (mode !== 'no-cors') return Promise.reject(new TypeError('Failed to fetch'))
      return String(address).endsWith('/slow') ? Promise.reject(probed) : Promise.resolve(new Response())
    })
    return codeOf(createBrowserHttp().send(request('https://api.test/slow'), new AbortController().signal))
  }
  expect(await codeWhen(new DOMException('', 'TimeoutError'))).toMatch(/^http-cors: /)
  expect(await codeWhen(new TypeError('Failed to fetch'))).toMatch(/^http-unreachable: /)
})

it('[R28] a server that answers the read is there, however slow or far away its start page is', async () => {
  vi.stubGlobal('self', { location: new URL('https://app.test/') })
  const asked: string[] = []
  vi.stubGlobal('fetch', (address: string | URL, { mode }: RequestInit) => {
    if (mode === 'no-cors') asked.push(String(address))
    if (mode === 'no-cors' && String(address).endsWith('/openid-configuration')) return Promise.resolve(new Response())
    return Promise.reject(mode === 'no-cors' ? new DOMException('', 'TimeoutError') : new TypeError('Failed to fetch'))
  })
  const url = 'https://id.test/.well-known/openid-configuration'
  expect(await codeOf(createBrowserHttp().send(request(url), new AbortController().signal))).toMatch(/^http-cors: /)
  expect(asked).toEqual([url])
})

it('[R28] a server that was slow to answer what CORS hides is given as long to answer once more', async () => {
  vi.stubGlobal('self', { location: new URL('https://app.test/') })
  vi.stubGlobal('navigator', { onLine: true })
  let patience = 0
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
    patience = milliseconds
    return new AbortController().signal
  })
  const codeAfter = (took: number) => {
    let now = 0
    vi.spyOn(performance, 'now').mockImplementation(() => now)
    vi.stubGlobal('fetch', (_address: string | URL, { mode }: RequestInit) => {
      if (mode !== 'no-cors') now = took
      const answers = mode === 'no-cors' && patience > took
      return answers
        ? Promise.resolve(new Response())
        : Promise.reject(mode === 'no-cors' ? silent : new TypeError('Failed to fetch'))
    })
    return codeOf(createBrowserHttp().send(request('https://id.test/'), new AbortController().signal))
  }
  const silent = new DOMException('', 'TimeoutError')
  expect(await codeAfter(20)).toMatch(/^http-cors: /)
  expect(await codeAfter(4_000)).toMatch(/^http-cors: /)
  expect(patience).toBe(8_000)
  expect(await codeAfter(25_000)).toMatch(/^http-unreachable: /)
})

it('[R28] suggests the companion for what may be hidden from pages', async () => {
  vi.stubGlobal('self', { location: new URL('https://app.test/') })
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  const sent = createBrowserHttp().send(request('https://api.test/a'), new AbortController().signal)
  await expect(sent).rejects.toMatchObject({ hint: expect.stringMatching(/Cross-Origin-Resource-Policy.*companion/) })
})
