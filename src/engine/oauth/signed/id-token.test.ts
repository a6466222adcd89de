import { exportJWK, SignJWT, type JWK } from 'jose'
import { generatedPair } from '#engine/oauth/testing/generated-pair.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { createScriptedHttp } from '#engine/ports/testing/index.ts'
import { validateIdToken } from './id-token.ts'
import type { Provider } from '../provider/provider.ts'
import type { OAuthSettings } from '../settings.ts'
import { testContext } from '../testing/test-context.ts'

const issuer = 'https://idp.example'
const now = Date.UTC(2026, 0, 2, 3, 4, 5) / 1000
const settings: OAuthSettings = {
  grantType: 'AuthorizationCode',
  discoveryEndpoint: '',
  tokenEndpoint: '',
  refreshEndpoint: '',
  authorizationEndpoint: '',
  deviceAuthorizationEndpoint: '',
  backchannelAuthenticationEndpoint: '',
  issuer,
  clientId: 'orders-page',
  secretTransport: 'body',
  scope: 'openid',
  resource: [],
  requirePkce: true,
  username: '',
  additionalParameters: [],
  loginTimeout: 120,
  clockTolerance: 30,
  usePar: false,
  enableDpop: false,
  fault: 'none',
  strict: false,
  tokenName: 'access_token',
}
const provider: Provider = { issuer, as: { issuer, jwks_uri: `${issuer}/jwks` } }
const claims = { iss: issuer, sub: 'ann', aud: 'orders-page', iat: now, exp: now + 300 }

interface Key {
  privateKey: CryptoKey
  jwk: JWK
}
let keys: Key[]

beforeAll(async () => {
  keys = await Promise.all(
    ['RS256', 'RS256', 'PS256', 'EdDSA'].map(async (alg) => {
      const { privateKey, publicKey } = await generatedPair(alg)
      return { privateKey, jwk: await exportJWK(publicKey) }
    }),
  )
})

const sign = (index: number, alg: string, kid?: string, over: Record<string, number> = {}) =>
  new SignJWT({ ...claims, ...over })
    .setProtectedHeader({ alg, ...(kid === undefined ? {} : { kid }) })
    .sign(keys[index]?.privateKey ?? new Uint8Array())

const world = (jwks: unknown, status = 200) => testContext({ http: createScriptedHttp(() => ({ status, json: jwks })) })

const validate = async (token: string, jwks: unknown, by: Provider = provider, status = 200) => {
  const { context, noted } = world(jwks, status)
  await validateIdToken(context, settings, by, token, { accessToken: 'access' })
  return noted
}

