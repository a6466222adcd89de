import { describe, expect, it } from 'vitest'
import { readTotpKey, totp, totpPeriod } from './totp.ts'

const base32 = (text: string): string => {
  const bits = Array.from(new TextEncoder().encode(text), (byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[Number.parseInt(five.padEnd(5, '0'), 2)])
    .join('')
}
const seeds = { SHA1: 20, SHA256: 32, SHA512: 64 } as const

describe('[O8] one-time passwords', () => {
  // RFC 6238 appendix B.
  it.each([
    [59, '94287082', '46119246', '90693936'],
    [1111111109, '07081804', '68084774', '25091201'],
    [1111111111, '14050471', '67062674', '99943326'],
    [1234567890, '89005924', '91819424', '93441116'],
    [2000000000, '69279037', '90698825', '38618901'],
    [20000000000, '65353130', '77737706', '47863826'],
  ])('at %d s are those of the RFC', async (seconds, sha1, sha256, sha512) => {
    for (const [algorithm, expected] of [
      ['SHA1', sha1],
      ['SHA256', sha256],
      ['SHA512', sha512],
    ] as const) {
      const key = base32('1234567890'.repeat(7).slice(0, seeds[algorithm]))
      const parameters = { key, algorithm, digits: 8, period: 30 }
      expect(await totp(parameters, totpPeriod(parameters, seconds * 1000))).toBe(expected)
    }
  })

  it('accepts a key as it is usually copied, and rejects anything else', async () => {
    const like = (key: string) => totp({ key, algorithm: 'SHA1', digits: 6, period: 30 }, 1)
    expect(await like('gezd gnbv-GY3TQOJQ gezdgnbvgy3tqojq==')).toBe('287082')
    expect(await like('not base 32!')).toBeUndefined()
    expect(await like('')).toBeUndefined()
  })

  it('reads the address that an authenticator app is given', () => {
    const plain = { key: 'GEZDGNBVGY3TQOJQ', algorithm: 'SHA1', digits: 6, period: 30 } as const
    expect(readTotpKey(plain)).toEqual(plain)
    const address = 'otpauth://totp/Acme:ann?secret=GEZDGNBVGY3TQOJQ&issuer=Acme&algorithm=SHA256&digits=8&period=60'
    expect(readTotpKey({ ...plain, key: address })).toEqual({ ...plain, algorithm: 'SHA256', digits: 8, period: 60 })
    for (const wrong of ['otpauth://hotp/a?secret=GEZDGNBVGY3TQOJQ', 'otpauth://totp/a?secret=GEZDGNBV&digits=99', 'otpauth:///'])
      expect(readTotpKey({ ...plain, key: wrong })).toBeUndefined()
  })
})
