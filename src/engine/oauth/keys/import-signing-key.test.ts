import { constants, createPublicKey, verify, X509Certificate } from 'node:crypto'
import { compactVerify, decodeProtectedHeader, exportJWK, exportPKCS8 } from 'jose'
import { generatedPair } from '#engine/oauth/testing/generated-pair.ts'
import { describe, expect, it } from 'vitest'
import { importSigningKey } from './import-signing-key.ts'
import type { KeyForm, KeySettings, SigningAlgorithm } from './key-settings.ts'
import { headerFor, signJwt } from './sign-jwt.ts'
import { keyFile, keySettings } from '../../../../e2e/key-files.ts'

const publicKey = { rsa: 'rsa.pkcs8.pem', ec: 'ec-P-256.pkcs8.pem' } as const

/** Signs with the key, and verifies with Node's own reading of the plain key file. */
async function signsAs(settings: KeySettings, plainFile: string): Promise<void> {
  const key = await importSigningKey(settings)
  expect(key.key.extractable).toBe(false)
  const token = await signJwt(key, headerFor(key), '{"sub":"tests"}')
  const { payload } = await compactVerify(token, createPublicKey(keyFile(plainFile)))
  expect(new TextDecoder().decode(payload)).toBe('{"sub":"tests"}')
  expect(decodeProtectedHeader(token).alg).toBe(settings.algorithm)
}

describe('keys that sign', () => {
  const rsa: SigningAlgorithm[] = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512']
  for (const algorithm of rsa) {
    it(`[case 46] PKCS#8 and PKCS#1 sign ${algorithm}`, async () => {
      for (const file of ['rsa.pkcs8.pem', 'rsa.pkcs1.pem'])
        await signsAs(keySettings({ key: keyFile(file), algorithm }), publicKey.rsa)
    })
  }

  for (const [algorithm, curve] of [
    ['ES256', 'P-256'],
    ['ES384', 'P-384'],
    ['ES512', 'P-521'],
  ] as const) {
    it(`[case 46] PKCS#8 and SEC1 sign ${algorithm}`, async () => {
      for (const file of [`ec-${curve}.pkcs8.pem`, `ec-${curve}.sec1.pem`])
        await signsAs(keySettings({ key: keyFile(file), algorithm }), `ec-${curve}.pkcs8.pem`)
    })
  }

  const files: [file: string, algorithm: SigningAlgorithm, plain: string, password?: string][] = [
    ['ed25519.pem', 'EdDSA', 'ed25519.pem'],
    ['ec.with-parameters.pem', 'ES256', 'ec.with-parameters.pem'],
    ['ec.no-public.pem', 'ES256', publicKey.ec],
    ['rsa.pbes2-aes256.pem', 'RS256', publicKey.rsa, 'secret'],
    ['rsa.pbes2-des3.pem', 'RS256', publicKey.rsa, 'secret'],
    ['rsa.pkcs12-3des.pem', 'RS256', publicKey.rsa, 'secret'],
    ['rsa.pbes1-md5-des.pem', 'RS256', publicKey.rsa, 'secret'],
    ['rsa.dek-aes256.pem', 'RS256', publicKey.rsa, 'secret'],
    ['rsa.dek-des3.pem', 'RS256', publicKey.rsa, 'secret'],
    ['rsa.dek-des.pem', 'RS256', publicKey.rsa, 'secret'],
    ['ec.dek-aes128.pem', 'ES256', publicKey.ec, 'secret'],
  ]
  for (const [file, algorithm, plain, password = ''] of files) {
    it(`[case 46] ${file} signs ${algorithm}`, () => signsAs(keySettings({ key: keyFile(file), algorithm, password }), plain))
  }

  const pfx: [file: string, algorithm: SigningAlgorithm, plain: string, password: string][] = [
    ['rsa.aes-chain.pfx.txt', 'RS256', publicKey.rsa, 'secret'],
    ['rsa.aes-chain.pfx.txt', 'PS256', publicKey.rsa, 'secret'],
    ['rsa.rc2-chain.pfx.txt', 'RS256', publicKey.rsa, 'secret'],
    ['rsa.3des.pfx.txt', 'PS256', publicKey.rsa, 'secret'],
    ['rsa.no-mac.pfx.txt', 'RS256', publicKey.rsa, 'secret'],
    ['rsa.sha512-mac.pfx.txt', 'RS256', publicKey.rsa, 'secret'],
    ['rsa.empty-password.pfx.txt', 'RS256', publicKey.rsa, ''],
    ['rsa.not-encrypted.pfx.txt', 'RS256', publicKey.rsa, 'secret'],
    ['ec.unicode.pfx.txt', 'ES256', publicKey.ec, 'pässwörd€🔑'],
    ['ec.unicode-legacy.pfx.txt', 'ES256', publicKey.ec, 'pässwörd€'],
    ['ed25519.pfx.txt', 'EdDSA', 'ed25519.pem', 'secret'],
  ]
  for (const [file, algorithm, plain, password] of pfx) {
    it(`[case 46] ${file} signs ${algorithm}`, async () => {
      const settings = keySettings({ form: 'pfx', key: keyFile(file), password, algorithm })
      await signsAs(settings, plain)
    })
  }

  it('[case 46] an RSA-PSS key signs PS256', async () => {
    const key = await importSigningKey(keySettings({ key: keyFile('rsa-pss.pem'), algorithm: 'PS256' }))
    const [header, claims, signature = ''] = (await signJwt(key, headerFor(key), '{}')).split('.')
    const from = { key: createPublicKey(keyFile('rsa-pss.pem')), padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 }
    expect(verify('sha256', Buffer.from(`${header}.${claims}`), from, Buffer.from(signature, 'base64url'))).toBe(true)
  })

  it('[case 46] X.509: certificate and key in one text, in either order, with a chain', async () => {
    const [key, own, ca] = ['rsa.pkcs8.pem', 'rsa.crt.pem', 'ca.crt.pem'].map(keyFile)
    for (const text of [`${key}${own}`, `${own}${key}`, `${ca}${own}${key}`]) {
      const settings = keySettings({ form: 'x509', key: text, x5tS256: true })
      await signsAs(settings, publicKey.rsa)
      const { certificate, x5tS256 } = await importSigningKey(settings)
      expect(certificate?.subject).toBe('CN=client.example, O=Assay Tests, C=DE')
      expect(x5tS256).toBe(thumbprint('rsa.crt.pem'))
    }
  })

  it('[case 46] a PEM text of an environment variable: line ends written \\n, or none at all', async () => {
    const text = keyFile('rsa.pkcs8.pem')
    for (const key of [text.replaceAll('\n', '\\n'), text.replaceAll('\n', '\r\n'), text.replaceAll('\n', '')])
      await signsAs(keySettings({ key }), publicKey.rsa)
  })

  it('[case 46] JWK: RSA, EC, Ed25519, oct, alone and in a set', async () => {
    for (const algorithm of ['RS256', 'PS384', 'ES256', 'ES384', 'ES512', 'EdDSA'] as const) {
      const pair = await generatedPair(algorithm)
      const jwk = { ...(await exportJWK(pair.privateKey)), kid: 'k1', use: 'sig', key_ops: ['sign'], ext: true }
      for (const key of [JSON.stringify(jwk), JSON.stringify({ keys: [jwk] })]) {
        const imported = await importSigningKey(keySettings({ form: 'jwk', key, algorithm }))
        expect(imported.kid).toBe('k1')
        const token = await signJwt(imported, headerFor(imported), '{}')
        await compactVerify(token, pair.publicKey)
      }
      await importSigningKey(keySettings({ key: await exportPKCS8(pair.privateKey), algorithm }))
    }
    const k = Buffer.alloc(64, 7)
    for (const algorithm of ['HS256', 'HS384', 'HS512'] as const) {
      const jwk = { kty: 'oct', k: k.toString('base64url') }
      const key = await importSigningKey(keySettings({ form: 'jwk', key: JSON.stringify(jwk), algorithm }))
      await compactVerify(await signJwt(key, headerFor(key), '{}'), k)
    }
  })

  it('[case 46] symmetric keys: text as UTF-8, base64 and base64url', async () => {
    const bytes = Buffer.from('ein Schlüssel von mehr als 32 Zeichen')
    for (const [key, encoding] of [
      [bytes.toString(), 'text'],
      [bytes.toString('base64'), 'base64'],
      [bytes.toString('base64url'), 'base64'],
    ] as const) {
      const imported = await importSigningKey(keySettings({ form: 'symmetric', key, encoding, algorithm: 'HS256' }))
      await compactVerify(await signJwt(imported, headerFor(imported), '{}'), bytes)
      expect(imported.warnings).toEqual([])
    }
  })

  it('[case 46] a short symmetric key signs, with a warning', async () => {
    const key = await importSigningKey(keySettings({ form: 'symmetric', key: 'short secret', algorithm: 'HS256' }))
    expect(key.warnings).toEqual([expect.stringMatching(/^Use a key of at least 256 bits for HS256 .+ This key has 96/)])
  })
})

