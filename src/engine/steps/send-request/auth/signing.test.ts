import { createHmac, createPublicKey, generateKeyPairSync, verify } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { HttpRequest } from '#engine/ports/index.ts'
import { signAws } from './aws-signature.ts'
import { md4 } from './md4.ts'
import { negotiateMessage, ntlmResponse, readNtlmChallenge } from './ntlm-messages.ts'
import { signOAuth1 } from './oauth1.ts'
import { signedAuthIn, signedAuthText, type AwsAuth, type OAuth1Auth } from './signed-auth.ts'
import { explainSignatureRefusal } from './signature-refusals.ts'

const request = (method: string, url: string, more: Partial<HttpRequest> = {}): HttpRequest => ({
  method,
  url,
  headers: [],
  redirect: 'manual',
  timeout: 1000,
  maxBytes: 1000,
  ...more,
})
const authorization = ({ headers }: HttpRequest): string => headers.find(([name]) => name === 'Authorization')?.[1] ?? ''
const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

describe('AWS Signature 4', () => {
  const aws: AwsAuth = {
    kind: 'aws',
    accessKey: 'AKIDEXAMPLE',
    secretKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
    sessionToken: '',
    region: 'us-east-1',
    service: 'service',
    place: 'header',
  }
  const then = Date.parse('2015-08-30T12:36:00Z')
  const host = 'https://example.amazonaws.com'
  // From AWS's Signature Version 4 test suite.
  it.each([
    ['get-vanilla', request('GET', `${host}/`), '5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31'],
    [
      'get-vanilla-query-order-key-case',
      request('GET', `${host}/?Param2=value2&Param1=value1`),
      'b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500',
    ],
    [
      'get-header-key-duplicate',
      request('GET', `${host}/`, {
        headers: [
          ['My-Header1', 'value2'],
          ['My-Header1', 'value2'],
          ['My-Header1', 'value1'],
        ],
      }),
      'c9d5ea9f3f72853aea855b47ea873832890dbdd183b4468f858259531a5138ea',
    ],
    ['get-slashes', request('GET', `${host}//example//`), '9a624bd73a37c9a373b5312afbebe7a714a789de108f0bdfe846570885f57e84'],
  ])('[X8] signs as the vector of AWS: %s', async (_name, one, signature) => {
    const signed = await signAws(aws, one, then)
    expect(authorization(signed.request)).toContain(`Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request`)
    expect(signed.signature).toBe(signature)
    expect(authorization(signed.request)).toContain(`Signature=${signature}`)
  })

  it('[X8] sends the digest of the body to S3, keeps a path encoded once, and reads region and service from the host', async () => {
    const { request: sent, signed } = await signAws(
      { ...aws, region: '', service: '' },
      request('PUT', 'https://bucket.s3.eu-west-1.amazonaws.com/a%20b%2Fc', { body: 'hello' }),
      then,
    )
    expect(signed).toMatch(/^PUT\n\/a%20b\/c\n\nhost:bucket\.s3\.eu-west-1\.amazonaws\.com\n/)
    expect(signed).toContain('20150830/eu-west-1/s3/aws4_request')
    expect(Object.fromEntries(sent.headers)['X-Amz-Content-Sha256']).toBe(
      '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824',
    )
  })

  it('[X8] puts a signature in the query, and a session token in either place', async () => {
    const temporary = { ...aws, sessionToken: 'the-token' }
    const inQuery = await signAws({ ...temporary, place: 'query' }, request('GET', `${host}/?a=1`), then)
    const query = new URL(inQuery.request.url).searchParams
    expect([...query.keys()].filter((name) => name.startsWith('X-Amz-'))).toEqual(
      expect.arrayContaining(['X-Amz-Signature', 'X-Amz-Security-Token', 'X-Amz-Credential']),
    )
    expect(authorization(inQuery.request)).toBe('')
    const inHeader = await signAws(temporary, request('GET', host), then)
    expect(Object.fromEntries(inHeader.request.headers)['X-Amz-Security-Token']).toBe('the-token')
    expect(authorization(inHeader.request)).toContain('host;x-amz-date;x-amz-security-token')
  })

  it('[X8] says what is missing', async () => {
    await expect(signAws({ ...aws, secretKey: ' ' }, request('GET', host), then)).rejects.toThrow(/requires an access key/)
    await expect(signAws({ ...aws, service: '' }, request('GET', 'http://127.0.0.1/'), then)).rejects.toThrow(
      /service can't be read/,
    )
  })

  const refused = (body: string, headers: [string, string][] = []) => ({
    status: 403,
    statusText: '',
    headers,
    url: host,
    redirects: [],
    body: new TextEncoder().encode(body),
    timing: { firstByte: 1, total: 1 },
  })
  it.each([
    [
      'RequestTimeTooSkewed',
      [['Date', 'Sun, 30 Aug 2015 12:16:00 GMT']],
      /Set this machine's clock: it is 20 min 0 s ahead of the server's/,
    ],
    [
      "<Code>AuthorizationHeaderMalformed</Code>; the region 'us-east-1' is wrong; expecting 'eu-west-1'",
      [],
      /region under Auth to eu-west-1.*signed for us-east-1/,
    ],
    ["Credential should be scoped to correct service: 'execute-api'.", [], /service under Auth to execute-api/],
    ['{"__type":"ExpiredTokenException"}', [], /Get new temporary credentials/],
    ['InvalidClientTokenId', [], /Check the access key/],
    ['SignatureDoesNotMatch', [], /Check the secret key first/],
  ] as const)('[X8] explains a refusal: %s', async (body, headers, expected) => {
    const { request: sent, signed } = await signAws(aws, request('GET', `${host}/a`), then)
    const response = refused(
      body,
      headers.map(([name, value]) => [name, value]),
    )
    expect(explainSignatureRefusal(aws, { request: sent, signed }, response, then)).toMatch(expected)
  })

  it("[X8] compares the server's canonical request with the one that was signed", async () => {
    const { request: sent, signed } = await signAws(aws, request('GET', `${host}/a?b=1`), then)
    const canonical = signed.split('\n\nAWS4-HMAC-SHA256')[0] ?? ''
    const xml = (text: string) =>
      `<Code>SignatureDoesNotMatch</Code><CanonicalRequest>${text.replaceAll('&', '&amp;')}</CanonicalRequest>`
    const explain = (text: string) => explainSignatureRefusal(aws, { request: sent, signed }, refused(xml(text)), then)
    expect(explain(canonical)).toMatch(/^Check the secret key\. The server received exactly/)
    expect(explain(canonical.replace('/a\n', '/proxy/a\n'))).toMatch(/"\/a" was signed, "\/proxy\/a" arrived/)
  })
})

