import { assert, asyncProperty, constantFrom, nat, string } from 'fast-check'
import { exportJWK } from 'jose'
import { describe, expect, it } from 'vitest'
import { describeKey } from './describe-key.ts'
import type { KeySettings } from './key-settings.ts'
import { keyFile, keySettings } from '../../../../e2e/key-files.ts'
import { generatedPair } from '../testing/generated-pair.ts'

const now = Date.UTC(2030, 0, 1)
const check = (settings: Partial<KeySettings>) => describeKey(keySettings(settings), now)

/** The base64 of a PEM text or a PFX with one character turned into another. */
function changed(text: string, where: number): string {
  const lines = text.trimEnd().split('\n')
  const at = Math.floor(lines.length * where)
  const line = lines[at] ?? ''
  lines[at] = `${line.slice(0, 20)}${line[20] === 'A' ? 'B' : 'A'}${line.slice(21)}`
  return `${lines.join('\n')}\n`
}

/** A PEM text without one of the lines in its middle. */
const cut = (text: string): string => text.split('\n').toSpliced(5, 2).join('\n')

describe('a key as its editor shows it', () => {
  it('[O4] kind, size, curve, what it can sign with', async () => {
    expect(await check({ key: keyFile('rsa.pkcs8.pem') })).toEqual({
      usable: true,
      facts: { type: 'RSA', bits: 2048 },
      text: 'An RSA key of 2048 bits',
      algorithms: ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
      warnings: [],
    })
    expect(await check({ key: keyFile('ec-P-384.sec1.pem'), algorithm: 'ES384' })).toMatchObject({
      text: 'An EC key on the curve P-384',
      algorithms: ['ES384'],
    })
    expect(await check({ key: keyFile('ed25519.pem'), algorithm: 'EdDSA' })).toMatchObject({ text: 'An Ed25519 key' })
    expect(await check({ key: keyFile('rsa-pss.pem'), algorithm: 'PS512' })).toMatchObject({
      text: 'An RSA-PSS key of 2048 bits',
      algorithms: ['PS256', 'PS384', 'PS512'],
    })
    expect(await check({ form: 'symmetric', key: 'x'.repeat(32), algorithm: 'HS256' })).toMatchObject({
      text: 'A symmetric key of 256 bits',
      algorithms: ['HS256', 'HS384', 'HS512'],
    })
  })

  it("[O4] the certificate's subject and end, in every script, and that it has ended", async () => {
    const key = `${keyFile('ec-P-256.pkcs8.pem')}${keyFile('ec.crt.pem')}`
    const found = await check({ form: 'x509', key, algorithm: 'ES256' })
    expect(found).toMatchObject({ certificate: { subject: 'CN=Prüfung €', issuer: 'CN=Prüfung €' }, warnings: [] })
    const later = await describeKey(keySettings({ form: 'x509', key, algorithm: 'ES256' }), Date.UTC(2900, 0))
    expect(later).toMatchObject({
      warnings: [expect.stringMatching(/^The certificate expired on 21\d\d-\d\d-\d\d\. Replace it.$/)],
    })
    const before = await describeKey(keySettings({ form: 'x509', key, algorithm: 'ES256' }), 0)
    expect(before).toMatchObject({ warnings: [expect.stringMatching(/^The certificate isn't valid before 20/)] })
  })

  it('[O4] several keys, and a JWK that is meant for another algorithm, are remarked', async () => {
    const key = keyFile('rsa.pkcs8.pem') + keyFile('ed25519.pem')
    expect(await check({ key })).toMatchObject({
      warnings: ['The text contains 2 private keys. The first one is used: remove the others, or move the right one to the top.'],
    })
    const jwk = JSON.stringify({ kty: 'oct', k: 'A'.repeat(64), alg: 'HS512' })
    expect(await check({ form: 'jwk', key: jwk, algorithm: 'HS256' })).toMatchObject({
      warnings: ['The JWK is for HS512, but the step signs with HS256. Choose HS512 as the algorithm, or use another key.'],
    })
  })
})

const rsa = await exportJWK((await generatedPair('RS256')).privateKey)
const jwkOf = (change: (jwk: Record<string, unknown>) => void): string => {
  const jwk: Record<string, unknown> = { ...rsa }
  change(jwk)
  return JSON.stringify(jwk)
}

const pfx = { form: 'pfx', password: 'secret' } as const
const wrong: [why: string, settings: Partial<KeySettings>, message: RegExp, hint: RegExp][] = [
  ['nothing', { key: ' ' }, /^The signing key is empty\.$/, /Store the key/],
  [
    'an encrypted key without password',
    { key: keyFile('rsa.pbes2-aes256.pem') },
    /^The key is encrypted, and its password is missing/,
    /openssl pkey/,
  ],
  ['an old encrypted key without password', { key: keyFile('rsa.dek-aes256.pem') }, /^The key is encrypted/, /openssl pkey/],
  ...['rsa.pbes2-aes256.pem', 'rsa.pbes2-des3.pem', 'rsa.pkcs12-3des.pem', 'rsa.pbes1-md5-des.pem', 'rsa.dek-aes256.pem'].map(
    (file): (typeof wrong)[number] => [
      `a wrong password of ${file}`,
      { key: keyFile(file), password: 'wrong' },
      /^The password can't decrypt the key\.$/,
      /openssl pkey -in key\.pem -noout/,
    ],
  ),
  ['a key of scrypt', { key: keyFile('rsa.scrypt.pem'), password: 'secret' }, /scrypt/, /openssl pkey -in key\.pem -aes256/],
  ['a damaged key', { key: cut(keyFile('rsa.pkcs8.pem')) }, /^The key is damaged/, /openssl pkey/],
  ['a changed key', { key: changed(keyFile('rsa.pkcs8.pem'), 0.1) }, /^The key is damaged/, /openssl pkey/],
  ['a damaged encrypted key', { key: cut(keyFile('rsa.pbes2-aes256.pem')), password: 'secret' }, /damaged/, /openssl pkey/],
  ['a PEM text without its end', { key: keyFile('rsa.pkcs8.pem').slice(0, 900) }, /"PRIVATE KEY" is damaged/, /whole file/],
  ['other signs in PEM', { key: keyFile('ed25519.pem').replace('MC4', 'M*4') }, /isn't base64\.$/, /whole file/],
  [
    'no PEM at all',
    { key: 'a key, surely' },
    /The key isn't PEM: the line "-----BEGIN …-----" is missing\./,
    /openssl pkey -inform DER/,
  ],
  ['JSON as PEM', { key: '{"kty":"RSA"}' }, /is JSON, not PEM/, /Choose JWK/],
  ['PFX as PEM', { key: keyFile('rsa.3des.pfx.txt') }, /is a PFX file, not PEM/, /openssl pkcs12/],
  ['PEM as PFX', { ...pfx, key: keyFile('rsa.pkcs8.pem') }, /is PEM text, not PFX/, /Choose PEM/],
  ['PEM as JWK', { form: 'jwk', key: keyFile('rsa.pkcs8.pem') }, /is PEM text, not JWK/, /Choose PEM/],
  [
    'a public key',
    { key: keyFile('rsa.public.pem') },
    /This is a public key\. Signing needs the private key\./,
    /BEGIN PRIVATE KEY/,
  ],
  ['a key of OpenSSH', { key: keyFile('openssh.pem') }, /OpenSSH/, /ssh-keygen -p -m PKCS8/],
  ['a certificate request', { key: keyFile('rsa.csr.pem') }, /certificate request/, /cat key\.pem/],
  [
    'a certificate without its key',
    { form: 'x509', key: keyFile('rsa.crt.pem') },
    /^The private key is missing: the text contains only a certificate/,
    /cat key\.pem/,
  ],
  [
    'a key without certificate',
    { form: 'x509', key: keyFile('rsa.pkcs8.pem') },
    /The certificate is missing: X\.509 needs the certificate and its key in one PEM text\./,
    /cat key\.pem/,
  ],
  [
    'the certificate of another',
    { form: 'x509', key: keyFile('rsa.pkcs8.pem') + keyFile('ca.crt.pem') },
    /The certificate doesn't match the key: their public keys differ\./,
    /openssl x509 .* -pubkey/,
  ],
  [
    'a damaged certificate',
    { form: 'x509', key: keyFile('rsa.pkcs8.pem') + cut(keyFile('rsa.crt.pem')) },
    /^The certificate is damaged/,
    /openssl x509/,
  ],
  ['a thumbprint of nothing', { key: keyFile('rsa.pkcs8.pem'), x5tS256: true }, /x5t#S256 is on/, /X\.509 or PFX/],
  [
    'a wrong password of a PFX',
    { ...pfx, key: keyFile('rsa.aes-chain.pfx.txt'), password: 'wrong' },
    /^The password can't decrypt the PFX file\.$/,
    /openssl pkcs12 -in key\.pfx -noout/,
  ],
  [
    'a wrong password of an old PFX',
    { ...pfx, key: keyFile('rsa.rc2-chain.pfx.txt'), password: 'wrong' },
    /^The password can't decrypt the PFX file\.$/,
    /openssl pkcs12/,
  ],
  [
    'a wrong password of a PFX without checksum',
    { ...pfx, key: keyFile('rsa.no-mac.pfx.txt'), password: 'wrong' },
    /^The password can't decrypt the PFX file\.$/,
    /openssl pkcs12/,
  ],
  [
    'a PFX without password',
    { ...pfx, key: keyFile('rsa.3des.pfx.txt'), password: '' },
    /PFX file is encrypted, and its password is missing/,
    /Key password/,
  ],
  [
    'a PFX that was cut',
    { ...pfx, key: keyFile('rsa.aes-chain.pfx.txt').slice(0, 2000) },
    /^The PFX file is damaged/,
    /openssl base64/,
  ],
  [
    'a PFX that was changed',
    { ...pfx, key: changed(keyFile('rsa.aes-chain.pfx.txt'), 0.6) },
    /^The PFX file is damaged: the password is correct, but the checksum doesn't match the content\./,
    /openssl base64/,
  ],
  [
    'a PFX of certificates',
    { ...pfx, key: keyFile('certificates-only.pfx.txt') },
    /^The PFX file contains only a certificate/,
    /openssl pkcs12 -export/,
  ],
  [
    'a PFX by RC4',
    { ...pfx, key: keyFile('rsa.rc4.pfx.txt') },
    /^The PFX file is encrypted with RC4 of 128 bits, which isn't supported\.$/,
    /^Export it again: openssl pkcs12 -in key\.pfx -nodes -legacy -out key\.pem, then openssl pkcs12 -export -in key\.pem -out new\.pfx/,
  ],
  [
    'a PFX by RC4 with a wrong password',
    { ...pfx, key: keyFile('rsa.rc4.pfx.txt'), password: 'wrong' },
    /^The password can't decrypt the PFX file/,
    /./,
  ],
  [
    'a key by RC4',
    { key: keyFile('rsa.pkcs12-rc4.pem'), password: 'secret' },
    /^The key is encrypted with RC4 of 128 bits, which isn't supported\.$/,
    /openssl pkey -provider legacy -provider default -in key\.pem -aes256/,
  ],
  ['a PFX that is not base64', { ...pfx, key: '§§§' }, /isn't base64\.$/, /openssl base64 -A/],
  [
    'an EC key for RS256',
    { key: keyFile('ec-P-256.pkcs8.pem') },
    /RS256 needs an RSA key, but this is an EC key on the curve P-256/,
    /Choose ES256 as the algorithm, or create a new key: openssl genpkey -algorithm RSA/,
  ],
  [
    'P-384 for ES256',
    { key: keyFile('ec-P-384.pkcs8.pem'), algorithm: 'ES256' },
    /ES256 needs an EC key on the curve P-256/,
    /Choose ES384/,
  ],
  ['RSA-PSS for RS256', { key: keyFile('rsa-pss.pem') }, /an RSA-PSS key/, /Choose PS256, PS384 or PS512/],
  [
    'an RSA key for HS256',
    { key: keyFile('rsa.pkcs8.pem'), algorithm: 'HS256' },
    /HS256 needs a symmetric key/,
    /openssl rand -base64 32/,
  ],
  ['secp256k1', { key: keyFile('ec-secp256k1.pem'), algorithm: 'ES256' }, /curve secp256k1/, /Create a new key:/],
  [
    'Ed448',
    { key: keyFile('ed448.pem'), algorithm: 'EdDSA' },
    /EdDSA needs an Ed25519 key, but this is an Ed448 key/,
    /genpkey -algorithm ed25519/,
  ],
  [
    'a curve spelled out',
    { key: keyFile('ec.explicit.pem'), algorithm: 'ES256' },
    /The EC key has explicit curve parameters, which browsers don't support\./,
    /-param_enc named_curve/,
  ],
  ['1024 bits', { key: keyFile('rsa-1024.pem') }, /at least 2048 bits .* This key has 1024/, /rsa_keygen_bits:2048/],
  ['a JWK that is no JSON', { form: 'jwk', key: '{"kty":' }, /^The JWK isn't a JSON object/, /from \{ to \}/],
  ['a public JWK', { form: 'jwk', key: jwkOf((jwk) => delete jwk.d) }, /public key \(no d\)/, /JSON/],
  [
    'a JWK without primes',
    { form: 'jwk', key: jwkOf((jwk) => ['p', 'q'].forEach((name) => delete jwk[name])) },
    /is missing p, q/,
    /all its members/,
  ],
  ['a JWK for encryption', { form: 'jwk', key: jwkOf((jwk) => (jwk.use = 'enc')) }, /for encryption/, /JSON/],
  [
    'a JWK whose numbers do not fit',
    { form: 'jwk', key: jwkOf((jwk) => (jwk.n = String(jwk.n).replace(/^..../, 'wxyz'))) },
    /damaged/,
    /./,
  ],
  ['a JWK of an unknown kind', { form: 'jwk', key: '{"kty":"XYZ"}' }, /kty XYZ/, /./],
  ['an empty JWK set', { form: 'jwk', key: '{"keys":[]}' }, /The JWK set contains no private key\./, /./],
  [
    'a JWK set with two keys',
    { form: 'jwk', key: '{"keys":[{"kty":"oct","k":"AA","kid":"a"},{"kty":"oct","k":"AA","kid":"b"}]}', algorithm: 'HS256' },
    /several private keys: a, b/,
    /Key ID/,
  ],
  [
    'a symmetric key that is not base64',
    { form: 'symmetric', key: 'ä', encoding: 'base64', algorithm: 'HS256' },
    /isn't base64\.$/,
    /Choose text/,
  ],
]

describe('a key that can not be used says exactly why', () => {
  for (const [why, settings, message, hint] of wrong) {
    it(`[case 46] ${why}`, async () => {
      const found = await check(settings)
      expect(found).toMatchObject({ usable: false, message: expect.stringMatching(message), hint: expect.stringMatching(hint) })
    })
  }

  it("[case 46] explains any cut or changed file in words, without a library's error", async () => {
    const files = ['rsa.pkcs8.pem', 'ec-P-256.sec1.pem', 'rsa.pbes2-aes256.pem', 'ec.dek-aes128.pem', 'ed25519.pfx.txt']
    await assert(
      asyncProperty(constantFrom(...files), nat(), nat(60), string({ maxLength: 4 }), async (file, at, count, put) => {
        const text = keyFile(file)
        const start = at % text.length
        const broken = text.slice(0, start) + put + text.slice(start + count)
        const found = await check({ form: file.endsWith('.txt') ? 'pfx' : 'pem', key: broken, password: 'secret' })
        if (!found.usable) expect(found.message.length).toBeGreaterThan(20)
      }),
      { numRuns: 60 },
    )
  })
})
