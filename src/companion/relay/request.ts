import { AssayError } from '#engine/base/errors.ts'
import type { ClientCertificate, HttpRequest } from '#engine/ports/http.ts'
import { relayServerTexts as texts } from './texts.ts'

/** Milliseconds, bytes and characters that a request may ask for at most. */
const longest = { timeout: 3_600_000, maxBytes: 256 * 1024 * 1024, connection: 100 }

const isText = (value: unknown): value is string => typeof value === 'string'

const isPair = (value: unknown): value is [string, string] =>
  Array.isArray(value) && value.length === 2 && value.every((part) => isText(part))

/** As many as a request may bring; each is a few kilobytes. */
const mostCertificates = 50

const isCertificate = (value: unknown): value is ClientCertificate =>
  typeof value === 'object' && value !== null && ['host', 'certificate', 'key'].every((name) => isText(Reflect.get(value, name)))

/** None, or a list of certificates. */
const areCertificates = (value: unknown): value is ClientCertificate[] | undefined =>
  value === undefined || (Array.isArray(value) && value.length <= mostCertificates && value.every((one) => isCertificate(one)))

const within = (value: unknown, most: number): value is number => typeof value === 'number' && value >= 0 && value <= most

/** Length of a body that must be requested from the page; undefined if it came with the request, or there is none. */
export function bodySizeOf(params: unknown): number | undefined {
  const size: unknown = (params as { size?: unknown }).size
  if (size === undefined || (typeof size === 'number' && Number.isSafeInteger(size) && size > 0)) return size
  throw new AssayError('http-invalid-request', texts.noRequest)
}

/** The request that a page asks to be sent; AssayError `http-invalid-request` if it is none. What it may hold the port itself checks. */
export function requestOf(params: unknown, bytes: Uint8Array | undefined): HttpRequest {
  const given = (typeof params === 'object' && params !== null ? params : {}) as Record<string, unknown>
  const { method, url, headers, redirect, timeout, maxBytes, insecure, certificates, resend, connection } = given
  if (
    !isText(method) ||
    !isText(url) ||
    !Array.isArray(headers) ||
    !headers.every((pair) => isPair(pair)) ||
    (redirect !== 'follow' && redirect !== 'manual') ||
    !within(timeout, longest.timeout) ||
    !within(maxBytes, longest.maxBytes) ||
    !areCertificates(certificates) ||
    !(connection === undefined || (isText(connection) && connection.length <= longest.connection))
  )
    throw new AssayError('http-invalid-request', texts.noRequest)
  return {
    method,
    url,
    headers,
    redirect,
    timeout,
    maxBytes,
    body: bytes,
    ...(insecure === true ? { insecure } : {}),
    ...(certificates === undefined ? {} : { certificates }),
    ...(connection === undefined ? {} : { connection }),
    ...(resend === false ? { resend } : {}),
  }
}
