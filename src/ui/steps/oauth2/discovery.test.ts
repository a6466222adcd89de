import { describe, expect, it } from 'vitest'
import type { Discovery } from '#workers/run/run-protocol.ts'
import { mergeDiscovery, scopesOf, toggleScope, transportFor } from './discovery.ts'
import { endpointsOf, fieldsOf } from './fields-of-grant.ts'

const discovery: Discovery = {
  issuer: 'https://id.test',
  endpoints: { tokenEndpoint: 'https://id.test/token', authorizationEndpoint: 'https://id.test/auth' },
  scopes: ['openid', 'orders:read'],
}
const step = {
  grantType: 'AuthorizationCode' as const,
  discoveryEndpoint: 'https://id.test',
  tokenEndpoint: '',
  authorizationEndpoint: '',
  deviceAuthorizationEndpoint: '',
  backchannelAuthenticationEndpoint: '',
}

describe('discovery in the editor', () => {
  it('[O2] fills what is empty, of the endpoints that the grant has', () => {
    expect(mergeDiscovery(step, discovery).filled).toEqual([
      { key: 'tokenEndpoint', value: 'https://id.test/token' },
      { key: 'authorizationEndpoint', value: 'https://id.test/auth' },
    ])
    expect(mergeDiscovery({ ...step, grantType: 'ClientCredentials' }, discovery).filled.map((one) => one.key)).toEqual([
      'tokenEndpoint',
    ])
  })

  it('[O2] what was typed is left alone and named; what is equal is not worth a word', () => {
    const merged = mergeDiscovery(
      { ...step, tokenEndpoint: '${idp}/token', authorizationEndpoint: 'https://id.test/auth' },
      discovery,
    )
    expect(merged).toEqual({
      filled: [],
      differs: [{ key: 'tokenEndpoint', current: '${idp}/token', offered: 'https://id.test/token' }],
      elsewhere: [],
      missing: [],
    })
  })

  it.each([
    ['${idp}/.well-known/openid-configuration', 'https://id.test/realm/.well-known/openid-configuration', '${idp}/token'],
    ['${idp}', 'https://id.test/realm', '${idp}/token'],
    ['${idp}/', 'https://id.test/realm/', '${idp}/token'],
    ['https://id.test/${realm}', 'https://id.test/realm', 'https://id.test/realm/token'],
    ['${idp}/.well-known/x', 'https://other.test/.well-known/x', 'https://id.test/realm/token'],
    ['${idp}/.well-known/x', '‹idp›/.well-known/x', 'https://id.test/realm/token'],
  ])('[O2] with the discovery endpoint %s at %s an endpoint is filled in as %s', (discoveryEndpoint, address, offered) => {
    const tokenEndpoint = 'https://id.test/realm/token'
    const found = { ...discovery, address, endpoints: { tokenEndpoint } }
    const asked = { ...step, grantType: 'ClientCredentials' as const, discoveryEndpoint }
    const merged = mergeDiscovery(asked, found)
    expect([...merged.filled, ...merged.elsewhere].map(({ value }) => value)).toEqual([offered])
    for (const same of [tokenEndpoint, offered]) {
      expect(mergeDiscovery({ ...asked, tokenEndpoint: same }, found).differs).toEqual([])
    }
  })

  it('[O2] an endpoint on another host is not filled in without asking', () => {
    const found = { ...discovery, address: 'https://id.test', endpoints: { tokenEndpoint: 'https://other.test/token' } }
    expect(mergeDiscovery({ ...step, grantType: 'ClientCredentials' }, found)).toEqual({
      filled: [],
      differs: [],
      elsewhere: [{ key: 'tokenEndpoint', value: 'https://other.test/token', host: 'other.test' }],
      missing: [],
    })
  })

  it('[O2] an endpoint that the document does not name is missing', () => {
    expect(mergeDiscovery({ ...step, grantType: 'DeviceCode' }, discovery).missing).toEqual(['deviceAuthorizationEndpoint'])
  })

  it('[case 4] scopes are parted by any space, kept in order, each once', () => {
    expect(scopesOf('  a  b a ')).toEqual(['a', 'b'])
    expect(toggleScope('a b', 'c')).toBe('a b c')
    expect(toggleScope('a  b c', 'b')).toBe('a c')
    expect(toggleScope('', 'a')).toBe('a')
  })

  it('[O2] a secret that is not entered yet is sent as the provider supports it', () => {
    const fresh = { clientAuthMethod: 'SharedSecret' as const, clientSecret: '', secretTransport: 'basic' as const }
    const offers = (...authMethods: string[]) => ({ ...discovery, authMethods })
    expect(transportFor(fresh, offers('client_secret_post'))).toBe('body')
    expect(transportFor({ ...fresh, secretTransport: 'body' }, offers('client_secret_basic', 'none'))).toBe('basic')
    expect(transportFor(fresh, offers('client_secret_basic', 'client_secret_post'))).toBeUndefined()
    expect(transportFor(fresh, discovery)).toBeUndefined()
    expect(transportFor({ ...fresh, clientSecret: '${secret}' }, offers('client_secret_post'))).toBeUndefined()
  })

  it('[O1] the fields depend on the grant', () => {
    expect(endpointsOf('ClientCredentials')).toEqual(['tokenEndpoint'])
    expect(endpointsOf('Implicit')).toEqual(['authorizationEndpoint'])
    expect(endpointsOf('DeviceCode')).toEqual(['tokenEndpoint', 'deviceAuthorizationEndpoint'])
    expect(fieldsOf('ResourceOwnerPassword')).toMatchObject({
      resourceOwner: true,
      automation: false,
      pkce: false,
      redirectUri: false,
    })
    expect(fieldsOf('AuthorizationCode')).toMatchObject({ pkce: true, jar: true, automation: true, managed: true })
    expect(fieldsOf('Implicit')).toMatchObject({ pkce: true, jar: false, refreshEndpoint: false })
  })
})
