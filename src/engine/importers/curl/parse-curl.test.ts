import * as fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { sendRequestSchema } from '#engine/steps/send-request/schema.ts'
import { toCurl } from '#engine/exporters/curl/to-curl.ts'
import { parseCurl, type CurlRequest } from './parse-curl.ts'
import { looksLikeCurl } from './looks-like-curl.ts'
import { shellWords } from './shell-words.ts'
import { anyCharacter } from '../../../../e2e/any-character.ts'

const read = (command: string): CurlRequest => {
  const result = parseCurl(command)
  if (!result.ok) throw new Error(result.error)
  return result.value
}
const on = (name: string, value: string) => ({ name, value, disabled: false })

describe('cURL commands', () => {
  it('[T3] what Chrome copies becomes the request', () => {
    const request = read(String.raw`curl 'https://api.example.test/orders?page=1' \
  -H 'accept: */*' \
  -H 'authorization: Bearer abc' \
  -H 'content-type: application/json' \
  --data-raw $'{"note":"it\'s \u00e4","n":1}' \
  --compressed`)
    expect(request).toEqual({
      method: 'POST',
      url: 'https://api.example.test/orders?page=1',
      query: [],
      headers: [on('accept', '*/*'), on('authorization', 'Bearer abc')],
      body: { type: 'json', text: '{"note":"it\'s ä","n":1}' },
      followRedirects: false,
      notes: [],
    })
  })

  it('a user in the address becomes a header, unless there is one already', () => {
    const request = read('curl https://demo:p%40ss@api.example.test/orders')
    expect([request.url, request.headers]).toEqual(['https://api.example.test/orders', [on('Authorization', 'Basic demo:p@ss')]])
    const both = read(`curl -H 'authorization: Bearer abc' https://demo:x@api.example.test/?mail=a@b`)
    expect([both.url, both.headers]).toEqual(['https://api.example.test/?mail=a@b', [on('authorization', 'Bearer abc')]])
    const bare = read('curl https://key@b@api.example.test/orders')
    expect([bare.url, bare.headers]).toEqual(['https://api.example.test/orders', [on('Authorization', 'Basic key@b:')]])
    expect(read('curl https://api.example.test/?mail=a@b').url).toBe('https://api.example.test/?mail=a@b')
  })

  it('[T3] what Chrome copies on Windows becomes the request', () => {
    const request = read(
      'curl ^"https://api.example.test/orders^" ^\r\n  -H ^"content-type: application/json^" ^\r\n  --data-raw ^"^{^\\^"a^\\^":1^}^"',
    )
    expect(request.url).toBe('https://api.example.test/orders')
    expect(request.body).toEqual({ type: 'json', text: '{"a":1}' })
  })

  it('[T3] -d is a form, joined in order and decoded; the header is the body’s own then', () => {
    const request = read(
      `curl -d a=1 -d "b=x%20y+z" http://localhost:4010/f -H 'Content-Type: application/x-www-form-urlencoded'`,
    )
    expect(request).toMatchObject({
      method: 'POST',
      headers: [],
      body: { type: 'form', fields: [on('a', '1'), on('b', 'x y z')] },
    })
  })

  it('[T3] -G puts the data into the query', () => {
    expect(read(`curl -sG localhost:4010/search --data-urlencode 'q=a b&c'`)).toMatchObject({
      method: 'GET',
      url: 'http://localhost:4010/search',
      query: [on('q', 'a b&c')],
      body: { type: 'none' },
    })
  })

  it('[T3] -F gives parts; values, files and media types', () => {
    expect(
      read(
        `curl -F 'note=hi' -F 'pic=@"a b.png";type=image/png' https://x.test -H 'content-type: multipart/form-data; boundary=q'`,
      ),
    ).toMatchObject({
      headers: [],
      body: {
        type: 'multipart',
        parts: [
          { name: 'note', value: 'hi', disabled: false },
          { name: 'pic', file: 'a b.png', mediaType: 'image/png', disabled: false },
        ],
      },
    })
  })

  it.each([
    ['./data/a.bin', 'data/a.bin'],
    ['/home/me/a.bin', 'a.bin'],
    ['C:\\me\\a.bin', 'a.bin'],
    ['../a.bin', 'a.bin'],
  ])('[T3] of the file %s the project names %s', (path, file) => {
    expect(read(`curl -T '${path}' https://x.test`).body).toMatchObject({ type: 'file', file })
    expect(read(`curl --data-binary '@${path}' https://x.test`).body).toMatchObject({ type: 'file', file })
    expect(read(`curl -F 'p=@${path}' https://x.test`).body).toMatchObject({ parts: [{ name: 'p', file }] })
  })

  it('[T3] -u is Basic; short options stick together; what is left out is named', () => {
    const request = read(`curl -sSLk -XDELETE -ume:sëcret --proxy http://p:1 https://x.test/1`)
    expect(request).toMatchObject({
      method: 'DELETE',
      followRedirects: true,
      headers: [on('Authorization', 'Basic me:sëcret')],
    })
    expect(request.notes).toEqual(["--insecure: add the host to the environment's insecure hosts", '--proxy was omitted'])
  })

  it('[T3] files are named, never read; other media types are text', () => {
    expect(read('curl -T data.bin https://x.test')).toMatchObject({ method: 'PUT', body: { type: 'file', file: 'data.bin' } })
    expect(read(`curl https://x.test -H 'content-type: text/xml' -d '<a/>'`).body).toEqual({
      type: 'text',
      mediaType: 'text/xml',
      text: '<a/>',
    })
  })

  it('[T3] references stay references', () => {
    expect(read("curl '${baseUrl}/orders' -H 'Authorization: Bearer ${access_token}'")).toMatchObject({
      url: '${baseUrl}/orders',
      headers: [on('Authorization', 'Bearer ${access_token}')],
    })
  })

  it("[T3] text that isn't a cURL command stays text", () => {
    expect(looksLikeCurl('curly https://x')).toBe(false)
    expect(parseCurl('wget https://x').ok).toBe(false)
    expect(parseCurl('curl -X POST').ok).toBe(false)
  })

  it('[T3] nothing that is pasted throws, and what is read fits the file format', () => {
    const piece = fc.constantFrom(
      'curl',
      '-H',
      '-d',
      '--json',
      "'",
      '"',
      '\\',
      '^"',
      "$'",
      '@f',
      'a=b',
      '-F',
      'http://x',
      '\n',
      '-u',
      ';',
      '=',
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string({ maxLength: 6 })), { maxLength: 14 }), (pieces) => {
        const result = parseCurl(`curl ${pieces.join(' ')}`)
        if (!result.ok) return
        const { notes: _notes, ...request } = result.value
        const step = { id: 'r', kind: 'send-request', name: 'r', ...request }
        expect(v.safeParse(sendRequestSchema, step).success).toBe(true)
      }),
    )
  })

  it('[T3] a copied request reads back as the same request', () => {
    const text = fc.string({ unit: anyCharacter, maxLength: 12 }).filter((one) => !/[\r\n\0]/.test(one))
    const token = fc.stringMatching(/^[A-Za-z][A-Za-z0-9-]{0,8}$/)
    fc.assert(
      fc.property(
        fc.array(fc.record({ name: token, value: text.map((one) => one.trim()), disabled: fc.constant(false) }), {
          maxLength: 4,
        }),
        fc.oneof(
          fc.constant({ type: 'none' as const }),
          text.map((one) => ({ type: 'json' as const, text: one })),
          fc
            .array(fc.record({ name: token, value: text, disabled: fc.constant(false) }), { minLength: 1, maxLength: 3 })
            .map((fields) => ({ type: 'form' as const, fields })),
        ),
        (headers, body) => {
          const own = headers.filter((one) => !/^content-(type|length)$/i.test(one.name))
          const step = {
            method: 'PATCH',
            url: 'https://x.test/a',
            query: [],
            headers: own,
            body,
            followRedirects: true,
            timeout: 30,
          }
          const { notes, ...back } = read(toCurl(step))
          expect(notes).toEqual([])
          expect({ ...back, timeout: 30 }).toEqual(step)
        },
      ),
    )
  })

  it('[T3] words are split as a shell splits them', () => {
    expect(shellWords(String.raw`a 'b c' "d \"e\" $f" g\ h $'i\nj' ; rm -rf x`)).toEqual([
      'a',
      'b c',
      'd "e" ${f}',
      'g h',
      'i\nj',
    ])
  })

  const parsed = (command: string) => {
    const result = parseCurl(command)
    if (!result.ok) throw new Error(result.error)
    return result.value
  }
  it.each([
    ['-H "Authorization: Bearer $TOKEN"', { headers: [{ name: 'Authorization', value: 'Bearer ${TOKEN}' }] }],
    [`-d '{"q":"$id"}'`, { body: { text: '{"q":"$id"}' } }],
    ['-H "Price: \\$5"', { headers: [{ name: 'Price', value: '$5' }] }],
    ['-H "Accept:" -H "X-Empty;"', { headers: [{ name: 'X-Empty', value: '' }] }],
    ['--json @a.json', { headers: [{ name: 'Accept' }], body: { type: 'file', file: 'a.json', mediaType: 'application/json' } }],
    [
      "--data-urlencode 'name=a b' --data-urlencode '=c&d'",
      { body: { type: 'text', mediaType: 'application/x-www-form-urlencoded', text: 'name=a+b&c%26d' } },
    ],
    ["--url-query 'a=b c'", { method: 'GET', query: [{ name: 'a', value: 'b c' }] }],
    ['-F a=@x/pic.png', { body: { parts: [{ file: 'x/pic.png', mediaType: 'image/png' }] } }],
    ['-T a/note.txt', { method: 'PUT', url: 'https://x.test/up/note.txt' }],
    ['--digest -u me:secret', { headers: [{ name: 'Authorization', value: 'Digest me:secret' }], notes: [] }],
    // curl would ask for it.
    ['--digest -u me', { headers: [{ value: 'Digest me:' }], notes: [expect.stringMatching(/the password of "me"/)] }],
    ['-u me', { headers: [{ value: 'Basic me:' }], notes: [expect.stringMatching(/-u me:PASSWORD/)] }],
    ['--digest -u $LOGIN', { headers: [{ value: 'Digest ${LOGIN}' }], notes: [] }],
    [
      '--negotiate -u me:secret',
      { headers: [], notes: [expect.stringMatching(/^--negotiate isn't supported, .* Use NTLM, Basic, Digest or a token/)] },
    ],
    ["--ntlm -u 'CORP\\me:secret'", { headers: [{ value: 'NTLM CORP\\me:secret' }], notes: [] }],
    [
      "--aws-sigv4 aws:amz:eu-west-1:s3 -u AKIA:secret -H 'X-Amz-Security-Token: t'",
      { headers: [{ name: 'Authorization', value: 'AWS AKIA secret token:t region:eu-west-1 service:s3' }], notes: [] },
    ],
    ['--retry-max-time 5 -C 1 --tls-max 1.2', { url: 'https://x.test/up/', method: 'GET' }],
    ['`\n -X PUT `\n -d a=1', { method: 'PUT', body: { type: 'form' } }],
  ])('[T3] curl %s', (options, expected) => {
    expect(parsed(`curl ${options} https://x.test/up/`)).toMatchObject(expected)
  })

  it("[R13] reports what a request can't express", () => {
    const { notes } = parsed('curl -d a=1 -d @b.txt -F c=<d.txt -H @h.txt -F e=@f;filename=g https://x.test/1 https://x.test/2')
    expect(notes).toEqual([
      'Enter the content of the file "d.txt" in the step: the file isn\'t read.',
      'Enter the headers from the file "h.txt" in the step: the file isn\'t read.',
      'The file "f" is sent under its own name instead of "g". Rename it if the name matters.',
      expect.stringContaining('1 more URL in the command was omitted'),
      expect.stringContaining('only the file is sent'),
    ])
  })
})