describe('what goes into the header', () => {
  it('[case 47] RS256 and PS256 from one PFX, with the thumbprint of its certificate and not of the chain', async () => {
    for (const algorithm of ['RS256', 'PS256'] as const) {
      const settings = { form: 'pfx' as KeyForm, key: keyFile('rsa.aes-chain.pfx.txt'), password: 'secret', x5tS256: true }
      const key = await importSigningKey(keySettings({ ...settings, algorithm, keyId: 'k7' }))
      expect(headerFor(key)).toEqual({ alg: algorithm, typ: 'JWT', kid: 'k7', 'x5t#S256': thumbprint('rsa.crt.pem') })
    }
  })

  it("[case 47] kid: the step's, or else the JWK's, or else none", async () => {
    const jwk = JSON.stringify({ kty: 'oct', k: 'AAAAAAAA', kid: 'of-the-key' })
    const own = keySettings({ form: 'jwk', key: jwk, algorithm: 'HS256' })
    expect((await importSigningKey(own)).kid).toBe('of-the-key')
    expect((await importSigningKey({ ...own, keyId: 'of-the-step' })).kid).toBe('of-the-step')
    expect('kid' in headerFor(await importSigningKey(keySettings({ key: keyFile('rsa.pkcs8.pem') })))).toBe(false)
  })
})

const thumbprint = (file: string): string =>
  Buffer.from(new X509Certificate(keyFile(file)).fingerprint256.replaceAll(':', ''), 'hex').toString('base64url')
