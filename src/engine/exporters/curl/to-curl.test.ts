import { expect, it } from 'vitest'
import { parseCurl } from '#engine/importers/curl/parse-curl.ts'
import { toCurl } from './to-curl.ts'

const on = (name: string, value: string) => ({ name, value, disabled: false })
const step = {
  method: 'POST',
  url: 'https://x.test/a',
  query: [],
  headers: [],
  body: { type: 'none' as const },
  followRedirects: false,
  timeout: 30,
}

// Each was run by curl 7.88, and what arrived compared with what the step sends.
it.each([
  [
    'brackets and braces of an address are no lists of addresses',
    { url: 'https://x.test/a?f[b]={c}' },
    "-X POST 'https://x.test/a?f[b]={c}' \\\n  --globoff",
  ],
  ['those of templates stay as they are', { url: '${baseUrl}/a/${id}' }, "-X POST '${baseUrl}/a/${id}'"],
  [
    'a query stands before the fragment',
    { url: 'https://x.test/a#b', query: [on('c', 'd e')] },
    "-X POST 'https://x.test/a?c=d%20e#b'",
  ],
  [
    'a space and what is no ASCII are encoded, but in the host',
    { url: 'https://ü.test/ä b' },
    "-X POST 'https://ü.test/%C3%A4%20b'",
  ],
  [
    'with a body it is POST by itself, and GET behind a redirection',
    { body: { type: 'json' as const, text: '{}' }, followRedirects: true },
    "https://x.test/a \\\n  -L \\\n  -H 'Content-Type: application/json' \\\n  --data-raw '{}'",
  ],
  [
    'names of fields are encoded, which curl does not do',
    { body: { type: 'form' as const, fields: [on('a b&c', '@d'), on('', '')] } },
    'https://x.test/a \\\n  --data-urlencode a%20b%26c=@d',
  ],
  ['a form without fields is a form', { body: { type: 'form' as const, fields: [] } }, "https://x.test/a \\\n  --data-raw ''"],
  [
    'parts with a media type, and paths, are in quotes where they need them',
    {
      body: {
        type: 'multipart' as const,
        parts: [
          { name: 'j', value: '{"a":"b;c"}', mediaType: 'application/json', disabled: false },
          { name: 'f', file: 'a;b.txt', disabled: false },
        ],
      },
    },
    `https://x.test/a \\\n  -F 'j="{\\"a\\":\\"b;c\\"}";type=application/json' \\\n  -F 'f=@"a;b.txt"'`,
  ],
  [
    'Digest is no header',
    { headers: [on('authorization', 'Digest me:${password}')] },
    "-X POST https://x.test/a \\\n  --digest \\\n  -u 'me:${password}'",
  ],
  [
    'AWS Signature 4 is an option',
    { headers: [on('Authorization', 'AWS ${key} ${secret} token:${session} region:eu-west-1 service:s3')] },
    "-X POST https://x.test/a \\\n  --aws-sigv4 aws:amz:eu-west-1:s3 \\\n  -u '${key}:${secret}' \\\n  -H 'X-Amz-Security-Token: ${session}'",
  ],
  [
    'NTLM is an option',
    { headers: [on('Authorization', 'NTLM CORP\\\\me:${password}')] },
    "-X POST https://x.test/a \\\n  --ntlm \\\n  -u 'CORP\\\\me:${password}'",
  ],
  [
    'Basic of a name and a password',
    { headers: [on('authorization', 'Basic me:${password}'), on('Proxy-Authorization', 'Basic bWU6cHc=')] },
    "-X POST https://x.test/a \\\n  -u 'me:${password}' \\\n  -H 'Proxy-Authorization: Basic bWU6cHc='",
  ],
])('[T3] cURL: %s', (_title, fields, expected) => {
  expect(toCurl({ ...step, ...fields })).toBe(`curl ${expected}`)
})

it('[T3] cURL: parts and fields with special characters read back as they were', () => {
  const value = `a;type=b"c\\d'e=f,g@h<i>`
  const written = [
    { name: 'text', value },
    { name: 'json', value, mediaType: 'application/json' },
    { name: 'at', value: '@a.txt', mediaType: 'text/plain' },
    { name: 'file', file: 'a;b,c".txt', mediaType: 'text/plain' },
  ]
  const parts = written.map((one) => ({ ...one, disabled: false }))
  const multipart = parseCurl(toCurl({ ...step, body: { type: 'multipart', parts } }))
  expect(multipart).toMatchObject({
    ok: true,
    value: { notes: [], body: { parts: written } },
  })
  const fields = [on('a b&c=d[0]', value)]
  expect(parseCurl(toCurl({ ...step, body: { type: 'form', fields } }))).toMatchObject({
    value: { notes: [], body: { type: 'form', fields } },
  })
})
