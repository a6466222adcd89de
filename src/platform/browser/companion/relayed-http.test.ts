import { afterEach, expect, it, vi } from 'vitest'
import { AssayError } from '#engine/base/errors.ts'
import type { HttpRequest } from '#engine/ports/http.ts'
import type { LinkSession } from './companion-link.ts'
import { createRelayedHttp } from './relayed-http.ts'

afterEach(() => vi.unstubAllGlobals())

const request = (method: string, url: string): HttpRequest => ({
  method,
  url,
  headers: [],
  redirect: 'follow',
  timeout: 5_000,
  maxBytes: 1_000,
})

it.each([
  ['GET', 'https://api.example.com/orders', true],
  ['OPTIONS', 'https://api.example.com/orders', true],
  ['GET', 'https://intranet.local/orders', false],
  ['POST', 'https://intranet.local/orders', false],
])(
  '[R42] %s of %s, which this page asks for first and sees nothing of, is asked for by the companion: %s',
  async (method, url, isRelayed) => {
    vi.stubGlobal('self', { location: new URL('https://app.test/') })
    const calls: unknown[] = []
    const session = {
      hosts: new Set<string>(),
      call: async (...call: unknown[]) => {
        calls.push(call)
        throw new AssayError('http-unreachable', 'by the companion')
      },
    } as unknown as LinkSession
    const send = vi.fn(() => Promise.reject(new AssayError('http-unreachable', 'by the browser')))
    const http = createRelayedHttp({ send })
    const sent = http.port(async () => session).send(request(method, url), new AbortController().signal)
    await expect(sent).rejects.toMatchObject({ message: isRelayed ? 'by the companion' : 'by the browser' })
    // With a connected companion there is no request to connect one.
    if (!isRelayed)
      await expect(sent).rejects.toMatchObject({ hint: expect.stringContaining('allow the companion to reach intranet.local') })
    expect(calls).toHaveLength(isRelayed ? 1 : 0)
    expect(send).toHaveBeenCalledOnce()
  },
)

it('[X1] what the page’s own address answers, as the sandbox does, is asked for by the browser alone', async () => {
  vi.stubGlobal('self', { location: new URL('https://assay.example.com/') })
  const http = createRelayedHttp({ send: () => Promise.reject(new AssayError('http-timeout', 'by the browser')) })
  const session = {
    hosts: new Set<string>(),
    call: () => Promise.reject(new AssayError('http-unreachable', 'by the companion')),
  } as unknown as LinkSession
  const send = (host: string) =>
    http.port(async () => session).send(request('POST', `https://${host}/sandbox/token`), new AbortController().signal)
  await expect(send('assay.example.com')).rejects.toMatchObject({ message: 'by the browser' })
  await expect(send('api.example.com')).rejects.toMatchObject({ message: 'by the companion' })
})
