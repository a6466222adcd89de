import { describe, expect, it } from 'vitest'
import { settled } from '#engine/base/excerpt.ts'
import type { HttpResponse } from '#engine/ports/index.ts'
import { callbackErrorOf, providerErrorOf, quoteError } from './provider-error.ts'

const answer = (status: number, body: unknown): HttpResponse => ({
  status,
  statusText: '',
  headers: [['content-type', 'application/json']],
  url: '',
  redirects: [],
  body: new TextEncoder().encode(JSON.stringify(body)),
  timing: { firstByte: 0, total: 0 },
})
const said = (status: number, body: unknown): string | undefined => {
  const error = providerErrorOf(answer(status, body))
  return error && settled(quoteError(error))
}

describe('providerErrorOf', () => {
  it.each([
    [
      'Apigee',
      500,
      { fault: { faultstring: 'Invalid client identifier', detail: { errorcode: 'oauth.v2.InvalidClientIdentifier' } } },
      'oauth.v2.InvalidClientIdentifier – Invalid client identifier',
    ],
    ['Apigee of old', 401, { ErrorCode: 'invalid_client', Error: 'ClientId is Invalid' }, 'invalid_client – ClientId is Invalid'],
    [
      'WSO2',
      401,
      { fault: { code: 900901, message: 'Invalid Credentials', description: 'Access failure' } },
      '900901 – Invalid Credentials',
    ],
    [
      'Instagram',
      400,
      { error_type: 'OAuthException', code: 400, error_message: 'Matching code was not found' },
      'OAuthException – Matching code was not found',
    ],
    ['Okta', 401, { errorCode: 'E0000011', errorSummary: 'Invalid token provided' }, 'E0000011 – Invalid token provided'],
    ['Slack', 200, { ok: false, error: 'invalid_code' }, 'invalid_code'],
    [
      'Supabase Auth',
      400,
      { code: 400, error_code: 'invalid_credentials', msg: 'invalid client credentials' },
      'invalid_credentials – invalid client credentials',
    ],
    ['WeChat', 200, { errcode: 40029, errmsg: 'invalid code' }, '40029 – invalid code'],
  ])('[case 14] reads how %s says no', (_provider, status, body, text) => {
    expect(said(status, body)).toBe(text)
  })

  it('[case 12] a token beside "no error" is a token', () => {
    for (const fine of [
      { error_code: 0, error_msg: 'ok' },
      { error_code: '0' },
      { error: null },
      { error: '' },
      { error: false },
      { errors: [] },
    ])
      expect(said(200, { access_token: 'abc', ...fine })).toBeUndefined()
  })

  it('[case 20] reads the callback of Facebook', () => {
    expect(callbackErrorOf(new URLSearchParams('code=abc&error_code=0'))).toBeUndefined()
    const error = callbackErrorOf(new URLSearchParams("error_code=191&error_message=Can't load URL&state=x"))
    expect(error && quoteError(error)).toBe("191 – Can't load URL")
  })
  it('[case 14, H10] keeps a page in place of a description to its beginning', () => {
    const page = `<html>${'<p>bad request</p>'.repeat(2000)}</html>`
    const text = said(400, { error: 'invalid_request', error_description: page })
    expect(text).toMatch(/^invalid_request – <html><p>bad request.+…$/)
    expect(text?.length).toBeLessThan(1100)
  })

  it('[case 14, R9] spells out what would act on a screen, and keeps it on one line', () => {
    expect(said(400, { error: 'invalid\u202ederrefer', error_description: 'one\r\n two\u001b[31m' })).toBe(
      'invalid\\u202ederrefer – one two\\u001b[31m',
    )
  })
})
