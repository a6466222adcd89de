import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRedactor } from './redactor.ts'
import { anyCharacter } from '../../../../e2e/any-character.ts'

const withSecret = (value: string, name = 'get-token/client-secret') => {
  const redactor = createRedactor()
  redactor.add(name, value)
  return redactor
}
const masked = '‹get-token/client-secret›'

describe('createRedactor', () => {
  it('gives back the same string and the same bytes when nothing is found', () => {
    const bytes = new TextEncoder().encode('nothing here')
    expect(createRedactor().mask('a text')).toBe('a text')
    expect(withSecret('s3cr3t/+value').mask('a text')).toBe('a text')
    expect(createRedactor().maskBytes(bytes)).toBe(bytes)
    expect(withSecret('s3cr3t/+value').maskBytes(bytes)).toBe(bytes)
  })

  it('[case 48] masks a value raw, percent-encoded, form-encoded and escaped for JSON and markup', () => {
    const value = 'p"ss/w&rd <é> 1'
    const redactor = withSecret(value)
    for (const form of [
      value,
      encodeURIComponent(value),
      encodeURIComponent(value).toLowerCase(),
      new URLSearchParams({ a: value }).toString().slice(2),
      JSON.stringify(value).slice(1, -1),
      'p&quot;ss/w&amp;rd &lt;é&gt; 1',
    ])
      expect(redactor.mask(`before ${form} after`)).toBe(`before ${masked} after`)
  })

  it('[R41] masks a value that an address held verbatim as the parser wrote it, and one that is JSON in JSON', () => {
    const value = 'p"ss/w&rd \'<é😀>{^}|`+?@[x]%41'
    const redactor = withSecret(value)
    expect(redactor.mask(new URL(`http://api/?key=${value}&a=1`).href)).toBe(`http://api/?key=${masked}&a=1`)
    const inPath = value.replace(/[?%]/g, '')
    expect(withSecret(inPath).mask(new URL(`http://api/${inPath}/x`).href)).toBe(`http://api/${masked}/x`)
    expect(redactor.mask(JSON.stringify(JSON.stringify({ value })))).toBe(`"{\\"value\\":\\"${masked}\\"}"`)
  })

  it('[case 48] masks a value in base64 at every alignment, so also inside Basic credentials', () => {
    const value = 'demo-secret-1234'
    const redactor = withSecret(value)
    for (const id of ['a', 'ab', 'abc', 'abcd']) {
      const text = redactor.mask(`Basic ${btoa(`${id}:${value}`)}`)
      expect(text).toContain(masked)
      expect(text.endsWith('›')).toBe(true)
      expect(redactor.mask(`${btoa(`${id}:${value}:more`)}`)).toContain(masked)
    }
    expect(
      redactor.mask(
        btoa('?>>' + value)
          .replaceAll('+', '-')
          .replaceAll('/', '_'),
      ),
    ).toContain(masked)
  })

  it('[case 48] masks form-encoded credentials inside base64 (RFC 6749 section 2.3.1)', () => {
    const value = 'a/b c+d&e'
    const encoded = new URLSearchParams({ a: value }).toString().slice(2)
    expect(withSecret(value).mask(`Basic ${btoa(`orders:${encoded}`)}`)).toContain(masked)
  })

  it('[case 48] masks credentials in which every sign but letters and digits is encoded, as OAuth libraries write them', () => {
    const value = 'the-client_secret.1~x*(y)'
    const encoded = [...value].map((char) =>
      /\w/.test(char) && char !== '_' ? char : `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
    )
    const redactor = withSecret(value)
    expect(redactor.mask(`error near ${encoded.join('')}`)).toBe(`error near ${masked}`)
    for (const id of ['a', 'ab', 'abc']) expect(redactor.mask(`Basic ${btoa(`${id}:${encoded.join('')}`)}`)).toContain(masked)
  })

  it('masks the longest value first', () => {
    const redactor = withSecret('secret-value', 'short')
    redactor.add('long', 'secret-value-and-more')
    expect(redactor.mask('secret-value-and-more secret-value')).toBe('‹long› ‹short›')
  })

  it('of many that begin alike, it masks the longest that the text has there', () => {
    const value = fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 6, maxLength: 11 })
    fc.assert(
      fc.property(fc.uniqueArray(value, { minLength: 1, maxLength: 30 }), fc.array(value), (secrets, texts) => {
        const redactor = createRedactor()
        for (const secret of secrets) redactor.add(secret, secret)
        for (const text of [...secrets, ...texts]) {
          const longest = secrets
            .filter((secret) => text.startsWith(secret))
            .toSorted((one, other) => other.length - one.length)[0]
          if (longest !== undefined) expect(redactor.mask(`${text}.`)).toMatch(new RegExp(`^‹${longest}›`))
          expect(
            secrets.filter((secret) =>
              redactor
                .mask(text)
                .replaceAll(/‹[ab]+›/g, '')
                .includes(secret),
            ),
          ).toEqual([])
        }
      }),
    )
  })

  it('masks values under six characters only where they stand alone', () => {
    const redactor = withSecret('demo', 'password')
    expect(redactor.mask('password=demo&user=demos')).toBe('password=‹password›&user=demos')
    expect(redactor.mask('demonstration "demo"')).toBe('demonstration "‹password›"')
  })

  it('never masks inside a placeholder that it wrote', () => {
    const redactor = withSecret('client', 'get-token/client-secret')
    redactor.add('other', 'token')
    const once = redactor.mask('the client can token it')
    expect(once).toBe(`the ${masked} can ‹other› it`)
    expect(redactor.mask(once)).toBe(once)
  })

  it('numbers a second value of the same name and reveals both', () => {
    const redactor = withSecret('first-token', 'access_token')
    redactor.add('access_token', 'second-token')
    redactor.add('access_token', 'first-token')
    expect(redactor.mask('first-token second-token')).toBe('‹access_token› ‹access_token 2›')
    expect(redactor.reveal('access_token 2')).toBe('second-token')
    expect(redactor.reveal('nothing')).toBeUndefined()
  })

  it('ignores empty values', () => expect(withSecret('').mask('abc')).toBe('abc'))

  it('[R41] masks bytes, and leaves every other byte of a body that is not UTF-8 as it is', () => {
    const redactor = withSecret('secret-value')
    const utf8 = new TextEncoder()
    expect(redactor.maskBytes(utf8.encode('é secret-value'))).toEqual(utf8.encode(`é ${masked}`))
    const body = Uint8Array.from([0xff, 0x80, ...utf8.encode('secret-value'), 0xfe])
    expect(redactor.maskBytes(body)).toEqual(Uint8Array.from([0xff, 0x80, ...utf8.encode(masked), 0xfe]))
  })

  it('[R41] no text of six characters and more survives, whatever stands around it', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 6, unit: anyCharacter }), fc.string(), fc.string(), (value, before, after) => {
        const text = withSecret(value, '').mask(before + value + after)
        expect(text.replaceAll('‹›', '\0\0').includes(value) && !value.includes('\0') && !value.includes('‹')).toBe(false)
      }),
    )
  })
})
