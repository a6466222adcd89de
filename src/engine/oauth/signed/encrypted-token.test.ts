import { CompactEncrypt, exportJWK, exportPKCS8, generateKeyPair, type CompactJWEHeaderParameters } from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'
import type { KeySettings } from '../keys/key-settings.ts'
import { shownIdToken, signedIdToken } from './opened-id-token.ts'
import type { OAuthSettings } from '../settings.ts'
import { testContext } from '../testing/test-context.ts'

const signed = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhbm4ifQ.c2lnbmF0dXJl'
const secret = 's3cr+t/ d:%&=of the client'

type Given = Pick<OAuthSettings, 'clientSecret' | 'clientKey'>
const bySecret: Given = { clientSecret: { name: 'client_secret', value: secret } }
const keySettings = (form: 'pem' | 'jwk', key: string): KeySettings => ({
  form,
  key,
  password: '',
  encoding: 'text',
  algorithm: 'RS256',
  keyId: '',
  x5tS256: false,
})
const byKey = (form: 'pem' | 'jwk', key: string): Given => ({ clientKey: async () => keySettings(form, key) })

async function open(given: Given, token: string) {
  const { context, noted } = testContext()
  return { token: await signedIdToken(context, given as OAuthSettings, token), noted, redactor: context.redactor }
}

const encrypt = (header: CompactJWEHeaderParameters, key: CryptoKey | Uint8Array, text = signed): Promise<string> =>
  new CompactEncrypt(new TextEncoder().encode(text)).setProtectedHeader(header).encrypt(key)

/** What OpenID Connect Core 10.2 makes of a secret, written down once more. */
const hashed = async (bits: 256 | 384 | 512, length: number): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.digest(`SHA-${bits}`, new TextEncoder().encode(secret))).slice(0, length)

let rsa: CryptoKeyPair
let ec: CryptoKeyPair
beforeAll(async () => {
  rsa = await generateKeyPair('RSA-OAEP-256', { extractable: true })
  ec = await generateKeyPair('ECDH-ES', { extractable: true })
})

describe('an ID token that came encrypted', () => {
  it.each(['RSA-OAEP-256', 'ECDH-ES', 'ECDH-ES+A256KW'] as const)(
    '[case 23] %s by the private key, as PEM and as JWK',
    async (alg) => {
      const pair = alg.startsWith('RSA') ? rsa : ec
      const token = await encrypt({ alg, enc: 'A128CBC-HS256' }, pair.publicKey)
      const jwk = JSON.stringify({
        ...(await exportJWK(pair.privateKey)),
        use: 'sig',
        alg: alg.startsWith('RSA') ? 'RS256' : 'ES256',
      })
      for (const given of [byKey('pem', await exportPKCS8(pair.privateKey)), byKey('jwk', jwk)]) {
        const opened = await open(given, token)
        expect(opened.token).toBe(signed)
        expect(opened.noted).toEqual([`The ID token was encrypted (${alg}, A128CBC-HS256) and was decrypted.`])
        expect(opened.redactor.mask(signed)).not.toContain(signed)
      }
    },
  )

  it.each([
    ['dir', 'A128GCM', 256, 16],
    ['dir', 'A128CBC-HS256', 256, 32],
    ['dir', 'A192CBC-HS384', 384, 48],
    ['dir', 'A256CBC-HS512', 512, 64],
    ['A128KW', 'A256GCM', 256, 16],
    ['A256KW', 'A128CBC-HS256', 256, 32],
    ['A192GCMKW', 'A256GCM', 256, 24],
  ] as const)('[case 23] %s with %s by the secret: SHA-%i, %i bytes', async (alg, enc, bits, length) => {
    const token = await encrypt({ alg, enc }, await hashed(bits, length))
    expect((await open(bySecret, token)).token).toBe(signed)
  })

  it('[case 23] says why it stays closed', async () => {
    const pem = await exportPKCS8((await generateKeyPair('RSA-OAEP-256', { extractable: true })).privateKey)
    const forKey = await encrypt({ alg: 'RSA-OAEP-256', enc: 'A256GCM' }, rsa.publicKey)
    const forSecret = await encrypt({ alg: 'dir', enc: 'A128GCM' }, await hashed(256, 16))
    const unsigned = await encrypt({ alg: 'dir', enc: 'A128GCM' }, await hashed(256, 16), '{"sub":"ann"}')
    const old = ['eyJhbGciOiJSU0ExXzUiLCJlbmMiOiJBMTI4R0NNIn0', 'a', 'b', 'c', 'd'].join('.')
    const why = (given: Given, token: string) => open(given, token).catch((thrown: Error) => thrown.message)
    expect(await why({}, forKey)).toContain(
      "for the client's private key: turn on Decrypt ID tokens under Security and add the key under Private Key JWT",
    )
    expect(await why(byKey('pem', pem), forKey)).toContain(
      "RSA-OAEP-256 and A256GCM, but the step's private key can't decrypt it",
    )
    expect(await why(byKey('pem', await exportPKCS8(ec.privateKey)), forKey)).toContain(", but the step's key is of another type")
    expect(await why({}, forSecret)).toContain('for the client secret, but the step has none')
    expect(await why({ clientSecret: { name: 'x', value: 'other' } }, forSecret)).toContain(
      'the client secret (hashed as in OpenID Connect Core 10.2)',
    )
    expect(await why(bySecret, unsigned)).toContain("the decrypted content isn't a signed token (OpenID Connect Core 2)")
    expect(await why(bySecret, old)).toContain('encrypted with RSA1_5; only RSA-OAEP')
    expect(await why(bySecret, 'a.b.c.d.e')).toContain("it isn't a JWT with three parts")
  })

  it('[O17] is shown opened, and one that stays closed is shown as nothing', async () => {
    const token = await encrypt({ alg: 'dir', enc: 'A128GCM' }, await hashed(256, 16))
    const { redactor } = testContext().context
    const shown = (given: Given, value: unknown) => shownIdToken(redactor, given as OAuthSettings, value)
    expect(await shown(bySecret, token)).toBe(signed)
    expect(redactor.mask(signed)).not.toContain(signed)
    expect(await shown({}, token)).toBeUndefined()
    expect(await shown(bySecret, signed)).toBeUndefined()
    expect(await shown(bySecret, undefined)).toBeUndefined()
  })
})
