import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRedactor } from '#engine/base/secrets/redactor.ts'
import type { Exchange } from '#engine/ports/index.ts'
import { createScriptedHttp } from '#engine/ports/testing/scripted-http.ts'
import type { OAuthContext } from '../context.ts'
import { sendRecorded } from '../messages/exchange-recorder.ts'
import { meanings } from '../messages/meanings.ts'
import { calledBack, refusedToken } from '../diagnosis/testing/messages.ts'
import { harRecord } from './har.ts'
import { recordFormats } from './index.ts'
import { markdownRecord } from './markdown.ts'
import type { ExchangeRecord } from './record.ts'

const record = (exchanges: Exchange[]): ExchangeRecord => ({
  step: 'Get token',
  startedAt: '2026-11-21T04:00:00.000Z',
  outcome: 'broken',
  message: 'Token Endpoint answered 401.',
  exchanges,
})

/** One token request with these secrets, as the recorder records it. */
async function recorded(secret: string, token: string): Promise<Exchange[]> {
  const exchanges: Exchange[] = []
  const redactor = createRedactor()
  redactor.add('get-token/client-secret', secret)
  const http = createScriptedHttp([
    {
      status: 200,
      headers: [['x-echo', token]],
      body: JSON.stringify({ access_token: token, echo: secret, note: `got ${token}` }),
    },
  ])
  const context = {
    ports: { http },
    redactor,
    signal: new AbortController().signal,
    insecureHosts: [],
    elapsed: () => 0,
    nextId: (prefix: string) => `${prefix}-1`,
    exchanged: (_purpose: string, make: () => Exchange) => void exchanges.push(make()),
    noted: () => undefined,
    action: () => undefined,
  } as unknown as OAuthContext
  const body = new URLSearchParams({ grant_type: 'client_credentials', client_secret: secret }).toString()
  await sendRecorded(
    context,
    { purpose: 'token', label: 'Token Endpoint', meaning: meanings.refresh, tokenName: 'access_token' },
    {
      method: 'POST',
      url: `https://id.example.test/token?hint=${encodeURIComponent(secret)}`,
      headers: [
        ['content-type', 'application/x-www-form-urlencoded'],
        ['authorization', `Basic ${btoa(encodeURIComponent(secret))}`],
      ],
      body,
    },
  )
  return exchanges
}

describe('exports of the record', () => {
  it('[O18] [case 48] hold no secret, whatever it is', async () => {
    const secrets = fc.string({ minLength: 12, maxLength: 40 }).filter((text) => new Set(text).size > 6)
    await fc.assert(
      fc.asyncProperty(secrets, fc.stringMatching(/^[A-Za-z0-9._~-]{16,60}$/), async (secret, token) => {
        const exchanges = await recorded(secret, token)
        expect(exchanges).toHaveLength(1)
        for (const format of recordFormats) {
          const text = format.write(record(exchanges))
          for (const form of [
            secret,
            token,
            encodeURIComponent(secret),
            btoa(encodeURIComponent(secret)),
            JSON.stringify(secret).slice(1, -1),
          ])
            expect(text).not.toContain(form)
        }
      }),
      { numRuns: 60 },
    )
  })

  it('[O18] HAR 1.2 has every member that readers demand', () => {
    const { log } = JSON.parse(
      harRecord.write(record([calledBack({ code: '‹code›', state: 's' }), refusedToken(401, { error: 'invalid_client' })])),
    )
    expect(log).toMatchObject({ version: '1.2', creator: { name: 'Assay' } })
    expect(log.entries).toHaveLength(2)
    expect(log.entries[0].response.redirectURL).toContain('callback.html?code=')
    expect(log.entries[1]).toMatchObject({
      startedDateTime: '2026-11-21T04:00:00.000Z',
      time: 20,
      request: { method: 'POST', cookies: [], queryString: [], headersSize: -1 },
      response: { status: 401, content: { text: '{"error":"invalid_client"}' }, cookies: [] },
      cache: {},
      timings: { send: 0, wait: 20, receive: 0 },
    })
  })

  it('[O18] Markdown tells the story', () => {
    const text = markdownRecord.write(record([refusedToken(401, { error: 'invalid_client' })]))
    expect(text).toContain('# Get token\n')
    expect(text).toContain('Assay->>Provider: POST /token')
    expect(text).toContain('## 1. POST /token → 401')
    expect(text).toContain('| client\\_secret | `‹get-token/client-secret›` |')
  })

  it('[O18] an answer can not break out of its block', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('`', '```', '\n', '# x', '<b>', '|', 'a')), (pieces) => {
        const body = pieces.join('')
        const text = markdownRecord.write(record([refusedToken(400, body)]))
        const fences = text.split('\n').filter((line) => /^`{3,}/.test(line))
        const longest = Math.max(3, ...Array.from(body.matchAll(/`+/g), ([run]) => run.length + 1))
        if (body !== '') expect(fences).toContain('`'.repeat(longest))
      }),
    )
  })
})
