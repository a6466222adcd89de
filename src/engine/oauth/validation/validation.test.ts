import { describe, expect, it } from 'vitest'
import { answered, calledBack } from '../diagnosis/testing/messages.ts'
import { checkClaims, type TokenExpectations } from './check-claims.ts'
import { expectationsOf, failedClaims, signatureOf } from './expectations.ts'

const now = 1_795_200_000
const expectations: TokenExpectations = {
  kind: 'id_token',
  issuer: 'https://id.example.test',
  clientId: 'orders',
  nonce: 'n-1',
  now,
  tolerance: 30,
  accepted: true,
}
const good = {
  iss: 'https://id.example.test',
  sub: 'anna',
  aud: ['orders'],
  exp: now + 600,
  iat: now,
  nonce: 'n-1',
  at_hash: 'x',
}

const states = (claims: object, over: Partial<TokenExpectations> = {}) =>
  Object.fromEntries(
    (checkClaims(JSON.stringify(claims), { ...expectations, ...over }) ?? []).map(({ name, state }) => [name, state]),
  )

describe('checkClaims', () => {
  it('[O17] every claim of a good ID token passes and says what it means', () => {
    const rows = checkClaims(JSON.stringify({ ...good, favourite: 'blue' }), expectations) ?? []
    expect(rows.slice(0, 7).map(({ state }) => state)).toEqual(Array.from({ length: 7 }, () => 'passed'))
    expect(rows.slice(0, 7).every(({ meaning }) => meaning !== '')).toBe(true)
    expect(rows[7]).toEqual({ name: 'favourite', value: 'blue', meaning: '', state: 'not-checked' })
  })

  it('[case 23] each wrong claim fails by name, with what was expected', () => {
    expect(states({ ...good, iss: 'https://id.example.test/' }).iss).toBe('failed')
    expect(states({ ...good, aud: 'other' }).aud).toBe('failed')
    expect(states({ ...good, exp: now - 31 }).exp).toBe('failed')
    expect(states({ ...good, exp: now - 20 }).exp).toBe('passed')
    expect(states({ ...good, iat: now + 31 }).iat).toBe('failed')
    expect(states({ ...good, nbf: now + 20 }).nbf).toBe('passed')
    expect(states({ ...good, nonce: 'n-2' }).nonce).toBe('failed')
    expect(states({ ...good, sub: '' }).sub).toBe('failed')
    expect(states({ ...good, azp: 'other' }).azp).toBe('failed')
    expect(states({ ...good, exp: 'soon' }).exp).toBe('failed')
    expect(checkClaims(JSON.stringify({ ...good, aud: 'other' }), expectations)?.[2]).toMatchObject({
      value: 'other',
      expected: 'holds orders',
    })
  })

  it('[O17] names what must be there and is not', () => {
    const { exp: _, nonce: __, ...rest } = good
    expect(states(rest)).toMatchObject({ exp: 'failed', nonce: 'failed', iss: 'passed' })
  })

  it("[case 7] unknown values aren't checked", () => {
    expect(
      states(good, { issuer: undefined, clientId: undefined, nonce: undefined, now: undefined, accepted: undefined }),
    ).toEqual({
      iss: 'not-checked',
      sub: 'passed',
      aud: 'not-checked',
      exp: 'not-checked',
      iat: 'not-checked',
      nonce: 'not-checked',
      at_hash: 'not-checked',
    })
  })

  it('[O12] an access token is measured by resource and scope', () => {
    const access = { iss: 'https://id.example.test', aud: 'https://api.test', scope: 'orders:read', exp: now + 60 }
    const kind = { kind: 'access_token', resource: ['https://api.test'], scope: 'openid orders:read orders:write' } as const
    expect(states(access, kind)).toEqual({ iss: 'passed', aud: 'passed', scope: 'failed', exp: 'passed' })
    expect(states({ scp: ['orders:read'] }, { ...kind, scope: 'orders:read' })).toEqual({ scp: 'passed' })
    expect(states({ aud: 'x' }, { kind: 'access_token' })).toEqual({ aud: 'not-checked' })
  })

  it('[R6] rejects anything but an object, keeps odd names', () => {
    expect(checkClaims('[1]', expectations)).toBeUndefined()
    expect(checkClaims('no', expectations)).toBeUndefined()
    const rows = checkClaims('{"__proto__":1,"constructor":2}', { kind: 'access_token', tolerance: 30 })
    expect(rows?.map(({ name, meaning }) => [name, meaning])).toEqual([
      ['__proto__', ''],
      ['constructor', ''],
    ])
  })
})

describe('expectationsOf', () => {
  const token = answered('token', 200, {}, { sent: { grant_type: 'authorization_code' } })
  const exchanges = [
    answered('discovery', 200, { issuer: 'https://id.example.test' }),
    calledBack({}, { client_id: 'orders', nonce: 'n-1', scope: 'openid orders:read' }),
    token,
  ]
  const failure = {
    code: 'oauth-id-token',
    message: 'The ID token is invalid: signature: it doesn\'t match the JWKS key "k1"; exp: expired 40 s ago (tolerance 30 s).',
  }

  it('[O17] reads from the messages what was sent', () => {
    expect(
      expectationsOf('id_token', token, exchanges, { clientId: '${clientId}', startedAt: '2026-11-21T00:00:00Z' }),
    ).toMatchObject({
      kind: 'id_token',
      issuer: 'https://id.example.test',
      clientId: 'orders',
      nonce: 'n-1',
      scope: 'openid orders:read',
      now: Date.parse('2026-11-21T00:00:00Z') / 1000 + 0.02,
      accepted: true,
    })
    expect(expectationsOf('id_token', token, [token], { clientId: '${clientId}', issuer: '${idp}' })).toMatchObject({
      issuer: undefined,
      clientId: undefined,
    })
  })

  it('[case 23] what the step found wrong counts', () => {
    expect([...failedClaims(failure.message).keys()]).toEqual(['signature', 'exp'])
    const wanted = expectationsOf('id_token', token, exchanges, { failure })
    expect(checkClaims(JSON.stringify({ exp: now }), { ...wanted, nonce: undefined })?.[0]).toMatchObject({
      state: 'failed',
      why: 'expired 40 s ago (tolerance 30 s)',
    })
    expect(signatureOf('id_token', '{"alg":"RS256"}', exchanges, { failure }).state).toBe('failed')
  })

  it('[O17] tells the state of the signature', () => {
    const jwks = answered('jwks', 200, { keys: [] })
    expect(signatureOf('id_token', '{"alg":"RS256"}', [jwks], {}).state).toBe('passed')
    expect(signatureOf('id_token', '{"alg":"RS256"}', [], {}).state).toBe('not-checked')
    expect(signatureOf('id_token', '{"alg":"HS256"}', [], {}).state).toBe('passed')
    expect(signatureOf('access_token', '{"alg":"RS256"}', [jwks], {}).state).toBe('not-checked')
    expect(signatureOf('access_token', '{"alg":"none"}', [], {}).state).toBe('failed')
  })
})
