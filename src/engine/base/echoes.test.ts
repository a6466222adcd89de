import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodeForm, withQuery } from '#engine/steps/send-request/encode.ts'
import { createRedactor } from './secrets/redactor.ts'

const utf8 = new TextEncoder()
const binary = (text: string): string => String.fromCharCode(...utf8.encode(text))
const percent = (text: string): string => encodeURIComponent(text)
const strict = (text: string): string =>
  percent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
/** As OAuth 2.0 and browsers encode forms (URL standard 5.2). */
const formEncoded = (text: string): string => new URLSearchParams([['', text]]).toString().slice(1)
const inner = (text: string): string => JSON.stringify(text).slice(1, -1)

/** Each way in which a step can send a secret, as it is on the wire. Undefined where it can't be sent so. */
const senders: Record<string, (secret: string) => string | undefined> = {
  // Segments of dots are resolved: nothing of them is sent.
  path: (secret) => (/[?#]|(^|[\\/])\.{1,2}([\\/]|$)/.test(secret) ? undefined : new URL(`http://api.test/a/${secret}/b`).href),
  query: (secret) => new URL(withQuery('http://api.test/', [['key', secret]])).href,
  'query, verbatim': (secret) => (/#/.test(secret) ? undefined : new URL(`http://api.test/?key=${secret}&a=1`).href),
  header: (secret) => (/[\r\n]/.test(secret) ? undefined : `X-Key: ${binary(secret.trim())}`),
  form: (secret) => encodeForm([['key', secret]]),
  'JSON body': (secret) => JSON.stringify({ key: secret }),
  multipart: (secret) => `--b\r\nContent-Disposition: form-data; name="key"\r\n\r\n${secret}\r\n--b--`,
  Basic: (secret) => `Basic ${btoa(binary(`orders:${secret}`))}`,
  'Basic, form-encoded': (secret) => `Basic ${btoa(`orders:${formEncoded(secret)}`)}`,
  method: (secret) => (/^[\w!#$%&'*+.^`|~-]+$/.test(secret) ? `${secret} /` : undefined),
  host: (secret) => (/^[A-Za-z0-9-]+$/.test(secret) ? new URL(`http://${secret}.test/`).href : undefined),
}

/** Each way in which what came is told again. */
const echoers: Record<string, (text: string) => string> = {
  'as it is': (text) => text,
  'in JSON': (text) => JSON.stringify({ got: text }),
  'in JSON in JSON': (text) => JSON.stringify(JSON.stringify({ got: text })),
  'in JSON, ASCII only': (text) =>
    inner(text).replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  'in JSON for pages': (text) => inner(text).replace(/[<>&'/]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`),
  'in markup': (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
  'in markup with &#39;': (text) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`),
  'in markup, hexadecimal': (text) => text.replace(/[^\w .-]/gu, (sign) => `&#x${sign.codePointAt(0)?.toString(16)};`),
  'percent-encoded': percent,
  'percent-encoded, all signs': strict,
  'percent-encoded twice': (text) => percent(percent(text)),
  'form-encoded': formEncoded,
  'in base64': (text) => btoa(binary(text)),
  'in a header': binary,
}

const signs = [...`abcXYZ019 '"&<>/+%?=;:@!*()~_-.,{}[]|^\`\\é😀`]
const secrets = fc.oneof(
  fc.string({ unit: fc.constantFrom(...signs), minLength: 8, maxLength: 24 }),
  fc.string({ unit: fc.constantFrom(...'abcXYZ019-'), minLength: 8, maxLength: 24 }),
  // What reads as an escape itself.
  fc
    .string({ unit: fc.constantFrom('\\', '%41', '&amp;', '&', '/', 'aa', '>', '"', 'n'), minLength: 4, maxLength: 9 })
    .map((text) => `${text}k3y-XYZ${text}`),
)

/** What of a secret must not be seen: it as it is. */
const shows = (text: string, secret: string): boolean => text.includes(secret)

describe('[H3] a secret that is sent and told again', () => {
  it.each(Object.keys(senders))('%s: is recognised in every echo', (way) => {
    fc.assert(
      fc.property(secrets, (drawn) => {
        const secret = drawn.trim()
        fc.pre(secret.length >= 8 && /[A-Za-z0-9]{2}/.test(secret))
        const sent = senders[way]?.(secret)
        fc.pre(sent !== undefined)
        const redactor = createRedactor()
        redactor.add('s', secret)
        for (const [name, echo] of Object.entries(echoers)) {
          // A secret that base64 holds is looked for in what was sent itself, not in base64 of base64 or of an encoding.
          if (/base64/.test(name) && way !== 'JSON body' && way !== 'multipart') continue
          if (/base64/.test(name) && /["\\]/.test(secret)) continue
          // A client that reads a header as Latin-1 does so once.
          if (name === 'in a header' && way === 'header') continue
          const text = `before ${echo(sent ?? '')} after`
          const masked = redactor.mask(text)
          expect(`${name}: ${masked}`).toContain('‹s›')
          expect(shows(masked, secret)).toBe(false)
          expect(new TextDecoder().decode(redactor.maskBytes(utf8.encode(text)))).toBe(masked)
        }
      }),
      { numRuns: 25 },
    )
  })

  it.each([
    ["it's a/secret x/y", 'it%27s%20a%2Fsecret%20x%2Fy'],
    ["it's a/secret x/y", 'it&#39;s a/secret x/y'],
    ["it's a/secret x/y", 'it&#x27;s a&#47;secret x/y'],
    ["it's a/secret x/y", percent(percent("it's a/secret x/y"))],
    ['CaNaRy-Host-42', 'DNS knows no address for canary-host-42.example.test'],
    ['CaNaRy-Host-42', 'CANARY-HOST-42 / HTTP/1.1'],
    ['First-Line\nSecond-Line', 'http://first-linesecond-line.invalid/'],
    ['First-Line\r\nSecond-Line', 'scope%3DFirst-Line%2BSecond-Line%26grant'],
    ['CaNaRy-%41Host-42', 'http://canary-ahost-42.invalid/'],
    ['CaNaRy-Host-42\\Other-Part', 'http://canary-host-42/Other-Part.invalid/'],
    ['CaNaRy-Host-42\\Other-Part', 'k%3DCaNaRy-Host-42%5COther-Part%0A'],
    ['First-Part-1#Second-Part-2', 'http://api.test/First-Part-1'],
    ['first-line\nsecond-line', 'http://api.test/first-linesecond-line'],
    ['first-line\nsecond-line', 'first-line second-line'],
    ['first-line\nsecond-line', 'first-line\r\nsecond-line'],
    ['pässword-€-1', binary('pässword-€-1')],
    ['774411990022', '{"pin":7.74411990022e+11}'],
    ['&\\/aaaaaaaa', '&#38;\\/aaaaaaaa'],
    ['\\\\aaaaaaa>', '\\\\aaaaaaa&#62;'],
    ['&amp;aaaa%41>', '%26amp;aaaa%2541%3E'],
    ['00774411990022', '{"pin":774411990022}'],
  ])('%j is masked as %j', (secret, echo) => {
    const redactor = createRedactor()
    redactor.add('s', secret)
    expect(redactor.mask(`a "${echo}" b`)).toMatch(/^a ".*‹s›.*" b$/)
    expect(redactor.mask(echo).replace(/.*‹s›/, '')).not.toMatch(/\w{5}-\w|secret/i)
  })
})

describe('[H1] what is shortened is masked first', () => {
  const secret = 'c4n4ry-'.repeat(6)
  const redactor = createRedactor()
  redactor.add('s', secret)

  it('at every place of the cut, in a text of any length', () => {
    for (let length = 1; length < 120; length++) {
      const text = redactor.begin(`${'x'.repeat(50)}${secret}${'y'.repeat(5_000)}`, length)
      expect(text).not.toContain('c4n4')
      expect(text.length).toBeLessThanOrEqual(length)
    }
  })

  it('also where masking makes the text so short that what lies beyond comes into view', () => {
    const token = 'tokenOfManyCharacters'.repeat(50)
    const known = createRedactor()
    known.add('t', token)
    for (const count of [5, 50, 500])
      expect(known.begin(`${token} `.repeat(count), 200).replaceAll('‹t›', '').replace(/‹t?$/, '').trim()).toBe('')
  })

  it('is done in about the time that the part takes', () => {
    const text = new TextDecoder().decode(new TextEncoder().encode(`${secret} `.repeat(1_000_000)))
    const begun = process.cpuUsage()
    redactor.begin(text, 200)
    expect(process.cpuUsage(begun).user).toBeLessThan(200_000)
  })
})

describe('[H4] a secret under 4 characters', () => {
  const redactor = createRedactor()
  redactor.add('badpw', 'no')
  it.each([
    'The step has no Client Secret',
    'nobody, no one: a no-op',
    'http://api.test: no response within 3 s.',
    'the body is not JSON (no content type)',
  ])('is left in %j', (text) => expect(redactor.mask(text)).toBe(text))
  it.each([
    ['no', '‹badpw›'],
    ['{"a":"no"}', '{"a":"‹badpw›"}'],
    ['a=no&b=1', 'a=‹badpw›&b=1'],
    ['http://api.test/no/x', 'http://api.test/‹badpw›/x'],
    ['X-Key: no\r\n', 'X-Key: ‹badpw›\r\n'],
    ['<b>no</b>', '<b>‹badpw›</b>'],
  ])('is masked in %j', (text, masked) => expect(redactor.mask(text)).toBe(masked))
})
