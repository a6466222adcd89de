import { describe, expect, it } from 'vitest'
import { createRedactor } from '#engine/base/secrets/redactor.ts'
import { learnFromBody } from './learn-secrets.ts'

const masked = (body: string): string => {
  const redactor = createRedactor()
  learnFromBody(redactor, body, 'admin_token')
  return redactor.mask(body)
}

describe('[case 48] secrets of an answer', () => {
  it('are found in JSON at any depth, by the name of the variable', () => {
    expect(masked('{"data":[{"access_token":"abc-123456"}],"refresh_token":"def-123456"}')).toBe(
      '{"data":[{"access_token":"‹admin_token›"}],"refresh_token":"‹refresh_token›"}',
    )
  })

  it('are found in forms, in broken JSON and in text', () => {
    expect(masked('access_token=abc-123456&x=1')).toBe('access_token=‹admin_token›&x=1')
    expect(masked('{"access_token":"abc-123456","expi')).toBe('{"access_token":"‹admin_token›","expi')
    expect(masked('got eyJhbGciOiJub25lIn0.eyJzdWIiOiJhbm4ifQ.c2ln here')).toBe('got ‹token› here')
  })

  it('are found in JSON that is within a text', () => {
    expect(masked(JSON.stringify(JSON.stringify({ access_token: 'abc-123456', n: 1 })))).toBe(
      String.raw`"{\"access_token\":\"‹admin_token›\",\"n\":1}"`,
    )
  })

  it('are found under the names that applications and single providers have for them', () => {
    expect(masked('{"accessToken":"abc-123456","data":{"RefreshToken":"def-123456","expiresIn":3600}}')).toBe(
      '{"accessToken":"‹admin_token›","data":{"RefreshToken":"‹RefreshToken›","expiresIn":3600}}',
    )
    expect(masked('{"ok":true,"token_type":"bot","bot":{"bot_access_token":"xoxb-123456"}}')).toBe(
      '{"ok":true,"token_type":"bot","bot":{"bot_access_token":"‹bot_access_token›"}}',
    )
    expect(masked('{"accessToken":"abc-123456","expi')).toBe('{"accessToken":"‹admin_token›","expi')
    expect(masked('accessToken=abc-123456&x=1')).toBe('accessToken=‹admin_token›&x=1')
  })

  it('words for people stay readable', () => {
    for (const body of [
      '{"error":{"code":"invalid_grant","message":"the code: expired"}}',
      '{"errors":{"password":"is required"}}',
      'Error: password=incorrect',
      '{"errors":{"csrf_token":"is missing"},"token_type":"Bearer","token_endpoint":"https://id.example.test/token"}',
      '{"next_page_token":"2","items":[{"id":2,"text":"2 of 12"}]}',
      'csrfToken=1&state=ok&page=1',
    ])
      expect(masked(body)).toBe(body)
  })

  it('an element of HTML that is called code holds none', () => {
    const page = '<li><code>.well-known/openid-configuration-2</code></li>'
    expect(masked(page)).toBe(page)
    expect(masked('<access_token>abc-123456</access_token>')).toBe('<access_token>‹admin_token›</access_token>')
  })

  it('[R7] absurd nesting ends', () => {
    const deep = '{"a":'.repeat(20_000) + '{"access_token":"abc-123456"}' + '}'.repeat(20_000)
    expect(masked(deep).includes('‹admin_token›')).toBe(true)
  })

  it('[R39] a body made to be slow ends', () => {
    for (const slow of ['eyJaaaaaa-'.repeat(400_000), '"token" : "token" : '.repeat(200_000), 'token_'.repeat(400_000)])
      expect(masked(slow)).toBe(slow)
  })
})
