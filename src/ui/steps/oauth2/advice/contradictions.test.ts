import { describe, expect, it } from 'vitest'
import type { Discovery } from '#workers/run/run-protocol.ts'
import { contradictionsOf } from './contradictions.ts'

const discovery: Discovery = {
  issuer: 'https://id.test',
  endpoints: {},
  scopes: ['openid', 'orders:read'],
  grantTypes: ['authorization_code'],
  authMethods: ['client_secret_basic'],
  codeChallengeMethods: ['S256'],
  responseTypes: ['code', 'token id_token'],
}
const step = {
  grantType: 'AuthorizationCode',
  clientAuthMethod: 'SharedSecret',
  clientSecret: { secret: 'get-token/client-secret' },
  secretTransport: 'basic',
  requirePkce: true,
  scope: 'openid ${more}',
} as const

describe('settings against the discovery document', () => {
  it("[O2] values that the document lists, and values it omits, don't contradict it", () => {
    expect(contradictionsOf(step, discovery)).toEqual({})
    const silent = { issuer: '', endpoints: {}, scopes: [] }
    expect(contradictionsOf({ ...step, secretTransport: 'body', scope: 'x' }, silent)).toEqual({})
  })

  it('[O2] a grant that is not listed is named', () => {
    expect(contradictionsOf({ ...step, grantType: 'DeviceCode' }, discovery).grant).toContain('Device Code')
  })

  it('[O3] the way in which the client authenticates is compared', () => {
    expect(contradictionsOf({ ...step, secretTransport: 'body' }, discovery).authMethod).toContain('client_secret_post')
    expect(contradictionsOf({ ...step, secretTransport: 'basic-raw' }, discovery).authMethod).toBeUndefined()
    expect(contradictionsOf({ ...step, clientSecret: undefined }, discovery).authMethod).toContain('none')
    expect(contradictionsOf({ ...step, clientAuthMethod: 'ClientAssertion' }, discovery).authMethod).toContain('private_key_jwt')
    expect(contradictionsOf({ ...step, grantType: 'Implicit' }, discovery).authMethod).toBeUndefined()
  })

  it('[O6] S256 is compared only while PKCE is on', () => {
    const plain = { ...discovery, codeChallengeMethods: ['plain'] }
    expect(contradictionsOf(step, plain).pkce).toContain('plain')
    expect(contradictionsOf({ ...step, requirePkce: false }, plain).pkce).toBeUndefined()
  })

  it('[O10] response types are compared in any order of their words', () => {
    expect(contradictionsOf({ ...step, grantType: 'Implicit' }, discovery).responseType).toBeUndefined()
    expect(contradictionsOf({ ...step, grantType: 'Implicit', scope: '' }, discovery).responseType).toContain('token')
    expect(contradictionsOf(step, { ...discovery, responseTypes: ['id_token'] }).responseType).toContain('code')
  })

  it('[O5] scopes that are not listed are named, variables are left alone', () => {
    expect(contradictionsOf({ ...step, scope: 'openid orders:write ${more}' }, discovery).scope).toBe(
      "The provider doesn't list this scope: orders:write. It may still grant it.",
    )
  })
})
