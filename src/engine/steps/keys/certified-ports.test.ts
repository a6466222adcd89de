import { describe, expect, it } from 'vitest'
import { keyFile } from '../../../../e2e/key-files.ts'
import type { HttpRequest, HttpResponse } from '#engine/ports/index.ts'
import { runSteps } from '#engine/runner/testing/run-project.ts'
import { tokenWithoutCertificate } from '../send-request/requested-certificate.ts'
import type { ClientCertificateEntry } from './client-certificate.ts'

const ok: HttpResponse = {
  status: 200,
  statusText: 'OK',
  headers: [],
  url: '',
  redirects: [],
  body: new Uint8Array(),
  timing: { firstByte: 1, total: 1 },
}

/** Runs one request to an address, where the environment has these certificates and the vault these secrets. */
async function sent(
  mtls: ClientCertificateEntry[],
  secrets: Record<string, string>,
  more: { url?: string; browser?: true } = {},
) {
  const requests: HttpRequest[] = []
  const { steps, events } = await runSteps(
    [{ id: 'r', kind: 'send-request', url: more.url ?? 'https://api.example.com/orders' }],
    {
      project: { environments: [{ id: 'e', name: 'E', mtls }] },
      options: { environment: 'e' },
      ports: {
        http: { send: async (request) => (requests.push(request), { ...ok, url: request.url }) },
        secrets: { get: async (id) => secrets[id] },
        capabilities: new Set(more.browser ? [] : ['no-cors']),
      },
    },
  )
  const notes = events.flatMap((event) => (event.type === 'noted' ? [event.text] : []))
  return { step: steps[0], certificates: requests[0]?.certificates, notes, told: JSON.stringify(events) }
}

const host = 'api.example.com'
const id = (secret: string) => ({ secret })
const pfx = (file: string) => ({ pfx: keyFile(file), password: 'secret' })
const both = { key: keyFile('rsa.pkcs8.pem'), certificate: keyFile('rsa.crt.pem') }
const pem: ClientCertificateEntry = { host, form: 'pem', certificate: id('certificate'), key: id('key') }
const file: ClientCertificateEntry = { host, form: 'pfx', key: id('pfx'), password: id('password') }

const blocks = (text = ''): number => text.split('-----BEGIN CERTIFICATE-----').length - 1