describe('ID token signatures', () => {
  it('[case 23] RS256, PS256 and EdDSA verify, with and without kid', async () => {
    for (const [index, alg] of [
      [0, 'RS256'],
      [2, 'PS256'],
      [3, 'EdDSA'],
    ] as const) {
      const jwk = { ...keys[index]?.jwk, kid: 'k' }
      await expect(validate(await sign(index, alg, 'k'), { keys: [jwk] })).resolves.toEqual([])
      await expect(validate(await sign(index, alg), { keys: [jwk] })).resolves.toEqual([])
    }
  })

  it('[case 23] without kid each key that fits is tried', async () => {
    const set = { keys: keys.slice(0, 2).map(({ jwk }) => jwk) }
    await expect(validate(await sign(1, 'RS256'), set)).resolves.toEqual([])
    await expect(validate(await sign(2, 'PS256'), { keys: set.keys })).rejects.toMatchObject({
      message: expect.stringContaining("signature: it doesn't match the JWKS key"),
    })
  })

  it('[case 23] a key that the set does not have is named', async () => {
    await expect(validate(await sign(0, 'RS256', 'old'), { keys: [{ ...keys[0]?.jwk, kid: 'new' }] })).rejects.toMatchObject({
      code: 'oauth-id-token',
      message: expect.stringContaining('signature: the JWKS has no key "old" for RS256'),
    })
  })

  it('[case 23] an algorithm that the provider does not announce is verified with a warning, and refused when strict or with the secret', async () => {
    const as = { ...provider.as, id_token_signing_alg_values_supported: ['ES256'] }
    const jwks = { keys: [{ ...keys[0]?.jwk }] }
    const unlisted = (alg: string) => ({
      message: expect.stringContaining(`alg: "${alg}" isn't listed in discovery (ES256)`),
    })
    await expect(validate(await sign(0, 'RS256'), jwks, { issuer, as })).resolves.toEqual([
      "The ID token is signed with RS256, which discovery doesn't list (ES256). It was verified anyway.",
    ])
    await expect(validate(await sign(1, 'RS256'), jwks, { issuer, as })).rejects.toMatchObject({
      message: expect.stringContaining("signature: it doesn't match the JWKS key"),
    })
    const strict = validateIdToken(world(jwks).context, { ...settings, strict: true }, { issuer, as }, await sign(0, 'RS256'), {
      accessToken: 'access',
    })
    await expect(strict).rejects.toMatchObject(unlisted('RS256'))
    const bySecret = await new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(new Uint8Array(32))
    await expect(validate(bySecret, jwks, { issuer, as })).rejects.toMatchObject(unlisted('HS256'))
  })

  it('[case 23] an invalid key set is reported with its URL', async () => {
    await expect(validate(await sign(0, 'RS256'), { message: 'no' }, provider, 404)).rejects.toMatchObject({
      code: 'oauth-unusable-answer',
      message: expect.stringContaining('JWKS https://idp.example/jwks returned 404'),
    })
  })

  it("[case 23] reports a jwks_uri that isn't a URL instead of the platform's error", async () => {
    const as = { ...provider.as, jwks_uri: '/jwks' }
    await expect(validate(await sign(0, 'RS256'), { keys: [] }, { issuer, as })).rejects.toMatchObject({
      code: 'http-invalid-request',
      message: 'JWKS: "/jwks" isn\'t a valid URL.',
    })
  })

  it('[case 7] without issuer and key set both are noted', async () => {
    const noted = await validate(await sign(0, 'RS256'), {}, {
      as: { issuer: 'https://issuer.invalid' },
      issuer: undefined,
    } as never)
    expect(noted).toEqual([
      expect.stringMatching(/^Issuer not checked: the step has no Issuer and no Discovery Endpoint\./),
      expect.stringMatching(/signature not checked/),
    ])
  })

  it.each([
    ['a clock that differs', issuer, { iat: now + 180 }, 'Clock Tolerance'],
    ['an expired token', issuer, { exp: now - 180 }, 'Clock Tolerance'],
    [
      'a slash at the end of the issuer',
      `${issuer}/`,
      {},
      'Add or remove the trailing slash in Issuer to match the token. The token was not used.',
    ],
    [
      'the shared document of Entra ID',
      'https://idp.example/{tenantid}/v2.0',
      {},
      "Use your tenant ID in Discovery Endpoint, or enter the tenant's issuer in Issuer. Entra ID's common and organizations documents are shared by all tenants. The token was not used.",
    ],
    ['another issuer', 'https://other.example', {}, 'Compare the decoded ID token'],
    ['two things at once', `${issuer}/`, { exp: now - 180 }, 'Compare the decoded ID token'],
  ])('[case 23] %s has a hint that names what to set', async (_what, expected, claims, hint) => {
    const as = { issuer: expected, jwks_uri: provider.as.jwks_uri ?? '' }
    const token = await sign(0, 'RS256', undefined, claims)
    await expect(validate(token, { keys: [keys[0]?.jwk] }, { issuer: expected, as })).rejects.toMatchObject({
      code: 'oauth-id-token',
      hint: expect.stringContaining(hint),
    })
  })

  it.each([
    [
      'old',
      { auth_time: now - 200 },
      /^The provider ignores max_age\. auth_time: the user signed in 200 s ago, but max_age allows 60 s/,
    ],
    ['not told', {}, /auth_time: missing/],
    ['recent enough, by clocks that may differ', { auth_time: now - 80 }, undefined],
  ])('[case 23] a sign-in that max_age limits and that is %s', async (_what, claims, warning) => {
    const limited: OAuthSettings = { ...settings, additionalParameters: [['max_age', '60']] }
    const [jwks, token] = [{ keys: [keys[0]?.jwk] }, await sign(0, 'RS256', undefined, { ...claims, nonce: 7 })]
    const check = (by: OAuthSettings, nonce: unknown) => {
      const { context, noted } = world(jwks)
      const expectations = { accessToken: 'access', ...(nonce === undefined ? {} : { nonce: nonce as string }) }
      return validateIdToken(context, by, provider, token, expectations).then(() => noted)
    }
    expect(await check(limited, 7)).toEqual(warning ? [expect.stringMatching(warning)] : [])
    expect(await check(limited, undefined), 'a refresh').toEqual([])
    const strict = check({ ...limited, strict: true }, 7)
    await (warning ? expect(strict).rejects.toMatchObject({ code: 'oauth-id-token' }) : expect(strict).resolves.toEqual([]))
  })

  it('[case 7] a discovery document without a key set is named', async () => {
    const { context, noted } = world({})
    const discovering = { ...settings, discoveryEndpoint: 'https://idp.example/.well-known/openid-configuration' }
    await validateIdToken(context, discovering, { issuer, as: { issuer } }, await sign(0, 'RS256'), { accessToken: 'access' })
    expect(noted).toEqual([expect.stringMatching(/the discovery document at https:\S+ has no jwks_uri/)])
  })

  it("[case 23] says that a token isn't a JWT", async () => {
    await expect(validate('abc', { keys: [] })).rejects.toMatchObject({
      message: expect.stringContaining("it isn't a JWT with three parts"),
    })
  })
})
