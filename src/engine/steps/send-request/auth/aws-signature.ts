import { AssayError } from '#engine/base/errors.ts'
import { parseAddress, targetOf } from '#engine/ports/http/http-rules.ts'
import type { Headers, HttpRequest } from '#engine/ports/index.ts'
import { signingTexts as texts } from './signing-texts.ts'
import type { AwsAuth } from './signed-auth.ts'

/** A request as it is sent, and what its signature is made of. */
export interface SignedRequest {
  request: HttpRequest
  /** In the terms of the scheme: the canonical request and the string to sign; the signature base string. */
  signed: string
  signature: string
}

/** What proxies, browsers or this program's own HTTP client add or change on the way. */
const unsigned = new Set(
  'accept-encoding authorization connection content-length expect presigned-expires transfer-encoding user-agent x-amzn-trace-id'.split(
    ' ',
  ),
)

/** Headers by lower-case name, as AWS reads them: several of one name are one, joined by commas without spaces. */
function joined(headers: Headers): Headers {
  const byName = new Map<string, [string, string]>()
  for (const [name, value] of headers) {
    const key = name.toLowerCase()
    const known = byName.get(key)
    if (known) known[1] += `,${value.trim()}`
    else byName.set(key, [name, value.trim()])
  }
  return [...byName.values()]
}

const isoTime = /^\d{8}T\d{6}Z$/

const bytesOf = async (body: HttpRequest['body']): Promise<Uint8Array<ArrayBuffer>> => {
  if (body === undefined) return new Uint8Array()
  if (typeof body === 'string') return new TextEncoder().encode(body)
  return body instanceof Blob ? new Uint8Array(await body.arrayBuffer()) : Uint8Array.from(body)
}

const hex = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** What is signed as the body's digest, and sent for S3, which requires it. */
async function withBodyHash(headers: Headers, body: HttpRequest['body']): Promise<Headers> {
  if (headers.some(([name]) => /^x-amz-content-sha256$/i.test(name))) return headers
  return [...headers, ['X-Amz-Content-Sha256', hex(await crypto.subtle.digest('SHA-256', await bytesOf(body)))]]
}

const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)

/** Encoded as AWS does; what can't be decoded stays. */
function reencoded(text: string): string {
  try {
    return encode(decodeURIComponent(text))
  } catch {
    return text
  }
}

/** A pair without `=` stays one. */
function encodedPair(pair: string): string {
  const [name = '', ...value] = pair.replaceAll('+', ' ').split('=')
  return value.length === 0 ? reencoded(name) : `${reencoded(name)}=${reencoded(value.join('='))}`
}

const encodedQuery = ({ search }: URL): string =>
  search === '' ? '' : `?${search.slice(1).split('&').map(encodedPair).join('&')}`

/**
 * The URL in the encoding that is signed (only unreserved characters stay): some servers take the path and query for their canonical
 * request as they arrive. S3 has no path segments, so `%2F` is the same as `/` there.
 */
function encodedUrl(url: URL, service: string): string {
  const [path = ''] = targetOf(url).split('?')
  const whole = service === 's3' ? path.replace(/%2f/gi, '/') : path
  const encoded = whole.replace(/[^/]+/g, reencoded)
  return url.origin + encoded + encodedQuery(url)
}

/**
 * Signs a request with AWS Signature Version 4 at a time in milliseconds. All headers but those that are changed on the way are
 * signed. `X-Amz-Date` and `X-Amz-Content-Sha256` in the request are kept, so that tests can send wrong ones. Throws AssayError
 * `http-invalid-request` if a key or the service is missing.
 */
export async function signAws(auth: AwsAuth, request: HttpRequest, now: number): Promise<SignedRequest> {
  const [accessKeyId, secretAccessKey, sessionToken] = [auth.accessKey, auth.secretKey, auth.sessionToken].map((one) =>
    one.trim(),
  )
  if (!accessKeyId || !secretAccessKey) throw new AssayError('http-invalid-request', texts.noKeys, { hint: texts.noKeysHint })
  const { AwsV4Signer } = await import('aws4fetch')
  const url = parseAddress(request.url)
  const sent = joined(request.headers)
  const host = sent.find(([name]) => /^host$/i.test(name))?.[1]
  const toSign = new URL((host === undefined ? url.origin : `${url.protocol}//${host}`) + targetOf(url))
  const written = sent.find(([name]) => /^x-amz-date$/i.test(name))?.[1] ?? ''
  const isQuery = auth.place === 'query'
  const settings = {
    method: request.method,
    accessKeyId,
    secretAccessKey,
    ...(sessionToken ? { sessionToken } : {}),
    service: auth.service.trim(),
    region: auth.region.trim(),
    datetime: isoTime.test(written) ? written : new Date(now).toISOString().replace(/[:-]|\.\d{3}/g, ''),
    signQuery: isQuery,
    allHeaders: true,
  }
  // The service decides what of the body is signed, and may only be known from the host.
  const { service } = new AwsV4Signer({ ...settings, url: toSign.href })
  if (service === '') throw new AssayError('http-invalid-request', texts.noService, { hint: texts.noServiceHint })
  const isHashed = service === 's3' && !isQuery
  const wire = encodedUrl(url, service)
  const headers = isHashed ? await withBodyHash(sent, request.body) : sent
  const signer = new AwsV4Signer({
    ...settings,
    url: encodedUrl(toSign, service),
    headers: headers.filter(([name]) => !unsigned.has(name.toLowerCase()) && !/^(host|x-amz-(date|security-token))$/i.test(name)),
    ...(isHashed ? {} : { body: await bytesOf(request.body) }),
  })
  // Signing adds to the URL what isn't part of the canonical request.
  const signed = `${await signer.canonicalString()}\n\n${await signer.stringToSign()}`
  const signature = await signer.signature()
  const result = await signer.sign()
  if (isQuery)
    return {
      request: { ...request, url: wire.replace(/\?.*/s, '') + encodedQuery(result.url), headers: sent },
      signed,
      signature,
    }
  const added = ['X-Amz-Date', 'X-Amz-Security-Token', 'Authorization'].flatMap((name): Headers => {
    const value = result.headers.get(name)
    return value === null ? [] : [[name, value]]
  })
  const isAdded = (name: string): boolean => added.some(([one]) => one.toLowerCase() === name.toLowerCase())
  return {
    request: { ...request, url: wire, headers: [...headers.filter(([name]) => !isAdded(name)), ...added] },
    signed,
    signature,
  }
}