describe('client certificates of an environment', () => {
  it('[13] PEM in one text and in two, encrypted or not, and PFX with old and new ciphers, are what TLS libraries read', async () => {
    const forms: [ClientCertificateEntry, Record<string, string>, number][] = [
      [pem, both, 1],
      [{ host, form: 'pem', key: id('all') }, { all: both.certificate + both.key }, 1],
      [{ ...pem, password: id('password') }, { ...both, key: keyFile('rsa.pbes2-aes256.pem'), password: 'secret' }, 1],
      [file, pfx('rsa.3des.pfx.txt'), 1],
      [file, pfx('rsa.rc2-chain.pfx.txt'), 2],
      [file, pfx('rsa.aes-chain.pfx.txt'), 2],
    ]
    for (const [entry, secrets, count] of forms) {
      const { step, certificates } = await sent([entry], secrets)
      expect([step?.outcome, blocks(certificates?.[0]?.certificate)]).toEqual(['passed', count])
      expect(certificates?.[0]?.key).toMatch(/^-----BEGIN PRIVATE KEY-----\n/)
    }
  })

  it('[13] goes to its host only: name, port and *. are looked at, http: never', async () => {
    for (const [listed, url, wanted] of [
      [host, 'https://api.example.com/', true],
      ['API.example.com:443', 'https://api.example.com/', true],
      ['api.example.com:8443', 'https://api.example.com/', false],
      ['*.example.com', 'https://api.example.com:9000/', true],
      ['*.example.com', 'https://example.com/', false],
      ['example.com', 'https://api.example.com/', false],
      ['127.0.0.1', 'http://127.0.0.1/', false],
    ] as const) {
      const { certificates } = await sent([{ ...pem, host: listed }], both, { url })
      // Of others it is brought along for redirects; the port chooses by the host of each hop.
      const { ofHost } = await import('#engine/ports/http/http-rules.ts')
      expect([listed, url, ofHost(new URL(url), certificates ?? []) !== undefined]).toEqual([listed, url, wanted])
    }
  })

  it.each([
    ['a wrong password', file, { ...pfx('rsa.3des.pfx.txt'), password: 'wrong' }, "The password can't decrypt the PFX file."],
    [
      'no password',
      { ...file, password: undefined },
      pfx('rsa.3des.pfx.txt'),
      'The PFX file is encrypted, and its password is missing.',
    ],
    [
      'a certificate without its key',
      { host, form: 'pem', key: id('certificate') },
      both,
      'The private key is missing: the text contains only a certificate.',
    ],
    [
      'a key without its certificate',
      { host, form: 'pem', key: id('key') },
      both,
      'The certificate is missing: servers require both key and certificate.',
    ],
    [
      'a certificate of another key',
      pem,
      { ...both, certificate: keyFile('ec.crt.pem') },
      "The certificate doesn't match the key: their public keys differ.",
    ],
    ['a damaged file', file, { pfx: 'AAAA', password: 'x' }, "The PFX file is damaged: it isn't a PKCS#12 structure."],
    ['nothing', { host, form: 'pem' }, {}, 'The certificate is missing.'],
  ] as [string, ClientCertificateEntry, Record<string, string>, string][])(
    '[13] %s breaks the step and names the host',
    async (_name, entry, secrets, text) => {
      const { step, certificates } = await sent([entry], secrets)
      expect(step).toMatchObject({ outcome: 'broken', code: 'key-unusable', message: `Client certificate for ${host}: ${text}` })
      expect(certificates).toBeUndefined()
    },
  )

  it("[13] names a value that was never stored; other hosts aren't affected", async () => {
    expect((await sent([pem], {})).step).toMatchObject({
      outcome: 'broken',
      code: 'secret-missing',
      message: expect.stringContaining(`Client certificate for ${host}: `),
    })
    expect((await sent([pem], {}, { url: 'https://other.example/' })).step?.outcome).toBe('passed')
  })

  it('[13] a browser says that it needs the companion, and opens nothing', async () => {
    const { step, certificates } = await sent([pem], {}, { browser: true })
    expect(step).toMatchObject({
      outcome: 'broken',
      code: 'browser-limit',
      message: `A browser can't send ${host} the environment's client certificate.`,
    })
    expect(certificates).toBeUndefined()
    expect((await sent([pem], {}, { browser: true, url: 'https://other.example/' })).step?.outcome).toBe('passed')
  })

  it('[48] reveals neither key nor password', async () => {
    const { told } = await sent([pem], both)
    expect(told).not.toContain(both.key.split('\n')[1])
  })
})

describe('a token that is bound to a certificate', () => {
  it('[13] reports if its host gets no certificate, or another one', () => {
    const token = `eyJhbGciOiJub25lIn0.${btoa(JSON.stringify({ cnf: { 'x5t#S256': 'abc' } })).replaceAll('=', '')}.`
    const request = { headers: [['Authorization', `Bearer ${token}`]] } as unknown as HttpRequest
    const url = 'https://api.example.com/'
    expect(tokenWithoutCertificate(request, { url })).toContain('api.example.com received none')
    expect(tokenWithoutCertificate(request, { url, certificate: { subject: 'CN=b', thumbprint: 'x' } })).toContain(
      'another one, CN=b',
    )
    expect(tokenWithoutCertificate(request, { url, certificate: { subject: 'CN=a', thumbprint: 'abc' } })).toBeUndefined()
    expect(tokenWithoutCertificate({ ...request, headers: [['Authorization', 'Bearer opaque']] }, { url })).toBeUndefined()
  })
})

describe('a server that speaks of certificates by HTTP', () => {
  const answered = async (status: number, text: string) => {
    const { events } = await runSteps([{ id: 'r', kind: 'send-request', url: 'https://api.example.com/orders' }], {
      ports: {
        http: { send: async ({ url }) => ({ ...ok, status, url, body: new TextEncoder().encode(text) }) },
        capabilities: new Set(['no-cors']),
      },
    })
    const notes = events.flatMap((event) => (event.type === 'noted' ? [event.text] : []))
    return notes.filter((note) => note.includes('certificate'))
  }

  it('[13] nginx: none where one is wanted, and one that it does not take', async () => {
    const page = (title: string) => `<html>\r\n<head><title>400 ${title}</title></head>`
    expect(await answered(400, page('No required SSL certificate was sent'))).toEqual([
      expect.stringContaining('api.example.com requires a client certificate'),
    ])
    expect(await answered(400, page('The SSL certificate error'))).toEqual([
      expect.stringContaining('api.example.com rejected it'),
    ])
    expect(await answered(200, page('No required SSL certificate was sent'))).toEqual([])
    expect(await answered(400, '{"error":"bad request"}')).toEqual([])
  })
})
