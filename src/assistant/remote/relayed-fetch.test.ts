import { describe, expect, it } from 'vitest'
import { AssayError } from '#engine/base/errors.ts'
import { createRemoteModel } from './index.ts'
import { relayedFetch, type Relay, type RelayedRequest } from './relayed-fetch.ts'

const answer = JSON.stringify({ choices: [{ message: { content: '{"kind":"refuse"}' }, finish_reason: 'stop' }] })

/** A browser that is refused by CORS, and a companion that answers this. */
function setUp(status = 200, body = answer, { companion = true } = {}) {
  const asked: RelayedRequest[] = []
  let direct = 0
  const refuses: typeof fetch = () => {
    direct += 1
    return Promise.reject(new TypeError('Failed to fetch'))
  }
  const relay: Relay = (request) => {
    asked.push(request)
    const headers: [string, string][] = [
      ['content-type', 'application/json'],
      ['bad name', 'x'],
    ]
    return Promise.resolve(companion ? { status, headers, body: new TextEncoder().encode(body) } : undefined)
  }
  const complete = (url: string, signal = new AbortController().signal) =>
    createRemoteModel(
      { kind: 'openai', url, model: 'm', key: 'k-0123456789' },
      { fetch: relayedFetch(refuses, relay), page: 'https://assay.test' },
    ).complete([{ role: 'user', content: 'Hi' }], { maxTokens: 9, signal })
  return { complete, asked, direct: () => direct }
}

describe('a remote model that lets no page ask it', () => {
  it('[A2] is asked by the companion, from then on at once', async () => {
    const { complete, asked, direct } = setUp()
    expect((await complete('https://one.test/v1')).text).toBe('{"kind":"refuse"}')
    await complete('https://one.test/v1')
    expect([asked.length, direct()]).toEqual([2, 1])
    expect(asked[0]?.url).toBe('https://one.test/v1/chat/completions')
    expect(Object.fromEntries(asked[0]?.headers ?? [])).toMatchObject({ authorization: 'Bearer k-0123456789' })
    expect(JSON.parse(new TextDecoder().decode(asked[0]?.body))).toMatchObject({ model: 'm' })
  })

  it('[A2] without a companion is reported as unreachable from a page', async () => {
    await expect(setUp(200, answer, { companion: false }).complete('https://two.test/v1')).rejects.toMatchObject({
      code: 'model-unusable',
      message: expect.stringContaining('CORS'),
    })
  })

  it("[A2] [A9] that redirects isn't followed, and one that rejects is reported as usual", async () => {
    await expect(setUp(302, '').complete('https://three.test/v1')).rejects.toMatchObject({
      message: expect.stringContaining('redirects'),
    })
    await expect(setUp(401, '{"error":"no"}').complete('https://four.test/v1')).rejects.toMatchObject({
      message: expect.stringContaining('401'),
    })
    await expect(setUp(204, '').complete('https://five.test/v1')).rejects.toBeInstanceOf(AssayError)
  })

  it('[A2] that was stopped is not asked by the companion', async () => {
    const { complete, asked } = setUp()
    const stopper = new AbortController()
    stopper.abort()
    await expect(complete('https://six.test/v1', stopper.signal)).rejects.toMatchObject({ code: 'cancelled' })
    expect(asked).toEqual([])
  })
})
