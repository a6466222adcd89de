import { base64 } from '#engine/base/encoding/base64.ts'
import { AssayError } from '#engine/base/errors.ts'
import { parseAddress, targetOf } from '#engine/ports/http/http-rules.ts'
import type { HttpRequest } from '#engine/ports/index.ts'
import { withEncodedQuery } from '../encode.ts'
import type { SignedRequest } from './aws-signature.ts'
import { oauth1Methods, type OAuth1Auth } from './signed-auth.ts'
import { signingTexts as texts } from './signing-texts.ts'

/** RFC 5849 section 3.6: only unreserved characters stay. */
const encode = (text: string): string =>
  encodeURIComponent(text.replace(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g, '\uFFFD')).replace(
    /[!'()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  )

type Pair = [name: string, value: string]

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const isForm = ({ headers, body }: HttpRequest): boolean =>
  typeof body === 'string' &&
  headers.some(([name, value]) => /^content-type$/i.test(name) && /^application\/x-www-form-urlencoded\b/i.test(value.trim()))

/** RFC 5849 section 3.4.1: method, URL without its query, and all parameters in order. */
function baseString(request: HttpRequest, oauth: readonly Pair[]): string {
  const url = parseAddress(request.url)
  const { body } = request
  const form = isForm(request) && typeof body === 'string' ? [...new URLSearchParams(body)] : []
  const parameters = [...url.searchParams, ...form, ...oauth]
    .map(([name, value]): Pair => [encode(name), encode(value)])
    .toSorted(([a, x], [b, y]) => compare(a, b) || compare(x, y))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
  return [request.method.toUpperCase(), `${url.origin}${targetOf(url).replace(/\?.*/s, '')}`, parameters].map(encode).join('&')
}

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)

/** The hash of a method's name, as WebCrypto spells it: `SHA-256`. */
const hashOf = (method: string): string => `SHA-${/SHA(\d+)$/.exec(method)?.[1] ?? '1'}`

async function rsaKey(pem: string, hash: string) {
  if (pem.trim() === '') throw new AssayError('key-unusable', texts.noPrivateKey, { hint: texts.noPrivateKeyHint })
  const { readMaterial } = await import('#engine/oauth/keys/read-material.ts')
  const { source, facts } = await readMaterial({
    form: 'pem',
    key: pem,
    password: '',
    encoding: 'text',
    algorithm: 'RS256',
    keyId: '',
    x5tS256: false,
  })
  if (facts.type !== 'RSA' || source.format !== 'pkcs8')
    throw new AssayError('key-unusable', texts.notRsa, { hint: texts.noPrivateKeyHint })
  return crypto.subtle.importKey('pkcs8', source.bytes, { name: 'RSASSA-PKCS1-v1_5', hash }, false, ['sign'])
}

async function signatureOf(auth: OAuth1Auth, method: string, base: () => string): Promise<string> {
  const secrets = `${encode(auth.consumerSecret)}&${encode(auth.tokenSecret)}`
  if (method === 'PLAINTEXT') return secrets
  const hash = hashOf(method)
  if (method.startsWith('RSA')) {
    const key = await rsaKey(auth.privateKey, hash)
    return base64(new Uint8Array(await crypto.subtle.sign('RSASSA-PKCS1-v1_5', key, bytesOf(base()))))
  }
  const key = await crypto.subtle.importKey('raw', bytesOf(secrets), { name: 'HMAC', hash }, false, ['sign'])
  return base64(new Uint8Array(await crypto.subtle.sign('HMAC', key, bytesOf(base()))))
}

/** The extension "OAuth Request Body Hash": a digest of any body but a form, with the hash of the signature method. */
async function bodyHash(request: HttpRequest, method: string): Promise<Pair[]> {
  if (isForm(request)) return []
  const { body = '' } = request
  const bytes = typeof body === 'string' ? bytesOf(body) : body instanceof Blob ? await body.arrayBuffer() : Uint8Array.from(body)
  return [['oauth_body_hash', base64(new Uint8Array(await crypto.subtle.digest(hashOf(method), bytes)))]]
}

/** Puts the parameters where the step wants them (RFC 5849 section 3.5). */
function placed(request: HttpRequest, { place, realm }: OAuth1Auth, oauth: readonly Pair[]): HttpRequest {
  const pairs = oauth.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&')
  if (place === 'query') return { ...request, url: withEncodedQuery(request.url, [pairs]) }
  if (place === 'body') {
    const body = typeof request.body === 'string' ? request.body : ''
    return { ...request, body: body === '' ? pairs : `${body}&${pairs}` }
  }
  const listed: Pair[] = [...(realm === '' ? [] : [['realm', realm] as Pair]), ...oauth]
  const value = listed.map(([name, one]) => `${encode(name)}="${name === 'realm' ? one.replace(/["\\]/g, '\\$&') : encode(one)}"`)
  return { ...request, headers: [...request.headers, ['Authorization', `OAuth ${value.join(', ')}`]] }
}

/**
 * Signs a request with OAuth 1.0a (RFC 5849), at a time in milliseconds and with a nonce that was never used. A timestamp, nonce or
 * version in the settings is sent instead. Throws AssayError `http-invalid-request` for an unknown method or a body that can't carry
 * parameters, `key-unusable` for a key.
 */
export async function signOAuth1(
  auth: OAuth1Auth,
  request: HttpRequest,
  { now, nonce }: { now: number; nonce: string },
): Promise<SignedRequest> {
  const method = auth.method.trim().toUpperCase()
  if (!oauth1Methods.some((one) => one === method))
    throw new AssayError('http-invalid-request', texts.unknownMethod(auth.method), { hint: texts.unknownMethodHint })
  if (auth.place === 'body' && !isForm(request))
    throw new AssayError('http-invalid-request', texts.noForm, { hint: texts.noFormHint })
  const { oauth_version: version = '1.0', ...others } = auth.others
  const parameters: Pair[] = [
    ['oauth_consumer_key', auth.consumerKey],
    ...(auth.token === '' ? [] : [['oauth_token', auth.token] as Pair]),
    ['oauth_signature_method', method],
    ['oauth_timestamp', others['oauth_timestamp'] || String(Math.floor(now / 1000))],
    ['oauth_nonce', others['oauth_nonce'] || nonce],
    ...(version === '' ? [] : [['oauth_version', version] as Pair]),
    ...Object.entries(others).filter(([name, value]) => value !== '' && name !== 'oauth_timestamp' && name !== 'oauth_nonce'),
    // PLAINTEXT protects nothing of the request.
    ...(auth.bodyHash && method !== 'PLAINTEXT' ? await bodyHash(request, method) : []),
  ]
  const signed = baseString(request, parameters)
  const signature = await signatureOf(auth, method, () => signed)
  return {
    request: placed(request, auth, [...parameters, ['oauth_signature', signature]]),
    signed: method === 'PLAINTEXT' ? '' : signed,
    signature,
  }
}