describe('OAuth 1.0a', () => {
  const settings = (more: Partial<OAuth1Auth> = {}): OAuth1Auth => ({
    kind: 'oauth1',
    consumerKey: '',
    consumerSecret: '',
    token: '',
    tokenSecret: '',
    method: 'HMAC-SHA1',
    privateKey: '',
    realm: '',
    place: 'header',
    bodyHash: false,
    others: {},
    ...more,
  })
  const form: [string, string][] = [['Content-Type', 'application/x-www-form-urlencoded']]
  const source = { now: 0, nonce: 'never-used' }

  it('[X8] signs as the photos example of RFC 5849 section 1.2', async () => {
    const auth = settings({
      realm: 'Photos',
      consumerKey: 'dpf43f3p2l4k3l03',
      consumerSecret: 'kd94hf93k423kf44',
      token: 'nnch734d00sl2jdk',
      tokenSecret: 'pfkkdhi9sl3r4s00',
      others: { oauth_timestamp: '137131202', oauth_nonce: 'chapoH', oauth_version: '' },
    })
    const url = 'http://photos.example.net/photos?file=vacation.jpg&size=original'
    const signed = await signOAuth1(auth, request('GET', url), source)
    expect(signed.signature).toBe('MdpQcU8iPSUjWoN/UDMsK2sui9I=')
    expect(authorization(signed.request)).toBe(
      'OAuth realm="Photos", oauth_consumer_key="dpf43f3p2l4k3l03", oauth_token="nnch734d00sl2jdk", oauth_signature_method="HMAC-SHA1", ' +
        'oauth_timestamp="137131202", oauth_nonce="chapoH", oauth_signature="MdpQcU8iPSUjWoN%2FUDMsK2sui9I%3D"',
    )
  })

  it('[X8] orders and encodes the parameters as RFC 5849 section 3.4.1 does', async () => {
    const auth = settings({
      consumerKey: '9djdj82h48djs9d2',
      consumerSecret: 'j49sk3j29djd',
      token: 'kkk9d7dh3k39sjv7',
      tokenSecret: 'dh893hdasih9',
      others: { oauth_timestamp: '137131201', oauth_nonce: '7d8f3e4a', oauth_version: '' },
    })
    const url = 'http://EXAMPLE.COM:80/request?b5=%3D%253D&a3=a&c%40=&a2=r%20b'
    const { signed } = await signOAuth1(auth, request('POST', url, { headers: form, body: 'c2&a3=2+q' }), source)
    expect(signed).toBe(
      'POST&http%3A%2F%2Fexample.com%2Frequest&a2%3Dr%2520b%26a3%3D2%2520q%26a3%3Da%26b5%3D%253D%25253D%26c%2540%3D%26c2%3D%26' +
        'oauth_consumer_key%3D9djdj82h48djs9d2%26oauth_nonce%3D7d8f3e4a%26oauth_signature_method%3DHMAC-SHA1%26oauth_timestamp%3D137131201%26' +
        'oauth_token%3Dkkk9d7dh3k39sjv7',
    )
  })

  it("[X8] signs as Twitter's published example", async () => {
    const auth = settings({
      consumerKey: 'xvz1evFS4wEEPTGEFPHBog',
      consumerSecret: 'kAcSOqF21Fu85e7zjz7ZN2U4ZRhfV3WpwPAoE3Z7kBw',
      token: '370773112-GmHxMAgYyLbNEtIKZeRNFsMKPR9EyMZeS9weJAEb',
      tokenSecret: 'LswwdoUaIvS8ltyTt5jkRh4J50vUPVVHtR2YPi5kE',
      others: { oauth_timestamp: '1318622958', oauth_nonce: 'kYjzVBB8Y0ZFabxSWbWovY3uYSQ2pTgmZeNu2VS4cg' },
    })
    const body = 'status=Hello%20Ladies%20%2b%20Gentlemen%2c%20a%20signed%20OAuth%20request%21'
    const url = 'https://api.twitter.com/1.1/statuses/update.json?include_entities=true'
    const { signature } = await signOAuth1(auth, request('POST', url, { headers: form, body }), source)
    expect(signature).toBe('hCtSmYh+iHYCEqBWrE7C7hYmtUk=')
  })

  it('[X8] signs with RSA, hashes other bodies, sends PLAINTEXT, and puts parameters in query and body', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const pem = privateKey.export({ type: 'pkcs1', format: 'pem' }).toString()
    const rsa = await signOAuth1(
      settings({ consumerKey: 'k', method: 'rsa-sha256', privateKey: pem, bodyHash: true }),
      request('POST', 'http://a.test/', { body: 'Hello World!', headers: [['Content-Type', 'text/plain']] }),
      source,
    )
    const spki = createPublicKey(publicKey.export({ type: 'spki', format: 'pem' }).toString())
    expect(verify('sha256', Buffer.from(rsa.signed), spki, Buffer.from(rsa.signature, 'base64'))).toBe(true)
    expect(authorization(rsa.request)).toContain('oauth_body_hash="f4OxZX%2Fx%2FFO5LcGBSKHWXfwtSx%2Bj1ncoSt3SABJtkGk%3D"')
    const plain = settings({ consumerKey: 'k', consumerSecret: 'a&b', tokenSecret: 'c', method: 'PLAINTEXT' })
    const inQuery = await signOAuth1({ ...plain, place: 'query' }, request('GET', 'http://a.test/?x=1'), source)
    expect(new URL(inQuery.request.url).searchParams.get('oauth_signature')).toBe('a%26b&c')
    const unhashed = await signOAuth1({ ...plain, bodyHash: true }, request('POST', 'http://a.test/', { body: 'x' }), source)
    expect(authorization(unhashed.request)).not.toContain('oauth_body_hash')
    const inBody = await signOAuth1(
      { ...plain, place: 'body' },
      request('POST', 'http://a.test/', { headers: form, body: 'x=1' }),
      source,
    )
    expect(new URLSearchParams(String(inBody.request.body)).get('oauth_consumer_key')).toBe('k')
    const json = request('POST', 'http://a.test/', { headers: [['Content-Type', 'application/json']], body: '{}' })
    await expect(signOAuth1({ ...plain, place: 'body' }, json, source)).rejects.toThrow(/isn't a form/)
    await expect(signOAuth1({ ...plain, method: 'MD5' }, json, source)).rejects.toThrow(/isn't an OAuth 1.0a signature method/)
  })
})

describe('NTLM', () => {
  it('[X8] hashes as RFC 1320, and proves a password as MS-NLMP section 4.2.4', () => {
    expect(hexOf(md4(new TextEncoder().encode('')))).toBe('31d6cfe0d16ae931b73c59d7e0c089c0')
    const long = '12345678901234567890123456789012345678901234567890123456789012345678901234567890'
    expect(hexOf(md4(new TextEncoder().encode(long)))).toBe('e33b4ddc9c38f2199c3e7b164fcc0536')
    const targetInfo = Buffer.from('02000c0044006f006d00610069006e0001000c0053006500720076006500720000000000', 'hex')
    const challenge = Buffer.from('0123456789abcdef', 'hex')
    // Time 0: Windows counts from 1601.
    const source = { now: -11_644_473_600_000, random: new Uint8Array(8).fill(0xaa) }
    const made = ntlmResponse({ kind: 'ntlm', user: 'Domain\\User', password: 'Password' }, { challenge, targetInfo }, source)
    expect(hexOf(made.proof)).toBe('68cd0ab851e51c96aabc927bebef6a1c')
    expect(hexOf(made.lm)).toBe('86c35097ac9cec102554764a57cccc19aaaaaaaaaaaaaaaa')
    expect(made.hasTime).toBe(false)
    expect(hexOf(made.sessionKey)).toBe('8de40ccadbc14a82f15cb0ad0de95ca3')
  })

  it('[X8] reads challenges, and nothing else', () => {
    expect(readNtlmChallenge(negotiateMessage())).toBeUndefined()
    expect(readNtlmChallenge(new Uint8Array(3))).toBeUndefined()
  })
})

describe('the header that says how to sign', () => {
  it.each([
    'AWS ${key} ${secret}',
    'AWS ${key} ${secret} token:${session} region:eu-west-1 service:execute-api in:query',
    'AWS "" "" region:eu-west-1',
    'OAuth oauth_consumer_key="${key}", consumer_secret="${secret}", oauth_signature_method="HMAC-SHA1"',
    'OAuth realm="a \\"b\\"", oauth_consumer_key="k", oauth_token="t", oauth_signature_method="RSA-SHA256", private_key="${pem}", oauth_callback="oob", oauth_version="", in="query", body_hash="true"',
    'NTLM CORP\\ann:${password}',
    'NTLM ${user}:a:b',
  ])('[X8] is written as it was read: %s', (value) => {
    const auth = signedAuthIn('authorization', value)
    expect(auth && signedAuthText(auth)).toBe(value)
  })

  it.each([
    'AWS AKIAEXAMPLE:c2lnbmF0dXJl',
    'AWS4-HMAC-SHA256 Credential=a, SignedHeaders=host, Signature=b',
    'OAuth oauth_consumer_key="k", oauth_signature="done", consumer_secret="s"',
    'OAuth an-opaque-token',
    'NTLM TlRMTVNTUAABAAAA',
    'Bearer AWS a b',
  ])('[X8] is left alone: %s', (value) => {
    expect(signedAuthIn('Authorization', value)).toBeUndefined()
  })
})

// Node's own HMAC, so that the check above doesn't rest on WebCrypto alone.
it('[X8] signs with HMAC-SHA512 as Node does', async () => {
  const auth = signedAuthIn(
    'Authorization',
    'OAuth oauth_consumer_key="k", consumer_secret="s", oauth_signature_method="HMAC-SHA512"',
  )
  const made = await signOAuth1(auth as OAuth1Auth, request('GET', 'http://a.test/'), { now: 1, nonce: 'n' })
  expect(made.signature).toBe(createHmac('sha512', 's&').update(made.signed).digest('base64'))
})
